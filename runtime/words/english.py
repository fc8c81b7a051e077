"""The grammar of English that sentences about any law need: articles, plurals, possessives, negation, verbs."""

from __future__ import annotations

import re
from fractions import Fraction

from hexlaw.runtime.law.value import exact_text

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
DETERMINED = frozenset(
    ("a", "an", "the", "this", "that", "its", "their", "all", "every", "each", "no", "what", "one", "another")
)
"""Words that a noun needs no article behind."""
PREPOSITIONS = frozenset(("of", "for", "to", "from", "at", "in", "on", "by", "with", "between", "against", "within"))
_BEHIND = "|".join((*sorted(PREPOSITIONS), "that", "which", "whose", "who", "what", "where", "next", "before", "over"))
_HEAD = re.compile(rf",| (?:{_BEHIND}|plus|less|times|and|or) ")
"""What ends the head of a noun."""
_VOWEL = re.compile(
    r"[ai]|e(?!u|we)|o(?!nce\b)|u(?:n(?!i)|[glmp]|r[gn])|h(?:our|onest|onou?r|eir)|8|1[18](?!\d)", re.IGNORECASE
)
"""What begins with a vowel where it is spoken: an umpire and an hour, but a unit, a euro and a ewe."""
_SUBJECT = r"^(\{[^}]*\})?"
_DONE = r"(?:been|gone|left|got|taken|thrown|run|flown|\w+ed)"
"""What `has` helps: a participle, as opposed to a thing that is had."""
_HELPING = re.compile(
    _SUBJECT + rf"(.*?)(?<![\w-])(is|are|was|were|may|must|can|could|will|has(?= {_DONE}\b))(?![\w-])"
)
PARTICIPLE = re.compile(_DONE)
_DONE_WITH = re.compile(rf"{_DONE}|bound|bought|built|drawn|found|given|held|hidden|led|lost|paid|seen|sent|tied|won")
"""What stands before the preposition of a name such as `bound-for`."""
_SIBILANT = re.compile(r"(s|x|z|ch|sh|[^aeiou]o)$")
_HISS_Y = re.compile(r"[^aeiou]y$")
_OF_SEVERAL = {"is": "are", "has": "have", "does": "do", "was": "were", "goes": "go"}
_NEGATION = re.compile(r"\b(?:not|no|none|never|neither|nobody|nothing|cannot)\b", re.IGNORECASE)
_TURNED = {"every": "not every", "no": "some", "some": "no", "somebody": "nobody", "nobody": "somebody"}
"""Words that say of how many something is so, and what they are where it is not so."""
_HELPS = frozenset(("may", "must", "can", "cannot"))
_IRREGULAR = {"be": "is", "have": "has", "do": "does", "go": "goes"}


def named(name: str) -> str:
    """A name of the law read as words: `low-tide` is `low tide`."""
    return name.replace("-", " ")


def value_named(name: str) -> str:
    """What a value of its own name is called: `the low tide`; a letter stands for itself, as in `n times`."""
    return name if len(name) == 1 else f"the {named(name)}"


def with_article(noun: str) -> str:
    """`a unit`, `an hour`, or the noun alone where it has its article already."""
    if has_article(noun):
        return noun
    if noun.startswith("other "):
        return f"an{noun}"
    return f"{'an' if _VOWEL.match(noun.removeprefix('“')) else 'a'} {noun}"


def has_article(noun: str) -> bool:
    """Whether a noun has an article already, or a word in its place."""
    return noun.partition(" ")[0].lower() in DETERMINED


def without_article(noun: str) -> str:
    """`unit` of `a unit`, of `the unit` and of `unit`."""
    article, blank, rest = noun.partition(" ")
    return rest if blank and article.lower() in ("a", "an", "the") else noun


def plural(noun: str) -> str:
    if _HISS_Y.search(noun):
        return noun[:-1] + "ies"
    return noun + ("es" if _SIBILANT.search(noun) else "s")


def singular(noun: str) -> str | None:
    """The noun of which this is the plural; none where that cannot be told: of `people`, or of more than a noun."""
    word = noun.rpartition(" ")[2]
    one = of_several(word)
    return None if one == word else noun.removesuffix(word) + one


def counted(number: int, noun: str) -> str:
    """`1 hex`, `3 hexes`."""
    return f"{number} {noun if number == 1 else plural(noun)}"


def possessive(noun: str) -> str:
    """`the unit's`; `its` of `it`."""
    if noun in ("it", "they"):
        return {"it": "its", "they": "their"}[noun]
    return noun + ("'" if noun.endswith("s") else "'s")


def ends_in_preposition(words: str) -> bool:
    """Whether words want something behind them: `cost of`, `held by`."""
    return words.rpartition(" ")[2] in PREPOSITIONS


def as_noun(name: str) -> str:
    """What is called by a name; one that ends in a preposition is not a noun, and stands for itself."""
    words = named(name)
    return f"“{words}”" if ends_in_preposition(words) else words


def done_by(name: str) -> tuple[str, str]:
    """What a name says is done with something, and the word before by whom or for what: `held` and `by`, `bound` and
    `for`; nothing of other names."""
    done, _, last = named(name).rpartition(" ")
    is_done = re.fullmatch(r"\w+", done) if last == "by" else last in PREPOSITIONS and _DONE_WITH.fullmatch(done)
    return (done, last) if is_done else ("", "")


def is_helping(word: str) -> bool:
    """Whether `not` may stand behind a word."""
    return _HELPING.fullmatch(word) is not None


def negative(phrase: str) -> str | None:
    """A yes/no phrase turned round at its helping verb: `is` becomes `is not`; none where it has no such verb."""
    if (found := _HELPING.search(phrase)) is None:
        return None
    end = found.end()
    return f"{phrase[:end]}{'' if phrase[end - 3 : end] == 'can' else ' '}not{phrase[end:]}"


def so_by_name(name: str) -> tuple[str, str]:
    """What is said of a thing by the name of an adjective, and that it is not so: `is moored` and `is not moored` of
    `moored`, `has fired` and `has not fired` of `has-fired`."""
    words = named(name)
    first, _, rest = words.partition(" ")
    if first == "has" and rest:
        return words, f"has not {rest}"
    return (words, opposite(words)) if is_helping(first) and rest else (f"is {words}", f"is not {words}")


def does_by_name(name: str) -> tuple[str, str]:
    """What a thing does by the name of a verb, and that it does not: `watches` and `does not watch`; nothing of a name
    that does not begin as English verbs do."""
    words = named(name)
    first, blank, rest = words.partition(" ")
    if first in ("has", "does") or is_helping(first):
        return words, f"{first} not {rest}" if first in ("has", "does") and rest else opposite(words)
    verb = of_several(first)
    return (words, f"does not {verb}{blank}{rest}") if verb != first else ("", "")


def opposite(phrase: str) -> str:
    """A yes/no phrase turned round, as well as its words allow."""
    first, blank, rest = phrase.partition(" ")
    if blank and first in _TURNED:
        return f"{_TURNED[first]} {rest}"
    return negative(phrase) or f"it is not so that {phrase}"


def negations(said: str) -> int:
    """How often a sentence says that something is not so; what has no other form weighs more."""
    return len(_NEGATION.findall(said)) + said.count("it is not so that")


def is_of_several(noun: str) -> bool:
    """Whether a noun with its article is a plural, as `the losses of carthage`, as far as its ending tells."""
    head = _HEAD.split(noun, maxsplit=1)[0].split()
    while len(head) > 2 and PARTICIPLE.fullmatch(head[-1]):  # `its points used`
        head.pop()
    if len(head) < 2 or head[0].lower() not in ("the", "its", "their", "that"):
        return False
    return head[-1].endswith("s") and not head[-1].endswith(("ss", "us", "is", "'s"))


def third_person(verb: str) -> str:
    """`moves` of `move`."""
    word, blank, rest = verb.partition(" ")
    inflected = _IRREGULAR.get(word) or plural(word)
    return inflected + blank + rest


def of_several(verb: str) -> str:
    """`move` of `moves`: a verb said of one, said of several; what is not such a verb stays as it is."""
    if verb in _OF_SEVERAL:
        return _OF_SEVERAL[verb]
    if not verb.endswith("s") or verb.endswith("ss") or verb in _HELPS:
        return verb
    if verb.endswith("ies"):
        return verb[:-1] if len(verb) < 5 else verb[:-3] + "y"
    return verb[:-2] if verb.endswith(("ches", "shes", "sses", "xes", "oes")) else verb[:-1]


def number(value: int | Fraction) -> str:
    """A number of things: in words up to twelve."""
    if isinstance(value, int) and 0 <= value < len(NUMBERS):
        return NUMBERS[value]
    return exact_text(value)

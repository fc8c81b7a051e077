"""Texts put together: nouns with their articles, relative clauses, and what joining has to put right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.words import english
from hexlaw.runtime.words.spans import Text, TextSpan, listed, plain, text, with_head

DETERMINED = ("the ", "its ", "their ", "all ", "that ", "those ", "a ", "an ", "every ", "any ")
"""How a noun begins that needs no article."""


def is_determined(noun: Text) -> bool:
    words = plain(noun)
    return words == "it" or words.startswith(DETERMINED)


def with_the(noun: Text) -> Text:
    return noun if is_determined(noun) else text("the ", noun)


def without(words: str, said: Text) -> Text:
    """A text that does not begin so."""
    return with_head(said, said[0].text.removeprefix(words)) if said else said


def without_the(noun: Text) -> Text:
    return without("the ", noun)


def determined(which: str, noun: Text) -> Text:
    """A noun with `each`, `no`, `every`, or `a` before it; `one of` before what is several already."""
    if plain(noun).startswith("of "):  # those of a row
        of_a_row = {"a": "one", "some": "one", "no": "none", "every": "each", "the": "the one", "not every": "not each"}
        return text(f"{of_a_row.get(which, which)} ", noun)
    if is_determined(noun):
        word = {"a": "one of ", "no": "none of ", "each": "each of ", "every": "each of ", "any": "any of ",
                "the": "the one among ", "some": "one of ", "not every": "not every one of "}[which]  # fmt: skip
        return text(word, noun)
    if which in ("a", "some"):
        return with_head(noun, english.with_article(noun[0].text)) if noun else noun
    return text(f"{which} ", noun)


_CONTENT = "".join(
    rf"(?<!\b{word} )" for word in ("so", "say", "says", "mean", "means", "counts", "worth", "sure", "sees")
)
"""Words behind which `that` says what is so, and follows upon no noun."""
_THAT = re.compile(rf"{_CONTENT}\bthat $")
_THAT_THAT = re.compile(rf"{_CONTENT}\bthat (?=that )")


@dataclass(frozen=True, slots=True)
class Predicate:
    """What is said of something: `that` is lit, `whose` crew is 3, `in which` a boat lies, `for which` a line crosses
    it, or `whom`, what something else does to it: that the north holds."""

    how: Literal["that", "whom", "whose", "in which", "for which"]
    said: Text


RELATIVE = re.compile(r" (?:that|whose|what|which|whom) ")
"""Words with which something else may be what is in it."""


def about_one(sentence: Text, called: str) -> Predicate:
    """A sentence in which something occurs that is called so, as a predicate of it."""
    owner = f"{called}'s "
    if sentence and sentence[0].text.startswith(owner):
        return Predicate("whose", without(owner, sentence))
    words = plain(sentence)
    of_it = re.match(rf"the (?P<what>[a-z -]+) of {re.escape(called)} ", words)
    if of_it is not None and not {"of", "that"} & {*of_it["what"].split()}:
        what = TextSpan(of_it["what"], sentence[0].ref, sentence[0].how)
        return Predicate("whose", text(what, " ", cut(sentence, of_it.end(), len(words))))
    before = words.removesuffix(called)
    if words.count(called) == 1 and words.endswith(f" in {called}") and not RELATIVE.search(before):
        return Predicate("in which", cut(sentence, 0, len(words) - len(f" in {called}")))
    if len(sentence) > 1 and sentence[-1].text == called and words.count(called) == 1:
        verb = sentence[-2]
        if verb.ref and verb.text.split()[-1:] and verb.text.split()[-1] not in english.PREPOSITIONS:
            return Predicate("whom", with_tail(sentence[:-1], verb.text.rstrip()))
    return Predicate("for which", sentence)


def cut(said: Text, start: int, stop: int) -> Text:
    """The letters of a text from one to another."""
    kept, at = list[TextSpan](), 0
    for span in said:
        if words := span.text[max(start - at, 0) : max(stop - at, 0)]:
            kept.append(TextSpan(words, span.ref, span.how))
        at += len(span.text)
    return tuple(kept)


def with_tail(said: Text, words: str) -> Text:
    """A text that ends with other words: those of its last span."""
    return (*said[:-1], *with_head(said[-1:], words))


def that(those: list[Predicate], *, several: bool = False) -> Text:
    """Predicates as a relative clause: ` that are lit, whose crew is 3 and for which a line crosses it`."""
    alone = together_denied([each.said for each in those if each.how == "that"])
    plainly = [agreeing(each) if several else each for each in alone]
    clauses = [text("that ", listed(plainly, "and"))] if plainly else []
    clauses += [mended(text("that ", each.said)) for each in those if each.how == "whom"]
    clauses += [text("whose ", each.said) for each in those if each.how == "whose"]
    for how in ("in which", "for which"):
        whole = [each.said for each in those if each.how == how]
        clauses += [text(f"{how} ", listed(whole, "and"))] if whole else []
    return closed(text(" ", listed(clauses, "and"))) if clauses else text()


def together_denied(parts: Sequence[Text]) -> list[Text]:
    """What is said of one thing, with what it is not in one: `is neither lit nor a ferry`."""
    made: list[Text] = []
    row: list[Text] = []
    for part in (*parts, text()):
        words = plain(part)
        if words.startswith("is not ") and not _MORE.search(words):
            row.append(part)
            continue
        if len(row) > 1:
            first, *others = (without("is not ", each) for each in row)
            rest = [(replace(each[0], goes_on="no verb"), *each[1:]) for each in others]
            made.append(text("is neither ", listed([first, *rest], "nor")))
        else:
            made += row
        row = []
        made += [part] if part else []
    return made


_MORE = re.compile(r",|\b(?:and|or|nor)\b")
"""Words with which a part says more than one thing."""


def closed(said: Text) -> Text:
    """A text behind which nothing goes on to be said of its subject."""
    return tuple(replace(span, goes_on="") if span.goes_on else span for span in said)


def agreeing(said: Text) -> Text:
    """A predicate of one thing said of several: `is` becomes `are`, and `is a boat` becomes `are boats`."""
    made = list[TextSpan]()
    for at, span in enumerate(said):
        words = span.text.removeprefix("(")
        bracket = span.text.removesuffix(words)
        if at == 0 or span.goes_on:
            one = _ONE.fullmatch(words)
            if one is not None and (at + 1 == len(said) or one["then"] or said[at + 1].text in _BETWEEN):
                words = f"{one['is'] or ''}{english.plural(one['noun'])}{one['then'] or ''}"
            if span.goes_on != "no verb":
                word, blank, rest = words.partition(" ")
                if span.ref:  # the phrase is about those alone
                    rest = re.sub(r"\bits\b", "their", rest)
                words = english.of_several(word) + blank + rest
        made.append(replace(span, text=bracket + words))
    return tuple(made)


_BETWEEN = (", ", " or ", " and ", " nor ", ", or ", ", and ")
"""What stands between two things that are said of one subject."""
_ONE = re.compile(
    r"(?P<is>is (?:not )?(?:either |neither )?)?an? (?P<noun>[^ ,]+(?: [^ ,]+)?)"
    r"(?P<then>, | or | and | nor |, or |, and )?"
)
"""That something is one of a kind: `is a boat`, `is not an old ferry`."""


def mended(said: Text) -> Text:
    """The words with what putting them together spoiled put right: `it's` of `it` becomes `its`, `the load that that
    unit carries` becomes `the load which that unit carries`."""
    made = list[TextSpan]()
    before = ""
    for span in said:
        words = _THAT_THAT.sub("which ", span.text)
        if made and words.startswith("that ") and (relative := _THAT.search(before)) is not None:
            made[-1] = replace(made[-1], text=f"{before[: relative.start()]}which ")
        if words.startswith("'s") and before.endswith(("it", "It")) and (len(before) == 2 or not before[-3].isalpha()):
            words = "s" + words[2:]
        elif words.startswith("'s") and before.endswith("s"):
            words = "'" + words[2:]
        made.append(span if words == span.text else TextSpan(words, span.ref, span.how))
        before = words
    return tuple(made)

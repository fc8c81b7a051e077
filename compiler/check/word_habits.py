"""What to write for words that the law does not have, or that it has for something else.

Comes in: a word that no pass could give a meaning, and what is known where it stands. Comes out: a sentence for `help`,
or `None` where nothing is known that was likely meant. Nothing here decides whether a word is right.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from hexlaw.compiler.base.source import Span
from hexlaw.compiler.format.expression_printer import print_expr
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import ACTING, SIDE, TYPE, UNPLACED_KINDS

Scope = Mapping[str, t.Type]
FOREIGN = {"true": "yes", "false": "no", "null": "none", "nil": "none", "nothing": "none"}
"""Words that other languages have for values of the law."""
CALLED = ("name", "title", "label", "id")
"""Attributes that other languages have for what something is called."""
NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
GAME = "game"
_FROM = r"[a-z][a-z0-9.-]*|\{[^{}]*\}"
"""What is looked through: a name, or a set of several."""


def for_name(names: Names, word: str, scope: Scope) -> str | None:
    """What to write for a word by itself that stands for nothing here."""
    if word in FOREIGN:
        return f"in the law it is called `{FOREIGN[word]}`"
    if word in names.signatures:
        if not names.signatures[word].params:
            return f"it is asked with round brackets: write `{word}()`"
        about = ", ".join(name for name, _ in names.signatures[word].params)
        return f"it is asked with what it is about, in round brackets: `{word}({about})`"
    if word in names.kinds:
        of_kind = ((name, t.bare(type_)) for name, type_ in scope.items())
        here = [f"`{n}`" for n, of in of_kind if isinstance(of, t.Kind) and names.is_a(of.name, word)]
        if here:
            return f"it is a kind of thing: the one that is spoken of here is {' or '.join(here)}"
        said = f"for several write `(those {word} v in ...)`, for the only one `(one {word} v)`"
        return f"it is a kind of thing: {said}; to ask whether something is one, `... is a {word}`"
    if word == ACTING and SIDE in names.choices:
        return (
            "only actions, their rules and the sequence know who acts: elsewhere it is a parameter, "
            f"such as `s: {SIDE}`, that they give `{ACTING}`"
        )
    if word in names.options:
        return f'it is an option, which switches a whole chapter: `chapter [...] "..." if option {word}`'
    if word in NUMBERS:
        return f"write `{NUMBERS.index(word)}`"
    if (minus := _minus(word, scope)) is not None:
        return minus
    whose = list(_having(names, word, scope))
    return f"write {' or '.join(whose)}" if whose else None


def for_looked_for(word: str, place: Span) -> str | None:
    """What to write for a name that only a quantifier elsewhere in its item knows."""
    text = place.source.text
    begin = max((found.start() for found in re.finditer(r"^[a-z]", text[: place.start], re.MULTILINE)), default=0)
    end = re.compile(r"^[a-z]", re.MULTILINE).search(text, place.end)
    item = " ".join(text[begin : end.start() if end else None].split())
    found = re.search(rf"\b(?:any|no|every) ((?:[a-z][a-z0-9-]* )?{re.escape(word)}\b(?: in (?:{_FROM}))?)", item)
    if found is None:
        return None
    known = f"`{word}` is known inside of `{found[0]}` alone, since there may be several"
    return f"{known}; where there is only one, write `(one {found[1]} where ...)`"


def _having(names: Names, attribute: str, scope: Scope) -> Iterator[str]:
    """How the attribute is asked of those in scope, or of the game, that have it."""
    for name, type_ in {**scope, GAME: t.Kind(GAME)}.items():
        kind = t.bare(type_)
        if isinstance(kind, t.Kind) and kind.name in names.kinds:
            found = names.attribute(kind.name, attribute)
            if found is not None:
                yield f"`{name} is {attribute}`" if found[1] == t.YES_NO else f"`{name}.{attribute}`"


def _minus(word: str, known: Collection[str], before: str = "") -> str | None:
    """What to write where a minus without blanks has made one name of two: `dart-1`."""
    for at in (found.start() for found in re.finditer("-", word)):
        left, right = word[:at], word[at + 1 :]
        if left in known and (right in known or right.isdigit()):
            return f"a minus has blanks around it: write `{before}{left} - {right}`"
    return None


def for_attribute(names: Names, base: s.Expr, kind: str, word: str) -> str | None:
    """What to write for `base.word`, where a thing of this kind has no such attribute."""
    written = print_expr(base)
    signature = names.signatures.get(word)
    if signature is not None and signature.sort in ("fact", "quantity") and len(signature.params) == 1:
        return f"write `{written} is {word}`" if signature.shape == "adjective" else f"write `{word}({written})`"
    if (minus := _minus(word, names.attributes_of(kind), f"{written}.")) is not None:
        return minus
    if word in CALLED:
        return f"the law gives things no names of their own; a text names this one by `{{{written}}}`"
    if kind not in UNPLACED_KINDS and names.attribute("hex", word) is not None:
        return f"write `{written}.hex.{word}`"
    return None


def for_verb(node: s.Verb, names: Names, scope: Scope) -> str | None:
    """What to write where two words stand side by side and the second is not a verb."""
    left, verb = node.left, node.verb.text
    if isinstance(left, s.Name) and left.text == "option" and verb in names.options:
        return f'an option switches a whole chapter: `chapter [...] "..." if option {verb}`'
    if isinstance(left, s.Name) and left.text in ("a", "an"):
        return f"say of what it is asked each time, as in `u is a {verb} or v is a {verb}`"
    if isinstance(left, s.Literal_) and re.fullmatch(r"d[0-9]+", verb):
        return f"dice are thrown by a statement of their own: write `roll {left.text}{verb} as x`"
    if isinstance(left, s.Name) and verb in scope and _is_said(names, left.text, t.bare(scope[verb])):
        return f"write `{verb} is {left.text}`"
    if verb in ("isnt", "aint"):
        rest = "..." if node.right is None else print_expr(node.right)
        return f"write `{print_expr(left)} is not {rest}`"
    if verb in ("has", "have", "equals"):
        rest = "..." if node.right is None else print_expr(node.right)
        return f"an attribute is read with a dot: `{print_expr(left)}.ATTRIBUTE is {rest}`"
    if verb == "between":
        low = "..." if node.right is None else print_expr(node.right)
        return f"write `{print_expr(left)} >= {low} and {print_expr(left)} <= ...`"
    return None


def _is_said(names: Names, word: str, of: t.Type) -> bool:
    """Whether something of this type can be so: by an adjective, or an attribute that is yes or no."""
    signature = names.signatures.get(word)
    found = names.attribute(of.name, word) if isinstance(of, t.Kind) and of.name in names.kinds else None
    return (signature is not None and signature.shape == "adjective") or (found is not None and found[1] == t.YES_NO)


def for_condition(node: s.Expr, names: Names) -> str | None:
    """What to write for a bare value where a condition is wanted: `x is fir or scree`."""
    if isinstance(node, s.Name) and names.choices_with(node.text):
        return (
            f"say of what it is asked each time: `... is {node.text}`; of several values, `... in {{{node.text}, ...}}`"
        )
    return None


def unit_types(names: Names, kind: str) -> set[str]:
    """The lines of the charts that a thing of a kind may be made from."""
    if names.attribute(kind, TYPE) is None:
        return set()
    return {id for id, unit in names.units.items() if names.is_a(unit.kind, kind) or names.is_a(kind, unit.kind)}

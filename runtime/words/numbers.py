"""Numbers in words: what is worked out, compared and counted."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import variables
from hexlaw.runtime.words import english, filling, quantifiers
from hexlaw.runtime.words.clauses import Clause
from hexlaw.runtime.words.composing import without_the
from hexlaw.runtime.words.pronouns import arranged, scoped, spoken
from hexlaw.runtime.words.spans import Draft, SoFar, Text, TextSpan, plain, text

if TYPE_CHECKING:
    from hexlaw.runtime.words.teller import Teller

TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""The same comparison with its sides exchanged."""
MORE = {"<": "less than", "<=": "at most", ">": "more than", ">=": "at least"}
MORE_THINGS = {**MORE, "<": "fewer than"}
FOLDED = {"sum": "total", "least": "least", "most": "greatest"}
"""What one number of many is called."""
_LONG = (e.Fold, e.Count)
"""Numbers that go through things, and are said with all of these."""
_OWNED = re.compile(r"(?:the )?(?P<things>[^{}]+) of \{(?P<whose>[\w-]+)\}")
COMES = {"<": "comes before", "<=": "does not come after", ">": "comes after", ">=": "does not come before"}


def arith(teller: Teller, node: e.Arith) -> Draft:
    """`twice its range`, `the crew less (one plus the cargo)`."""
    left, right = node.left, node.right
    match node.op:
        case "+":
            return text(_first(teller, left), " plus ", teller.noun(right))
        case "-" if rest := _rest(teller, left, right):
            return rest
        case "-":
            return text(_first(teller, left), " less ", _whole(teller, right))
        case "*":
            if isinstance(left, _LONG) and not isinstance(right, _LONG):
                left, right = right, left
            if isinstance(right, e.Const):
                left, right = right, left
            if isinstance(left, e.Const) and left.value == 2:
                return text("twice ", _whole(teller, right))
            if isinstance(left, e.Const) and left.value == Fraction(1, 2):
                return text("half of ", _whole(teller, right))
            return text(_whole(teller, left), " times ", _whole(teller, right))
        case _:
            if isinstance(right, e.Const) and right.value in (2, 4):
                return text("half of " if right.value == 2 else "a quarter of ", _whole(teller, left))
            comma = "," if isinstance(left, e.Fold) else ""
            return text(_whole(teller, left), comma, " divided by ", _whole(teller, right))


def _rest(teller: Teller, whole: e.Expr, taken: e.Expr) -> Draft:
    """What a thing has left of one of its figures, where the law has words for that; nothing of other differences."""
    match whole, taken:
        case e.Quantity(args=(of,)) | e.Fact(args=(of,)) | e.Attribute(base=of), e.Attribute(base=base) if of == base:
            name = f"{taken.owner}.{taken.name}"
            if form := teller.phrases.form("rest", name):
                return filling.filled(teller, form, {"it": base}, f"attribute:{name}")
    return ()


def _first(teller: Teller, node: e.Expr) -> Draft:
    """A number with which something is done, with a comma where it goes through things: else it would be done there."""
    if isinstance(node, e.Arith) and node.op in "+-":
        return teller.noun(node)
    return text(_whole(teller, node), "," if isinstance(node, e.Fold) else "")


def _whole(teller: Teller, node: e.Expr) -> Draft:
    """A number that is taken as a whole: a sum stands in brackets, and so does what ends in words of its own."""
    is_long = isinstance(node, e.Builtin) and node.name in ("larger", "smaller", "rounded-down", "rounded-up")
    return text("(", teller.noun(node), ")") if is_long else amount(teller, node)


def amount(teller: Teller, node: e.Expr) -> Draft:
    """A number in a row of others: one that is worked out stands in brackets, or its end could not be told."""
    is_sum = isinstance(node, e.Arith) and node.op in "+-" and not _rest(teller, node.left, node.right)
    return text("(", teller.noun(node), ")") if is_sum else teller.noun(node)


def folded(teller: Teller, node: e.Fold) -> Draft:
    """`the least range of the units in the hex`, or `the sum, over every unit in the hex, of ...`."""
    binder = node.binder
    if figure := _figure_of(teller, node.item, binder.var):
        return text(f"the {FOLDED[node.how]} {figure} of ", quantifiers.several(teller, binder))
    item, of_all = teller.noun(node.item), "sum" if node.how == "sum" else FOLDED[node.how]

    def least_of(words: Text) -> Text:
        return text(f"the {of_all} ", without_the(words) if plain(words).startswith("the ") else text("of ", words))

    of_each = quantifiers.of_one(teller, binder, item)
    over = text(f"the {of_all}, over ", quantifiers.one(teller, binder, "every"), ", of ", of_each)
    if isinstance(node.item, e.Arith):
        return over
    if node.how == "sum":
        return quantifiers.mentioned(teller, binder, "every", text("the sum of ", item), over)
    return quantifiers.mentioned(teller, binder, "any", arranged(least_of, item), over)


def by_each(amount: e.Expr) -> tuple[e.Binder, e.Expr] | None:
    """A number that is added up over several, apart: what is gone through, and how much each counts."""
    match amount:
        case e.Fold(how="sum", item=item, binder=binder):
            return binder, item
        case e.Count(of=e.Those(binder=binder)):
            return binder, e.Const(1, t.WHOLE)
        case e.Arith(op="*", left=left, right=right):
            for times, many in ((left, right), (right, left)):
                if (apart := by_each(many)) is not None and apart[0].var not in variables(times):
                    binder, each = apart
                    return binder, times if each == e.Const(1, t.WHOLE) else replace(amount, left=times, right=each)
        case e.Arith(op="/", left=left, right=e.Const() as parts_):
            if (apart := by_each(left)) is not None:
                binder, each = apart
                if each == e.Const(1, t.WHOLE) and isinstance(parts_.value, int):
                    return binder, e.Const(Fraction(1, parts_.value), amount.type)
                return binder, replace(amount, left=each)
    return None


def _figure_of(teller: Teller, item: e.Expr, var: str) -> str:
    """`range` of an attribute that would be said as `that unit's range`; nothing where it is said otherwise."""
    if not isinstance(item, e.Attribute) or not quantifiers.is_var(item.base, var):
        return ""
    words = plain(spoken(scoped(var, "that one", teller.noun(item)), SoFar())[0])
    return words.removeprefix("that one's ") if words.startswith("that one's ") else ""


def compared(teller: Teller, op: str, left: e.Expr, right: e.Expr, order: str | None) -> Clause:
    """`its range is more than three`; of a choice with an order, `comes before`."""
    if isinstance(left, e.Const) and isinstance(right, e.Count):
        return compared(teller, TURNED[op], right, left, order)
    if isinstance(left, e.Count):
        return _counted(teller, op, left.of, right)
    if order is not None:
        return teller.about(left, f"{COMES[op]} ", teller.noun(right))
    return teller.about(left, f"is {MORE[op]} ", teller.noun(right))


def _counted(teller: Teller, op: str, of: e.Expr, right: e.Expr) -> Clause:
    """`there are more than two boats in the hex`, or where they belong to somebody, `it has more than two boats`."""
    match op, right:
        case (">", e.Const(value=0)) | (">=", e.Const(value=1)):
            return _so_many(teller, of, "")
        case ("<=", e.Const(value=0)) | ("<", e.Const(value=1)):
            return _so_many(teller, of, "no ")
        case ("<", e.Const(value=2)) | ("<=", e.Const(value=1)):
            return _so_many(teller, of, "at most one ", one=True)
        case _, e.Const(value=int(number)):
            lead = "at least two" if (op, number) == (">", 1) else f"{MORE_THINGS[op]} {english.number(number)}"
            return _so_many(teller, of, f"{lead} ")
    return Clause(None, text("the number of ", quantifiers.many(teller, of), f" is {MORE[op]} ", teller.noun(right)))


def as_many(teller: Teller, of: e.Expr, number: int, same: bool) -> Clause:
    """`there are exactly three boats in the hex`."""
    if number == 0:
        return _so_many(teller, of, "no " if same else "")
    not_ = "" if same else "not "
    return _so_many(teller, of, f"{not_}exactly {english.number(number)} ", one=number == 1)


def _so_many(teller: Teller, of: e.Expr, number: str, *, one: bool = False) -> Clause:
    """`there are no boats in the hex`, or where they belong to something, `it has no boats`."""
    if (owned := _owned(teller, of)) is not None:
        base, things, ref = owned
        said = (english.singular(things) or f"of {things}") if one else things
        return teller.about(base, f"has {number}", text(TextSpan(said, ref)))
    if one:
        return Clause(None, text(f"there is {number}", quantifiers.single(teller, of)))

    def there_are(things: Text) -> Text:
        is_owned = plain(things).startswith(("its ", "their "))
        of_them = {"": "some of ", "no ": "none of "}.get(number, f"{number}of ") if is_owned else number
        return text("there are ", of_them, things)

    return Clause(None, arranged(there_are, quantifiers.many(teller, of)))


def _owned(teller: Teller, of: e.Expr) -> tuple[e.Expr, str, str] | None:
    """Whose things are counted, and what they are called, where the law calls them `the boats of {it}`."""
    if not isinstance(of, e.Attribute | e.Fact):
        return None
    sort, name, args = filling.wanted(teller.graph, of)
    found = _OWNED.fullmatch(teller.phrases.form(sort, name))
    if found is None or len(args) != 1 or found["whose"] not in args:
        return None
    return args[found["whose"]], found["things"], f"{sort}:{name}"

"""Prints an expression as one line of law that parses back into the same node.

Brackets stand only where the grammar needs them. Blanks at which a long line may be broken are soft, and what holds
together is a group: see wrap.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from hexlaw.compiler.format.wrap import SOFT, comma, group, plain
from hexlaw.compiler.parse import syntax as s

# How tightly an expression holds together, from loose to tight; `long` forms (those, one, whichever, a moment) are
# loosest.
LONG, EITHER, BOTH, SINGLE, RELATION, SUM, TERM, POSTFIX = range(8)

# What may follow an expression and would be drawn into it if it ended in an open range.
Following = frozenset[str]
NOTHING: Following = frozenset()
JOINED: Following = frozenset({"and"})
BEFORE_WHERE: Following = frozenset({"where"})

Show = Callable[[s.Expr, Following], str]

_NAMED_ARGUMENT = re.compile(r"[a-z][a-z0-9-]* = ")
_ARTICLE = re.compile(r"an?(?![a-z0-9-])")


def print_expr(expr: s.Expr) -> str:
    """Returns one line of law, however long."""
    return plain(soft(expr))


def soft(expr: s.Expr, level: int = LONG, following: Following = NOTHING) -> str:
    """Returns the expression where the grammar asks for at least `level`, in brackets if it is looser than that."""
    if _level(expr) < level or _would_draw_in(expr, following):
        return f"({group(_bare(expr, NOTHING))})"
    return group(_bare(expr, following))


def behind(words: str, expr: s.Expr | None, level: int = LONG) -> str:
    """Words with an expression behind them; nothing where there is none."""
    return "" if expr is None else f"{words} {soft(expr, level)}"


def print_binder(binder: s.Binder, following: Following = NOTHING) -> str:
    where = f"{SOFT}where {_where(binder.where, following)}" if binder.where is not None else ""
    return _range(binder) + where


def _where(expr: s.Expr, following: Following) -> str:
    """Returns a condition in which every quantifier that would take in what stands behind it has brackets."""
    match expr:
        case s.Quantified() if _is_open(expr):
            return f"({group(_bare(expr, NOTHING))})"
        case s.Not(inner=s.Quantified() as inner) if _is_open(inner):
            return f"not ({group(_bare(inner, NOTHING))})"
        case s.AllOf(parts):
            return group(_joined("and", parts, SINGLE, following, _where))
        case s.AnyOf(parts):
            return group(_joined("or", parts, BOTH, following, _where))
        case _:
            return soft(expr, EITHER, following)


def _is_open(expr: s.Quantified) -> bool:
    """Returns whether a quantifier takes in what stands behind it."""
    return expr.binder.where is not None or expr.holds is not None


def _range(binder: s.Binder) -> str:
    place = behind(" within" if binder.deep else " in", binder.within, SUM)
    return f"{binder.kind.text} {binder.var.text}{place}" if binder.kind else f"{binder.var.text}{place}"


def _level(expr: s.Expr) -> int:
    match expr:
        case s.Linked(to=to) if to is not None:
            return POSTFIX
        case s.Selected() | s.Linked() | s.Whichever() | s.Moment():
            return LONG
        case s.AnyOf():
            return EITHER
        case s.AllOf():
            return BOTH
        case s.Not() | s.Quantified() | s.NowIn():
            return SINGLE
        case s.Arith(op="+" | "-"):
            return SUM
        case s.Arith():
            return TERM
        case s.Name() | s.Literal_() | s.Constant() | s.Attr() | s.Call() | s.SetOf() | s.Folded():
            return POSTFIX
        case _:
            return RELATION


def _would_draw_in(expr: s.Expr, following: Following) -> bool:
    """An open range takes a `where` that follows it, and a condition at its end takes an `and` or `or`."""
    match expr:
        case s.Quantified(how="every"):
            return "and" in following
        case s.Linked(where=where, to=None):
            return ("where" if where is None else "and") in following or "within" in following
        case s.Quantified(binder=binder) | s.Selected(binder=binder):
            return ("where" if binder.where is None else "and") in following
        case _:
            return False


def _bare(expr: s.Expr, following: Following) -> str:
    match expr:
        case s.Name(text) | s.Literal_("number" | "odds" | "place", text):
            return text
        case s.Literal_(_, text):
            return f'"{text}"'
        case s.Constant(value):
            return value
        case s.Attr(base, name):
            return f"{soft(base, POSTFIX)}.{name.text}"
        case s.Call():
            return print_call(expr)
        case s.SetOf(items):
            return "{" + comma(soft(item, SUM) for item in items) + "}"
        case s.Folded():
            return _folded(expr)
        case s.Arith(op, left, right):
            own, next_ = (SUM, TERM) if op in "+-" else (TERM, POSTFIX)
            chain = isinstance(left, s.Arith) and _level(left) == own  # goes on in the same lines
            return f"{_bare(left, NOTHING) if chain else soft(left, own)}{SOFT}{op} {soft(right, next_)}"
        case s.Quantified("every", binder, holds) if holds is not None:
            return f"every {_range(binder)}{SOFT}satisfies {soft(holds, EITHER, following)}"
        case s.Quantified(how, binder) | s.Selected(how, binder):
            return f"{how} {print_binder(binder, following)}"
        case s.Linked():
            return _linked(expr, following)
        case s.Whichever(var, domain, how, measure):
            return f"whichever {var.text} in {soft(domain, SUM)}{SOFT}gives {how} {soft(measure, SUM)}"
        case s.Moment():
            return print_moment(expr)
        case s.NowIn(name):
            return f"now in {name.text}"
        case s.Not(inner):
            return f"not {soft(inner, SINGLE, following)}"
        case s.AllOf(parts):
            return _joined("and", parts, SINGLE, following)
        case s.AnyOf(parts):
            return _joined("or", parts, BOTH, following)
        case _:
            return _relation(expr, following)


def _relation(expr: s.Expr, following: Following) -> str:
    match expr:
        case s.Compare(op, left, right):
            return f"{soft(left, SUM)}{SOFT}{op} {soft(right, SUM)}"
        case s.Is(left, right, negated):
            long = _level(right) == LONG and not negated
            shown = soft(right, LONG if long else SUM, following)
            if _ARTICLE.match(plain(shown)):  # a name that would be read as the article of a kind
                shown = f"({shown})"
            return f"{soft(left, SUM)} is {'not ' if negated else ''}{shown}"
        case s.IsKind(left, kind, negated):
            return f"{soft(left, SUM)} is {'not ' if negated else ''}{expr.article} {kind.text}"
        case s.In(item, container, negated):
            return f"{soft(item, SUM)} {'not ' if negated else ''}in {soft(container, SUM)}"
        case s.Includes(container, item):
            return f"{soft(container, SUM)} includes {soft(item, SUM)}"
        case s.Verb(left, verb, right):
            no = isinstance(left, s.Constant) and left.value == "no"  # `no sees ...` would begin a range
            subject = "(no)" if no else soft(left, SUM)
            return f"{subject} {verb.text}{behind('', right, SUM)}"
        case s.WouldBreak(effect, rule):
            return f"{soft(effect, SUM)} would break {rule.text}"
        case s.Applies(rule):
            return f"{soft(rule, SUM)} applies"
        case _:
            raise AssertionError(f"no printer for {type(expr).__name__}")


def _joined(word: str, parts: tuple[s.Expr, ...], level: int, following: Following, show: Show | None = None) -> str:
    """Conditions with `and` or `or` between them; `show` prints those that need no brackets."""

    def shown(part: s.Expr, behind: Following) -> str:
        if show is None or _level(part) < level:
            return soft(part, level, behind)
        return show(part, behind)

    return f"{SOFT}{word} ".join([*(shown(part, JOINED) for part in parts[:-1]), shown(parts[-1], following)])


def _folded(expr: s.Folded) -> str:
    if expr.whole is not None:
        inside = (
            _linked(expr.whole, NOTHING)[len("those ") :]
            if isinstance(expr.whole, s.Linked) and expr.whole.to is None
            else soft(expr.whole, SUM)
        )
        return f"count({inside})"
    assert expr.binder is not None
    if expr.item is None:
        return f"count({print_binder(expr.binder)})"
    return f"{expr.how}({soft(expr.item, SUM)}{SOFT}for {print_binder(expr.binder)})"


def _linked(expr: s.Linked, following: Following) -> str:
    text = f"{expr.var.text} linked to {soft(expr.start, SUM)}{behind(f'{SOFT}within', expr.within, SUM)}"
    if expr.before is not None:
        text += f"{SOFT}after {expr.before.text}"
    if expr.where is not None:
        text += f"{SOFT}where {_where(expr.where, NOTHING if expr.to is not None else following)}"
    return f"those {text}" if expr.to is None else f"steps-to({soft(expr.to, SUM)}{SOFT}for {text})"


def print_moment(moment: s.Moment) -> str:
    which = f"{moment.which} " if moment.which else ""
    owner = f" of its {moment.its.text}" if moment.its else ""
    if moment.owner is not None:
        owner = f" of {soft(moment.owner, POSTFIX)}"
    return f"{moment.edge} of {which}{moment.name.text}{owner}"


def print_call(call: s.Call) -> str:
    shown = map(soft, call.args)
    arguments = [f"({arg})" if _NAMED_ARGUMENT.match(plain(arg)) else arg for arg in shown]  # a comparison
    arguments += [f"{name.text} = {soft(value)}" for name, value in call.named]
    return f"{call.name.text}({comma(arguments)})"


def citation(cite: s.Cite | None) -> str:
    return f" [{comma(cite.text.split(', '))}]" if cite else ""


def quoted(text: str) -> str:
    return f' "{text}"' if text else ""


def after_break(text: str) -> str:
    """The part may begin a continued line; in a head it must not, because that would open the body."""
    return SOFT + text.removeprefix(" ") if text else ""


def names(names: Iterable[s.Ident]) -> str:
    return comma(name.text for name in names)


def print_type(type_: s.TypeRef) -> str:
    if type_.item is None:
        return type_.name if type_.form == "name" else type_.form
    inner = print_type(type_.item)
    return f"set of {inner}" if type_.form == "set" else f"{inner} or none"


def param(param: s.Param) -> str:
    return f"{param.name.text}: {print_type(param.type)}"


def params(params: Iterable[s.Param]) -> str:
    return f"({comma(map(param, params))})"


def returns(type_: s.TypeRef | None) -> str:
    return f": {print_type(type_)}" if type_ else ""

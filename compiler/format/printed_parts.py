"""Prints the small parts of items and statements: citations, names, types and parameters."""

from __future__ import annotations

from collections.abc import Iterable

from hexlaw.compiler.format.wrap import SOFT, comma
from hexlaw.compiler.parse import syntax as s


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

"""Templates: the text of a page is in a file beside the code that fills it in."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Template

WIDTH = 110
ESCAPED = (".html.jinja", ".svg.jinja", ".xml.jinja")
_SIGNS = re.compile(r"([\\`*_\[\]<>|])")


@cache
def template(code: str, name: str, helpers: tuple[Callable[..., object], ...] = ()) -> Template:
    """Returns a template beside a file of code; it calls helpers by their names, also as filters. Values are escaped in
    HTML, SVG and XML, and in Markdown by the filter `md`."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # not part of a published page

    environment = Environment(
        loader=FileSystemLoader(Path(code).parent), autoescape=name.endswith(ESCAPED),
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    named = {helper.__name__: helper for helper in helpers}
    environment.filters |= named | {
        "md": lambda text: _SIGNS.sub(r"\\\1", " ".join(text.split())),
        "named": lambda names: ", ".join(f"`{name}`" for name in names),
        "wrapped": _wrapped,
    }
    return environment.get_template(name, globals=named)


def _wrapped(text: str, indent: int) -> str:
    """Returns a paragraph in lines for a terminal, with a hanging indent; nothing where it is empty."""
    wrapped = wrap(text, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (indent + 2))
    return "".join(f"{line}\n" for line in wrapped)

"""Pages by templates: what is written for people stands in a file beside the code that knows what to fill in."""

from __future__ import annotations

import re
from pathlib import Path

_SIGNS = re.compile(r"([\\`*_\[\]<>|])")


def filled(code: str, template: str, **known: object) -> str:
    """Returns the page of a template that lies beside a file of code. In HTML all that is filled in is escaped, in
    Markdown what goes through `md`."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # which a published page does without

    environment = Environment(
        loader=FileSystemLoader(Path(code).parent), autoescape=template.endswith(".html.jinja"),
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    environment.filters["md"] = lambda text: _SIGNS.sub(r"\\\1", " ".join(text.split()))
    environment.filters["named"] = lambda names: ", ".join(f"`{name}`" for name in names)
    return environment.get_template(template).render(known)

"""A book as one Markdown file, by the template `theme/book.md.jinja`. Numbers are anchors, so that links lead to them
wherever it is shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.html import environment

_SIGNS = re.compile(r"([\\`*_\[\]<>|#])")


def markdown(book: m.Book) -> dict[str, bytes]:
    """Returns the file, which has no name, and the pictures beside it that it shows."""
    templates, placed = environment().overlay(autoescape=False), m.placed(book)
    figures, shown = {figure.name: figure for figure in book.figures}, dict[str, bytes]()
    templates.filters["md"] = safe

    def refs(nodes: Iterable[m.Ruling | m.Dispute], label: str) -> list[m.Ref]:
        return [m.Ref(node.anchor, getattr(node, label)) for node in nodes if node.anchor in placed]

    def picture(name: str) -> str:
        path = re.sub(r"[^\w./-]+", "-", f"{book.module}-pictures/{name}.svg")
        shown[path] = figures[name].svg.encode()
        return f"![{safe(figures[name].alt)}]({path})"

    known = (picture, text, cell, anchor, anchors, link, link_to, links, unit_table, refs)
    written = templates.get_template("book.md.jinja").render({
        "book": book, "placed": placed,
        "rulings": {ruling.anchor: ruling for ruling in book.rulings},
        "disputes": {dispute.anchor: dispute for dispute in book.disputes},
        **{each.__name__: each for each in known},
    })  # fmt: skip
    return {"": written.encode(), **shown}


def safe(text: str) -> str:
    """Returns the text without anything that Markdown would read as its own."""
    return _SIGNS.sub(r"\\\1", text.replace("\n", " "))


def text(text: m.Text) -> str:
    found = []
    for span in text:
        if span.style == "law":
            said = f"`` {span.text} ``" if "`" in span.text else f"`{span.text}`"
        elif span.style == "strong":
            said = f"**{safe(span.text.strip())}**" if span.text.strip() else span.text
        else:
            said = safe(span.text)
        found.append(f"[{said}](#{span.to})" if span.to else said)
    return "".join(found)


def cell(said: m.Text) -> str:
    return text(said).replace("|", "\\|") if said else "–"


def anchor(name: str) -> str:
    return f'<a id="{name}"></a>'


def anchors(nodes: Iterable[m.Covered]) -> str:
    return "".join(anchor(node.anchor) for node in nodes)


def link_to(name: str, label: str) -> str:
    return f"[{safe(label)}](#{name})"


def link(ref: m.Ref) -> str:
    return link_to(ref.to, ref.label)


def links(refs: Iterable[m.Ref]) -> str:
    return ", ".join(map(link, refs))


def unit_table(
    cards: Sequence[m.Card],
) -> tuple[list[str], list[tuple[m.Card, list[str], list[str]]], dict[str, list[str]]]:
    """Returns the headings, the figures of each unit with all that it simply is, and the units of each doubt."""
    heads = list(dict.fromkeys(name for card in cards for name, value in card.values if value != "yes"))
    rows, doubts = [], dict[str, list[str]]()
    for card in cards:
        values = dict(card.values)
        kind = [card.kind.lower()] if len({each.kind for each in cards}) > 1 else []
        is_ = [*kind, *(name.lower() for name, value in card.values if value == "yes")]
        rows.append((card, [values.get(name, "") for name in heads], is_))
        if card.doubt:
            doubts.setdefault(card.doubt, []).append(card.name)
    return heads, rows, doubts

"""Drops findings that only follow from another one: what could not be read declares nothing, so its names are missed.

Input: all findings of a module. Output: the same without the cascading ones; if one was a mistake of its own, the next
check reports it. What is lost is read off the text: of an item that could not be read, all that it declares; of one
that speaks of an unknown type, its name, or the attribute on whose line that stands; of any other line with a mistake,
the names that it makes for the lines below it. A kind that could not be read takes those with it that are sorts of it.
INVARIANT: a finding that is dropped names something that another finding, which stands elsewhere, is the reason for. So
what is dropped may itself be the reason for others; the first finding of a chain names nothing that is lost, and stays.
Of findings that are the reason for each other, the first stays: what is refused is always refused for a reason.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace

from hexlaw.compiler.base.diagnostic import Diagnostic
from hexlaw.compiler.base.source import Span

UNREAD = {"HX202", "HX203", "HX204"}
UNKNOWN_TYPE = "HX211"
MISSING = {
    "HX162", "HX166", "HX211", "HX234", "HX237", "HX238", "HX241", "HX251", "HX256", "HX258", "HX261", "HX262", "HX263",
    "HX264", "HX271", "HX272", "HX273", "HX295", "HX296", "HX401", "HX405", "HX406", "HX407", "HX409", "HX410",
}  # fmt: skip
"""Codes of findings that say that something is not there."""
DECLARED = (UNKNOWN_TYPE, "HX261", "HX271", "HX295")
NOT_DECLARED = re.compile("there is no fact")
"""Findings that miss what is declared for the whole law, and not a name of the rule at hand."""
OF_KINDS = {"HX167", "HX231", "HX252"}
"""Codes of findings that say that something is not of a kind, or does not stand somewhere. They follow where a kind
that they name, or one that it is a sort of, was not read."""
NAME = r"[a-z][a-z0-9]*(?:[-.][a-z0-9]+)*"
TYPED = rf"(?<![a-z0-9.-]){NAME}: *(?:set of +)?{NAME}(?: or none)?"
"""What stands in a head for a parameter and its type, which it does not declare for others."""
GIVES = re.compile(rf"\) *: *(?:set of +)?{NAME}")
"""What a head gives, which it does not declare either."""
LISTED = re.compile(f"{NAME},")
"""Values of a choice that stand at the margin, below the line of their choice."""
SORT_OF = re.compile(rf"^thing +({NAME}) +is +an? +({NAME})", re.MULTILINE)
DECLARES_ITSELF = ("thing", "record", "order")
"""Items that stay what they are, and lose an attribute, where one of their lines has a mistake."""

ITEMS = "rule|fact|quantity|table|effect|action|ruling|dispute"
INSIDE = re.compile(rf"^ +(?:(?:turn|segment|phase|round|step|stage|{ITEMS}) +({NAME})|({NAME}):)", re.MULTILINE)
"""What declares a name on a line of its own inside an item: a part of a sequence, a stage, an attribute, an item that
stands indented."""
LOCAL = re.compile(rf"(?:\b(?:let|as|pick) +|\(|, *)({NAME})|\bdraw +(?:{NAME} +)?({NAME}) +in\b")
"""What makes a name for the lines below it: a pick and what is picked, a `let`, a die, what is drawn or placed."""

RUNS = re.compile(rf"\bfor each ({NAME}) in ")
"""What makes a name that its own line may already use."""

BEGINS, NEXT = re.compile("[A-Za-z]"), re.compile(r"\n(?=[^\s#])")
"""How an item begins at the margin, and what ends it: the end of the line before the next one."""

Place = tuple[int, int]
"""A source, and where in it an item or a line begins, or what was found."""


def without_cascading(found: list[Diagnostic]) -> list[Diagnostic]:
    """Returns the findings without those that miss what another one has lost."""
    everywhere: defaultdict[str, set[Place]] = defaultdict(set)  # by name, the lines on which it was lost
    inside: defaultdict[tuple[Place, str], set[Place]] = defaultdict(set)  # the same of names of an item alone
    unread = defaultdict[str, set[Place]](set)  # by kind, the line on which it or what it is a sort of was lost
    for d in found:
        if d.span is None or d.level != "error" or not d.span.source.name.endswith(".law"):
            continue
        if (item := _item(d.span)) is None:
            continue
        line = _line(d.span)
        if d.code in UNREAD:
            above = d.span.source.text[: item[0][1]].rstrip().rpartition("\n")[2] if LISTED.match(item[1]) else ""
            for name in (*_declared(item[1]), *_begun(item, line), *_of_head(above)):
                everywhere[name].add(line[0])
            if item[1].startswith("thing"):
                for kind in _of_head(item[1])[:1]:
                    unread[kind].add(line[0])
        else:
            for name in (*_lost_by_a_type(item[1], line[1]), *_of_type(d, line[1])) if d.code == UNKNOWN_TYPE else ():
                everywhere[name].add(line[0])
            for names in LOCAL.findall(line[1]):
                for name in filter(None, names):
                    inside[item[0], name].add(line[0])
            for name in RUNS.findall(line[1]):
                if f"`{name}`" not in d.message:
                    inside[item[0], name].add((line[0][0], d.span.start))
    texts = {id(d.span.source): d.span.source.text for d in found if d.span is not None}
    _spread(unread, dict(kind for text in texts.values() for kind in SORT_OF.findall(text)))
    for kind, lines in unread.items():
        everywhere[kind] |= lines

    def reasons(d: Diagnostic) -> set[Place]:
        if d.code in OF_KINDS:
            return _reasons(d, unread, {})
        return _reasons(d, everywhere, inside) if d.code in MISSING else set()

    return _once(_first_of_chains([(d, reasons(d)) for d in found]))


def _first_of_chains(found: list[tuple[Diagnostic, set[Place]]]) -> list[Diagnostic]:
    """Returns the findings without those that have a reason among the others, also by way of further ones."""
    kept = {at for at, (_, reasons) in enumerate(found) if not reasons}
    waiting = [at for at in range(len(found)) if at not in kept]
    known = {place for at in kept for place in _places(found[at][0])}
    while waiting:
        follow = {at for at in waiting if found[at][1] & known}
        if not follow:  # they are the reason for each other
            follow = {waiting[0]}
            kept |= follow
        known |= {place for at in follow for place in _places(found[at][0])}
        waiting = [at for at in waiting if at not in follow]
    return [d for at, (d, _) in enumerate(found) if at in kept]


def _places(d: Diagnostic) -> set[Place]:
    """Returns where names are lost by a finding."""
    if d.span is None or d.level != "error":
        return set()
    return {_line(d.span)[0], (id(d.span.source), d.span.start)}


def _once(found: list[Diagnostic]) -> list[Diagnostic]:
    """Returns the findings, with a missing name reported where it comes first: it is one mistake."""
    kept: list[Diagnostic] = []
    first: dict[str, int] = {}  # by name, which of those that are kept says that it is missing
    more: Counter[int] = Counter()
    for d in found:
        named = re.search(r"`([^`]*)`", d.message)
        name = named[1].rpartition(".")[2] if named and d.code in (*DECLARED, "HX234") else ""
        if name in first and (d.code in DECLARED or NOT_DECLARED.match(d.message)):
            more[first[name]] += 1
            continue
        if name:
            first[name] = len(kept)
        kept.append(d)
    for at, often in more.items():
        others = f"{often} more {'line names' if often == 1 else 'lines name'} it"
        kept[at] = replace(kept[at], help=f"{kept[at].help} ({others})" if kept[at].help else others)
    return kept


def _spread(unread: dict[str, set[Place]], parents: dict[str, str]) -> None:
    """Adds the kinds that are sorts of one that could not be read."""
    for kind in parents:
        above, seen = kind, set[str]()
        while above in parents and above not in seen:
            seen.add(above)
            above = parents[above]
            if above in unread:
                unread[kind] |= unread[above]


def _reasons(
    d: Diagnostic, everywhere: dict[str, set[Place]], inside: dict[tuple[Place, str], set[Place]]
) -> set[Place]:
    """Returns the other lines on which what a finding misses is lost."""
    words = set(re.findall(NAME if d.code in OF_KINDS else r"`([^`]*)`", d.message))
    names = words | {part for word in words for part in (word.partition(".")[0], word.rpartition(".")[2])}
    item = None if d.span is None else _item(d.span)
    here = None if d.span is None else _line(d.span)[0]
    lost = [everywhere.get(name, set()) for name in names]
    if item is not None:
        lost += [inside.get((item[0], word), set()) for word in words]
    return set[Place]().union(*lost) - {here}


def _item(span: Span) -> tuple[Place, str] | None:
    """Returns where the item around a place begins, and its text. Found from the place, as files can be long."""
    text = span.source.text
    start = text.rfind("\n", 0, span.start) + 1
    while start and not BEGINS.match(text, start):
        start = text.rfind("\n", 0, start - 1) + 1
    if not BEGINS.match(text, start):
        return None
    end = NEXT.search(text, start)
    return (id(span.source), start), text[start : end.start() if end else len(text)]


def _line(span: Span) -> tuple[Place, str]:
    """Returns the line of a place: where it begins, and its text."""
    text = span.source.text
    start, end = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.start)
    return (id(span.source), start), text[start : end if end >= 0 else len(text)]


def _declared(item: str) -> Iterator[str]:
    """Yields all names that an item declares for others: those of its head, and of lines that declare names."""
    yield from _of_head(item)
    for names in INSIDE.findall(item):
        yield from (name for name in names if name)


def _of_head(item: str) -> list[str]:
    """Returns the names in the head of an item, without its parameters; of a choice, its values too."""
    head = (item if item.startswith("choice") else item.partition("\n")[0]).lower()
    if LISTED.match(head):
        return re.findall(NAME, head)
    return re.findall(NAME, re.sub(TYPED, "", GIVES.sub("", head)))[1:] or re.findall(NAME, head)[1:2]


def _begun(item: tuple[Place, str], line: tuple[Place, str]) -> list[str]:
    """Returns the attribute that a line of a thing was to declare, where it is the line that could not be read."""
    is_inside = item[0] != line[0] and item[1].startswith(DECLARES_ITSELF)
    return re.findall(rf"^ +({NAME})", line[1]) if is_inside else []


def _lost_by_a_type(item: str, line: str) -> Iterator[str]:
    """Yields what is not declared where a type is unknown: an attribute of a thing, and else the whole item."""
    if item.startswith(DECLARES_ITSELF):
        yield from (name for name in re.findall(rf"^ +({NAME}):", line))
    elif item.startswith("sequence"):
        yield from _declared(item)
    else:
        yield from _of_head(item)


def _of_type(d: Diagnostic, line: str) -> Iterator[str]:
    """Yields the parameters on the line whose type is unknown: a rule elsewhere may speak of them."""
    for unknown in re.findall(rf"`({NAME})`", d.message)[:1]:
        yield from re.findall(rf"({NAME}): *(?:set of +)?{re.escape(unknown)}(?![\w-])", line)

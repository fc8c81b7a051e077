"""Edits of law by lot, each with what `compare` has to name: nothing less, and nothing else.

An edit is made in the text of a law; what it changes is read off the text as well: the item that it stands in, or the
line of an item whose lines have names. So what is expected owes nothing to what `compare` does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Node, Scalar, read_yaml
from lot.constructs import name_of
from lot.module import Module
from lot.mutating import block_end

SORTS = ("rule", "fact", "quantity", "effect", "action", "reach", "event", "memory", "tally", "order", "task")
"""Items of which `compare` names the item, whatever changes in it."""
NOT_LAW = re.compile(r'"[^"\n]*"|\[[^\]\n]*\]|#[^\n]*| (?:for|says) (?=[^\n]*"\n)')
NUMBER = re.compile(r"(?<![\w.-])\d+(?![\w.-])")
TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "and": "or", "or": "and", "least": "most", "most": "least",
          "yes": "no", "no": "yes", "adds": "subtracts", "subtracts": "adds", "halves": "doubles", "+": "-",
          "-": "+", "any": "no", "start": "end", "end": "start"}  # fmt: skip
WORD = re.compile("|".join(rf"(?<=[ (]){re.escape(word)}(?=\s)" for word in TURNED))
LINKED = re.compile(r"\b(?:any|every|no|those|one|each|in|for|count\(|whichever)")


class Edit(NamedTuple):
    """A law that differs from another in one thing; how `compare` names it, as `changed rule:NAME`."""

    law: Module
    named: frozenset[str] = frozenset()
    called: tuple[tuple[str, str], ...] = ()  # the rules that only have another name


Editor = Callable[[Module, Random], Edit | None]


# ---- places in the text


def masked(text: str) -> str:
    """Returns a text as long, with blanks for what is said beside the law."""
    return NOT_LAW.sub(lambda found: " " * len(found[0]), text)


def at_token(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.-]){re.escape(name)}(?![\w-])")


def with_text(module: Module, number: int, text: str) -> Module:
    items = [*module.items]
    items[number] = items[number]._replace(text=text)
    return module.with_items(items)


def sort_of(text: str) -> str:
    return text.split(maxsplit=1)[0]


def of(module: Module, sorts: Sequence[str]) -> list[int]:
    """Returns the items of these sorts by their numbers; what a ruling denies is no law."""
    items = [*enumerate(module.items)]
    return [number for number, (_, text) in items if sort_of(text) in sorts and "\n  against ruling" not in text]


def drawn(module: Module, random: Random, sorts: Sequence[str]) -> int | None:
    """Returns the number of an item; each sort that the law has is as likely."""
    known = [numbers for sort in sorts if (numbers := of(module, (sort,)))]
    return random.choice(random.choice(known)) if known else None


def key_of(text: str, line: int) -> str:
    """Returns how `compare` calls what stands in a line of an item, an empty text where it has no name for it."""
    sort, lines = sort_of(text), text.split("\n")
    if sort in SORTS:
        return f"{sort}:{name_of(text)}"
    if sort == "thing":
        attribute = re.match(r"  ([a-z][\w-]*):", lines[line])
        return f"attribute:{name_of(text)}.{attribute[1]}" if attribute else ""
    if sort == "sequence":
        return f"phase:{phase}" if (phase := _phase_at(lines, line)) else ""
    return ""


def _phase_at(lines: Sequence[str], line: int) -> str:
    """Returns the part of the sequence in which a line stands, which is the line itself if it begins one."""
    for at in range(line, 0, -1):
        head = re.match(r"( +)phase ([\w-]+)", lines[at])
        if head and block_end([*lines], at) > line:
            return head[2]
    return ""


def changed(module: Module, key: str) -> frozenset[str]:
    """Returns what is changed with a declaration: a kind of an action has its lines, and so has who takes its picks."""
    action = re.escape(key.removeprefix("action:"))
    has_lines = re.compile(rf"action [\w-]+ is an? {action}\b|action [^\0]*\n +pick {action}\.")
    texts = (item.text for item in module.items if key.startswith("action:") and has_lines.match(item.text))
    others = (f"action:{name_of(text)}" for text in texts)
    return frozenset({f"changed {key}"}).union(*(changed(module, other) for other in others if other != key))


def line_at(text: str, offset: int) -> int:
    return text.count("\n", 0, offset)


# ---- what is changed


def in_place(pattern: re.Pattern[str], instead: Callable[[str], str], module: Module, random: Random) -> Edit | None:
    """Something else stands at one place of an item."""
    number = drawn(module, random, (*SORTS, "thing", "sequence"))
    if number is None:
        return None
    text = module.items[number].text
    found = [(place, key) for place in pattern.finditer(masked(text), text.find("\n"))
             if text.find("\n") >= 0 and (key := key_of(text, line_at(text, place.start())))]  # fmt: skip
    if not found:
        return None
    place, key = random.choice(found)
    now = text[: place.start()] + instead(place[0]) + text[place.end() :]
    return Edit(with_text(module, number, now), changed(module, key))


def _lines(module: Module, random: Random, sorts: Sequence[str], pattern: str) -> tuple[int, list[str], int] | None:
    """Returns an item by its number, its lines, and one of these that begins like this."""
    number = drawn(module, random, sorts)
    if number is None:
        return None
    text = module.items[number].text
    lines = text.split("\n")
    found = [at for at, line in enumerate(masked(text).split("\n")) if at and re.match(pattern, line)]
    return (number, lines, random.choice(found)) if found else None


def condition_left_out(module: Module, random: Random) -> Edit | None:
    return _of_lines(module, random, ("rule",), "  when ", lambda block: [])


def condition_negated(module: Module, random: Random) -> Edit | None:
    def negated(block: list[str]) -> list[str]:
        return [f"  when not ({block[0].removeprefix('  when ')}", *block[1:-1], f"{block[-1]})"]

    def of_one(block: list[str]) -> list[str]:
        return [f"  when not ({block[0].removeprefix('  when ')})"] if len(block) == 1 else negated(block)

    return _of_lines(module, random, ("rule",), "  when ", of_one)


def condition_added(module: Module, random: Random) -> Edit | None:
    return _of_lines(module, random, ("rule",), "  when ", lambda block: [*block, "  when 1 = 2"])


def line_left_out(module: Module, random: Random) -> Edit | None:
    """Not what is only said."""
    return _of_lines(module, random, ("effect", "action", "task", "quantity", "sequence"),
                     r" +(?!phase|says|for [a-z]+[ .][^:]*$)[a-z]", lambda block: [])  # fmt: skip


def _of_lines(
    module: Module, random: Random, sorts: Sequence[str], pattern: str, instead: Callable[[list[str]], list[str]]
) -> Edit | None:
    """A line of an item, with all that stands in it, is another."""
    if (found := _lines(module, random, sorts, pattern)) is None:
        return None
    number, lines, at = found
    end = block_end(lines, at)
    key = key_of("\n".join(lines), at)
    text = "\n".join([*lines[:at], *instead(lines[at:end]), *lines[end:]])
    return Edit(with_text(module, number, text), frozenset({f"changed {key}"})) if key else None


MOVES = r" +(?:move|place|do|roll|draw|remove|announce) "


def exchanged(module: Module, random: Random) -> Edit | None:
    """Two statements change places, of which one does more than to set what nobody looks at in between."""
    if (found := _lines(module, random, ("effect", "action"), MOVES)) is None:
        return None
    number, lines, at = found
    middle = block_end(lines, at)
    if middle == len(lines) or _depth(lines[middle]) != _depth(lines[at]) or lines[middle].lstrip()[0] == '"':
        return None
    end = block_end(lines, middle)
    first, second = lines[at:middle], lines[middle:end]
    if first == second:
        return None
    text = "\n".join([*lines[:at], *second, *first, *lines[end:]])
    return Edit(with_text(module, number, text), changed(module, key_of(text, at)))


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


# ---- what comes and goes


def dropped(module: Module, random: Random) -> Edit | None:
    """An item is gone that nothing refers to."""
    number = drawn(module, random, SORTS)
    if number is None:
        return None
    key = key_of(module.items[number].text, 0)
    return Edit(module.with_items([*module.items[:number], *module.items[number + 1 :]]), frozenset({f"dropped {key}"}))


def added(module: Module, random: Random) -> Edit | None:
    """An item stands there once more, under a name of its own."""
    number = drawn(module, random, tuple(sort for sort in SORTS if sort != "order"))
    if number is None:
        return None
    item = module.items[number]
    name = name_of(item.text)
    text = at_token(name).sub(f"{name}-anew", item.text, count=1)
    new = item._replace(text=text)
    return Edit(module.with_items([*module.items[: number + 1], new, *module.items[number + 1 :]]),
                frozenset({f"new {key_of(text, 0)}"}))  # fmt: skip


def rule_renamed(module: Module, random: Random) -> Edit | None:
    """A rule has another name, wherever it is named."""
    number = drawn(module, random, ("rule",))
    if number is None:
        return None
    name = name_of(module.items[number].text)
    token = re.compile(rf"(?<![\w.-]){re.escape(name)}(?![\w.-])")
    if sum(name_of(item.text) == name for item in module.items) > 1:
        return None
    items = [item._replace(text=token.sub(f"{name}-anew", item.text)) for item in module.items]
    return Edit(module.with_items(items), called=((name, f"{name}-anew"),))


def renamed(module: Module, random: Random) -> Edit | None:
    """A declaration has another name: it goes, another comes, and all that names it is changed."""
    number = drawn(module, random, ("fact", "quantity", "effect", "event", "memory", "tally"))
    if number is None:
        return None
    name, sort = name_of(module.items[number].text), sort_of(module.items[number].text)
    token = re.compile(rf"(?<![\w.-]){re.escape(name)}(?![\w.-])")
    if any(re.search(rf"\b{re.escape(name)}(?:: |\.\w|\.\*)|\w[.]{re.escape(name)}\b", item.text)
           or (at != number and name_of(item.text) == name) for at, item in enumerate(module.items)):  # fmt: skip
        return None  # something else has the name, or a name begins with it
    named, items = {f"dropped {sort}:{name}", f"new {sort}:{name}-anew"}, []
    for at, item in enumerate(module.items):
        spots = [*token.finditer(masked(item.text))]
        if at != number:
            keys = [key_of(item.text, line_at(item.text, spot.start())) for spot in spots]
            if not all(keys):
                return None
            named = named.union(*(changed(module, key) for key in keys))
        text = item.text
        for spot in reversed(spots):
            text = f"{text[: spot.start()]}{name}-anew{text[spot.end() :]}"
        items.append(item._replace(text=text))
    return Edit(module.with_items(items), frozenset(named))


def attribute_added(module: Module, random: Random) -> Edit | None:
    number = drawn(module, random, ("thing",))
    if number is None:
        return None
    text = module.items[number].text
    return Edit(with_text(module, number, f"{text.rstrip()}\n  anew: whole = 3"),
                frozenset({f"new attribute:{name_of(text)}.anew"}))  # fmt: skip


def attribute_left_out(module: Module, random: Random) -> Edit | None:
    """An attribute is gone that nothing refers to, or a yes or no that nobody changes."""
    if (found := _lines(module, random, ("thing",), r"  [a-z][\w-]*:")) is None:
        return None
    number, lines, at = found
    text, key = "\n".join([*lines[:at], *lines[at + 1 :]]), key_of("\n".join(lines), at)
    return Edit(with_text(module, number, text), frozenset({f"dropped {key}"}))


def default_set(module: Module, random: Random) -> Edit | None:
    """A whole number is something else by itself."""
    if (found := _lines(module, random, ("thing",), r"  [a-z][\w-]*: whole = \d+")) is None:
        return None
    number, lines, at = found
    key = key_of("\n".join(lines), at)
    lines[at] = re.sub(r"= (\d+)", lambda m: f"= {int(m[1]) + 1}", lines[at], count=1)
    return Edit(with_text(module, number, "\n".join(lines)), frozenset({f"changed {key}"}))


CHOICE = re.compile(r"(?m)^  ([\w-]+(?:, *[\w-]+)+)$")


def choice_of_another_order(module: Module, random: Random) -> Edit | None:
    """Two values change places, which matters where they have an order, as sides do."""
    number = drawn(module, random, ("choice",))
    if number is None or not (found := CHOICE.search(text := module.items[number].text)):
        return None
    values = found[1].replace(" ", "").split(",")
    one, other = random.sample(range(len(values)), 2)
    values[one], values[other] = values[other], values[one]
    name = name_of(text)
    has_order = name == "side" or " in order" in text.split("\n")[0]
    text = f"{text[: found.start(1)]}{', '.join(values)}{text[found.end(1) :]}"
    return Edit(with_text(module, number, text), frozenset({f"changed choice:{name}"} if has_order else ()))


def value_added(module: Module, random: Random) -> Edit | None:
    number = drawn(module, random, ("choice",))
    if number is None or not (found := CHOICE.search(text := module.items[number].text)):
        return None
    text = f"{text[: found.end(1)]}, anew{text[found.end(1) :]}"
    return Edit(with_text(module, number, text), frozenset({f"changed choice:{name_of(text)}"}))


def option_switched(module: Module, random: Random) -> Edit | None:
    number = drawn(module, random, ("option",))
    if number is None:
        return None
    text = module.items[number].text
    now = text.replace("default off", "default on") if "default off" in text else text + "\n  default on"
    if "default on" in text:
        now = text.replace("default on", "default off")
    return Edit(with_text(module, number, now), frozenset({f"switched option:{name_of(text)}"}))


# ---- the sequence of play


PHASE = r" +phase [\w-]+"


def phase_added(module: Module, random: Random) -> Edit | None:
    if (found := _lines(module, random, ("sequence",), PHASE)) is None:
        return None
    number, lines, at = found
    end = block_end(lines, at)
    text = "\n".join([*lines[:end], f"{' ' * _depth(lines[at])}phase anew", *lines[end:]])
    return Edit(with_text(module, number, text), frozenset({"new phase:anew"}))


def phase_left_out(module: Module, random: Random) -> Edit | None:
    """A part of the sequence is gone that nothing refers to, with the parts in it."""
    if (found := _lines(module, random, ("sequence",), PHASE)) is None:
        return None
    number, lines, at = found
    end = block_end(lines, at)
    gone = [m[1] for line in lines[at:end] if (m := re.match(r" +phase ([\w-]+)", line))]
    text = "\n".join([*lines[:at], *lines[end:]])
    return Edit(with_text(module, number, text), frozenset(f"dropped phase:{name}" for name in gone))


def phases_exchanged(module: Module, random: Random) -> Edit | None:
    """Two parts that follow each other change places: the part in which they stand is another, or the sequence."""
    if (found := _lines(module, random, ("sequence",), PHASE)) is None:
        return None
    number, lines, at = found
    middle = block_end(lines, at)
    if middle == len(lines) or not re.match(rf" {{{_depth(lines[at])}}}phase ", lines[middle]):
        return None
    end = block_end(lines, middle)
    if " also" in lines[0]:
        return None
    text = "\n".join([*lines[:at], *lines[middle:end], *lines[at:middle], *lines[end:]])
    outer = next((n for n in range(at, 0, -1) if _depth(lines[n]) < _depth(lines[at])), 0)
    key = key_of(text, outer) if outer else f"sequence:{name_of(text)}"
    return Edit(with_text(module, number, text), frozenset({f"changed {key}"}))


# ---- data


def figure_set(module: Module, random: Random) -> Edit | None:
    """A number of a unit chart is another."""
    charts = [name for name in module.data if name.startswith("units/")]
    if not charts:
        return None
    name = random.choice(charts)
    lines = module.data[name].split("\n")
    found = [(n, m) for n, line in enumerate(lines) if n for m in re.finditer(r"(?<=,)\d+(?=,)", line)]
    if not found:
        return None
    at, place = random.choice(found)
    line = lines[at]
    lines[at] = line[: place.start()] + str(int(place[0]) + 1) + line[place.end() :]
    return Edit(module.with_data({**module.data, name: "\n".join(lines)}),
                frozenset({f"changed unit:{line.partition(',')[0]}"}))  # fmt: skip


def _numbers(path: str, node: Node) -> Iterator[tuple[str, Scalar]]:
    """Returns the numbers of a file of data, each with the way to it."""
    match node:
        case Mapping(entries=entries):
            for key, value in entries:
                yield from _numbers(f"{path} {key.text}".strip(), value)
        case Scalar(text=text) if text.isdigit() and len(text) < 3:
            yield path, node


def number_set(sort: str, folder: str, module: Module, random: Random) -> Edit | None:
    """A number of a board or of a set-up is another."""
    found = []
    for name in (name for name in module.data if re.fullmatch(rf"{folder}/[\w-]+\.yaml", name)):
        tree = read_yaml(Source(name, module.data[name]), Diagnostics())
        found += [(name, path, node) for path, node in _numbers("", tree)] if tree is not None else []
    if not found:
        return None
    name, path, node = random.choice(found)
    text = module.data[name]
    now = text[: node.span.start] + str(int(node.text) + 1) + text[node.span.end :]
    stem = name.rpartition("/")[2].removesuffix(".yaml")
    return Edit(module.with_data({**module.data, name: now}), frozenset({f"changed {sort}:{stem} ({path})"}))


def cell_set(module: Module, random: Random) -> Edit | None:
    """A cell of a table says what another one of its row or column says."""
    tables = [name for name in module.data if name.startswith("tables/")]
    if not tables:
        return None
    name = random.choice(tables)
    tree = read_yaml(Source(name, module.data[name]), Diagnostics())
    assert isinstance(tree, Mapping)
    entries = {key.text: value for key, value in tree.entries}
    across, rows = entries["across"], entries["rows"]
    if not isinstance(across, Listing) or not isinstance(rows, Mapping):
        return None
    cells = [(row.text, head.plain(), cell) for row, line in rows.entries if isinstance(line, Listing)
             for head, cell in zip(across.items, line.items, strict=False) if isinstance(cell, Scalar)]  # fmt: skip
    row, head, cell = random.choice(cells)
    others = [other.text for _, _, other in cells if other.text != cell.text]
    if not others:
        return None
    text = module.data[name]
    now = text[: cell.span.start] + random.choice(others) + text[cell.span.end :]
    key = f"table:{entries['table'].plain()} ({row}, {head})"
    return Edit(module.with_data({**module.data, name: now}), frozenset({f"changed {key}"}))


# ---- what changes nothing


def comment(module: Module, random: Random) -> Edit:
    number = random.randrange(len(module.items))
    text = module.items[number].text.split("\n")
    at = random.randint(1, len(text))
    return Edit(with_text(module, number, "\n".join([*text[:at], "# by the way", *text[at:]])))


def other_source(module: Module, random: Random) -> Edit | None:
    number = drawn(module, random, SORTS)
    if number is None:
        return None
    head, line_end, rest = module.items[number].text.partition("\n")
    return Edit(with_text(module, number, re.sub(r"\[(\w+) [\d.]+\]$", r"[\1 99]", head) + line_end + rest))


def moved(module: Module, random: Random) -> Edit | None:
    """An item stands elsewhere, in the same chapter."""
    number = drawn(module, random, ("rule", "fact", "effect", "action", "quantity", "reach", "event", "memory"))
    if number is None:
        return None
    item, rest = module.items[number], [*module.items[:number], *module.items[number + 1 :]]
    begins = max((n for n in range(number) if sort_of(rest[n].text) in ("chapter", "advice")), default=0)
    ends = next((n for n in range(number, len(rest)) if sort_of(rest[n].text) in ("chapter", "advice")), len(rest))
    places = [n for n in range(begins + 1, ends + 1) if rest[n - 1].file == item.file]
    if not places:
        return None
    at = random.choice(places)
    return Edit(module.with_items([*rest[:at], item, *rest[at:]]))


def conditions_turned(module: Module, random: Random) -> Edit | None:
    """Two conditions of a rule change places."""
    if (found := _lines(module, random, ("rule",), "  when ")) is None:
        return None
    number, lines, at = found
    middle = block_end(lines, at)
    if middle == len(lines) or not lines[middle].startswith("  when "):
        return None
    end = block_end(lines, middle)
    text = "\n".join([*lines[:at], *lines[middle:end], *lines[at:middle], *lines[end:]])
    return Edit(with_text(module, number, text))


def sides_turned(module: Module, random: Random) -> Edit | None:
    """`B and A` stands in place of `A and B`."""
    if (found := _lines(module, random, ("rule",), "  when ")) is None:
        return None
    number, lines, at = found
    if block_end(lines, at) != at + 1 or '"' in lines[at]:
        return None
    for word, other in (("and", "or"), ("or", "and")):
        parts = lines[at].removeprefix("  when ").split(f" {word} ")
        if len(parts) == 2 and all(part.count("(") == part.count(")") for part in parts):
            if LINKED.search(parts[0]) or any(f" {other} " in re.sub(r"\(.*\)", "", part) for part in parts):
                return None
            lines[at] = f"  when {parts[1]} {word} {parts[0]}"
            return Edit(with_text(module, number, "\n".join(lines)))
    return None


def bound_in_other_words(module: Module, random: Random) -> Edit | None:
    """`< 3` stands in place of `<= 2`, of a whole number."""
    text = "\n".join(item.text for item in module.items)
    types = re.findall(r"(?m)^  ([a-z][\w-]*): (\S+)", text)
    whole = {name for name, type_ in types if type_ == "whole"} - {name for name, type_ in types if type_ != "whole"}
    if not whole:
        return None
    bound = re.compile(rf"\.(?:{'|'.join(map(re.escape, sorted(whole)))}) (<=|>=|<|>) (\d+)(?![\w./-]| [-+*/])")
    found = [(n, m) for n in of(module, (*SORTS, "sequence"))
             for m in bound.finditer(masked(module.items[n].text))
             if not re.search(r"[-+*/] [\w.-]+$", module.items[n].text[: m.start()])]  # fmt: skip
    if not found:
        return None
    number, place = random.choice(found)
    by = {"<=": ("<", 1), ">=": (">", -1), "<": ("<=", -1), ">": (">=", 1)}
    sign, more = by[place[1]]
    if int(place[2]) + more < 0:
        return None
    was = module.items[number].text
    return Edit(with_text(module, number, f"{was[: place.start(1)]}{sign} {int(place[2]) + more}{was[place.end() :]}"))


BOUND = re.compile(
    r"\b(?:any|every|no|those|one|whichever|count\(|sum\([^()\n]* for) ?(?:[a-z][\w-]* )??([a-z][\w-]*)"
    r"(?= in | where |\)| satisfies )"
)


def local_renamed(module: Module, random: Random) -> Edit | None:
    """What is known in one expression alone has another name."""
    number = drawn(module, random, SORTS)
    if number is None:
        return None
    text = module.items[number].text
    names = {found[1] for found in BOUND.finditer(masked(text))}
    given = re.compile(r"[(, ]([a-z][\w-]*): ")  # what is declared with a type is known elsewhere
    names -= {name for item in module.items for name in given.findall(item.text)}
    names -= {
        sort.split()[0] for sort in names if re.search(rf"(?m)^(?:thing|choice) {re.escape(sort)}\b", str(module))
    }
    names = {n for n in names if not re.search(rf"(?m)^  (?:for each [\w-]* ?{n}|let {n}|pick {n})\b", text)}
    if not names:
        return None
    name = random.choice(sorted(names))
    return Edit(with_text(module, number, at_token(name).sub(f"{name}-anew", text)))


EDITS: dict[str, Editor] = {
    "a number": partial(in_place, NUMBER, lambda was: str(int(was) + 1)),
    "a word turned round": partial(in_place, WORD, lambda was: TURNED[was]),
    "a condition left out": condition_left_out,
    "a condition negated": condition_negated,
    "a condition more": condition_added,
    "a line left out": line_left_out,
    "two statements exchanged": exchanged,
    "an item left out": dropped,
    "an item more": added,
    "a rule renamed": rule_renamed,
    "a declaration renamed": renamed,
    "an attribute more": attribute_added,
    "an attribute left out": attribute_left_out,
    "another default": default_set,
    "another order of a choice": choice_of_another_order,
    "a value more": value_added,
    "an option switched": option_switched,
    "a part more": phase_added,
    "a part left out": phase_left_out,
    "two parts exchanged": phases_exchanged,
    "a figure of a unit": figure_set,
    "a number of a board": partial(number_set, "board", "boards"),
    "a number of a set-up": partial(number_set, "set-up", "situations"),
    "a cell": cell_set,
    "a comment": comment,
    "another source": other_source,
    "an item moved": moved,
    "two conditions turned round": conditions_turned,
    "`B and A`": sides_turned,
    "a bound in other words": bound_in_other_words,
    "a local name": local_renamed,
}

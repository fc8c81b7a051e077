"""START HERE for emission: a law in force becomes one plain Python module, specialised to its options and readings.

`compiler/lower/` makes the law a program of a small form and passes it; here it is printed. The text depends on nothing
but the law, so the same law gives the same text. `runtime/emitted/load.py` runs it; what it may say besides plain
Python is `WORDS` there.
"""

from __future__ import annotations

from collections.abc import Iterable

from hexlaw.compiler.emit.fields import listed_fields, listed_near
from hexlaw.compiler.emit.functions import Printer
from hexlaw.compiler.emit.names import comment, literal
from hexlaw.compiler.emit.sums import listed_sums
from hexlaw.compiler.garbage import no_garbage_collection
from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.expressions import Lowering
from hexlaw.compiler.lower.falls import for_each_fall
from hexlaw.compiler.lower.from_law import lowered
from hexlaw.compiler.lower.fuse import TOGETHER
from hexlaw.compiler.lower.marks import ALL, MAP
from hexlaw.compiler.lower.passes import passed
from hexlaw.compiler.lower.play_asks import Asked, PlayAsks
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.dependence import spans_of
from hexlaw.runtime.emitted.answers import Played, PlayedLaw
from hexlaw.runtime.emitted.near import PLACES, THINGS
from hexlaw.runtime.emitted.recorded import RecordedLaw
from hexlaw.runtime.emitted.state import ACTING, breaches_of, of_memory, of_span, of_tally
from hexlaw.runtime.law import Law
from hexlaw.runtime.nesting import room_to_nest
from hexlaw.runtime.play.agenda import Agenda
from hexlaw.runtime.play.game import Setup
from hexlaw.runtime.question import Question

Lines = list[str]


class Emission:
    """A law's source, and the sources of questions to it, which use the same names; if wanted, with what play asks, and
    with functions that answer several questions together (`fuse.py`)."""

    def __init__(
        self, law: Law, *, record: bool = False, played: PlayAsks | None = None, together: Iterable[f.Function] = ()
    ) -> None:
        self.law = law
        with room_to_nest(), no_garbage_collection():  # passes make many nodes, and none in a circle
            self.program = passed(lowered(law, record=record, played=played, together=together))
            self._printer = Printer(self.program)
            self.source = _module(self._printer, played)

    def question(self, question: Question) -> str:
        """A function `asked_value(s)` for the value of a question, and `asked_args(s)` for its arguments."""
        with room_to_nest():
            lowering = Lowering(self.law, record=self.program.record)
            value = f.Const(None, t.TEXT) if question.value is None else lowering.lower(question.value, {})
            args = f.Row(tuple(lowering.lower(arg, {}) for arg in question.args), (), t.TEXT)
            asked = [
                f.Function("asked:args", "asked-args", (), args),
                f.Function("asked:value", "asked-value", (), value),
            ]
            new = [h for h in lowering.functions.values() if h.key not in self.program.functions]
            printer = Printer(passed(self.program.and_([*new, *asked])), self._printer)
            made = [
                printer.function(h) for k, h in printer.program.functions.items() if k not in self.program.functions
            ]
            return _joined([*_settings(printer), *printer.tables.besides.values(), *made])


def emit(law: Law, *, record: bool = False) -> str:
    """The source of a law; with `record` it also notes which rules fired."""
    return Emission(law, record=record).source


def played_law(agenda: Agenda, setup: Setup | None = None) -> PlayedLaw:
    """What answers a game's questions from emitted law; it is for games of this agenda."""
    return PlayedLaw(*_to_be_played(agenda, setup, record=False))


def recorded_law(agenda: Agenda, setup: Setup | None = None) -> RecordedLaw:
    """The same, which also notes which rules had a say."""
    return RecordedLaw(*_to_be_played(agenda, setup, record=True))


def _to_be_played(agenda: Agenda, setup: Setup | None, *, record: bool) -> tuple[Law, str, list[Played]]:
    played = PlayAsks(agenda, setup)
    source = Emission(agenda.law, record=record, played=played).source
    return agenda.law, source, [(asked.sort, asked.about) for asked in played.found.values()]


def _module(p: Printer, played: PlayAsks | None) -> str:
    law, graph = p.program.law, p.graph
    functions = [p.function(function) for function in p.program.functions.values()]
    tables = list(p.tables.lines())
    listed = _words(", ".join(graph.modules))
    head = [f'"""The law of {listed}, emitted. Do not edit: edit the law and emit it again."""']
    chosen = [f"{n} {'on' if on else 'off'}" for n, on in law.options.items()]
    chosen += [f"{n}: {r}" for n, r in law.readings.items()] + ([f"as of {law.year}"] if law.year else [])
    chosen += [f"situation {law.situation}"] if law.situation else []
    head += [comment(line) for line in chosen]
    besides = [*p.tables.besides.values(), *functions]
    listings = [*_listings(p)]
    if played is not None:
        listings += [_played(p, played), listed_fields(p, played.walks), listed_near(p, played.near), listed_sums(p)]
    return _joined([head, *_settings(p), *tables, *besides, *listings])


def _words(text: str) -> str:
    return comment(text)[2:].replace("\\", "?").replace('"', "?")


def _settings(p: Printer) -> list[Lines]:
    found = [f"{name} = {text}" for name, text in p.constants.items()]
    for choice, name in p.ranks.items():
        places = ", ".join(f"{v!a}: {i}" for i, v in enumerate(p.graph.choices[choice].values))
        found.append(f"{name} = {{{places}}}")
    return [found] if found else []


def _listings(p: Printer) -> list[Lines]:
    """What the module says about itself, for the door."""
    graph, functions = p.graph, p.program.functions.values()
    kinds = {p.kinds[kind]: tuple(k for k in graph.kinds if graph.is_a(k, kind)) for kind in p.kinds}
    records = {n: (p.names.of("record", n, n), tuple(p.record_fields(n).items())) for n in graph.records}
    remembered = [h for h in functions if h.memory]
    by_subscript = {p.named(h): p.named(h) for h in remembered if p.by_subscript(h)}
    each = [decl.name for decl in for_each_fall(graph.facts)]
    tables = {name: p.tables.name(decl) for name, decl in graph.tables.items()}
    together = {h.title: p.named(h) for h in functions if h.key.startswith(TOGETHER)}
    required = {rule.id: p.called(f"broken:{rule.id}") for rule in p.program.law.requirements}
    return [
        [f"MODULES = {literal(graph.modules)}"],
        [f"RECORDS_RULES = {p.program.record}"],
        [f"RULES = {literal(tuple(p.bits))}"],
        _listing("ATTRIBUTES", {name: literal(key) for key, name in p.columns.items()}),
        [f"LAID = {literal(tuple(sorted(p.laid)))}"],
        _listing("KINDS", {name: literal(kinds_) for name, kinds_ in kinds.items()}),
        _listing("RECORDS", {name: literal(record) for name, record in records.items()}),
        [f"REMEMBERED = {literal((*map(p.named, remembered), *p.kept_with_map))}"],
        _listing("RESTS_ON", {what: literal(names) for what, names in _resting(p, remembered).items()}),
        [f"OF_THE_MAP = {literal((*(p.named(h) for h in remembered if h.memory == 'map'), *p.kept_with_map))}"],
        _listing("BY_SUBSCRIPT", by_subscript),
        _listing("FACTS", {name: p.called(f"fact:{name}") for name in graph.facts}),
        _listing("QUANTITIES", {name: p.called(f"quantity:{name}") for name in graph.quantities}),
        _listing("TABLES", tables),
        _listing("REACHES", {name: p.called(f"reach:{name}") for name in graph.reaches}),
        _listing("EACH", {name: p.called(f"each:{name}") for name in each}),
        _listing("REQUIREMENTS", required),
        *([_listing("TOGETHER", together)] if together else []),
    ]


def _resting(p: Printer, remembered: Iterable[f.Function]) -> dict[str, tuple[str, ...]]:
    """For each attribute, for where things stand, and for what play keeps: the answers that a change may change."""
    on = {p.named(function): p.marks.reads_of(function.key) for function in remembered}
    on |= {breaches_of(rule.id): p.marks.reads_of(f"broken:{rule.id}") for rule in p.program.law.requirements}
    graph = p.graph
    of_map = {a for kind in MAP for a in graph.kinds[kind].attributes}
    on |= {name: p.marks.reads_of(key) & of_map for name, key in p.kept_with_map.items()}
    spans = [span.name for span in spans_of(graph)]
    written = {a for kind in graph.kinds.values() for a in kind.attributes} | {PLACES, THINGS, ACTING}
    written |= {*map(of_memory, graph.memories), *map(of_tally, graph.tallies), *map(of_span, spans)}
    found = {what: tuple(n for n, reads in on.items() if what in reads or ALL in reads) for what in sorted(written)}
    return {what: names for what, names in found.items() if names}


def _played(p: Printer, played: PlayAsks) -> Lines:
    """The functions of all that play asks, in the order of `PlayAsks`, and what each has to be given."""
    rows = []
    for asked in played.asked:
        if not asked.key:
            rows.append("    None,")
            continue
        function = p.program.functions[asked.key]
        inward = any(_may_hold_records(p.graph, type_) for _, type_ in function.params)
        outward = asked.sort != "bars" and any(_may_hold_records(p.graph, type_) for type_ in _given(p, asked))
        rows.append(f"    ({p.named(function)}, {literal(asked.names)}, {inward}, {outward}),")
    return ["PLAYED = (", *rows, ")"]


def _given(p: Printer, asked: Asked) -> Iterable[t.Type]:
    """The types of what an answer holds."""
    if asked.sort == "cases":
        return [t.item_of(binder.domain.type) for binder in p.program.law.gone_through[asked.about]]
    return [asked.about.domain.type if asked.sort == "items" else asked.about.type]


def _may_hold_records(graph: g.Graph, type_: t.Type) -> bool:
    """Whether values of a type may hold what emitted law has values of its own for."""
    match type_:
        case t.OrNone(item=item) | t.SetOf(item=item):
            return _may_hold_records(graph, item)
        case t.Kind(name=name):
            return name == "contact" or name in graph.records
        case _:
            return False


def _listing(word: str, rows: dict[str, str]) -> Lines:
    return [f"{word} = {{", *(f"    {name!a}: {text}," for name, text in rows.items()), "}"]


def _joined(blocks: Iterable[Lines]) -> str:
    """Blocks of lines with two empty lines around functions, one between settings."""
    found: list[str] = []
    was_function = False
    for lines in (b for b in blocks if b):
        is_function = lines[0].startswith("def ")
        if found:
            found += ["", ""] if is_function or was_function else [""]
        found += [line.rstrip() for line in lines]
        was_function = is_function
    return "\n".join(found) + "\n"

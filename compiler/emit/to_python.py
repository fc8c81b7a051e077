"""START HERE for emission: a law in force becomes one plain Python module, specialised to its options and readings.

Rules that do not stand are left out; links are settled; tables become dictionaries. The text depends on nothing but
the law, so the same law gives the same text. `runtime/emitted/load.py` runs it; what it may say besides plain Python
is `WORDS` there.
"""

from __future__ import annotations

from hexlaw.compiler.emit.actions import reach, requirements
from hexlaw.compiler.emit.all_values import for_all_values
from hexlaw.compiler.emit.expressions import Writer
from hexlaw.compiler.emit.facts import fact
from hexlaw.compiler.emit.falls import falls, for_each_fall
from hexlaw.compiler.emit.names import comment, literal
from hexlaw.compiler.emit.notes import CannotEmit
from hexlaw.compiler.emit.play import Played, played_functions
from hexlaw.compiler.emit.quantities import quantity
from hexlaw.compiler.emit.reading import ALL
from hexlaw.compiler.emit.rule_tests import Lines, indented
from hexlaw.compiler.emit.tables import table
from hexlaw.runtime import graph as g
from hexlaw.runtime.dependence import parts
from hexlaw.runtime.emitted.state import ACTING, PLACES, breaches_of, of_memory, of_span, of_tally
from hexlaw.runtime.law import Law
from hexlaw.runtime.nesting import room_to_nest
from hexlaw.runtime.question import Question

__all__ = ["CannotEmit", "Emission", "emit"]


class Emission:
    """A law's source, and the sources of questions to it, which use the same names; with what play asks, if wanted."""

    def __init__(self, law: Law, *, record: bool = False, played: Played | None = None) -> None:
        self.law, self.record = law, record
        self._writer = Writer(law, record=record)
        with room_to_nest():
            self.source = _module(self._writer, played)

    def question(self, question: Question) -> str:
        """A function `answer(s)` for the value of a question, or `asked(s)` for the arguments of any other."""
        w = self._writer
        known = dict(w.functions), dict(w.constants), dict(w.ranks)
        value = "None" if question.value is None else w.x(question.value, {})
        args = "".join(f"{w.x(a, {})}, " for a in question.args)
        new = [["def asked(s):", f"    return ({args})"], ["def answer(s):", f"    return {value}"]]
        functions = [lines for name, lines in w.functions.items() if name not in known[0]]
        constants = [[f"{name} = {text}"] for name, text in w.constants.items() if name not in known[1]]
        ranks = [_rank(w, choice) for choice in w.ranks if choice not in known[2]]
        w.functions, w.constants, w.ranks = known  # the next question does not see what this one needed besides
        return _joined([*constants, *ranks, *functions, *new])


def emit(law: Law, *, record: bool = False) -> str:
    """The source of a law; with `record` it also notes which rules fired."""
    return Emission(law, record=record).source


def _module(w: Writer, played: Played | None) -> str:
    graph, law = w.graph, w.law
    tables = [lines for decl in graph.tables.values() for lines in table(w, decl)]
    functions: list[Lines] = []
    quantities = {q.name: for_all_values(w, q) or quantity(w, q) for q in graph.quantities.values()}
    for decl in graph.facts.values():
        functions += _documented(decl.doc, fact(w, decl))
    functions += [for_each_fall(w, decl) for decl in falls(graph)]
    for wanted in graph.quantities.values():
        functions += _documented(wanted.doc, [quantities[wanted.name]])
    functions += [reach(w, decl) for decl in graph.reaches.values()]
    functions += requirements(w)
    functions += played_functions(w, played) if played is not None else []
    head = [
        f'"""The law of {_words(", ".join(graph.modules))}, emitted. Do not edit: edit the law and emit it again."""'
    ]
    chosen = [f"{n} {'on' if on else 'off'}" for n, on in law.options.items()]
    chosen += [f"{n}: {r}" for n, r in law.readings.items()] + ([f"as of {law.year}"] if law.year else [])
    chosen += [f"situation {law.situation}"] if law.situation else []
    head += [comment(line) for line in chosen]
    return _joined([head, *_settings(w), *tables, *w.functions.values(), *functions, *_listings(w)])


def _documented(doc: str, made: list[Lines]) -> list[Lines]:
    """The doc of a declaration before the function that bears its name."""
    last = made[-1]
    return [*made[:-1], [last[0], *indented([comment(doc)] if doc else []), *last[1:]]]


def _words(text: str) -> str:
    return comment(text)[2:].replace("\\", "?").replace('"', "?")


def _settings(w: Writer) -> list[Lines]:
    found = [[f"{name} = {text}"] for name, text in w.constants.items()]
    found += [_rank(w, choice) for choice in w.ranks]
    return [[line for lines in found for line in lines]] if found else []


def _rank(w: Writer, choice: str) -> Lines:
    places = ", ".join(f"{v!a}: {i}" for i, v in enumerate(w.graph.choices[choice].values))
    return [f"{w.ranks[choice]} = Rank({{{places}}})"]


def _listings(w: Writer) -> list[Lines]:
    """What the module says about itself, for the door."""
    graph, reading = w.graph, w.reading
    kept = [(s, n) for s, decls in (("fact", graph.facts), ("quantity", graph.quantities)) for n in decls]
    kept = [(s, n) for s, n in kept if reading.remembered(s, n) and not (s == "quantity" and n in w.all_values)]
    kinds = {w.kinds[kind]: [k for k in graph.kinds if graph.is_a(k, kind)] for kind in w.kinds}
    remembered = (
        [w.function(s, n) for s, n in kept] + [*w.parts_remembered] + [w.function("reach", n) for n in graph.reaches]
    )
    fixed = [w.function(s, n) for s, n in kept if reading.fixed_by_map(s, n)]
    by_subscript = [w.function(s, n) for s, n in kept if w.by_subscript(s, n)]
    doors = [
        ("FACTS", "fact", graph.facts),
        ("QUANTITIES", "quantity", graph.quantities),
        ("TABLES", "table", graph.tables),
    ]
    doors.append(("REACHES", "reach", graph.reaches))
    doors.append(("EACH", "each", {decl.name: decl for decl in falls(graph)}))
    records = {n: (w.names.of("record", n, n), [*w.record_fields(n).items()]) for n in graph.records}
    return [
        [f"MODULES = {literal(graph.modules)}"],
        [f"RECORDS_RULES = {w.record}"],
        [f"RULES = {literal(tuple(w.bits))}"],
        [f"ATTRIBUTES = {_listing({name: key for key, name in w.columns.items()})}"],
        [f"KINDS = {_listing({name: tuple(kinds_) for name, kinds_ in kinds.items()})}"],
        [f"RECORDS = {_listing({n: (i, tuple(f)) for n, (i, f) in records.items()})}"],
        [f"REMEMBERED = {literal(tuple(remembered))}"],
        [f"RESTS_ON = {_listing(_resting(w, kept))}"],
        [f"OF_THE_MAP = {literal(tuple(fixed))}"],
        ["BY_SUBSCRIPT = {", *(f"    {name!a}: {name}," for name in by_subscript), "}"],
        *(
            [f"{word} = {{", *(f"    {name!a}: {w.function(sort, name)}," for name in decls), "}"]
            for word, sort, decls in doors
        ),
    ]


def _resting(w: Writer, kept: list[tuple[str, str]]) -> dict[str, object]:
    """For each attribute, for where things stand, and for what play keeps: the answers that a change may change."""
    on = {w.function(s, n): w.reading.rests_on(s, n) for s, n in kept}
    on |= w.parts_remembered
    on |= {w.function("reach", n): frozenset({ALL}) for n in w.graph.reaches}
    on |= {breaches_of(rule.id): w.reading.rule_rests_on(rule) for rule in w.law.requirements}
    everywhere = [f for f, attributes in on.items() if ALL in attributes]
    found: dict[str, object] = {}
    graph = w.graph
    spans = [part.name for part in parts(tuple(graph.sequences.values())) if isinstance(part, g.SpanDecl)]
    written = {a for kind in graph.kinds.values() for a in kind.attributes} | {PLACES, ACTING}
    written |= {*map(of_memory, graph.memories), *map(of_tally, graph.tallies), *map(of_span, spans)}
    for what in sorted(written):
        names = [f for f, changes in on.items() if what in changes or f in everywhere]
        if names:
            found[what] = tuple(names)
    return found


def _listing(table_: dict[str, object]) -> str:
    inner = "".join(f"    {name!a}: {literal(value)},\n" for name, value in table_.items())
    return "{\n" + inner + "}" if inner else "{}"


def _joined(blocks: list[Lines]) -> str:
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

"""One of every sort of expression and statement is lowered, in every form that it has.

The laws are those of other tests, and one here that has what none of them has. Noted is what is in fact
lowered: a node of the graph that nothing asks for proves nothing. A new sort of node, a new field or a new word of one
fails until a law here has it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.lower.doing_half import DoingHalf
from hexlaw.compiler.lower.expressions import Lowering
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.games import prepare
from hexlaw.compiler.situations.situation_files import situation_files
from hexlaw.compiler.wasm.target import Target
from hexlaw.runtime.base.nodes import Node
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law.law import Configuration

from . import test_value_code

HARBOUR = Path(__file__).resolve().parents[3] / "bench" / "harbour"
SORTS = [
    sort for sort in vars(e).values()
    if isinstance(sort, type) and issubclass(sort, Node) and sort.__module__ == e.__name__ and sort.__name__[0] != "_"
]  # fmt: skip
Form = tuple[str, object]
"""A field, and what stands there: a word of the language, yes or no, whether there is something."""
INSIDE = {e.Binder}
"""What is no expression by itself: it is lowered with the node that it stands in."""
NEVER: dict[type, set[Form]] = {
    e.Table: {("args", "empty")}, e.Reach: {("args", "empty")},  # a table has columns, a reach is asked for a hex
    e.MakeRecord: {("fields", "empty")},  # and a record has fields
    e.All: {("parts", "empty")}, e.Any: {("parts", "empty")},  # of two conditions and more
    e.If: {("then", "empty")}, e.ForEach: {("body", "empty")},  # there is a line in them
    e.Point: {("keeps", "empty")},  # or it would be for nothing
    e.IsKind: {("negated", True)},  # `is not KIND` is the negation of `is KIND`
}  # fmt: skip
"""Forms that the grammar does not have."""
MORE = """chapter [1] "What other laws do not have"
choice side
  keepers, smugglers
thing boat also
  side: side = keepers
  hidden: yes/no secret
thing game also
  turn: whole = 1
quantity ebb(): whole [1]
  starts with 2
memory foggy() [1]
tally knocks(): whole [1]
event bell() [1]
order note [1]
  falls due in watch
task scrub() [1]
  crew boat
  stage all lasts 2
sequence night [1]
  phase evening while game.turn <= 2:
    phase watch for each s in {keepers, smugglers} by s
    set game.turn to game.turn + 1
situation race [1] "A race"
fact respite(u: boat): moment [1]
  otherwise start of next watch
rule berth.one [1]
  for each h in hexes
  requires count(boat u in h) <= 3
effect drifts() [1]:
  for each boat u:
    move u to none
action row [1]
  open in watch
  pick rower(u: boat) where u.side is acting and not drifts() would break berth.one
  let here be u.hex
  pick stroke(there: hex) repeatedly from neighbours(here) where not there is off-board
      costs 1 counted in u.spent does:
    move u to there
  draw gust in neighbours(here) where not gust is off-board
  mark u as lit until respite(u)
  announce bell()
  reveal u
  write note()
  begin scrub() with {u}
  offer wave() to smugglers
  demand wave() of keepers
action wave() [1]
  pick waver(u: boat) where u.side is acting
reach voyage(u: boat, there: hex): fathoms [1]
  by row.stroke
fact u: boat is cut-off [1]
rule cut-off.by-water [1]
  when not u.hex in (those h linked to hexes where h is shoal) and u is not ferry
  u is cut-off
rule row.cut-off [1]
  forbids row.rower
  when u is cut-off and (count(h linked to u.hex within 2) < 2 or not foggy() or knocks() > ebb())
rule wave.far [1]
  forbids wave.waver
  when steps-to(u.hex for h linked to u.hex) > 3
event enters(u: boat, into: hex) [1]
  by row.stroke with into = there
rule enters.shoal [1]
  forbids enters
  when into is shoal
rule wave.near [1]
  forbids wave.waver
  when enters(u, u.hex) is forbidden
rule knocks.counted [1]
  after bell
  counts 1 towards knocks()
rule fog.falls [1]
  after bell
  begins foggy()
rule enters.over [1]
  after enters
  when into is shoal
  then:
    stops enters
    stops row
rule wave.range [1]
  forbids wave.waver
  when voyage(u, u.hex) > 2
"""
RACE = "map: {grid: {orientation: pointy, lines: [A], lengths: [4], name: '{line}-{number}'}}\n"
RACE += "pieces: {a: {kind: boat, at: A-1}, b: {kind: boat, at: A-3, side: smugglers}}\n"


def forms_of(sort: type) -> set[Form]:
    """The forms that a sort of node has by the types of its fields."""
    found: set[Form] = set()
    for name, hint in get_type_hints(sort, vars(e)).items():
        origin = get_origin(hint)
        if hint is bool:
            found |= {(name, True), (name, False)}
        elif origin is Literal:
            found |= {(name, word) for word in get_args(hint)}
        elif origin is tuple or (origin in (Union, UnionType) and type(None) in get_args(hint)):
            found |= {(name, "empty"), (name, "there")}
    return found


def forms_in(node: Node) -> Iterator[Form]:
    for name, form in forms_of(type(node)):
        value = getattr(node, name)
        if form in ("empty", "there"):
            yield name, "empty" if value in (None, ()) else "there"
        else:
            yield name, value


@pytest.fixture(scope="module")
def lowered(tmp_path_factory: pytest.TempPathFactory) -> dict[type, set[Form]]:
    """The forms of each sort that are met as laws are lowered and printed; all of that is carried."""
    from ...conftest import FIRST_NIGHT, Bench

    bench = Bench(tmp_path_factory.mktemp("forms"))
    night = (Path(__file__).parents[2] / "night.law").read_text("utf-8")
    race = {"situations/race.yaml": RACE}
    values = test_value_code.LAW + 'situation race [1] "A race"\n'
    laws = [
        bench.write(night, name="night", files={"20-first-night.law": FIRST_NIGHT, "situations/s1.yaml": RACE}),
        bench.write(values, files={**test_value_code.FILES, **race}), HARBOUR, "tutorial",
        bench.write(MORE, files=race),
    ]  # fmt: skip
    met: dict[type, set[Form]] = defaultdict(set)
    with pytest.MonkeyPatch.context() as patch:
        for printer, name in ((Lowering, "lower"), (DoingHalf, "_step"), (DoingHalf, "_pick")):
            patch.setattr(printer, name, noting(getattr(printer, name), met))
        for law in laws:
            found = Diagnostics()
            compilation = compile_modules(str(law), found)
            assert compilation is not None, [d.message for d in found]
            assert refused(compilation) == {}, law
    return met


def noting(true: Any, met: dict[type, set[Form]]) -> Any:
    def noted(self: Any, node: Node, *rest: Any) -> Any:
        if type(node) in SORTS:  # parts of the sequence are lowered as statements are
            met[type(node)].update(forms_in(node))
        return true(self, node, *rest)

    return noted


def refused(compilation: Compilation) -> dict[str, str]:
    """What is not carried of the first situation of a law, played or asked of by itself."""
    name = sorted(situation_files(compilation.chain))[0]
    prepared = prepare(compilation, name, Configuration(), Diagnostics())
    assert prepared is not None
    target = Target(prepared.agenda, prepared.setup, plays=False)
    for key in target.printed.program.functions:
        target.printed.values.called(key)
    return target.refusal


@pytest.mark.parametrize("sort", [sort for sort in SORTS if sort not in INSIDE], ids=lambda sort: sort.__name__)
def test_every_form_of_a_sort_is_lowered(sort: type, lowered: dict[type, set[Form]]) -> None:
    assert sort in lowered, "no law has one"
    assert forms_of(sort) - NEVER.get(sort, set()) - lowered[sort] == set()
    assert not NEVER.get(sort, set()) & lowered[sort], "there is one after all"

"""Where a piece can come to, asked at the table in a part of the turn in which nothing moves."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from typing import Any

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.table.queries import Queries
from hexlaw.compiler.desk.table.screen import Screen
from hexlaw.compiler.situations.games import prepare
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.game import Game

LAW = """choice side
  reds, blues
thing boat also
  side: side = reds
sequence game [1]
  phase tide for each s in {reds, blues} by s:
    phase fishing
    phase sailing
action fish [1]
  open in fishing
  pick fisher(b: boat) where b.side is acting
  pick caught(c: boat) repeatedly where c.side is not acting
      costs 1 counted in b.spent does:
    set c.side to acting
action sail [1]
  open in sailing
  pick skipper(b: boat) where b.side is acting
  let here be b.hex
  pick step(there: hex) repeatedly from neighbours(here) where not there is off-board
      costs 1 counted in b.spent does:
    move b to there
rule move.tired [1]
  forbids sail.step
  when b.spent >= b.range
situation calm [1] "A calm sea"
"""
CALM = """map:
  grid: {orientation: pointy, lines: [A], lengths: [5], shifted: second, name: "{line}-{number}"}
  hexes: {}
pieces: {ann: {kind: boat, at: A-2, range: 1}, bob: {kind: boat, at: A-2, side: blues}}
"""


def at_the_table(bench: Any, law: str, calm: str = CALM) -> tuple[Queries, Game]:
    folder = bench.write(law, files={"situations/calm.yaml": calm})
    compilation, diagnostics = bench.compiled(folder), Diagnostics()
    prepared = prepare(compilation, "calm", Configuration(), diagnostics)
    style = compilation.style(diagnostics)
    assert prepared is not None
    assert style is not None
    game = prepared.game("1")
    return Queries(game, Screen(game, style, {}, None)), game


def test_what_moves_later_in_the_turn_is_told_with_where_it_can_come_to(bench: Any) -> None:
    """To fish is done by steps too, and moves ann nowhere. To sail takes her one hex on, to A-1 or A-3."""
    queries, _ = at_the_table(bench, LAW)
    shown = io.StringIO()
    with redirect_stdout(shown):
        queries.reach("ann")
    assert (
        "  in sailing, as it is if nothing more is done before:\n  ann can come to 2 hexes, for 1; `to HEX`"
        in shown.getvalue()
    )


def test_of_the_game_is_told_what_the_situation_says_and_not_what_the_law_declares(bench: Any) -> None:
    """The tide of this situation is 3; how deep a boat goes is 1 everywhere, which the book says."""
    law = LAW.replace("sequence game", "thing game also\n  depth: whole = 1\n  tide: whole = 1\nsequence game")
    queries, _ = at_the_table(bench, law, CALM + "game: {tide: 3}\n")
    assert queries.screen.figures() == {"tide": "3"}
    assert [*queries.screen.about_the_game()] == ["  the game: reds: fishing, tide 3"]


def test_of_parts_in_which_an_action_is_open_that_is_looked_at_in_which_a_piece_may_begin(bench: Any) -> None:
    """Boats sail in the morning, and only those that are `slow` at noon: why Ann may sail is asked at noon."""
    law = LAW.replace("    phase sailing", "    phase sailing\n    phase noon")
    law = law.replace("  open in sailing", "  open in sailing, noon").replace(
        "situation calm",
        'rule bar.slow [1]\n  forbids sail.skipper\n  when now in sailing\n  says "slow"\nsituation calm',
    )
    queries, _ = at_the_table(bench, law)
    shown = io.StringIO()
    with redirect_stdout(shown):
        queries.ask("why", "sail ann A-1")
    assert "  in noon, as it is if nothing more is done before:\n  legal" in shown.getvalue()


def test_what_is_asked_for_after_the_only_answer_can_be_named_at_once(bench: Any) -> None:
    """Ann alone can fish, so who is caught may be named behind the action; it is Bob, who fishes for nobody."""
    queries, _ = at_the_table(bench, LAW)
    shown = io.StringIO()
    with redirect_stdout(shown):
        queries.ask("why", "fish bob")
    assert shown.getvalue().startswith("  legal")


TOW = """action tow [1]
  open in fishing
  pick chief(k: boat) where k.side is acting
  pick tug(b: boat) repeatedly where b.side is acting does:
    let here be b.hex
    pick sail.step repeatedly optionally
"""


def test_what_is_picked_in_one_action_goes_by_steps_that_another_declares(bench: Any) -> None:
    """Ann is picked first, as the chief; the steps of sailing are Cat's, who is picked as the tug."""
    calm = CALM.replace("range: 1}, bob", "range: 1}, cat: {kind: boat, at: A-4, range: 1}, bob")
    queries, game = at_the_table(bench, LAW.replace("situation calm", f"{TOW}situation calm"), calm)
    shown = io.StringIO()
    with redirect_stdout(shown):
        queries.ask("why", "tow ann cat to A-5")
        for answer in ("tow", game.position.things["ann"], game.position.things["cat"]):
            game.answer(answer)
        queries.reach("")
    assert shown.getvalue().startswith("  cat goes by A-5, for 1\n  cat can come to 2 hexes")
    assert game.question is not None
    assert queries.screen.asked(game.question) == "sail cat: which step"


def test_where_those_may_come_on_who_are_not_there_yet_is_told_and_marked(bench: Any) -> None:
    """A group stands nowhere and names hexes; what has no hexes of its own is not listed."""
    law = LAW.replace("sequence game", "thing convoy\n  side: side\n  come-on: set of hex\nsequence game")
    calm = CALM.replace(
        "pieces: {",
        "pieces: {late: {kind: convoy, side: blues, come-on: [A-1, A-5]}, none-yet: {kind: convoy, side: reds}, ",
    )
    queries, _ = at_the_table(bench, law, calm)
    assert [*queries.screen.about_the_game()][1:] == ["  not on the map: late (blues); `map NAME` marks their hexes"]
    shown = io.StringIO()
    with redirect_stdout(shown):
        queries.map("late")
        queries.map("none-yet")
    first, *drawn, last = shown.getvalue().splitlines()
    assert first == "  late is not on the map; in brackets: its come on"
    assert "".join(drawn).count("[") == 2, "A-1 and A-5"
    assert last == "  none-yet is not on the map"

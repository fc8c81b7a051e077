"""Who gains: played on from where two laws part, counted place by place."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from hexlaw.compiler.desk.compare import pairs, playing_on
from hexlaw.compiler.desk.compare.balance import Balance
from hexlaw.compiler.desk.compare.balance_report import gains_in_words
from hexlaw.compiler.desk.compare.comparison import Comparison, as_json, page
from hexlaw.compiler.desk.compare.confidence import SampleValues
from hexlaw.compiler.desk.compare.differences import Structure
from hexlaw.compiler.desk.compare.findings import LEAD, findings
from hexlaw.compiler.desk.compare.pairs import Arena, Begun, arena
from hexlaw.compiler.desk.compare.playing_on import HANDED_BACK, MAX_TIMES, MIN_PLACES, FromPlaces, Gains, who_gains
from hexlaw.compiler.desk.compare.report import in_lines
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.structure import compare
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.play.journal import Entry

Sides = Callable[[str, str], tuple[ComparedLaw, ComparedLaw]]
Module = Callable[..., str]

STUCK = """\
chapter [ST 1] "Stuck"

rule bar.stuck [ST 1.1]
  "They have had enough."
  forbids move.mover
  when u is a beast and u.side is sunside
"""
BEGUN_WITH = """\
chapter [ST 2] "A head start"

rule score.ahead [ST 2.1]
  over score.fleece
  when p is shadeside
  score(p) is sum(b.fleece for beast b where b.side is p and b is content) + 20
"""
TWO = """\
chapter [ST 1] "Charges"

rule push.young [ST 1.1]
  at step push.charge
  when b is s.pusher and b is not horned
  adds 4

rule push.old [ST 1.2]
  at step push.charge
  when b is s.pusher and b is horned
  adds 4
"""


def day(sides: Sides, variant: str, players: str = "random", situation: str = "last-fine-day") -> Arena:
    return arena(compare(*sides("tutorial", variant)), situation, players.split(","), 50_000)


def gained(table: Arena, processes: int = 1) -> Gains:
    found = who_gains(table, "1", processes)
    assert found is not None
    return found


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many places as a short test has time for."""
    monkeypatch.setattr(playing_on, "MAX_PLACES", 6)


def test_a_side_that_is_held_fast_loses_wherever_that_has_its_say(sides: Sides, module: Module) -> None:
    found = gained(day(sides, module(STUCK), "greedy:12"))
    (played_on,) = found.differences
    assert played_on.by == ("rule:bar.stuck",)
    (wins,) = findings(played_on.balance).wins
    assert (wins.word, wins.helped(played_on.balance.sides)) == ("clearly", "shadeside")
    assert wins.bounds is not None
    assert all(bound * (1 if wins.of == "shadeside" else -1) > 0 for bound in wins.bounds)
    assert "rule:bar.stuck clearly helps shadeside: " in gains_in_words(found)


def test_what_a_position_is_worth_is_no_surer_than_who_wins(sides: Sides, module: Module) -> None:
    (played_on,) = gained(day(sides, module(STUCK))).differences
    found = findings(played_on.balance)
    (wins,) = found.wins
    [lead] = [count for count in found.counts if count.of == LEAD.format("sunside")]
    assert (wins.way, lead.way) == (-1, -1)
    assert lead.by_itself < wins.by_itself == wins.wrong == lead.wrong


def test_a_place_stands_under_both_laws_and_is_played_on_from_as_it_was_begun(
    few: None, sides: Sides, module: Module
) -> None:
    table = day(sides, module(STUCK))
    (played_on,) = gained(table).differences
    seated = table.seatings[0]
    for place in played_on.places[:3]:
        entries: set[tuple[Entry, ...]] = set()
        for law in (table.base, table.variant):
            whole = law.printed(place.seed, seated, 50_000)
            assert whole is not None
            assert tuple(whole.entries[: len(place.begun)]) == place.begun
            for dice in ("here", "there"):
                game = law.printed(place.seed, seated, 50_000, Begun(place.begun, dice))
                assert game is not None
                assert tuple(game.entries[: len(place.begun)]) == place.begun
                entries.add(tuple(game.entries))
        assert len(entries) == 4
        assert place.parting.at == len(place.begun) + 1


def test_what_a_position_is_worth_counts_from_the_place_on(few: None, sides: Sides, module: Module) -> None:
    table = day(sides, module(STUCK))
    place = gained(table).differences[0].places[0]
    whole = table.base.printed(place.seed, table.seatings[0], 50_000)
    assert whole is not None
    last = Begun(whole.entries[:-1], place.seed)
    rest = table.base.printed(place.seed, table.seatings[0], 50_000, last)
    assert rest is not None
    assert rest.played.winner == whole.played.winner
    turns = len(whole.played.leads[0])
    assert len(rest.played.leads[0]) < turns
    assert rest.played.leads[0] == whole.played.leads[0][turns - len(rest.played.leads[0]) :]


def test_a_place_is_one_observation_however_often_it_is_played_on_from(few: None, sides: Sides, module: Module) -> None:
    (played_on,) = gained(day(sides, module(STUCK))).differences
    balance = played_on.balance
    assert (balance.blocks, len(balance.pairs)) == (6, 12)
    (wins,) = findings(balance).wins
    assert wins.differences.counts.total() == len(played_on.places)
    assert wins.exact is not None
    assert wins.exact >= Fraction(2, 2 ** len(played_on.places))


def test_where_there_are_few_places_each_is_played_on_from_the_more_often(
    sides: Sides, module: Module, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing_on, "MAX_SEEDS", 6)
    (played_on,) = gained(day(sides, module(STUCK))).differences
    assert (len(played_on.places), played_on.times, len(played_on.balance.pairs)) == (6, MAX_TIMES, 6 * MAX_TIMES)


def test_of_places_that_are_too_few_for_any_word_none_is_played_on_from(
    few: None, sides: Sides, module: Module
) -> None:
    (played_on,) = gained(day(sides, module(STUCK), "greedy:12")).differences
    balance = played_on.balance
    pair = next(pair for pair in balance.pairs if pair.base.winner != pair.variant.winner)
    words = []
    for places in (MIN_PLACES - 1, MIN_PLACES):
        some = Balance(balance.situation, balance.seatings[:1], values={side: SampleValues() for side in balance.sides})
        some.fixed = places
        for seed in range(places):
            some.add([replace(pair, seed=str(seed))])
        words.append(findings(some).wins[0].word)
    assert words == ["", "perhaps"]


def test_it_is_the_same_with_any_number_of_processes(few: None, sides: Sides, module: Module) -> None:
    table = day(sides, module(STUCK), "random,greedy:12")
    one, two = (gained(table, processes) for processes in (1, 2))
    assert one.searched == two.searched
    places = [place for each in one.differences for place in each.places]
    assert {place.seating for place in places} == {0, 1}
    assert len({place.seed for place in places}) == len(places)
    assert [(a.by, a.places, a.balance.pairs) for a in one.differences] == [
        (b.by, b.places, b.balance.pairs) for b in two.differences
    ]


def test_what_parts_the_laws_is_played_on_from_its_own_places_and_words_allow_for_all(
    sides: Sides, module: Module, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing_on, "MIN_PLACES", 2)
    differences = gained(day(sides, module(TWO), "greedy:12")).differences
    assert len({each.by for each in differences}) == len(differences) >= 2
    assert {key for each in differences for key in each.by} == {"rule:push.young", "rule:push.old"}
    for each in differences:
        assert all(place.parting.by == each.by for place in each.places)
        alone = replace(each.balance, among=1)
        assert each.balance.alarm == alone.alarm / len(differences)
        for told, by_itself in zip(findings(each.balance).wins, findings(alone).wins, strict=True):
            assert told.wrong == min(Fraction(1), len(differences) * by_itself.wrong)


def test_nothing_is_said_where_both_laws_are_one_or_nothing_can_play_them(
    sides: Sides, module: Module, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert who_gains(day(sides, "tutorial with clouds=on", situation="early-snow"), "1", 1) is None
    monkeypatch.setattr(pairs.Table, "target", None)
    assert who_gains(day(sides, module(STUCK)), "1", 1) is None


def test_a_game_that_is_handed_back_tells_nothing(few: None, sides: Sides, module: Module) -> None:
    table = day(sides, module(STUCK))
    places = gained(table).differences[0].places
    pair = FromPlaces.of(replace(table, most=1), places, 2, 1).pair("1-1", 0)
    assert {pair.base.stopped, pair.variant.stopped} == {HANDED_BACK}
    balance = Balance("last-fine-day", (dict(table.seatings[0]),) * 2)
    balance.add([pair] * 2)
    assert (balance.stopped, balance.scores) == (1, [])


@pytest.mark.parametrize(
    ("law", "files"), [(BEGUN_WITH, {}), ("", {"situations/last-fine-day.yaml": "game: {last-round: 12}\n"})]
)
def test_a_place_may_be_where_a_game_is_over_under_one_law_or_both(
    sides: Sides, module: Module, law: str, files: dict[str, str]
) -> None:
    table = day(sides, module(law, **files))
    found = gained(table)
    (played_on,) = found.differences
    assert all(place.parting.base.startswith("the game is over: ") for place in played_on.places)
    whole = {place.seed: table.base.printed(place.seed, table.seatings[0], 50_000) for place in played_on.places}
    for pair in played_on.balance.pairs:
        place = played_on.places[int(pair.seed.rpartition("-")[2]) - 1]
        game = whole[place.seed]
        assert game is not None
        assert (pair.base.winner, pair.base.report) == (game.played.winner, game.played.report)


def test_where_games_seldom_part_nothing_is_said(sides: Sides, module: Module, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing_on, "MAX_SEEDS", MIN_PLACES - 1)
    found = gained(day(sides, module(STUCK)))
    assert (found.searched, found.differences) == (MIN_PLACES - 1, ())
    assert gains_in_words(found) == ""
    (line,) = in_lines("gains", found)
    pairs = f"in {MIN_PLACES - 1} pairs of games there are too few places where the two laws part"
    assert line == f"who gains in last-fine-day: {pairs}"


def test_it_is_told_in_lines_on_the_page_and_as_data(few: None, sides: Sides, module: Module) -> None:
    found = gained(day(sides, module(STUCK)))
    (played_on,) = found.differences
    head, first, places, *rest = in_lines("gains", found)
    assert head == "who gains in last-fine-day, as random plays on from where the two laws part:"
    assert first.startswith("  rule:bar.stuck: ")
    assert places.startswith(
        f"    from {len(played_on.places)} places in games, {played_on.times} times each under both laws"
    )
    at = played_on.places[0].parting
    assert rest[-1].strip() == f"for example seed {played_on.places[0].seed}, answer {at.at}: {at.base} | {at.variant}"
    comparison = Comparison("a", "b", Structure((), {}), gains=[found])
    assert "<h2>Who gains in last-fine-day</h2>" in page(comparison, "")
    (data,) = as_json(comparison)["who-gains"]
    assert (data["situation"], data["looked-at"]) == ("last-fine-day", found.searched)
    (difference,) = data["differences"]
    assert difference["by"] == ["rule:bar.stuck"]
    assert [place["seed"] for place in difference["places"]] == [place.seed for place in played_on.places]
    assert difference["games"]["pairs"] == len(played_on.balance.pairs)

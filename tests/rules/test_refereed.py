"""The referee of the armored family: its law is fine, and it finds an illegal answer wherever it is put.

Into each of ten kept games one answer is put that the law forbids, at a place by lot and without a word; the rest of
the game stays as it was. Each day some are tried, by rotation all.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from rotation import DAY, drawn

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.cli import main
from hexlaw.compiler.situations.games import game_of_journal, open_journal
from hexlaw.compiler.workspace.workspace import Workspace
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Entry, Journal
from hexlaw.runtime.play.questions import Choose
from hexlaw.runtime.words import in_words

RULES = Path(__file__).resolve().parents[2] / "rules"
JOURNALS = sorted(RULES.glob("*/journals/*.journal"), key=Path.as_posix)
GOES_ON = 8
"""Answers that are left behind the one that is put."""


@pytest.mark.parametrize("base", ["panzer-leader", "panzerblitz"])
def test_the_law_of_the_referee_is_fine(base: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", f"{base} + panzer-referee"]) == 0
    told = capsys.readouterr().out
    assert f"{base} + panzer-referee: fine (" in told
    assert "warning" not in told


def illegal(game: Game, entries: list[Entry], lot: Random) -> tuple[int, str]:
    """A place from somewhere on, and what is forbidden there in place of the answer that was given."""
    since = lot.randrange(30, min(len(entries) // 2, 160))
    for number, entry in enumerate(entries):
        if number >= since and isinstance(game.question, Choose):
            those = game.eligible()
            for answer in lot.sample(those, min(len(those), 12)):
                if not game.allows(answer):
                    return number, in_words(answer, game.position)
        if not entry.lapsed:
            given = game.meant(entry.answer)
            assert given is not None
            game.put(given)
    pytest.fail("nothing is forbidden behind that place")


@pytest.mark.parametrize("number", drawn(range(10), 3))
def test_an_illegal_answer_is_found_wherever_it_is_put(number: int, tmp_path: Path) -> None:
    lot = Random(f"{DAY} {number}")
    path = lot.choice([path for path in JOURNALS if len(path.read_text("ascii").splitlines()) > 80])
    journal = open_journal(path, Diagnostics())
    assert journal is not None
    begun = game_of_journal(journal, None, None, Diagnostics())
    assert begun is not None
    entries = [*journal.entries]
    place, answer = illegal(begun[1], entries, lot)
    entries[place] = Entry(entries[place].side, entries[place].asked, answer, player=entries[place].player)
    edited = tmp_path / "edited.journal"
    edited.write_text("".join(Journal(journal.header, entries[: place + GOES_ON]).lines()), "ascii")
    [refereed] = Workspace().referee([str(edited)])
    first = refereed.remarks[0]
    assert (first.place, first.sort) == (f"edited.journal:{place + 2}", "illegal"), (path.name, first)
    assert first.rule, (path.name, first)


LANDING = """module: {}
cases:
  - id: onto-the-enemy
    map:
      grid: {{orientation: pointy, lines: [A, B, C], lengths: [8], shifted: second, name: "{{line}}-{{number}}"}}
      hexes: {{A-2: {{terrain: [sea]}}, B-2: {{terrain: [beach]}}, B-3: {{terrain: [beach]}}}}
    game: {{turn: 3}}
    acting: allied
    now: vehicles
    pieces:
      rifles: {{type: rifle-platoon-american, at: A-2, afloat: yes, afloat-since: 2}}
      tiger: {{type: tiger-ii, at: B-2}}
    play:
      - land.lander: rifles
      - land.beach: B-2
    ask: rifles.hex
    expect: B-2
"""
LETS_THROUGH = """drop move.enemy [HR 1] "as before the landings were mended"
"""


def sorts(module: str, folder: Path) -> list[tuple[str, str]]:
    """What is said of the landing: the sort of each remark, and its rule where it is broken."""
    account = folder / "landing.cases.yaml"
    account.write_text(LANDING.format(module), "utf-8")
    [refereed] = Workspace().referee([str(account)])
    return [(r.sort, r.rule.split()[0] if r.sort == "broken" else "") for r in refereed.remarks]


def test_a_landing_on_the_enemy_is_illegal_and_breaks_what_must_hold(tmp_path: Path) -> None:
    assert sorts("panzer-leader", tmp_path) == [("legal", ""), ("illegal", ""), ("broken", "together.no-enemies")]


def test_what_a_law_lets_through_is_found_all_the_same(tmp_path: Path) -> None:
    """Without the rule that closes hexes of the enemy the landing is legal, as it was in games that were kept then."""
    loose = tmp_path / "loose"
    loose.mkdir()
    (loose / "module.yaml").write_text(
        "module: loose\ntitle: Loose\nversion: 1.0.0\nextends: panzer-leader\nsources: {HR: {title: House rules}}\n"
        "speaks-for: [HR]\ndefault-source: HR\n", "utf-8",
    )  # fmt: skip
    (loose / "01.law").write_text(f'chapter [1] "Landing"\n\n{LETS_THROUGH}', "utf-8")
    assert sorts(str(loose), tmp_path) == [("legal", ""), ("legal", ""), ("broken", "together.no-enemies")]

"""Five whole games, of five laws, are played again at the page and at the terminal: all that is read is in people's
words, no name of the law among them. What was answered stands in the journals of these laws."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from rotation import drawn

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.games import begin_game
from hexlaw.compiler.wasm.following import target_of
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.journal import Journal, read_journal

from ..compiler.studio.person_at_page import Person
from ..compiler.typed_commands import typed
from .test_words_in_play import NAME, names_of_the_law, shown

RULES = Path(__file__).resolve().parents[2] / "rules"
GAMES = [
    "tutorial/journals/last-fine-day-greedy-2",
    "ravna/journals/towards-ravna-random-1",
    "panzer-grenadier/journals/mud-and-night-greedy-4",
    "panssari-salama/journals/saija-random-1",
    "panzer-leader/journals/beach-landing-greedy-4",
]


def journal_of(name: str) -> Journal:
    journal, damage = read_journal(Path(RULES, f"{name}.journal").read_text("utf-8").splitlines(keepends=True))
    assert journal is not None
    assert damage is None
    return journal


def played_again(person: Person, journal: Journal, seen: set[str]) -> Iterator[str]:
    """Answers as it stands in a journal, as far as anybody is asked; yields what is typed for that."""
    while not person.state["over"] and person.state["answers"] < len(journal.entries):
        if to := person.state.get("hands-over"):
            person.ask("take", who=to)
        else:
            number, done = person.state["answers"], person.state["done"]
            over = "end end" if person.state["takes"] and done and done["ends"] else "done"
            given = journal.entries[number].answer
            yield (line := over if given == "done" else given)
            seen.update(person.type(line))
            assert person.state["answers"] > number, line
        seen.update(shown(person.state))


@pytest.mark.parametrize("name", [GAMES[0], *drawn(GAMES[1:], 1)])
def test_a_whole_game_shows_no_name_of_the_law(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    journal = journal_of(name)
    module, situation, seed = (journal.header[key] for key in ("module", "situation", "seed"))
    chosen = Configuration(options=journal.header["options"], readings=journal.header["readings"])
    compilation = compile_modules(module, Diagnostics())
    assert compilation is not None
    game = begin_game(compilation, situation, chosen, seed, Diagnostics())
    assert game is not None
    target_of(game)  # printed once for page and terminal
    person, seen = Person(module, situation, seed=seed, chosen=chosen), set[str]()
    lines = [*played_again(person, journal, seen)]
    assert [entry.answer for entry in person.game.entries] == [entry.answer for entry in journal.entries]

    known = names_of_the_law(module) - {*person.game.setup.position.things, *person.game.position.things}
    assert known
    assert {word for line in seen for word in NAME.findall(line)} & known == set()

    capsys.readouterr()
    options = [
        word for option, on in chosen.options.items() for word in ("--option", f"{option}={'on' if on else 'off'}")
    ]
    answers = "".join(f"{line}\n" for line in [*lines, "log"])
    typed("play", module, situation, "--seed", seed, *options, answers=answers, monkeypatch=monkeypatch)
    told = capsys.readouterr().out.partition("its journal")[0]
    assert told.count("\n") > len(lines)
    assert {*NAME.findall(told)} & known == set()

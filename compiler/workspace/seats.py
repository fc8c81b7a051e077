"""Who plays: programs, and answers that are written in files, by who is asked."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.base.texts import DISK
from hexlaw.compiler.programs import at_the_table, playing_program
from hexlaw.compiler.situations.games import Prepared
from hexlaw.compiler.situations.played_out import styled
from hexlaw.compiler.wasm.target import Target
from hexlaw.compiler.workspace.compiled_laws import read_by, side_of
from hexlaw.compiler.workspace.own_players import OWN, OwnPlayer
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.players import Player, ScriptedPlayer, Unfit
from hexlaw.runtime.play.seating import seats

SCRIPTED = "scripted"
"""The player whose answers are written in a file, as in `scripted:opening.txt`."""


def players_of(text: str, game: Game, seed: str, find: Callable[[], Target] | None = None) -> dict[str, Player]:
    """Returns the players that `--players` names. Where no target is found for them that follows the game, they have
    one of their own, and the game judges what they answer."""
    return begun(names_of(text, game), game, seed, find or partial(Target, game.agenda, game.setup, game.setup.key))


def in_their_styles(game: Game, text: str | None) -> Game:
    """Returns a game at its beginning, in which the programs that `--against` names play in their styles."""
    setup = game.setup if text is None else styled(game.setup, names_of(text, game))
    if setup is game.setup:
        return game
    return Game(game.agenda, setup, game.seed, chance=game.chance, seeds=game.seeds)


def begun(named: dict[str, str], game: Game | Prepared, seed: str, find: Callable[[], Target]) -> dict[str, Player]:
    """Returns the players by who is asked. Programs that look ahead are asked in the target that is found."""
    besides = {seat: name for seat, name in named.items() if OWN(name) or name.partition(":")[0] == SCRIPTED}
    programs = {seat: name for seat, name in named.items() if seat not in besides}
    for name in programs.values():
        playing_program(name, [game.setup.worth], [game.law], [SCRIPTED])
    at = game if isinstance(game, Game) else game.game(seed)
    others = {
        seat: OwnPlayer(name, seat, at) if OWN(name) else written_answers(name, Diagnostics()).player()
        for seat, name in besides.items()
    }
    return at_the_table(programs, game.position, seed, find, others)


def names_of(text: str, game: Game | Prepared) -> dict[str, str]:
    """Returns the names of the programs by who is asked, as in `--players`: a player, or a side with its players."""
    at, sides = seats(game.position), game.law.sides
    words = [word.strip() for word in text.split(",")]
    named: dict[str, str] = {}
    if all("=" in word for word in words):
        named = dict(word.split("=", 1) for word in words)
        for who in named:
            if who not in at:
                side_of(game.law, who)
    elif len(words) == 1:
        named = dict.fromkeys(at, words[0])
    elif len(words) in (len(at), len(sides)):
        named = dict(zip(at if len(words) == len(at) else sides, words, strict=True))
    else:
        number = f"{len(sides)} sides" if len(sides) == len(at) else f"{len(at)} players of {len(sides)} sides"
        raise Refused(f"`--players {text}` names {len(words)} players for {number}: {', '.join(at)}")
    return {seat: named.get(seat, named.get(side, "random")) for seat, side in at.items()}


def by_side(named: dict[str, str], game: Game | Prepared) -> dict[str, str]:
    """Returns who plays a side, for those who tell who has won: `random`, or `king greedy, marshal random`."""
    at = seats(game.position)
    playing = grouped((at[seat], name if at[seat] == seat else f"{seat} {name}") for seat, name in named.items())
    return {side: ", ".join(names) for side, names in playing.items()}


def written_answers(name: str, diagnostics: Diagnostics) -> ScriptedAnswers:
    """Returns the answers that `scripted:FILE` names."""
    if not (path := name.partition(":")[2]):
        raise Refused(
            f"`{SCRIPTED}` plays what is written: name the file with its answers, as in `{SCRIPTED}:opening.txt`"
        )
    return read_by(partial(read_scripted_answers, path), diagnostics)


MAX_SIZE = 1_000_000
"""Bytes of a file: more than anybody answers in a game."""
_ANSWER_OR_REMARK = re.compile(r"#[^\n]*|[^\s#]\S*")


@dataclass(frozen=True)
class ScriptedAnswers:
    """The answers of one side, with where each stands: as they are typed at the table, names with blanks between them,
    on any number of lines. From `#` on, a line is a comment."""

    source: Source
    places: tuple[tuple[int, int], ...]

    def player(self) -> ScriptedPlayer:
        return ScriptedPlayer([self.source.text[start:end] for start, end in self.places])

    def tell(self, unfit: Unfit, diagnostics: Diagnostics) -> None:
        """Says of an answer that does not fit where it stands; of one that is missing, where the file ends."""
        end = len(self.source.text)
        place = self.places[unfit.number] if unfit.number < len(self.places) else (end, end)
        diagnostics.report("HX329", self.source.span(*place), unfit.message, help=unfit.help)


def read_scripted_answers(path: str, diagnostics: Diagnostics) -> ScriptedAnswers | None:
    if (source := DISK.read(Path(path), path, MAX_SIZE, diagnostics)) is None:
        return None
    found = [match.span() for match in _ANSWER_OR_REMARK.finditer(source.text) if not match[0].startswith("#")]
    return ScriptedAnswers(source, tuple(found))

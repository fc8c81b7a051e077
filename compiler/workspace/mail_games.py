"""Games by mail at this machine: begun, taken up from a file, played on, and sent to who decides next."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from secrets import token_hex

from msgspec.structs import replace

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.base.files import Unwritable, free_name, write_whole
from hexlaw.compiler.base.texts import Texts
from hexlaw.compiler.desk.table.tabletop import Absent, Tabletop, who_answers
from hexlaw.compiler.situations.games import begin_game, game_of_journal, header_of, modules_of
from hexlaw.compiler.situations.turns import Key, Mailed, MailedFile, Person, sealed
from hexlaw.compiler.workspace.compiled_laws import Compiled, read_by, side_of
from hexlaw.compiler.workspace.requests import AtTable
from hexlaw.compiler.workspace.table_games import Laid, Opened, laid
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.dice import BY_MAIL
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Entry, Journal
from hexlaw.runtime.play.questions import DONE
from hexlaw.runtime.play.replay import Differs, steps_again
from hexlaw.runtime.play.seating import in_the_game, seats
from hexlaw.runtime.play.state import apart

NAME = re.compile(r"\w[\w-]{0,40}")


def person(name: str) -> Person:
    """Returns who plays by mail at this machine."""
    if not NAME.fullmatch(name):
        raise Refused(f"`--as {name}` is not a name", "letters, digits and `-` will do")
    home = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return Person(Path(home, "hexlaw", "mail", name))


def begin(read: Compiled, module: str, situation: str, chosen: Configuration, at: AtTable) -> Laid:
    """Begins a game: its first file asks the others to take their seats."""
    found, me, path = Diagnostics(), person(at.who), read.compilation.chain.texts.at(f"{situation}.journal")
    game = read_by(partial(begin_game, read.compilation, situation, chosen, token_hex(16), chance=BY_MAIL), found)
    head = header_of(read.compilation, module, game, chosen, path)
    mailed = me.with_turn(Mailed(head), plays=_seat(game, at.side, {}))
    if not _free(game, mailed.seats):
        raise Refused("there is nobody else in this situation", "play it without `--mail`")
    return Laid(None, tuple(found), tuple(_Post(me, MailedFile(me, mailed, path, head), game, path.parent).sent()))


def take_up(name: str, at: AtTable, texts: Texts) -> Laid:
    """Goes on with the game of a file that has come, or tells what is to be done with it."""
    path, me, found = texts.at(name), person(at.who), Diagnostics()
    came = replace(me.opened(path, name), pending=())  # answers that nobody has signed are one's own alone
    place = me.place(came)
    kept = me.opened(place, str(place)) if os.path.lexists(place) else None
    if kept is not None:
        _compare(came, kept, name, me.key)
    now = came if kept is None or len(kept.turns) < len(came.turns) else kept
    modules = modules_of(path, now.head)
    compilation, game = read_by(partial(game_of_journal, Journal(now.head), modules, None, texts=texts), found)
    if compilation.law_hash != now.head.get("graph") or game.chance != BY_MAIL:
        both = "all who play need the same version of Hexlaw and of the module"
        raise Refused(f"the law here is not the one that `{name}` is played under", both)
    file = MailedFile(me, now, path.with_name(f"{game.setup.situation}.journal"), {**now.head, "module": modules})
    post, seat = _Post(me, file, game, path.parent), now.seat_of(me.key)
    if at.side is not None and seat not in ("", at.side):
        raise Refused(f"you play {seat} in this game", "leave out `--side`")
    since = post.play_again(name)
    file.shown = free_name(file.shown, post.laid_open() if game.over else None)
    notes = [f"game {now.letters}, turn {len(now.turns)}" if now.letters else f"turn {len(now.turns)}"]
    if not seat:
        file.game = me.with_turn(now, plays=_seat(game, at.side, now.seats))
        return Laid(None, tuple(found), (f"you play {file.game.seat_of(me.key)}", *post.sent()))
    if kept is None:
        notes.append("nothing is kept here of this game, so nobody can tell whether its past is as it was")
    if now.turns[-1].by == me.key:
        said = "this is the file that you have sent" if len(came.turns) == len(now.turns) else "you have answered it"
        return Laid(None, tuple(found), (*notes, f"{said}; nobody answers twice", *post.sent()))
    may_look = file.answered and game.undoable  # at a turn that is over, before it is sealed
    if not post.is_mine and not game.over and not may_look:
        if file.answered:
            return Laid(None, tuple(found), (*notes, *post.after()))
        if post.owner(post.who) != now.turns[-1].by:
            raise Refused(f"it is for {post.who} to decide", f"send them `{name}`")
        file.game = me.with_turn(now)  # the first turn with dice follows on one of another
        return Laid(None, tuple(found), (*notes, f"{post.who} goes on", *post.sent()))
    owners = {who: post.owner(who) for who in seats(game.position)}
    others = {who: Absent(post.declined(key)) for who, key in owners.items() if key not in (None, me.key)}
    opened = Opened(compilation, game, file, file.write_whole, found, tuple(notes))
    command = (
        f"hexlaw play --mail {shlex.quote(str(path))}" + f" --as {at.who}" * (at.who != "me") + " --serve" * at.in_page
    )
    table = laid(opened, at, others, dict.fromkeys(others, "another"), seats(game.position).get(seat, seat), command)
    if table.table is not None:
        table.table.declined = post.declined(me.key)
    if table.table is not None and not now.pending:
        log = table.table.event_log
        log.reported = log.news_since = since
    table.after, table.mailed, table.is_by_mail = partial(post.after, table.table), post.mailed, True
    return table


def _compare(came: Mailed, kept: Mailed, name: str, me: Key) -> None:
    """Refuses a file whose past is not the one that is kept, or that is older."""
    pairs = enumerate(zip(came.chain, kept.chain, strict=False))
    differs = next((number for number, (this, that) in pairs if this != that), None)
    if differs is not None:
        by = kept.turns[differs - 1].by
        whose = "you have written" if by == me else f"{kept.seat_of(by)} has sent"
        help_ = "somebody has answered one file twice, or written the past anew. Your game is kept as it was"
        raise Refused(f"turn {differs} in `{name}` is not the one that {whose} before", help_)
    if len(came.turns) < len(kept.turns) - (kept.turns[-1].by == me):
        ends = f"it ends with turn {len(came.turns)}, and turn {len(kept.turns)} has been here"
        raise Refused(f"`{name}` is an older file: {ends}", "take up the newest")


def _free(game: Game, taken: Mapping[str, Key]) -> list[str]:
    """Returns the seats that nobody has taken, of the sides that are in the game."""
    begun = game.setup.position
    sides = in_the_game(begun)
    return [seat for seat, of in seats(begun).items() if of in sides and taken.keys().isdisjoint((seat, of))]


def _seat(game: Game, wanted: str | None, taken: Mapping[str, Key]) -> str:
    """Returns the side or player that somebody takes: the one that they want, or else the first that is free."""
    free, of = _free(game, taken), seats(game.setup.position)
    if wanted is not None and wanted not in of:
        side_of(game.law, wanted)
    whole = {*of.values()} - {side for seat, side in of.items() if seat not in free}
    if not free or wanted not in (None, *free, *whole):
        raise Refused(f"{wanted or 'every side'} is taken already", f"free: {', '.join(free)}" if free else None)
    return wanted or (of[free[0]] if of[free[0]] in whole else free[0])


@dataclass
class _Post:
    """A game by mail here, and where its files go."""

    me: Person
    file: MailedFile
    game: Game
    folder: Path
    mailed: list[Path] = field(default_factory=list)  # the file that was written last

    @property
    def who(self) -> str:
        """Returns who decides next; nobody where dice are thrown."""
        return "" if self.game.question is None else who_answers(self.game.question)

    @property
    def is_mine(self) -> bool:
        return not self.game.over and self.game.question is not None and self.owner(self.who) in (None, self.me.key)

    def owner(self, who: str) -> Key | None:
        """Returns who has taken the seat of a player, or of their side."""
        taken = self.file.game.seats
        return taken.get(who) or taken.get(seats(self.game.position).get(who, ""))

    def play_again(self, name: str) -> int:
        """Brings the game to where it stands, if all that was answered could be. Returns how many entries there were
        when the person's last turn was over."""
        game, now, since = self.game, self.file.game, 0
        game.seeds, game.holds_turns = now.seeds(self.me), True
        for number, turn in enumerate(now.turns):
            if turn.plays:
                _seat(game, turn.plays, {earlier.plays: earlier.by for earlier in now.turns[:number]})
        answers, by, number = now.answers(self.me), [*(turn.by for turn in now.turns), self.me.key], 0
        steps = steps_again(game, [entry for _, entry in answers if entry is not None])
        offered: dict[int, set[tuple[str, ...]]] = {at: {()} for at in range(len(by))}  # to the writer of a turn
        for at, entry in answers:
            offered[at] |= {game.offered} if self.owner(self.who) == by[at] else set()
            game.takes_back = at == len(now.turns)  # what was sent stands
            is_declined = Absent(self.declined(self.owner(self.who), at)).declines(game)
            writer, step = by[at], None if entry is None else next(steps)
            if entry is None or step is None:
                frame = apart(game.to_read.frames)
                wrong = "nothing is secret here"
                if frame is not None and self.owner(frame.side or "") == writer:
                    game.pass_over(frame)
                    wrong = ""
            elif isinstance(step, Differs):
                wrong = step.message
            elif step.thrown is not None:
                wrong = f"the dice show {step.thrown} and not {entry.answer}"
            else:
                who = "" if entry.lapsed else game.entries[step.number - 1].who
                may = self.owner(who) in (None, writer) or (is_declined and entry.answer == DONE)
                wrong = "" if may else f"it is for {who} to answer"
            if wrong:
                whose = f"answer {number + 1} in `{name}`, by {now.seat_of(writer)}"
                raise Refused(f"{whose}, cannot be: {wrong}", "do not go on with this file")
            number = len(game.entries)
            if writer == self.me.key and not (at and now.turns[at - 1].closed):
                since = number  # what was closed when the person answered is news now
        for at, turn in enumerate(now.turns):
            if turn.declines not in (*offered[at], self.declined(turn.by, at)):
                said = f"turn {at + 1} in `{name}`, by {now.seat_of(turn.by)}, declines what was not offered"
                raise Refused(said, "do not go on with this file")
        game.takes_back = True
        self.file.journal.entries.extend(game.entries)
        return since

    def declined(self, who: Key | None, turns: int | None = None) -> tuple[str, ...]:
        """Returns what somebody has declined in the last of their turns, among so many."""
        return next((turn.declines for turn in reversed(self.file.game.turns[:turns]) if turn.by == who), ())

    def after(self, table: Tabletop | None = None) -> list[str]:
        """Adds a turn with the answers, if another decides next; opens a game that is over. Returns what to do next."""
        if self.is_mine or (table is not None and table.is_left):
            return []
        own = [turn for turn in self.file.game.turns if turn.by == self.me.key][-1]
        if self.file.answered or (own.closed and own is not self.file.game.turns[-1]):
            answered, closed = self.file.answered, self._to_close()
            entries, declines = answered[: len(answered) - len(closed)], () if table is None else table.declined
            self.file.game = self.me.with_turn(self.file.game, entries, closed=closed, declines=declines)
        lines = self.sent() if self.file.game.turns[-1].by == self.me.key else []
        if self.game.over and not os.path.lexists(self.file.shown):
            try:
                write_whole(self.file.shown, self.laid_open())
            except Unwritable as problem:
                raise Refused(str(problem), "; ".join(lines) or None) from None
        return lines

    def laid_open(self) -> bytes:
        """Returns an ordinary journal of the game."""
        seeds = {str(n): seed for n, seed in self.game.seeds.items() if n < len(self.game.entries)}
        return "".join(Journal({**self.file.game.head, "seeds": seeds}, self.game.entries).lines()).encode()

    def _to_close(self) -> list[Entry]:
        """Returns what was answered in a part that all run at once, if the other of two who play is still to give
        theirs. Not where numbers were drawn for names: those of the other hang on them."""
        frame = apart(self.game.to_read.frames)
        if frame is None or frame.is_veiled or len(self.file.game.seats) != 2 or self.game.seed_of_names is not None:
            return []
        answered = self.file.answered
        share = answered[max(len(answered) - len(self.game.entries) + self.game.apart_since, 0) :]
        return share if any(one.apart != frame.side and not one.lapsed for one in share) else []

    def sent(self) -> list[str]:
        """Keeps the game, and writes the file for those who decide next. Returns what is to be done with it."""
        game = self.file.game
        free, others = _free(self.game, game.seats), [seat for seat, by in game.seats.items() if by != self.me.key]
        to = f"who is to play {free[0]}" if free else ", ".join(others)
        if not free and not self.game.over and (owner := self.owner(self.who)) not in (None, self.me.key):
            to = game.seat_of(owner)
        path, is_there = self.folder / f"{self.game.setup.situation}-{len(game.turns)}.turn", False
        with suppress(Refused):
            is_there = os.path.lexists(path) and self.me.opened(path, str(path)).chain == game.chain
        self.file.write_whole()
        if not is_there:
            write_whole(path := free_name(path), sealed(game, () if free else sorted(game.seats.values())))
        self.mailed[:] = [path]
        return [f"send `{path}` to {to}: `hexlaw play --mail {path.name}` takes it up"]

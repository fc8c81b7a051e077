"""Turns that go by mail: a game as one file, to which whoever has to decide adds what they answered, sealed for those
who play it.

Each person has a key, in a file of their own. A turn is signed with the key of who wrote it, and its signature covers
all turns before it: what was changed, cut out or put in another order is told, by whom it was written is certain, and
two answers to one file stay two. The file is encrypted for the keys of those who play, and so is what each machine
keeps of a game between two files. All of that is done by PyNaCl (libsodium).

The dice of a turn fall by a seed made of all turns before it and of a number of its writer. That number is worked out
from the writer's key, and its digest stood in the writer's turn before: nobody can choose it once the others have
answered, and nobody else knows it before. So a file that is taken up once more has the same dice.
"""

from __future__ import annotations

import hmac
import json
import os
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes
from typing import Annotated

import msgspec
from msgspec import Meta
from nacl.bindings import crypto_core_ed25519_is_valid_point
from nacl.exceptions import CryptoError
from nacl.public import SealedBox
from nacl.secret import SecretBox
from nacl.signing import SigningKey, VerifyKey

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.base.files import make_folder, read_bounded, why_not
from hexlaw.compiler.situations.games import JournalFile
from hexlaw.runtime.play.journal import Entry, Journal, entry_of, wrong_header

FORMAT = "hexlaw-turn"
VERSION = 1
MAX_BYTES = 64_000_000
MAX_TURNS = 5_000
ASK_AGAIN = "ask for it once more"
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Key = Digest
"""The public half of a key, by which a person is known."""
Record = dict[str, str]


class Turn(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one person has answered until another had to decide."""

    by: Key
    next: Digest  # of the number for the dice of their next turn
    plays: str = ""  # the side or player that they take, in their first turn
    number: str = ""  # the one whose digest stood in their turn before
    entries: tuple[Record, ...] = ()  # as a journal has them
    closed: str = ""  # the digest of what followed them in a part that all run at once, until the others are done
    box: str = ""  # the same answers, sealed for their writer
    opens: tuple[Record, ...] = ()  # what was closed in their turn before
    declines: tuple[str, ...] = ()  # what they are offered no more until a part is over, as `Game.offered` says it
    signature: Annotated[str, Meta(pattern=r"^[0-9a-f]{128}\Z")] = "0" * 128


class Mailed(msgspec.Struct, frozen=True, dict=True):
    head: dict[str, object]  # as in a journal
    turns: tuple[Turn, ...] = ()
    pending: tuple[Record, ...] = ()  # what its owner has answered since, where a machine keeps it

    @cached_property
    def chain(self) -> list[str]:
        """Returns a digest of the game as it began, and of each turn with all before it."""
        found = [sha256(json.dumps(self.head, sort_keys=True).encode()).hexdigest()]
        for turn in self.turns:
            said = {**msgspec.to_builtins(turn), "signature": found[-1]}
            found.append(sha256(json.dumps(said, sort_keys=True).encode()).hexdigest())
        return found

    @property
    def seats(self) -> dict[str, Key]:
        """Returns who plays, by side or player."""
        return {turn.plays: turn.by for turn in self.turns if turn.plays}

    @property
    def letters(self) -> str:
        """Returns what all who play can compare, to see that nobody stands between them: 40 bits, of the turns in which
        they took their seats and of the first number of each. The digests of these numbers stood in those turns, so
        nobody can choose what the letters will be. Nothing until each has shown theirs."""
        shown = dict[Key, str]()
        for turn in self.turns:
            shown |= {turn.by: turn.number} if turn.number and turn.by not in shown else {}
        if not shown or shown.keys() != {*self.seats.values()}:
            return ""
        code = sha256(f"{self.chain[len(self.seats)]} {' '.join(shown[key] for key in self.seats.values())}".encode())
        return f"{code.hexdigest()[:5]}-{code.hexdigest()[5:10]}"

    def seat_of(self, key: Key) -> str:
        return next((seat for seat, by in self.seats.items() if by == key), "")

    def answers(self, me: Person) -> list[tuple[int, Entry | None]]:
        """Returns what was answered in all turns, and since, each with the number of its turn from 0; None in place of
        what its writer has closed so far."""
        found: list[tuple[int, Entry | None]] = []
        for number, turn in enumerate(self.turns):
            found += ((number, _entry(record)) for record in turn.entries)
            if turn.closed:
                opening = next((one.opens for one in self.turns[number + 1 :] if one.by == turn.by), None)
                share = me.unboxed(turn) if turn.by == me.key else opening
                found += [(number, None)] if share is None else ((number, _entry(record)) for record in share)
        return [*found, *((len(self.turns), _entry(record)) for record in self.pending)]

    def seeds(self, me: Person) -> dict[int, str]:
        """Returns the seeds of the dice, by how many answers there were when a turn with them began; the last one is
        for the turn of a person who plays on."""
        known = [number for number, entry in self.answers(me) if entry is not None]
        numbers = [*(turn.number for turn in self.turns), me.shown(self)]
        return {
            sum(turn < number for turn in known): sha256(f"{before} {shown}".encode()).hexdigest()
            for number, (before, shown) in enumerate(zip(self.chain, numbers, strict=True)) if shown
        }  # fmt: skip


def _entry(record: Record) -> Entry:
    entry = entry_of(record)
    if entry is None or Journal.record(entry) != record:
        raise Refused("a line of this game answers nothing that a game asks", ASK_AGAIN)
    return entry


class _Envelope(msgspec.Struct):
    format: str
    version: int
    keys: dict[Key, str]  # for each who may read it, what its body is sealed with; none where all may
    body: str


@dataclass(frozen=True)
class Person:
    """Somebody who plays by mail at this machine, and the folder with their key and what is kept of their games."""

    folder: Path

    @cached_property
    def _secret(self) -> SigningKey:
        path = self.folder / "key"
        try:
            if not os.path.lexists(path):
                make_folder(self.folder)
                os.chmod(self.folder, 0o700)
                with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
                    stream.write(token_bytes(32).hex())
            return SigningKey(bytes.fromhex(path.read_text("ascii")))
        except OSError as problem:
            raise Refused(f"your key cannot be kept in `{path}`: {why_not(problem)}") from None
        except (ValueError, CryptoError):
            raise Refused(f"`{path}` is not a key for games by mail", "put back the one that was there") from None

    @property
    def key(self) -> Key:
        return bytes(self._secret.verify_key).hex()

    def number(self, game: str, turn: int) -> str:
        """Returns the number for the dice of the person's own n-th turn in a game."""
        return hmac.digest(bytes(self._secret), f"dice {game} {turn}".encode(), "sha256").hex()

    def shown(self, game: Mailed) -> str:
        """Returns the number for the dice of the person's next turn, unless they have no seat yet."""
        own = sum(turn.by == self.key for turn in game.turns)
        return self.number(game.chain[0], own) if own else ""

    def unboxed(self, turn: Turn) -> tuple[Record, ...]:
        """Returns what the person has closed in a turn."""
        box = SealedBox(self._secret.to_curve25519_private_key()).decrypt(b64decode(turn.box))
        return msgspec.json.decode(box, type=tuple[Record, ...])

    def with_turn(
        self, game: Mailed, entries: Sequence[Entry] = (), plays: str = "", closed: Sequence[Entry] = (),
        declines: tuple[str, ...] = (),
    ) -> Mailed:  # fmt: skip
        """Returns a game with one turn more, in which some answers are not to be read before the next one."""
        own = [turn for turn in game.turns if turn.by == self.key]
        following = sha256(self.number(game.chain[0], len(own) + 1).encode()).hexdigest()
        turn = Turn(
            self.key, following, plays, self.shown(game), tuple(map(Journal.record, entries)), declines=declines
        )
        if own and own[-1].closed:
            turn = msgspec.structs.replace(turn, opens=self.unboxed(own[-1]))
        if closed:
            share = tuple(map(Journal.record, closed))
            digest = digest_of(share, self.number(game.chain[0], len(own) + 1))
            box = SealedBox(self._secret.to_curve25519_private_key().public_key).encrypt(msgspec.json.encode(share))
            turn = msgspec.structs.replace(turn, closed=digest, box=b64encode(box).decode())
        signature = self._secret.sign(Mailed(game.head, (*game.turns, turn)).chain[-1].encode()).signature.hex()
        return Mailed(game.head, (*game.turns, msgspec.structs.replace(turn, signature=signature)))

    def place(self, game: Mailed) -> Path:
        """Returns where this machine keeps a game."""
        return self.folder / f"{game.chain[0][:32]}.kept"

    def opened(self, path: Path, name: str) -> Mailed:
        """Returns the game of a file, after reading all of its turns."""
        try:
            envelope = _read(path, name)
            body = b64decode(envelope.body, validate=True)
            if envelope.keys:
                if self.key not in envelope.keys:
                    help_ = f"your key lies in `{self.folder / 'key'}`; if you play at two machines, take it along"
                    raise Refused(f"`{name}` is sealed for others", help_)
                sealed_key = b64decode(envelope.keys[self.key], validate=True)
                body = SecretBox(SealedBox(self._secret.to_curve25519_private_key()).decrypt(sealed_key)).decrypt(body)
            game = msgspec.json.decode(body, type=Mailed)
            _check(game, name)
        except (msgspec.MsgspecError, CryptoError, ValueError, TypeError, RecursionError):
            raise Refused(f"`{name}` was changed or damaged on its way", ASK_AGAIN) from None
        return game


def _read(path: Path, name: str) -> _Envelope:
    data = read_bounded(path, name, MAX_BYTES)
    known = {"format": "", "version": 0}
    with suppress(msgspec.MsgspecError, ValueError, RecursionError):
        known |= msgspec.json.decode(b"".join(data.split()), type=dict[str, object])  # a mailer may wrap it
    if known["format"] != FORMAT:
        raise Refused(f"`{name}` is not a game by mail", "or nothing is left of it: " + ASK_AGAIN)
    if known["version"] != VERSION:
        raise Refused(f"`{name}` was written by another Hexlaw", "install the same version on both machines")
    return msgspec.convert(known, _Envelope)


def _check(game: Mailed, name: str) -> None:
    """Refuses a game whose turns do not follow on each other, each by who wrote it."""
    if not game.turns or len(game.turns) > MAX_TURNS:
        raise Refused(f"`{name}` holds no turns, or more than {MAX_TURNS:,}", ASK_AGAIN)
    if wrong := wrong_header(game.head):
        raise Refused(f"`{name}` is of a game that cannot be begun: {wrong}")
    due, closed, before = dict[Key, str](), dict[Key, str](), ""
    for number, (turn, digest) in enumerate(zip(game.turns, game.chain[1:], strict=True), 1):
        changed = Refused(f"turn {number} in `{name}` is not as it was written, or not in its place", ASK_AGAIN)
        key = bytes.fromhex(turn.by)
        try:
            VerifyKey(key).verify(digest.encode(), bytes.fromhex(turn.signature))
        except (CryptoError, ValueError):
            raise changed from None
        joins = turn.by not in due
        # nothing is free in a turn but its answers, as the dice depend on all of it; all take their seats before
        # anybody plays
        early = joins and (turn.entries or turn.closed or len(due) < number - 1)
        boxed = turn.box and not turn.closed
        if boxed or early or not crypto_core_ed25519_is_valid_point(key) or joins != bool(turn.plays):
            raise changed
        if turn.by == before:
            raise Refused(f"turns {number - 1} and {number} in `{name}` are of one person", ASK_AGAIN)
        if joins == bool(turn.number) or (not joins and sha256(turn.number.encode()).hexdigest() != due[turn.by]):
            raise Refused(f"turn {number} in `{name}` has other dice than it had to have", "its writer has cheated")
        if closed.get(turn.by, "") != (digest_of(turn.opens, turn.number) if turn.opens else ""):
            raise Refused(f"turn {number} in `{name}` opens another secret than was closed", "its writer has cheated")
        due[turn.by], closed[turn.by], before = turn.next, turn.closed, turn.by
    if len(game.seats) != len(due):
        raise Refused(f"in `{name}` two have taken one seat", ASK_AGAIN)


def digest_of(share: Sequence[Record], number: str) -> str:
    """Returns a digest of answers from which nobody can guess them who does not know the number."""
    return sha256(f"{number} {json.dumps(share)}".encode()).hexdigest()


def sealed(game: Mailed, keys: Sequence[Key]) -> bytes:
    """Returns the file of a game that only the owners of these keys can open; without keys, all can."""
    body, secret, boxes = msgspec.json.encode(game), token_bytes(SecretBox.KEY_SIZE), dict[str, str]()
    if keys:
        body = SecretBox(secret).encrypt(body)
        found = {key: SealedBox(VerifyKey(bytes.fromhex(key)).to_curve25519_public_key()) for key in keys}
        boxes = {key: b64encode(box.encrypt(secret)).decode() for key, box in found.items()}
    return msgspec.json.encode(_Envelope(FORMAT, VERSION, boxes, b64encode(body).decode())) + b"\n"


class MailedFile(JournalFile):
    """What one machine keeps of a game by mail: its turns, and the answers of its owner since, sealed for the owner."""

    def __init__(self, person: Person, game: Mailed, shown: Path, head: Mapping[str, object]) -> None:
        super().__init__(person.place(game), dict(head))
        self.person, self.game, self.shown = person, game, shown

    @property
    def answered(self) -> list[Entry]:
        """Returns what was answered since the last turn."""
        settled = [entry for turn, entry in self.game.answers(self.person) if turn < len(self.game.turns)]
        return self.journal.entries[len(settled) - settled.count(None) :]

    def write_whole(self) -> None:
        pending = tuple(map(Journal.record, self.answered))
        kept = msgspec.structs.replace(self.game, pending=pending)
        self.put(sealed(kept, [self.person.key]))

    def add(self, entry: Entry) -> None:
        self.journal.entries.append(entry)
        self.write_whole()

"""Sums over all things of a kind, kept from one position to the next: only terms are worked out that may have changed.

Comes in: what the source says under `SUMS` (`compiler/lower/sums.py` proves it). A sum is kept once for all states in
which there are the same things: as it was found last, with its terms and the trail of the state in which it was found.
Asked in another state, it looks at what was written in either since their trails parted, and works out anew what each
such thing adds itself, what those add that a guard or an input names, or all of it. So it does not matter in which
order positions are looked at: one after the other, or back and forth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from hexlaw.runtime.account import Account
from hexlaw.runtime.emitted.help import STOPS, exact
from hexlaw.runtime.emitted.near import PLACES, Trail, written_between
from hexlaw.runtime.stops import Exhausted
from hexlaw.runtime.value import Thing

ByAttribute = dict[str, list[Any]]
"""By attribute, or `PLACES`, of what it was written."""
LAST = ""  # under which the trails are kept between which one looked last, with what was written


class Summing(Protocol):
    """A state, as far as sums need it."""

    account: Account
    size: int
    trail: Trail
    hex_of: dict[Any, Any]
    order: dict[Thing, int]
    sums: dict[Any, Any]
    spec: Any
    memories: Any
    tallies: Any
    now: Any
    acting: Any
    veil: Any

    def inside(self, thing: Thing) -> list[Thing]: ...


ByKind = Mapping[str, tuple[str, ...]]
Guard = Callable[..., Iterable[Thing]]
Input = tuple[Callable[..., Any], Callable[..., Any], tuple[str, ...]]
"""What many terms ask alike: what a thing gives it, what it tells of that, and what it reads."""


class Sum:
    """What the source says of a sum; `compiler/lower/sums.py` says what each is for."""

    def __init__(
        self, term: Callable[..., Any], all_of: str, kinds: tuple[str, ...], is_set: bool, reads: tuple[str, ...],
        asks_play: bool, near: ByKind, amid: ByKind,
        guarded: Mapping[str, tuple[tuple[Guard, tuple[str, ...]], ...]], guards_read: tuple[str, ...],
        inputs: tuple[Input, ...],
    ) -> None:  # fmt: skip
        self.term = term  # what a thing adds; none, where the sum passes over it
        self.all_of, self.kinds, self.is_set = all_of, kinds, is_set
        self.reads, self.asks_play = frozenset(reads), asks_play
        self.near, self.amid, self.guarded = near, amid, guarded
        self.guards_read = frozenset(guards_read)
        self.inputs = [(whose, what, frozenset(reads)) for whose, what, reads in inputs]
        self._if_written: dict[tuple[str, str], _IfWritten] = {}

    def if_written(self, attribute: str, kind: str) -> _IfWritten:
        found = self._if_written.get((attribute, kind))
        if found is None:
            guards = tuple(guard for guard, names in self.guarded.get(kind, ()) if attribute in names)
            near, amid = (attribute in by_kind.get(kind, ()) for by_kind in (self.near, self.amid))
            found = kind in self.kinds, near, amid, guards
            self._if_written[attribute, kind] = found
        return found


_IfWritten = tuple[bool, bool, bool, tuple[Guard, ...]]
"""Where an attribute is written of a thing of a kind: whether the thing's own term may change, those in its hex, those
that are not passed over; and the guards that name others."""


_Again = tuple[tuple[Thing, ...], bool, bool]
"""Where an attribute is written of a thing: the terms that may change wherever it is, whether those in its hex may, and
whether all that are not passed over."""


class _Due(NamedTuple):
    """What has to be looked at again where some cells were written, whatever is in them."""

    those: tuple[Thing, ...]  # the terms of these
    near: tuple[Thing, ...]  # of those in the hexes where these are and were
    all_that_add: bool
    moved: bool  # where things are now is noted
    inputs: tuple[int, ...]  # and what these tell
    is_all: bool  # whether the first are all


NOTHING = _Due((), (), False, False, (), True)
MOST_DUE = 4_000
"""Sets of cells that were written, for which a sum keeps what is due."""


class _Touched:
    """The cells that were written between two states, and what was found out about the second of them. The sums of one
    position are mostly asked one after the other, so all that they ask alike is found once."""

    __slots__ = ("begun", "by_attribute", "cells", "places", "standing", "told", "trail")

    def __init__(self, s: Summing, begun: Trail) -> None:
        self.begun, self.trail = begun, s.trail
        written = written_between(s.trail, begun)
        cells: set[tuple[str, Any]] = set()
        for subject, attribute in written or ():
            if attribute is not None:
                cells.add((attribute, subject))
            else:
                moved: Any = subject
                cells.update([(PLACES, thing) for thing in (moved, *s.inside(moved))])
        self.cells = None if written is None else frozenset(cells)  # none where they have no beginning in common
        self.by_attribute: ByAttribute = {}
        for attribute, subject in cells:
            self.by_attribute.setdefault(attribute, []).append(subject)
        self.places = {thing: s.hex_of.get(thing) for thing in self.by_attribute.get(PLACES, ())}
        self.standing: dict[tuple[str, tuple[Thing, ...]], list[Thing]] = {}  # in the hexes where some are and were
        self.told: dict[tuple[Any, ...], Any] = {}  # by input and what it is given


@dataclass(slots=True)
class _Answer:
    """What an input tells, and the things whose terms may ask it."""

    told: Any
    things: list[Thing]


@dataclass(slots=True)
class _Kept:
    """A sum as it was found last."""

    about: Sum
    total: Any
    terms: dict[Thing, Any]
    trail: Trail
    play: tuple[Any, ...]
    hexes: dict[Any, Any]  # where things were, if that counts
    inputs: list[dict[tuple[Any, ...], _Answer]]  # of each, by what it is given
    if_written: dict[tuple[str, Thing], _Again | None]  # what was found out about a write; guards stay what they are
    due: dict[frozenset[tuple[str, Thing]], _Due]  # and about several


def summed(s: Summing, name: str, *args: Any) -> Any:
    """What a sum comes to in a state, or which things a set has; none, where it has not been asked among these things:
    it may be asked only once, and then it is quicker to go through them."""
    sums, key = s.sums, (name, args)
    kept = sums.get(key)
    if kept is None:
        if key in sums:
            return _anew(s, s.spec.sums[name], name, args)
        sums[key] = None
        return None
    if kept.about.asks_play and _play_is_other(s, kept.play):
        return _anew(s, kept.about, name, args)
    if kept.trail is not s.trail:
        try:
            if not _is_brought_up(s, kept, args):
                return _anew(s, kept.about, name, args)
        except BaseException:
            sums[key] = None  # some of its terms are of this state, others of another
            raise
        kept.trail = s.trail
    return kept.total


def _play_is_other(s: Summing, play: tuple[Any, ...]) -> bool:
    memories, tallies, now, acting, veil = play
    others = memories is not s.memories or tallies is not s.tallies or now is not s.now
    return others or acting != s.acting or veil is not s.veil


def _anew(s: Summing, about: Sum, name: str, args: tuple[Any, ...]) -> Any:
    things, term = getattr(s, about.all_of), about.term
    s.account.spend(len(things) * s.size)
    terms = {thing: term(s, thing, *args) for thing in things}
    total = _those(terms) if about.is_set else exact(sum([adds for adds in terms.values() if adds is not None]))
    play = s.memories, s.tallies, s.now, s.acting, s.veil
    hexes = dict(s.hex_of) if about.near else {}
    inputs = [_answers(s, whose, what, things, args) for whose, what, _ in about.inputs]
    s.sums[name, args] = _Kept(about, total, terms, s.trail, play, hexes, inputs, {}, {})
    return total


def _answers(
    s: Summing, whose: Callable[..., Any], what: Callable[..., Any], things: Iterable[Thing], args: tuple[Any, ...]
) -> dict[tuple[Any, ...], _Answer]:
    found: dict[tuple[Any, ...], _Answer] = {}
    for thing in things:
        given = _asked(s, whose, thing, *args)
        if type(given) is not tuple:
            continue  # the term passes over the thing, or stops before it asks
        if given not in found:
            found[given] = _Answer(_asked(s, what, *given, *args), [])
        found[given].things.append(thing)
    return found


def _is_brought_up(s: Summing, kept: _Kept, args: tuple[Any, ...]) -> bool:
    """Brings a sum up to this state; false where any term may be another, and all are to be worked out anew."""
    touched: _Touched | None = s.sums.get(LAST)
    if touched is None or touched.begun is not kept.trail or touched.trail is not s.trail:
        touched = s.sums[LAST] = _Touched(s, kept.trail)
    if touched.cells is None:
        return False
    due = kept.due.get(touched.cells) or _found_due(s, kept, touched.cells, touched.by_attribute, args)
    if due is None:
        return False
    if due is NOTHING:
        return True
    terms, term, changed, more = kept.terms, kept.about.term, False, 0
    again = due.those if due.is_all else _again(s, kept, touched, due, args)
    s.account.spend(len(again))
    for thing in again:
        adds, before = term(s, thing, *args), terms[thing]
        if adds != before:
            terms[thing], changed = adds, True
            more += (adds or 0) - (before or 0)
    if changed:
        kept.total = _those(terms) if kept.about.is_set else exact(kept.total + more)
    return True


def _those(terms: Mapping[Thing, Any]) -> tuple[Thing, ...]:
    return tuple([thing for thing, adds in terms.items() if adds is not None])


def _found_due(
    s: Summing, kept: _Kept, cells: frozenset[tuple[str, Any]], touched: ByAttribute, args: tuple[Any, ...]
) -> _Due | None:
    """What is due where these cells were written; none where that may be any term."""
    due: _Due | None = NOTHING
    if kept.terms and not kept.about.reads.isdisjoint(touched):
        due = _due(s, kept.about, kept, touched, args)
    if due is not None:
        if len(kept.due) == MOST_DUE:
            kept.due.clear()
        kept.due[cells] = due
    return due


def _due(s: Summing, about: Sum, kept: _Kept, touched: ByAttribute, args: tuple[Any, ...]) -> _Due | None:
    """The same, where some of these cells are read."""
    if not about.guards_read.isdisjoint(touched):
        return None
    those: dict[Thing, None] = {}
    near: list[Thing] = []
    all_that_add = False
    for attribute, things in touched.items():
        for thing in things if attribute in about.reads else ():
            if (attribute, thing) not in kept.if_written:
                kept.if_written[attribute, thing] = _if_written(s, about, kept, attribute, thing, args)
            known = kept.if_written[attribute, thing]
            if known is None:
                return None
            those.update(dict.fromkeys(known[0]))
            if known[1]:
                near.append(thing)
            all_that_add = all_that_add or known[2]
    moved = bool(about.near) and PLACES in touched
    inputs = [number for number, (_, _, reads) in enumerate(about.inputs) if not reads.isdisjoint(touched)]
    is_all = not (near or all_that_add or moved or inputs)
    return _Due(tuple(those), tuple(near), all_that_add, moved, tuple(inputs), is_all)


def _again(s: Summing, kept: _Kept, touched: _Touched, due: _Due, args: tuple[Any, ...]) -> dict[Thing, None]:
    """The things that may add something else now."""
    about, again = kept.about, dict.fromkeys(due.those)
    if due.all_that_add:
        again.update([(one, None) for one, adds in kept.terms.items() if adds is not None])
    if due.near:
        again.update(dict.fromkeys(_near(s, kept, touched, due.near)))
    if due.moved:
        kept.hexes.update(touched.places)
    for number in due.inputs:
        what = about.inputs[number][1]
        for given, answer in kept.inputs[number].items():
            asked = what, given, args
            if asked not in touched.told:
                touched.told[asked] = _asked(s, what, *given, *args)
            told = touched.told[asked]
            if told != answer.told or isinstance(told, type):  # where it stops, a part of it may be another
                answer.told = told
                again.update(dict.fromkeys(answer.things))
    return again


def _near(s: Summing, kept: _Kept, touched: _Touched, those: tuple[Thing, ...]) -> list[Thing]:
    """Of what a sum goes through, what stands in the hexes where those are and were."""
    asked = kept.about.all_of, those
    found = touched.standing.get(asked)
    if found is None:
        hex_of = s.hex_of
        hexes = {hex_of[thing] for thing in those} | {kept.hexes.get(thing) for thing in those}
        found = touched.standing[asked] = [one for one in getattr(s, kept.about.all_of) if hex_of[one] in hexes]
    return found


def _if_written(
    s: Summing, about: Sum, kept: _Kept, attribute: str, thing: Any, args: tuple[Any, ...]
) -> _Again | None:
    """Which terms may change where an attribute is written of a thing; none where that may be any."""
    if type(thing) is not Thing:
        return None
    own, near, amid, guards = about.if_written(attribute, thing.kind)
    those = dict.fromkeys([thing] if own and thing in kept.terms else [])
    for guard in guards:
        those |= dict.fromkeys(guard(s, thing, *args))
    return tuple(those), near, amid


def _asked(s: Summing, what: Callable[..., Any], *args: Any) -> Any:
    """What is asked the same of many terms; the sort of stop, where it stops: a term need not come to ask it."""
    try:
        return what(s, *args)
    except Exhausted:
        raise
    except STOPS as stop:
        return type(stop)

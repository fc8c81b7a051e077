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
from typing import Any, Protocol

from hexlaw.runtime.account import Account
from hexlaw.runtime.emitted.help import STOPS, exact
from hexlaw.runtime.emitted.near import PLACES, Trail, written_between
from hexlaw.runtime.stops import Exhausted
from hexlaw.runtime.value import Thing

Touched = dict[str, list[Any]]
"""By attribute, or `PLACES`, of what it was written."""
LAST = ""  # under which the trails are kept between which one looked last, with what was written


class Summing(Protocol):
    """A state, as far as sums need it."""

    account: Account
    size: int
    trail: Trail
    hex_of: dict[Any, Any]
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
        asks_play: bool, near: ByKind, amid: ByKind, far: ByKind, guarded: Mapping[str, tuple[Guard, tuple[str, ...]]],
        guards_read: tuple[str, ...], inputs: tuple[Input, ...],
    ) -> None:  # fmt: skip
        self.term = term  # what a thing adds; none, where the sum passes over it
        self.all_of, self.kinds, self.is_set = all_of, kinds, is_set
        self.reads, self.asks_play = frozenset(reads), asks_play
        self.near, self.amid, self.far, self.guarded = near, amid, far, guarded
        self.guards_read = frozenset(guards_read)
        self.inputs = [(whose, what, frozenset(reads)) for whose, what, reads in inputs]
        self._if_written: dict[tuple[str, str], _IfWritten] = {}

    def if_written(self, attribute: str, kind: str) -> _IfWritten:
        found = self._if_written.get((attribute, kind))
        if found is None:
            guard, guarded = self.guarded.get(kind, (None, ()))
            near, amid, far = (attribute in by_kind.get(kind, ()) for by_kind in (self.near, self.amid, self.far))
            found = far, kind in self.kinds, near, amid, guard if attribute in guarded else None
            self._if_written[attribute, kind] = found
        return found


_IfWritten = tuple[bool, bool, bool, bool, Guard | None]
"""Where an attribute is written of a thing of a kind: whether any term may change, the thing's own, those in its hex,
those that are not passed over, those that a guard names."""


_Again = tuple[tuple[Thing, ...], bool, bool]
"""Where an attribute is written of a thing: the terms that may change wherever it is, whether those in its hex may, and
whether all that are not passed over."""


@dataclass(slots=True)
class _Answer:
    """What an input tells, and the things whose terms may ask it."""

    told: Any
    things: list[Thing]


@dataclass(slots=True)
class _Kept:
    """A sum as it was found last."""

    total: Any
    terms: dict[Thing, Any]
    trail: Trail
    play: tuple[Any, ...]
    hexes: dict[Any, Any]  # where things were, if that counts
    inputs: list[dict[tuple[Any, ...], _Answer]]  # of each, by what it is given
    if_written: dict[tuple[str, Thing], _Again | None]  # what was found out about a write; guards stay what they are


def summed(s: Summing, name: str, *args: Any) -> Any:
    """What a sum comes to in a state, or which things a set has; none, where it has not been asked among these things:
    it may be asked only once, and then it is quicker to go through them."""
    sums, about = s.sums, s.spec.sums[name]
    if (name, args) not in sums:
        sums[name, args] = None
        return None
    kept = sums[name, args]
    if kept is None or (about.asks_play and _play_is_other(s, kept.play)):
        return _anew(s, about, name, args)
    if kept.trail is not s.trail:
        touched = _touched(s, kept.trail)
        if touched is None:
            return _anew(s, about, name, args)
        read = [attribute for attribute in touched if attribute in about.reads]
        if read:
            try:
                if not _brought_up(s, about, kept, touched, read, args):
                    return _anew(s, about, name, args)
            except BaseException:
                sums[name, args] = None  # some of its terms are of this state, others of another
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
    s.sums[name, args] = _Kept(total, terms, s.trail, play, hexes, inputs, {})
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


def _brought_up(s: Summing, about: Sum, kept: _Kept, touched: Touched, read: list[str], args: tuple[Any, ...]) -> bool:
    """Brings a sum up to this state; false where all of it has to be worked out."""
    terms = kept.terms
    if not terms:
        return True
    again = _again(s, about, kept, touched, read, args)
    if again is None:
        return False
    s.account.spend(len(again))
    term, changed, more = about.term, False, 0
    for thing in again:
        adds, before = term(s, thing, *args), terms[thing]
        if adds != before:
            terms[thing], changed = adds, True
            more += (adds or 0) - (before or 0)
    if changed:
        kept.total = _those(terms) if about.is_set else exact(kept.total + more)
    return True


def _those(terms: Mapping[Thing, Any]) -> tuple[Thing, ...]:
    return tuple([thing for thing, adds in terms.items() if adds is not None])


def _again(
    s: Summing, about: Sum, kept: _Kept, touched: Touched, read: list[str], args: tuple[Any, ...]
) -> dict[Thing, None] | None:
    """The things that may add something else now; none where that may be any."""
    if not about.guards_read.isdisjoint(touched):
        return None
    again: dict[Thing, None] = {}
    hexes: set[Any] = set()
    all_that_add = False
    for attribute in read:
        for thing in touched[attribute]:
            if (attribute, thing) not in kept.if_written:
                kept.if_written[attribute, thing] = _if_written(s, about, kept, attribute, thing, args)
            known = kept.if_written[attribute, thing]
            if known is None:
                return None
            those, near, amid = known
            for one in those:
                again[one] = None
            if near:
                hexes.add(s.hex_of[thing])
                hexes.add(kept.hexes.get(thing))
            all_that_add = all_that_add or amid
    if all_that_add:
        again.update([(one, None) for one, adds in kept.terms.items() if adds is not None])
    if hexes:
        hex_of = s.hex_of
        again.update([(one, None) for one in kept.terms if hex_of[one] in hexes])
    if about.near:
        kept.hexes.update([(thing, s.hex_of[thing]) for thing in touched.get(PLACES, ())])
    for (_, what, reads), answers in zip(about.inputs, kept.inputs, strict=True):
        if reads.isdisjoint(touched):
            continue
        for given, answer in answers.items():
            told = _asked(s, what, *given, *args)
            if told != answer.told or isinstance(told, type):  # where it stops, a part of it may be another
                answer.told = told
                again.update(dict.fromkeys(answer.things))
    return again


def _if_written(
    s: Summing, about: Sum, kept: _Kept, attribute: str, thing: Any, args: tuple[Any, ...]
) -> _Again | None:
    """Which terms may change where an attribute is written of a thing; none where that may be any."""
    if type(thing) is not Thing:
        return None
    far, own, near, amid, guard = about.if_written(attribute, thing.kind)
    if far:
        return None
    those = dict.fromkeys([thing] if own and thing in kept.terms else [])
    if guard is not None:
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


def _touched(s: Summing, begun: Trail) -> Touched | None:
    """What was written in one of two states that came of one; none where they have no beginning in common. The sums of
    one position are mostly asked one after the other, so this is looked for once."""
    last = s.sums.get(LAST)
    if last is not None and last[0] is begun and last[1] is s.trail:
        found: Touched | None = last[2]
        return found
    cells = written_between(s.trail, begun)
    found = None
    if cells is not None:
        found = {}
        for subject, attribute in cells:
            if attribute is not None:
                found.setdefault(attribute, []).append(subject)
            else:
                moved: Any = subject
                found.setdefault(PLACES, []).extend((moved, *s.inside(moved)))
    s.sums[LAST] = begun, s.trail, found
    return found

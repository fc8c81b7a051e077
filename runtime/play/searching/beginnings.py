"""What a side can begin, and the best that each beginning comes to.

A beginning is an action and what is first picked in it: which unit does what. Where the action then repeats a pick and
moves what was picked first, every place where that may come to rest is found at once (`reaching.all_ways`), held
against the others by what the position would be worth with the mover there, and the best few are carried out. So are
the places of an action that puts what was picked first where one says, as where a side sets up. All else is looked at
as a `Planner` does, in a small share of positions. Beginnings are looked at one by one, so a side with many units looks
at each of them, and none has its turn for being drawn early.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hexlaw.runtime import types as t
from hexlaw.runtime.geometry import Hex, distance
from hexlaw.runtime.play import lookahead, picks
from hexlaw.runtime.play.afoot import Reached
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.planning import Beginning, Plan, Planner, best_first, depth_of
from hexlaw.runtime.play.questions import DONE, Choose, Take
from hexlaw.runtime.play.reaching import Way, all_ways
from hexlaw.runtime.play.searching.aims import Aim, aims_of, towards
from hexlaw.runtime.play.searching.twins import twins
from hexlaw.runtime.position import Position
from hexlaw.runtime.stops import LawStop
from hexlaw.runtime.value import Thing

MOST_FIRST = 80
"""First picks of one action that are looked at; of more, those that chance takes."""
CARRIED_OUT = 3
"""Places of a mover that are tried in earnest, the best by how they look."""
LOOKED_AT_FIRST = 8
"""Places of a mover that are looked at wherever they lie."""
LOOKS = 4
"""How many such looks count for one position."""
SPARE = 2
"""And so many more that lie apart from these, for when the best turn out badly."""
REFUSED = 8
"""Places for something to be put that may be refused before the next best are no longer tried."""
MOST_TOGETHER = 8
"""Of one pick of several, how many are taken together."""
MOST_DRIVERS = 4
"""Of a pick of things each of which then goes hex by hex, how many are tried."""
MOST_NEAR = 6
"""Places that each of them tries to come to, those nearest to what the action is about."""
UNFOUND = 3
"""How many times its share a beginning may take until a first way to carry it out is found."""


@dataclass(frozen=True)
class Share:
    """How much is looked at for one beginning: positions, places of a mover, and how many more that lie apart."""

    positions: int
    places: int
    spare: int = 0


IN_EARNEST, IN_PASSING, BRIEFLY, LATER = Share(24, CARRIED_OUT, SPARE), Share(8, 1), Share(8, 0), Share(8, 1, SPARE)


@dataclass(frozen=True)
class _Driven:
    """What an action comes to if nobody else is picked in it; and the game in which that is asked, with the answers
    until there."""

    plan: Plan
    at: Machine
    answers: tuple[Any, ...]


def _goes_on(machine: Machine, side: str) -> bool:
    """Whether the action that was begun wants another pick of this side."""
    question = machine.state.question
    return isinstance(question, Choose) and question.side == side


def _far(here: Hex | None, there: Hex) -> int:
    return distance(here, there) if here is not None else 1_000


class Beginnings(Planner):
    """A planner that looks at what a side can begin, one beginning after the other."""

    aims: dict[str, list[Aim]]
    """By side, what it aims at where the plan begins."""

    by_steps: set[str]
    """The actions that were seen to take what is picked first from hex to hex."""

    unmoved: set[str]
    """The picks of which it was seen that what is picked does not then go hex by hex."""

    moves: dict[tuple[object, Thing], tuple[dict[Hex, Way], list[Hex]]]
    """By a game and who is moved in it, the ways to where it may come to rest, and these places, the best first."""

    _alike_in: tuple[Machine, dict[Thing, Thing]] | None = None

    def aims_from(self, machine: Machine) -> None:
        """Everything is measured from here on by what the sides aim at here."""
        self.begun_at, self.aims, self.by_steps, self.unmoved, self.moves = machine, {}, set(), set(), {}

    def worth_of(self, machine: Machine, side: str) -> Fraction:
        """What the law says it is worth, and how near the side has come to its goals."""
        return super().worth_of(machine, side) + self._nearness(machine.position, side)

    def _nearness(self, position: Position, side: str) -> Fraction:
        if side not in self.aims:
            self.aims[side] = self._known(lambda: aims_of(self.begun_at, side)) or []
        return towards(self.aims[side], position) if self.aims[side] else Fraction(0)

    def as_stop(self, at: Reached) -> Reached:
        """A position stays a game of its own: what it comes to is more than what the law says it is worth."""
        return at

    def following(self, machine: Machine, answer: Any) -> Machine | None:
        """The game after an answer; none where the law refuses it or does not say what happens."""
        after = self._ahead(machine, answer)
        assert after is None or isinstance(after, Machine)
        return after

    def _begun(self, machine: Machine, answer: Any) -> Machine | None:
        """The same, and it counts as no position that was looked at."""
        after = self._after(machine, answer)
        assert after is None or isinstance(after, Machine)
        return after

    def beginnings(self, machine: Machine) -> Iterator[Beginning]:
        """What can be begun here, action by action."""
        question = machine.state.question
        assert isinstance(question, Take)
        for action in self.candidates(machine):
            begun = None if action == DONE or self._leaves_nothing(machine, action) else self.following(machine, action)
            if begun is None:
                continue
            if not _goes_on(begun, question.side):
                yield (action,)
                continue
            firsts = self._standing(begun)
            if len(firsts) > MOST_FIRST:
                firsts = self.chance.in_order(firsts)[:MOST_FIRST]
            yield from ((action, first) for first in firsts)

    def _leaves_nothing(self, machine: Machine, action: str) -> bool:
        """Whether it is plain that nothing can be picked in an action."""
        first = self._known(lambda: lookahead.pick_after(machine, action))
        return first is not None and first.leaves_nothing

    def _standing(self, machine: Machine) -> list[Any]:
        """What can be picked as far as it stands by itself."""
        answers, known = [answer for answer in self.candidates(machine) if answer != DONE], self.eligible(machine)
        if known is not None:
            return [answer for answer in answers if answer in known]
        return [answer for answer in answers if self._stands(machine, answer)]

    def _stands(self, machine: Machine, answer: Any) -> bool:
        return bool(self._known(lambda: picks.stands(machine, answer)))

    def goes(self, machine: Machine, beginning: Beginning) -> bool:
        """Whether what is begun so goes from hex to hex."""
        after = self._along(machine, beginning)
        return after is not None and self._is_by_steps(after)

    def begun_so(self, machine: Machine, beginning: Beginning, share: Share) -> list[Plan]:
        """Ways to carry out what is begun so, the best first; none where the law refuses it."""
        question, after = machine.state.question, self._after(machine, beginning[0])  # looked at as all were listed
        assert isinstance(question, Take)
        following = self.following if share.places else self._begun  # briefly: no look
        for answer in beginning[1:]:
            after = following(after, answer) if isinstance(after, Machine) else None
        if not isinstance(after, Machine):
            return []
        if not _goes_on(after, question.side):
            ended = self._plan(after, beginning, question.side)
            return [] if ended is None else [ended]
        if not share.places and self._is_by_steps(after):
            self.by_steps.add(beginning[0])
            return []
        moved = self._moved(machine, after, beginning, share) if share.places else None
        if moved is None and share.places:
            moved = self._put(after, beginning, share)
        if moved is not None:
            return moved
        found = self._in_groups(machine, after, share) or self._driven(after, beginning, share)
        if not found:
            most = UNFOUND * share.positions if share.places else share.positions
            found = self.plans(after, share.positions, thorough=False, most=most)
        found += self._together(after, found)
        whole = [Plan(plan.worth, (*beginning, *plan.answers), plan.after, frozenset([beginning])) for plan in found]
        return best_first(whole)[: CARRIED_OUT + SPARE]

    def _gathers(self, machine: Machine) -> bool:
        """Whether several things are asked for, one after the other."""
        if not isinstance(machine.state.question, Choose):
            return False
        pick = picks.picking_of(machine).pick
        return pick.gathered is not None or (pick.repeatedly and pick.type != t.Kind("hex"))

    def _in_groups(self, machine: Machine, after: Machine, share: Share) -> list[Plan]:
        """Of a pick of several, what each comes to by itself, or with as many more as the law wants beside it; of those
        that are alike, one is tried."""
        if not self._gathers(after):
            return []
        side, depth = after.state.question.side, depth_of(after)  # type: ignore[union-attr]
        standing = self._standing(after)
        alike = self.twins_in(machine)
        enough, tried, plans = self.looked + share.positions, set[Any](), list[Plan]()
        for one in self.chance.in_order(standing):
            if self.looked >= enough:
                break
            if one in tried or alike.get(one, one) in tried:
                continue
            tried.add(alike.get(one, one))
            more, at, answers = one, after, tuple[Any, ...]()
            while more is not None and len(answers) < MOST_TOGETHER:
                tried.add(more)
                following = self._begun(at, more)
                if following is None or following.state.question is None:
                    break
                at, answers = following, (*answers, more)
                ended = self._end(at, answers, side, depth)
                if ended is not None:
                    plans.append(ended)
                if ended is not None or not _goes_on(at, side) or depth_of(at) != depth:
                    break
                others = (answer for answer in self.candidates(at) if answer != DONE)
                more = next((answer for answer in others if self._stands(at, answer)), None)
        return best_first(plans)

    def _driven(self, after: Machine, beginning: Beginning, share: Share) -> list[Plan]:
        """Of a pick of things each of which then goes hex by hex, what one of them comes to, and then with another
        beside it as long as that is better."""
        found, at, answers = list[Plan](), after, tuple[Any, ...]()
        about = self._about(after, beginning)
        for _ in range(MOST_TOGETHER):
            each = [*self._each_driven(after, at, answers, about, share)]
            best = max(each, key=lambda one: one.plan.worth, default=None)
            if best is None or (found and best.plan.worth <= found[0].worth):
                break
            found = best_first([*found, *(one.plan for one in each)])
            at, answers = best.at, best.answers
            if not self._asks_alike(after, at):
                break
        return found

    def _about(self, machine: Machine, beginning: Beginning) -> Hex | None:
        """The hex that a beginning is about: one that it names, or where a thing is that it names."""
        hexes = (one if isinstance(one, Hex) else self._where(machine, one) for one in beginning[:0:-1])
        return next((there for there in hexes if there is not None), None)

    def _where(self, machine: Machine, named: Any) -> Hex | None:
        return machine.position.hex_of(named) if isinstance(named, Thing) else None

    def _asks_alike(self, one: Machine, other: Machine) -> bool:
        """Whether both ask for the same pick of the same action."""
        asked, then = one.state.question, other.state.question
        both = isinstance(asked, Choose) and isinstance(then, Choose) and asked.pick == then.pick
        return both and depth_of(one) == depth_of(other)

    def _each_driven(
        self, first: Machine, at: Machine, before: tuple[Any, ...], about: Hex | None, share: Share
    ) -> Iterator[_Driven]:
        """What one more comes to. It goes near what the action is about, and picks there what it can."""
        question, depth, movers = first.state.question, depth_of(first), 0
        assert isinstance(question, Choose)
        if question.pick in self.unmoved:
            return
        for mover in self.chance.in_order(self._standing(at)):
            begun = self._begun(at, mover) if isinstance(mover, Thing) and movers < MOST_DRIVERS else None
            if begun is None:
                continue
            movers += 1
            if not self._is_by_steps(begun):
                self.unmoved.add(question.pick)
                return
            found = 0
            for steps in self._nearest_ways(begun, mover, about):
                rested = self._along(begun, (*steps, DONE))
                if rested is None or not _goes_on(rested, question.side):
                    continue
                for one in self.candidates(rested):
                    then = self.following(rested, one) if self._stands(rested, one) else None
                    answers = (*before, mover, *steps, DONE, one)
                    ended = None if then is None else self._end(then, answers, question.side, depth)
                    if then is not None and ended is not None:
                        yield _Driven(ended, then, answers)
                        found += 1
                if found >= max(share.places, 1):
                    break

    def _nearest_ways(self, begun: Machine, mover: Thing, about: Hex | None) -> list[tuple[Any, ...]]:
        """The steps to the hexes in which a mover may rest that are nearest to another, no steps among them."""
        ways = self._known(lambda: all_ways(begun, mover, enters_once=True)) or {}
        self.spend(len(ways) // LOOKS)
        steps: dict[Hex | None, tuple[Any, ...]] = {begun.position.hex_of(mover): ()}
        steps.update((there, ways[there].answers) for there in self.chance.in_order(ways))
        if about is None:
            return [*steps.values()][:MOST_NEAR]
        return [steps[there] for there in sorted(steps, key=lambda there: _far(there, about))[:MOST_NEAR]]

    def _along(self, machine: Machine, answers: Iterable[Any]) -> Machine | None:
        """The game after several answers; none where one of them is refused."""
        at: Machine | None = machine
        for answer in answers:
            at = None if at is None else self._begun(at, answer)
        return at

    def twins_in(self, machine: Machine) -> dict[Thing, Thing]:
        """The things that are alike in a game; found once for all beginnings that are looked at there."""
        if self._alike_in is None or self._alike_in[0] is not machine:
            self._alike_in = machine, twins(machine.position)
        return self._alike_in[1]

    def _together(self, after: Machine, found: list[Plan]) -> list[Plan]:
        """Of a pick of several, what was found of one alone taken together, the best first and one more each time: two
        may do what neither can, and the pairs are too many to look at. Where nothing was found, any together: it may be
        that all who stand in one place have to be picked."""
        question = after.state.question
        assert isinstance(question, Choose)
        if not self._gathers(after):
            return []
        alone = dict.fromkeys(plan.answers[0] for plan in best_first(found) if plan.answers[1:] == (DONE,))
        plans, at, answers = list[Plan](), after, tuple[Any, ...]()
        others = self._standing(after) if alone or not found else []
        for one in [*dict.fromkeys((*alone, *others))][:MOST_TOGETHER]:
            more = self.following(at, one) if one in self.candidates(at) else None
            if more is None or more.state.question is None:
                continue
            at, answers = more, (*answers, one)
            ended = self._end(at, answers, question.side, depth_of(after)) if len(answers) > 1 else None
            plans += [ended] if ended is not None else []
            if not _goes_on(at, question.side) or depth_of(at) != depth_of(after):
                break
        return plans

    def _is_by_steps(self, machine: Machine) -> bool:
        """Whether an action repeats a pick in which what was picked first goes on hex by hex."""
        if not isinstance(machine.state.question, Choose):
            return False
        pick = picks.picking_of(machine).pick
        return pick.repeatedly and pick.gathered is None and pick.type == t.Kind("hex")

    def _moved(self, machine: Machine, after: Machine, beginning: Beginning, share: Share) -> list[Plan] | None:
        """Where what was picked first can be moved to; none where the action does not repeat a pick that moves it."""
        question, mover = after.state.question, beginning[-1]
        if not isinstance(question, Choose) or not isinstance(mover, Thing) or not self._is_by_steps(after):
            return None
        if after.position.hex_of(mover) is None:
            return None
        ways, ranked = self._ranked(after, mover, question.side)
        if not ways:
            return None
        found: list[Plan] = []
        for there in self._chosen(ranked, share):
            answers = (*beginning, *ways[there].answers)
            plan = self.again(machine, (*answers, DONE)) or self.again(machine, answers)
            if plan is not None:
                found.append(plan)
        return best_first(found)

    def _ranked(self, after: Machine, mover: Thing, side: str) -> tuple[dict[Hex, Way], list[Hex]]:
        """The ways to where something may be moved, and the places by how they look; found once for a second look."""
        key = after.key(self.begun), mover
        if key not in self.moves:
            ways = self._known(lambda: all_ways(after, mover, enters_once=True)) or {}
            looks = self._looked_about(after, mover, self.chance.in_order(ways), side)
            self.spend(len(looks) // LOOKS)
            self.moves[key] = ways, [there for _, there in looks]
        return self.moves[key]

    def _looked_about(self, after: Machine, mover: Thing, ways: list[Hex], side: str) -> list[tuple[Fraction, Hex]]:
        """Places with how they look, the best first: a few that chance takes, then those beside the best, until all
        beside the best have been looked at. A place is mostly worth much the same as those beside it."""
        looks: list[tuple[Fraction, Hex]] = []
        others, now = dict.fromkeys(ways), ways[:LOOKED_AT_FIRST]
        while now:
            for there in now:
                del others[there]
                looks.append((self._looks(after, mover, there, side), there))
            looks.sort(key=self._rank)
            best = [there for _, there in looks[:CARRIED_OUT]]
            now = [there for there in others if any(distance(there, one) == 1 for one in best)]
        return looks

    def _put(self, after: Machine, beginning: Beginning, share: Share) -> list[Plan] | None:
        """Where what was picked first can be put; none where the hex that is asked for is not where it comes to."""
        question, mover = after.state.question, beginning[-1]
        if not isinstance(question, Choose) or not isinstance(mover, Thing) or not self._is_one_hex(after):
            return None
        known = self.eligible(after)
        hexes = [there for there in self.candidates(after) if there != DONE and (known is None or there in known)]
        tried: dict[Hex, Plan | None] = {}
        for there in self.chance.in_order(hexes):
            tried[there] = self._ended(after, beginning, there)
            if (plan := tried[there]) is not None:
                if after.position.hex_of(mover) == there or plan.after.position.hex_of(mover) != there:
                    return None
                break
        looks = sorted(((self._looks(after, mover, there, question.side), there) for there in hexes), key=self._rank)
        self.spend(len(hexes) // LOOKS)
        done = 0
        for _, there in looks[: share.places + REFUSED]:
            if there not in tried:
                tried[there] = self._ended(after, beginning, there)
            done += tried[there] is not None
            if done == share.places:
                break
        return best_first([plan for plan in tried.values() if plan is not None])

    def _is_one_hex(self, machine: Machine) -> bool:
        """Whether one hex is asked for, and no more."""
        pick = picks.picking_of(machine).pick
        answer = next((answer for answer in self.candidates(machine) if answer != DONE), None)
        return isinstance(answer, Hex) and not pick.repeatedly and pick.gathered is None

    def _ended(self, after: Machine, beginning: Beginning, there: Hex) -> Plan | None:
        """The action with this hex picked, and whatever else it wants in the first way that is found."""
        following = self.following(after, there) if self._stands(after, there) else None
        if following is None:
            return None
        side = after.state.question.side  # type: ignore[union-attr]
        if not _goes_on(following, side) or depth_of(following) < depth_of(after):
            return self._plan(following, (*beginning, there), side)
        found = self.plans(following, 1, thorough=False, most=BRIEFLY.positions)
        if not found:
            return None
        best = found[0]
        return Plan(best.worth, (*beginning, there, *best.answers), best.after, frozenset())

    def _rank(self, look: tuple[Fraction, Hex]) -> tuple[Fraction, int]:
        return -look[0], self.chance.number(look[1])

    def _chosen(self, ranked: list[Hex], share: Share) -> list[Hex]:
        """The best, and of the better half of the others a few that chance takes."""
        best = share.places
        others = ranked[best : max(best + share.spare, len(ranked) // 2)]
        return [*ranked[:best], *self.chance.in_order(others)[: share.spare]]

    def _looks(self, machine: Machine, mover: Thing, there: Hex, side: str) -> Fraction:
        """What the position would be worth with the mover there, and nothing else changed."""
        position = machine.position.scratch()
        position.stand(mover, there)
        try:
            worth = Fraction(machine.answering.about(position, None).value(self.worth, {"side": side}))
            return worth + self._nearness(position, side)
        except LawStop:
            return self.worth_of(machine, side)

"""Lines: all that a side does until somebody else decides, made of the best of its beginnings, held against replies.

Idea. What each unit could do best is found once, for each by itself. Then the best is done, and of the others it is
only seen whether they still gain as much: gains shrink more often than they grow, so the one that still holds what it
promised is taken, and few have to be looked at again. A line is so made for little more than one look at each unit.
It is then tried against the other side: the line is ended, this side does in the rest of its turn, and the others in
theirs, what gains most where things stand, found in the same way with less looking; what the others gain is taken off,
and what this side gains before and upon that is added. What costs more so than it gains is left out, all of it at once.
What a unit does now may also close what it could do later in the turn; what that would gain is looked at once, and
taken off where the line closes it. Whoever of one's own the others go for does something else by turns, or nothing, and
what is better in the end stays. INVARIANT: the line in hand is always legal as far as can be seen, and each change has
made it better by the same measure; so more positions make no worse line, by that measure.

Why not a tree over all answers: a side of twenty units has more lines than can be looked at, and most of them differ
in what does not matter to each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.planning import MOST_WITHOUT_END, Beginning, Plan
from hexlaw.runtime.play.questions import DONE, ByLot, Take
from hexlaw.runtime.play.searching.aims import of_side
from hexlaw.runtime.play.searching.beginnings import IN_EARNEST, IN_PASSING, LATER, Share
from hexlaw.runtime.play.searching.replies import MOST_QUESTIONS, REPLY, Line, Replies, Reply
from hexlaw.runtime.value import Thing

MOST_ROUNDS = 6
"""How often all beginnings are looked at anew for one line: what was done may have opened others."""
MOST_STONES = 12
"""Plans that gain nothing of which it is looked at what they open, those that lose least first."""
FOR_LATER = 6
"""What part of a budget is kept to look at what a line closes later in the turn."""
FEWEST_REPLIES = 2
"""Less is not worth keeping anything back for: a reply shows what is better only when held against another."""

Parts = tuple[tuple[Any, ...], ...]
"""The answers of a line, plan by plan."""


class Lines(Replies):
    """Makes lines for one side."""

    foregone: Mapping[Thing, Fraction] = MappingProxyType({})
    """By thing, what it would gain later in the turn if it did nothing now."""

    kept_from: Mapping[Thing, frozenset[Thing]] = MappingProxyType({})
    """By thing whose part of the line was changed, from whom it keeps away by that."""

    beside: tuple[tuple[Fraction, Plan], ...] = ()
    """Plans that were found where the line begins and gain, with how much, those that gain most first."""

    cut_short = False
    """Whether the last line ended for want of positions, not of what gains."""

    def line(
        self, machine: Machine, share: Share, enough: int = 0, *, persist: bool = False
    ) -> tuple[Line, dict[Beginning, list[Plan]]]:
        """The best line that is found, and what each beginning could come to; it ends before nothing gains any more,
        and looks on until so many positions are left. Who would `persist` does nothing only when every beginning has
        been looked at, whatever is left."""
        question = machine.state.question
        assert isinstance(question, Take)
        side = question.side
        done, at, worth = list[Plan](), machine, self.worth_of(machine, side)
        known: dict[Beginning, list[Plan]] = {}
        vain = set[Beginning]()  # what could be begun and gained nothing: it seldom gains once something else is done
        self.cut_short = False
        most = self.looked + MOST_WITHOUT_END if persist else 0
        for _ in range(MOST_ROUNDS):
            open_now = [b for b in self.chance.in_order(self.beginnings(at)) if b not in vain]
            alike = self._alike(at, open_now)
            open_now = [b for b in open_now if b not in alike]
            found_now = self._found_of_each(at, worth, open_now, share, enough, 0 if done else most)
            self._for_twins(found_now, alike)
            for beginning, found in found_now.items():
                known.setdefault(beginning, found)
                if found and found[0].worth <= worth:
                    vain.add(beginning)
            if not done:
                gains = [(plan.worth - worth, plan) for plans in found_now.values() for plan in plans]
                self.beside = tuple(sorted((one for one in gains if one[0] > 0), key=lambda one: -one[0]))
            taken = (
                ([] if done else self._leaving_most())
                or self._taken(at, worth, self._waiting(found_now, worth))
                or self._by_way_of_another(at, worth, known, share, enough)
            )
            if not taken:
                break
            done += taken
            at, worth = taken[-1].after, taken[-1].worth
            if not self._is_open(at, question):
                break
            if self.left <= enough:
                self.cut_short = True
                break
        return Line(tuple(done), at, worth), known

    def _found_of_each(
        self, at: Machine, worth: Fraction, open_now: list[Beginning], share: Share, enough: int, most: int
    ) -> dict[Beginning, list[Plan]]:
        """What each beginning could come to, as long as more than `enough` positions are left; where nothing gains yet,
        also beyond, until `most` have been looked at."""
        each = self._each(share, (self.left - enough) // max(len(open_now), 1))
        gains = False
        found_now: dict[Beginning, list[Plan]] = {}
        unfinished: list[Beginning] = []  # where a longer look could find more
        for beginning in open_now:
            if self.left <= enough:
                self.cut_short = True
                if gains or self.looked >= most:
                    break
            before = self.looked
            found = self.begun_so(at, beginning, each if self.left > enough else IN_PASSING)
            if self.looked - before >= each.positions and each != share:
                unfinished.append(beginning)
            found_now[beginning] = found
            gains = gains or any(plan.worth > worth for plan in found[:1])
        self._look_longer(at, unfinished, found_now, share, enough)
        return found_now

    def _look_longer(
        self, at: Machine, unfinished: list[Beginning], found: dict[Beginning, list[Plan]], share: Share, enough: int
    ) -> None:
        """Looks in earnest at beginnings that were looked at in passing, those that came to most first, as long as
        there is room for it."""
        for beginning in sorted((b for b in unfinished if found[b]), key=lambda b: -found[b][0].worth):
            if self.left - enough < share.positions:
                return
            longer = self.begun_so(at, beginning, share)
            if longer and longer[0].worth > found[beginning][0].worth:
                found[beginning] = longer

    def _each(self, share: Share, room: int) -> Share:
        """The share of each beginning, where there is so much room for it."""
        return IN_PASSING if share == IN_EARNEST and room < IN_EARNEST.positions else share

    def _leaving_most(self) -> list[Plan]:
        """Of plans that throw dice, the one that gains most together with what it leaves to the others, where the best
        by itself throws some and the side goes on after them; nothing where it does not."""
        best = self.beside[0][1] if self.beside and self.beside[0][1].place is not None else None
        if best is None or not self._open_after_dice(best):
            return []
        looked_at = [one for one in self.beside if one[1].place is not None]
        throwing = [one for one in looked_at if not isinstance(one[1].after.state.question, Take)]
        return [max(throwing, key=lambda one: one[0] + self._still_gained([one[1]]))[1]]

    def _open_after_dice(self, plan: Plan) -> tuple[str, ...]:
        """The actions that this side may still take once the dice have fallen that a plan ends with."""
        question, side = plan.after.state.question, self.side
        at: Machine | None = plan.after if isinstance(question, ByLot) else None
        for _ in range(MOST_QUESTIONS):
            question = None if at is None else at.state.question
            if at is None or not isinstance(question, ByLot):
                break
            at = self._fallen(at, question)
        return question.actions if isinstance(question, Take) and at is not None and question.side == side else ()

    def _still_gained(self, plans: Sequence[Plan]) -> Fraction:
        """What the plans gain that have nothing to do with a line, once the dice have fallen that it ends with: each
        piece and each hex is named by one of them. Who sends all at once for a little more would leave nobody."""
        still_open = self._open_after_dice(plans[-1]) if plans else ()
        named, gained = {answer for plan in plans for answer in _named(plan)}, Fraction(0)
        for gain, plan in self.beside if still_open else ():
            if plan.answers[0] in still_open and named.isdisjoint(_named(plan)):
                named |= _named(plan)
                gained += gain
        return gained

    def _by_way_of_another(
        self, at: Machine, worth: Fraction, known: dict[Beginning, list[Plan]], share: Share, enough: int
    ) -> list[Plan]:
        """Two plans that gain together, where nothing gains by itself: the first opens what could not be begun."""
        stones = sorted((plans[0] for plans in known.values() if plans), key=lambda plan: -plan.worth)
        question = at.state.question
        assert isinstance(question, Take)
        for stone in stones[:MOST_STONES]:
            first = self.again(at, stone.answers) if self.left > enough else None
            if first is None or not self._is_open(first.after, question):
                continue
            for beginning in self.beginnings(first.after):
                if known.get(beginning) or self.left <= enough:
                    continue
                for then in self.begun_so(first.after, beginning, share)[:1]:
                    if then.worth > worth:
                        return [first, then]
        return []

    def best(self, machine: Machine) -> list[Plan]:
        """What this side had better do until somebody else decides, as far as was looked; where it does something
        and has not looked at everything, it is not done."""
        question = machine.state.question
        assert isinstance(question, Take)
        self.aims_from(machine)
        for_replies = self.left // 2 if self.left >= FEWEST_REPLIES * REPLY else 0
        for_later = self.left // FOR_LATER if next(self._later(machine, question.side), None) is not None else 0
        line, known = self.line(machine, IN_EARNEST, for_replies + for_later, persist=True)
        goes_on = self.cut_short
        # a line stands as it is where the steps of the plan end while it is bettered
        in_time = self._known(lambda: self._in_time(machine, line, question.side, for_replies)) or line
        line = self._known(lambda: self.bettered(machine, in_time, known, question.side)) or in_time
        answers, after = line.answers, line.after
        if self._is_open(after, question) and not (answers and goes_on) and self.ends(after):
            answers = (*answers, DONE)
        return [Plan(line.worth, answers, after, frozenset())] if answers else []

    # -- what is closed by what is done now

    def _in_time(self, machine: Machine, line: Line, side: str, enough: int) -> Line:
        """The line without what closes, later in the turn, more than it gains; `foregone` keeps what that would be. So
        many positions are left."""
        if not line.plans:
            return line
        later: dict[Thing, Fraction] = {}
        for at in self._later(machine, side):
            worth = self.worth_of(at, side)
            for beginning in self.beginnings(at):
                thing = beginning[-1]
                if self.left <= enough:
                    break
                acts = isinstance(thing, Thing) and any(thing in plan.answers for plan in line.plans)
                if acts and self.goes(at, beginning):  # where it stands, a reply shows what it still does
                    for plan in self.begun_so(at, beginning, LATER)[:1]:
                        later[thing] = max(later.get(thing, Fraction(0)), plan.worth - worth)
        still = {beginning[-1] for at in self._later(line.after, side) for beginning in self.beginnings(at)}
        self.foregone = {thing: gain for thing, gain in later.items() if gain > 0 and thing not in still}
        for thing in sorted(self.foregone, key=lambda thing: (-self.foregone[thing], self.chance.number(thing))):
            other = self._made(machine, tuple(plan.answers for plan in line.plans if thing not in plan.answers))
            if other is not None and self._comes_to(other) > self._comes_to(line):
                line = other
        return line

    def _comes_to(self, line: Line) -> Fraction:
        """What a line is worth, with what the others can still do upon its dice, less what those who act in it can no
        longer do later."""
        acting = {answer for plan in line.plans for answer in plan.answers if answer in self.foregone}
        lost = sum((self.foregone[thing] for thing in acting), Fraction(0))
        return line.worth + self._still_gained(line.plans) - lost

    def _later(self, machine: Machine, side: str) -> Iterator[Machine]:
        """Where the side can take actions once it is done here, before anybody else is asked."""
        at: Machine | None = self.following(machine, DONE) if isinstance(machine.state.question, Take) else machine
        for _ in range(MOST_QUESTIONS):
            question = None if at is None else at.state.question
            if at is None or question is None:
                return
            if isinstance(question, ByLot):
                at = self._fallen(at, question)
            elif isinstance(question, Take) and question.side == side:
                yield at
                at = self.following(at, DONE)
            else:
                return

    # -- what is better against it

    def bettered(self, machine: Machine, line: Line, known: dict[Beginning, list[Plan]], side: str) -> Line:
        """The line, with something else in it wherever that is better once the others have replied."""
        if self.left < REPLY or not (line.plans or any(known.values())):
            return line  # or there is nothing else to be done
        reply = self.reply(line, side)
        guarded = self._guarded(machine, line, reply, side) if self.left > 0 else [(line, reply)]
        line, reply = max(guarded, key=lambda one: self._comes_to(one[0]) - one[1].cost)
        best = self._comes_to(line) - reply.cost
        first = guarded[0]
        tried: set[Parts] = {tuple(plan.answers for plan in one.plans) for one, _ in guarded}
        while self.left > 0:
            found = next((c for c in self._changes(line, known, reply) if c[1] not in tried), None)
            if found is None:
                break
            thing, change = found
            tried.add(change)
            other = self._made(machine, change)
            if other is None or (len(other.plans) < len(line.plans) and not self.ends(other.after)):
                continue  # it does not fit, or leaves out what has to be done
            where = line.after.position.hex_of(thing)
            if self._comes_to(other) - reply.regardless_of(thing, where) + reply.regained <= best:
                continue  # whatever else they do: they never do what loses
            then = self.reply(other, side)
            if self._comes_to(other) - then.cost > best:
                line, reply, best = other, then, self._comes_to(other) - then.cost
        if line is not first[0]:
            self.kept_from = dict(self._spared(*first, line, reply, frozenset(of_side(machine.position, side))))
        return line

    def _spared(
        self, first: Line, upon_it: Reply, line: Line, then: Reply, ours: frozenset[Thing]
    ) -> Iterator[tuple[Thing, frozenset[Thing]]]:
        """By thing of one's own that another line has elsewhere, who would have gone for it and does not."""
        for thing in ours:
            was, now = first.after.position.hex_of(thing), line.after.position.hex_of(thing)
            spared = upon_it.against(thing, was) - then.against(thing, now) - ours
            if was != now and (from_whom := frozenset(one for one in spared if isinstance(one, Thing))):
                yield thing, from_whom

    def _guarded(self, machine: Machine, line: Line, reply: Reply, side: str) -> list[tuple[Line, Reply]]:
        """The line, and others that leave out at once all that costs more than it gains: all that gains, or what the
        others gain more by than where nothing was done for gain. Each with what they do then."""
        ours, found = frozenset(of_side(line.after.position, side)), [(line, reply)]
        gains = line.gains_over(self.worth_of(machine, side))
        costs = [
            sum((self._lost(reply, line, one) for one in ours.intersection(answers)), Fraction(0))
            for _, answers in gains
        ]
        if all(gain <= 0 or gain >= cost for (gain, _), cost in zip(gains, costs, strict=True)):
            return found
        idle = self._made(machine, tuple(answers for gain, answers in gains if gain <= 0))
        if idle is None or not self.ends(idle.after):
            return found
        at_rest = self.reply(idle, side)
        found.append((idle, at_rest))
        stays = list[tuple[Any, ...]]()
        for (gain, answers), cost in zip(gains, costs, strict=True):
            anyhow = sum((self._lost(at_rest, idle, one) for one in ours.intersection(answers)), Fraction(0))
            if gain <= 0 or gain >= cost - anyhow:
                stays.append(answers)
        other = self._made(machine, tuple(stays)) if len(idle.plans) < len(stays) < len(gains) else None
        if other is not None and self.ends(other.after):
            found.append((other, self.reply(other, side)))
        return found

    def _lost(self, reply: Reply, line: Line, thing: Thing) -> Fraction:
        """What the others gain by what goes for a thing, or for where it is after the line."""
        return reply.gained - reply.regardless_of(thing, line.after.position.hex_of(thing))

    def _changes(self, line: Line, known: dict[Beginning, list[Plan]], reply: Reply) -> Iterator[tuple[Thing, Parts]]:
        """The line without what one of the things does, or with something else in its place, with the thing: those whom
        the others go for come first."""
        answers = [plan.answers for plan in line.plans]
        where = {answer for answer in reply.named if isinstance(answer, Hex)}
        mine = {thing: beginning for beginning in known for thing in beginning if isinstance(thing, Thing)}
        spared = {t for t in mine if t not in reply.named and line.after.position.hex_of(t) not in where}
        for thing in sorted(self.chance.in_order(mine), key=lambda thing: thing in spared):
            does = next((i for i, plan in enumerate(answers) if thing in plan[:2]), None)
            before = tuple(answers[:does])
            later = () if does is None else tuple(answers[does + 1 :])
            for beginning, plans in known.items():
                if thing in beginning:
                    for plan in plans:
                        if does is None or plan.answers != answers[does]:
                            yield thing, (*before, plan.answers, *later)
            if does is not None:
                yield thing, (*before, *later)

    def _made(self, machine: Machine, parts: Parts) -> Line | None:
        """A line of these parts; none where one of them does not fit any more."""
        side = machine.state.question.side  # type: ignore[union-attr]
        done: list[Plan] = []
        at, worth = machine, self.worth_of(machine, side)
        for answers in parts:
            if not isinstance(at.state.question, Take) or at.state.question.side != side:
                return None
            plan = self.again(at, answers)
            if plan is None:
                return None
            done.append(plan)
            at, worth = plan.after, plan.worth
        return Line(tuple(done), at, worth)


def _named(plan: Plan) -> frozenset[Any]:
    """The pieces and hexes that a plan names."""
    return frozenset(answer for answer in plan.answers if isinstance(answer, Thing | Hex))

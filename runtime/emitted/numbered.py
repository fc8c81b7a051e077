"""A field searched over numbers: the steps of a mover, as rows that are kept (`steps.py`).

The search is that of `fields.py`, and what it finds is the same, down to which of two ways of one cost it takes: it
goes by cost, and at one cost in the order in which it came to the places. A place is one number, for a hex and what the
mover's labels say there. Only where a row is not known yet, or whether a cost bars a step, is the law asked: then a
search that puts the mover there is made, which a query does without as long as it can.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from heapq import heappop, heappush
from typing import Any, Protocol

from hexlaw.runtime.emitted.state import State
from hexlaw.runtime.emitted.steps import Class, KeptSteps, Labels, Row, Step
from hexlaw.runtime.emitted.values import plain
from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.value import Thing

SHARE = 5040
"""Into how many shares a point of cost is cut: halves, thirds and so on up to tenths come out even."""
STEP = 25
"""What a place counts for in an account of work: about the values that are worked out there."""
MOST_PLACES = 20_000
"""Places that a search looks at; where there are more, the machine says so."""


class AsksLaw(Protocol):
    """A search that asks the law about the steps of its mover."""

    def steps(self, here: Hex, labels: Labels) -> list[tuple[Hex, Labels, Labels, Any, tuple[Any, ...]]]:
        """The steps from a hex that nothing bars but perhaps what was spent: where each leads, the labels then and at
        last, its price, and its features."""
        ...

    def is_tied(self, here: Hex, labels: Labels, paid: Any, there: Hex) -> bool:
        """Whether a step is barred for one who has spent so much."""
        ...

    def rests_in(self, here: Hex, labels: Labels) -> bool | None:
        """Whether the move may end in a hex; none where that depends on where it began."""
        ...

    def may_rest(self, here: Hex, labels: Labels) -> bool: ...

    def put(self, here: Hex | None, labels: Labels, paid: Any) -> None: ...


class _Never(dict[int, bool]):
    """No cost bars a step."""

    def get(self, key: int, default: Any = None) -> Any:
        return False


NEVER = _Never()


class NotNumbered(ValueError):
    """Some step has no answer that can be kept."""


class Numbered:
    """The steps of one mover in one position, and a search over them."""

    def __init__(
        self, kept: KeptSteps, s: State, mover: Thing, begun: Labels, spent: Any, *, is_tied: bool,
        ends: Callable[[], Any], asks: Callable[[], AsksLaw],
    ) -> None:  # fmt: skip
        lie = kept.lying(s, ends)
        self.spent = shares(spent)
        if lie is None or self.spent < 0:
            raise NotNumbered
        self.kept, self.board, self.account, self.size = kept, lie.board, s.account, s.size
        self.start, self.begun = self.board.number[s.hex_of[mover]], begun
        self.around = kept.without(s, lie, mover, self.start)
        self.of_class: Class = kept.of(s, mover, lie)
        self.is_tied, self._asks = is_tied, asks
        self._law: AsksLaw | None = None
        self.came: dict[int, int | None] = {}
        self.rests: dict[int, tuple[int, int]] = {}  # by hex: what was spent, and the place

    @property
    def law(self) -> AsksLaw:
        if self._law is None:
            self._law = self._asks()
        return self._law

    def goes(self, to: Hex | None) -> bool:
        """Searches as far as a rest in this hex, or to the end; false where it has too many places."""
        board, around, of_class = self.board, self.around, self.of_class
        count, came, rests = len(board.hexes), self.came, self.rests
        goal = -1 if to is None else board.number.get(to, -1)
        begun = self.start + count * of_class.numbered(self.begun)
        best, looked_at = {begun: self.spent}, 0
        waiting, costs = {self.spent: [begun]}, [self.spent]
        came[begun] = None
        while costs:
            cost = costs[0]
            bucket = waiting[cost]
            for place in bucket:
                if best[place] != cost:
                    continue
                looked_at += 1
                label, here = divmod(place, count)
                lying = around[here]
                if here not in rests:
                    rest = of_class.rests[label].get(lying)
                    if rest or (rest is None and self.may_rest(here, label, lying, cost)):
                        rests[here] = cost, place
                        if here == goal:
                            self._spend(looked_at)
                            return True
                row = of_class.rows[label].get(lying)
                for following, price, verdicts, _ in self.row(here, label, lying) if row is None else row:
                    after = cost + price
                    if best.get(following, after + 1) <= after:
                        continue
                    barred = verdicts.get(cost)
                    if barred is None:
                        barred = verdicts[cost] = self._tied(here, label, cost, following % count)
                    if barred:
                        continue
                    best[following], came[following] = after, place
                    if after in waiting:
                        waiting[after].append(following)
                    else:
                        waiting[after] = [following]
                        heappush(costs, after)
            heappop(costs)
            if looked_at > MOST_PLACES:
                return False
        self._spend(looked_at)
        return True

    def _spend(self, looked_at: int) -> None:
        self.account.spend(looked_at * (STEP + self.size))

    def way_to(self, last: int) -> tuple[Hex, ...]:
        """The steps by which the search came to a place."""
        found: list[Hex] = []
        count, hexes = len(self.board.hexes), self.board.hexes
        at: int | None = last
        while at is not None:
            found.append(hexes[at % count])
            at = self.came[at]
        return tuple(found[-2::-1])

    def ways(self) -> dict[Hex, tuple[tuple[Hex, ...], Any]]:
        hexes, spent = self.board.hexes, self.spent
        return {hexes[here]: (self.way_to(last), points(cost - spent)) for here, (cost, last) in self.rests.items()}

    def costs(self) -> dict[Hex, Any]:
        hexes, spent = self.board.hexes, self.spent
        told = {cost: points(cost - spent) for cost in {cost for cost, _ in self.rests.values()}}
        return {hexes[here]: told[cost] for here, (cost, _) in self.rests.items()}

    # -- a step or a rest by itself

    def step(self, here: Hex, labels: Labels, paid: Any, there: Hex) -> tuple[Labels, Labels, Any] | None:
        """The labels after a step and at last, and its price; none where it is barred."""
        cost, number = self._spent(paid), self.board.number
        at, to, count, label = number[here], number.get(there), len(number), self.of_class.numbered(labels)
        for following, price, verdicts, after in self.row(at, label, self.around[at]):
            if following % count == to:
                barred = verdicts.get(cost)
                if barred is None:
                    barred = verdicts[cost] = self._tied(at, label, cost, to)
                return None if barred else (after, self.of_class.labels[following // count], points(price))
        return None

    def rests_in(self, here: Hex, labels: Labels, paid: Any) -> bool:
        """Whether the move may end in a hex."""
        at = self.board.number[here]
        return self.may_rest(at, self.of_class.numbered(labels), self.around[at], self._spent(paid))

    def _spent(self, paid: Any) -> int:
        cost = shares(paid)
        if cost < 0:
            raise NotNumbered
        return cost

    # -- what is kept, or asked and kept

    def row(self, here: int, label: int, lying: int) -> Row:
        """The steps from a hex."""
        rows = self.of_class.rows[label]
        if lying in rows:
            row = rows[lying]
        else:
            board, labels = self.board, self.of_class.labels[label]
            board.kept += 1
            try:
                steps = self.law.steps(board.hexes[here], labels)
                row = tuple([self._step(label, *step) for step in steps])
            except NotNumbered:
                row = None
            rows[lying] = row
        if row is None:
            raise NotNumbered
        return row

    def _step(
        self, label: int, there: Hex, after: Labels, at_last: Labels, price: Any, features: tuple[Any, ...]
    ) -> Step:
        share = shares(price)
        if share < 0:
            raise NotNumbered
        verdicts: dict[int, bool] = NEVER
        if self.is_tied:
            verdicts = self.of_class.verdicts[label].setdefault((after, at_last, share, features), {})
        following = self.board.number[there] + len(self.board.hexes) * self.of_class.numbered(at_last)
        return following, share, verdicts, after

    def _tied(self, here: int, label: int, cost: int, there: int) -> bool:
        hexes = self.board.hexes
        return self.law.is_tied(hexes[here], self.of_class.labels[label], points(cost), hexes[there])

    def may_rest(self, here: int, label: int, lying: int, cost: int) -> bool:
        """Whether the move may end in a hex."""
        rests = self.of_class.rests[label]
        place, labels = self.board.hexes[here], self.of_class.labels[label]
        if lying not in rests:
            self.law.put(place, labels, points(cost))
            rests[lying] = self.law.rests_in(place, labels) if self.kept.rests else None
        found = rests[lying]
        if found is not None:
            return found
        self.law.put(place, labels, points(cost))
        return self.law.may_rest(place, labels)


def shares(price: Any) -> int:
    """A cost in shares; less than nothing, where it cannot be told in them."""
    if price is None or price < 0:
        return -1
    share = price * SHARE
    return int(share) if share == int(share) else -1


_POINTS: dict[int, Any] = {}


def points(cost: int) -> Any:
    """So many shares as a number of points."""
    found = _POINTS.get(cost)
    if found is None:
        if len(_POINTS) > 10_000:
            _POINTS.clear()
        found = _POINTS[cost] = plain(Fraction(cost, SHARE)) if cost % SHARE else cost // SHARE
    return found

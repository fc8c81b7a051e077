"""Linked hexes: a breadth-first search from neighbour to neighbour, through the hexes that a condition admits.

So each hex is found by a shortest way, and judged a bounded number of times: once, or once for each neighbour where it
matters which hex came before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hexlaw.runtime.board.geometry import Hex, neighbours


class Flood:
    """The hexes of the map that are linked to the start, which is part of it, each with its distance in steps, found
    ring by ring on demand. With `by_step`, whether a hex is admitted may depend on the hex before it; the search ends
    after `most` steps."""

    __slots__ = ("by_step", "closed", "found", "most", "on_map", "ring", "steps")

    def __init__(
        self, on_map: Callable[[Hex], bool], start: Iterable[Hex | None], *, by_step: bool, most: int | None = None
    ) -> None:
        self.on_map, self.by_step, self.most = on_map, by_step, most
        self.found = {h: 0 for h in start if h is not None and on_map(h)}
        self.ring, self.closed, self.steps = list(self.found), set[Hex](), 0

    def __len__(self) -> int:
        return len(self.found)

    def go_on(self, leads: Callable[[Hex, Hex], bool], goal: Hex | None = None) -> None:
        """Searches up to the goal, if it is linked, or to the end. `leads` says whether a hex is admitted from another;
        if it raises, the state is that after the last whole ring."""
        found, closed, on_map = self.found, self.closed, self.on_map
        while self.ring and goal not in found and (self.most is None or self.steps < self.most):
            ring = dict[Hex, int]()
            for before in self.ring:
                for h in neighbours(before):
                    if h in found or h in ring or h in closed or not on_map(h):
                        continue
                    if leads(h, before):
                        ring[h] = self.steps + 1
                    elif not self.by_step:
                        closed.add(h)
            found.update(ring)
            self.ring, self.steps = list(ring), self.steps + 1


def linked(
    on_map: Callable[[Hex], bool], start: Iterable[Hex | None], leads: Callable[[Hex, Hex], bool], *,
    by_step: bool, most: int | None = None, goal: Hex | None = None,
) -> dict[Hex, int]:  # fmt: skip
    """Returns the linked hexes with their distances, with a `goal` only as far as its ring."""
    flood = Flood(on_map, start, by_step=by_step, most=most)
    flood.go_on(leads, goal)
    return flood.found

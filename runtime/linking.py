"""What is linked to what: hexes reached one neighbour after the other, as far as each is let through.

The hexes are gone through in rings: all that are one step from where it begins, then all that are two. So each is found
by a shortest way, and it is judged a bounded number of times: once, or once for each neighbour where it matters which
hex came before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hexlaw.runtime.geometry import Hex, neighbours


def linked(
    on_map: Callable[[Hex], bool], start: Iterable[Hex | None], leads: Callable[[Hex, Hex], bool], *,
    by_step: bool, most: int | None = None, goal: Hex | None = None,
) -> dict[Hex, int]:  # fmt: skip
    """The hexes of the map that are linked to some of them, those included, each with the steps that it takes to get
    there, in rings. `leads` says whether a hex is let through that is come to from another; `by_step` that this may
    depend on the other. It goes no further than `most` steps, or than to the `goal`."""
    found = {h: 0 for h in start if h is not None and on_map(h)}
    ring, closed, steps = list(found), set[Hex](), 0
    while ring and (most is None or steps < most) and goal not in found:
        steps += 1
        following = []
        for before in ring:
            for h in neighbours(before):
                if h in found or h in closed or not on_map(h):
                    continue
                if leads(h, before):
                    found[h] = steps
                    following.append(h)
                elif not by_step:
                    closed.add(h)
        ring = following
    return found

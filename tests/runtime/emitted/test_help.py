"""What lines meet, as emitted law has it, is what the geometry says."""

from __future__ import annotations

from random import Random

import pytest

from hexlaw.runtime import geometry
from hexlaw.runtime.emitted import help as emitted
from hexlaw.runtime.emitted.values import Met, Unanswered
from hexlaw.runtime.geometry import Hex

BETWEEN = ("sides_along", "hexes_along", "sides_on_paths", "hexes_on_paths")


@pytest.mark.parametrize("name", BETWEEN)
def test_what_is_met_is_what_the_geometry_says(name: str) -> None:
    random = Random(name)
    for _ in range(150):
        a, b = (Hex(random.randint(-9, 9), random.randint(-9, 9)) for _ in range(2))
        expected = getattr(geometry, name)(a, b)
        found = getattr(emitted, name)(a, b)
        assert tuple(met.contact() for met in found) == expected, (a, b)
        assert tuple(map(Met.of, expected)) == found, (a, b)
        for met, contact in zip(found, expected, strict=True):
            assert (met.at, met.out_of, met.into) == (contact.at, contact.out_of, contact.into)


@pytest.mark.parametrize("corner", [Hex(16_777_000, -16_777_000), Hex(-16_777_000, 16_777_000)])
def test_places_far_out_are_told_apart(corner: Hex) -> None:
    far = Hex(corner.q + 3, corner.r - 5)
    assert tuple(met.contact() for met in emitted.sides_along(corner, far)) == geometry.sides_along(corner, far)
    assert tuple(met.contact() for met in emitted.hexes_along(corner, far)) == geometry.hexes_along(corner, far)


def test_beyond_that_there_is_no_answer() -> None:
    for a, b in ((Hex(1 << 24, 0), Hex((1 << 24) - 4, 0)), (Hex(0, (1 << 24) - 4), Hex(0, 1 << 24))):
        with pytest.raises(Unanswered):
            emitted.sides_along(a, b)
        with pytest.raises(Unanswered):
            emitted.hexes_along(a, b)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((1, 2), (2, 1), True),
        (tuple(range(20)), tuple(reversed(range(20))), True),
        (tuple(range(20)), tuple(range(1, 21)), False),
        ((), (1,), False),
        ((), (), True),
        ((1,), 1, False),
        (None, (), False),
        (2, 2, True),
    ],
)
def test_sets_are_the_same_in_any_order(one: object, other: object, expected: bool) -> None:
    assert emitted.same(one, other) is expected
    assert emitted.same(other, one) is expected

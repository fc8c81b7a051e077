"""The forces of the published situations, counter by counter, against a list that was made from their sources.

`orders-of-battle.csv` was not written from the situation files: it is what the cards put into the field, or an
implementation where no card was seen. A row says in its remark why it is not as the implementation has it. A row
without a unit counts what the card has besides, of a type that is not on record.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

RULES = Path(__file__).parents[2] / "rules"
WITHOUT_A_SIDE = ("block", "minefield")
BESIDE_THE_MAP = "beside-the-map"
"""What may be taken in place of others, gun for gun: so it is in nobody's force."""
OF_PANZERBLITZ = ("panzerblitz", "panssari-salama", "russia-1941")

Force = Counter[tuple[str, str]]


def published() -> dict[tuple[str, str], Force]:
    forces: dict[tuple[str, str], Force] = {}
    with Path(__file__).with_name("orders-of-battle.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            force = forces.setdefault((row["module"], row["situation"]), Counter())
            force[row["side"], row["unit"]] += int(row["count"])
    return forces


PUBLISHED = published()
MISSING = {(*key, side): n for key, force in PUBLISHED.items() for (side, unit), n in force.items() if not unit}


def counters(piece: object, side: str, times: int = 1) -> Iterator[tuple[str, str, int]]:
    """The side, the type and the number of all counters that an entry of a situation puts into the field."""
    if not isinstance(piece, dict):
        return
    for inner in piece.get("pieces", {}).values():
        yield from counters(inner, side, times)
    number = times * piece.get("count", 1)
    kind = piece.get("kind")
    if kind in WITHOUT_A_SIDE:
        yield "", kind, number
    elif "type" in piece:
        yield piece.get("side", side), piece["type"], number
    for load in piece.get("holds", {}).values():
        yield from counters(load, side, number)


def force_of(module: str, situation: str) -> Force:
    file = yaml.safe_load((RULES / module / "situations" / f"{situation}.yaml").read_text(encoding="utf-8"))
    force: Force = Counter()
    for side, pieces in {**file["sides"], "": file.get("pieces", {})}.items():
        for name, piece in pieces.items():
            for owner, unit, number in counters(piece, side) if name != BESIDE_THE_MAP else ():
                force[owner, unit] += number
    return force


@pytest.mark.parametrize(("module", "situation"), sorted(PUBLISHED))
def test_every_counter_of_the_card_is_there_and_no_other(module: str, situation: str) -> None:
    known = Counter({key: number for key, number in PUBLISHED[module, situation].items() if key[1]})
    assert force_of(module, situation) == known


@pytest.mark.parametrize(("module", "situation", "side"), sorted(MISSING))
def test_a_counter_that_is_not_known_is_said_to_be_missing(module: str, situation: str, side: str) -> None:
    text = (RULES / module / "situations" / f"{situation}.yaml").read_text(encoding="utf-8")
    head = " ".join(line.removeprefix("# ") for line in text.splitlines() if line.startswith("# "))
    total = sum(number for (owner, _), number in PUBLISHED[module, situation].items() if owner == side)
    assert f"{total} {side.capitalize()} counters where {total - MISSING[module, situation, side]} are known" in head


@pytest.mark.parametrize(("module", "situation"), [key for key in sorted(PUBLISHED) if key[0] in OF_PANZERBLITZ])
def test_the_muster_of_a_side_is_the_number_of_its_units(module: str, situation: str) -> None:
    """Losses are what is missing from the muster, so a wrong one would decide games. Forts do not count."""
    file = yaml.safe_load((RULES / module / "situations" / f"{situation}.yaml").read_text(encoding="utf-8"))
    for side, pieces in file["sides"].items():
        muster = sum(piece.get("muster", 0) for piece in pieces.values() if piece.get("kind") == "formation")
        units = sum(
            number
            for (owner, unit), number in force_of(module, situation).items()
            if owner == side and "fort-" not in unit
        )
        assert muster == units, side

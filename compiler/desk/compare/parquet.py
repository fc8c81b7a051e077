"""The pairs of a comparison as a table of Parquet, one row for each. pyarrow comes with the extra `hexlaw[parquet]`.

Rows stand in the order of situations and of seeds. What a situation tells has a column of text for each label and law:
a fraction is "5 1/2". The same pairs give the same table, wherever they were played.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.desk.compare.balance import Balance
from hexlaw.compiler.desk.compare.pairs import Pair

NOT_THERE = "`--parquet` writes with pyarrow, which is not installed: `pip install 'hexlaw[parquet]'`"
LAWS = ("base", "variant")


def pyarrow() -> Any:
    """Returns the library; raises `Refused` where it is not installed, best before any game is played."""
    try:
        import_module("pyarrow.parquet")
        return import_module("pyarrow")
    except ImportError:
        raise Refused(NOT_THERE) from None


def as_parquet(balances: Sequence[Balance]) -> bytes:
    """Returns the file, with all pairs of all situations."""
    arrow = pyarrow()
    rows = [
        {"situation": balance.situation, "seed": pair.seed, "seating": seating, **dict(_of_pair(pair))}
        for balance in balances
        for pair in balance.pairs
        for seating in [", ".join(f"{side}={name}" for side, name in balance.seatings[pair.seating].items())]
    ]
    sorts = {
        **dict.fromkeys(("situation", "seed", "seating"), arrow.string()),
        "touched": arrow.list_(arrow.string()),
        **{f"{law} {what}": sort for law in LAWS for what, sort in (
            ("winner", arrow.string()), ("answers", arrow.int32()), ("stopped", arrow.string()))},
        "parted at": arrow.int32(),
        "parted by": arrow.list_(arrow.string()),
    }  # fmt: skip
    labels = {name for row in rows for name in row if name not in sorts}
    fields = [*sorts.items(), *((name, arrow.string()) for name in sorted(labels))]
    schema = arrow.schema(fields)
    table = arrow.Table.from_pylist([{name: row.get(name) for name, _ in fields} for row in rows], schema=schema)
    stream = io.BytesIO()
    arrow.parquet.write_table(table, stream, compression="zstd")
    return stream.getvalue()


def _of_pair(pair: Pair) -> Iterable[tuple[str, Any]]:
    yield "touched", list(pair.touched)
    for law in LAWS:
        played = getattr(pair, law)
        yield f"{law} winner", None if played.stopped else played.winner
        yield f"{law} answers", played.answers
        yield f"{law} stopped", played.stopped or None
        yield from ((f"{law}: {label}", value) for label, value in played.report.items())
    yield "parted at", pair.parting.at if pair.parting is not None else None
    yield "parted by", list(pair.parting.by) if pair.parting is not None else []

"""The pairs of a comparison as a table."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from hexlaw.compiler.cli import main
from hexlaw.compiler.desk.compare.balance import Balance
from hexlaw.compiler.desk.compare.pairs import Pair, PartingOfPairs, Played
from hexlaw.compiler.desk.compare.parquet import as_parquet

parquet = pytest.importorskip("pyarrow.parquet")


def test_each_pair_is_a_row() -> None:
    over = Pair("s-1", 0, Played("reds", {"lost": "5 1/2"}, 40), Played("nobody", {"lost": "4"}, 42), ("rule:a",),
                PartingOfPairs(7, "x", "y", ("rule:a",)))  # fmt: skip
    stopped = Pair("s-2", 0, Played("reds", {}, 3), Played("nobody", {}, 1, "stopped: so"), (), None)
    balance = Balance("hill", ({"reds": "greedy", "blues": "random"},), [over, stopped])
    rows = parquet.read_table(io.BytesIO(as_parquet([balance]))).to_pylist()
    assert [row["seed"] for row in rows] == ["s-1", "s-2"]
    assert rows[0]["seating"] == "reds=greedy, blues=random"
    assert (rows[0]["base winner"], rows[0]["variant winner"]) == ("reds", "nobody")
    assert (rows[0]["base: lost"], rows[0]["parted at"], rows[0]["parted by"]) == ("5 1/2", 7, ["rule:a"])
    assert (rows[1]["variant winner"], rows[1]["variant stopped"]) == (None, "stopped: so")


def test_the_command_writes_it_and_over_no_other_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pairs.parquet"
    typed = ["compare", "tutorial", "tutorial with clouds=on", "last-fine-day", "--no-cases", "--players", "random",
             "--pairs", "2", "--processes", "1", "--parquet", str(path)]  # fmt: skip
    assert main(typed) == 1
    assert parquet.read_table(path).num_rows == 2
    first = path.read_bytes()
    assert main(typed) == 1
    assert path.read_bytes() == first
    path.write_text("my notes")
    capsys.readouterr()
    assert main(typed) == 2
    assert "is no table of Parquet" in capsys.readouterr().err
    assert path.read_text() == "my notes"

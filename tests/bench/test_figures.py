"""bench/figures.py: what it decides for made-up times, and which revision it compares with."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def script(bench_script: Callable[[str], Any]) -> Any:
    return bench_script("figures")


class Measured:
    """Returns made-up ratios for each figure in their order, and then repeats the last."""

    def __init__(self, script: Any, **ratios: Iterable[float]) -> None:
        self.script, self.asked = script, list[tuple[str, bool]]()
        self.ratios = {name: chain(given, repeat([*given][-1])) for name, given in ratios.items()}

    def __call__(self, name: str, now_first: bool) -> Any:
        self.asked.append((name, now_first))
        return self.script.Pair(2.0, 2.0 * next(self.ratios[name]))

    def fallen(self, **long: bool) -> Any:
        known = {name: self.script.Figure(int, takes_long=long.get(name, False)) for name in self.ratios}
        return self.script.compare(self, known, lambda name, pairs: None)

    def count(self, name: str) -> int:
        return [each for each, _ in self.asked].count(name)


def test_a_figure_that_falls_back_by_a_fifth_fails_after_a_second_round(script: Any) -> None:
    measured = Measured(script, slower=[1.25], same=[1.0])
    assert measured.fallen() == ["slower"]
    assert (measured.count("slower"), measured.count("same")) == (10, 5)


def test_noise_passes(script: Any) -> None:
    """One quiet pair of five clears a figure, and so do two of a second round in which all seemed slower before."""
    noisy = [1.4, 1.3, 1.1, 1.5, 1.3]
    burst = [*[1.5] * 5, 1.02, 0.99, 1.0, 1.3, 1.0]
    assert Measured(script, noisy=noisy, burst=burst, faster=[0.7]).fallen() == []


def test_one_pair_of_the_second_round_may_be_wrong(script: Any) -> None:
    assert Measured(script, slower=[*[1.3] * 7, 1.1, 1.3, 1.3]).fallen() == ["slower"]


def test_what_takes_long_is_measured_until_it_is_cleared(script: Any) -> None:
    measured = Measured(script, cold=[1.3, 1.0], slow=[1.3])
    assert measured.fallen(cold=True, slow=True) == ["slow"]
    assert (measured.count("cold"), measured.count("slow")) == (2, 10)


def test_this_side_goes_first_by_turns(script: Any) -> None:
    measured = Measured(script, same=[1.0])
    measured.fallen()
    assert [first for _, first in measured.asked] == [True, False, True, False, True]


def test_a_figure_that_one_side_cannot_measure_is_no_fall(script: Any) -> None:
    new = {"new": script.Figure(int)}
    told: list[str] = []
    fallen = script.compare(lambda *_: None, new, lambda name, pairs: told.append(script.told(name, new[name], pairs)))
    assert fallen == []
    assert "cannot measure it" in told[0]


def test_a_figure_that_the_script_of_then_does_not_know_is_measured_there_by_that_of_now(
    script: Any, tmp_path: Path
) -> None:
    (tmp_path / "bench").mkdir()
    answers = "import sys\nfor _ in sys.stdin:\n    print({}, flush=True)\n"
    (tmp_path / "bench" / "figures.py").write_text(answers.format("'null'"), "utf-8")
    for n, (newer, seconds) in enumerate(((answers.format(2.5), 2.5), ("raise ImportError", None))):
        (tmp_path / "bench" / script.NEWER).write_text(newer, "utf-8")
        side = script.Side(tmp_path, tmp_path / f"scratch-{n}")
        assert side.seconds("new") == seconds
        side.end()


def test_there_are_twelve(script: Any) -> None:
    assert len(script.figures(None)) == 12


def test_the_last_landing_is_as_it_is_written_down(
    script: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    revisions = {"HEAD": "c", "a": "a", "c": "c"}
    monkeypatch.setattr(script, "_git", lambda *words: revisions.get(words[-1].removesuffix("^{commit}"), ""))
    monkeypatch.setattr(script, "LANDED", tmp_path / "landed")
    script.LANDED.write_text("a\n", "utf-8")
    assert script.landed() == "a"
    script.LANDED.write_text("c\n", "utf-8")
    assert script.landed() is None, "nothing is measured beside itself"
    assert script.landed("a") == "a"
    assert script.landed("zebra") is None


def test_what_is_written_down_is_a_revision(script: Any) -> None:
    assert re.fullmatch("[0-9a-f]{8,40}\n", script.LANDED.read_text("utf-8"))


def test_a_clone_without_the_last_landing_is_told_so(
    script: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(script, "_git", lambda *words: "c" if words == ("rev-parse", "HEAD") else "")
    assert script.main([]) == 0
    assert "this clone lacks the last landing" in capsys.readouterr().out
    assert script.main(["--against", "zebra"]) == 1


def test_a_side_that_ends_is_told_apart(
    script: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The other revision may not run with what is installed here: that is no fall. This one has to."""
    sound = "import sys\nfor _ in sys.stdin:\n    print(1.0, flush=True)\n"
    texts = dict.fromkeys(("then", "now"), sound)

    def laid(text: str, folder: Path) -> None:
        (folder / "bench").mkdir(parents=True, exist_ok=True)
        (folder / "bench" / "figures.py").write_text(text, "utf-8")

    monkeypatch.setattr(script, "check_out", lambda revision, folder: laid(texts["then"], folder))
    monkeypatch.setattr(script, "ROOT", tmp_path)
    for broken, result, said in (
        ("", 0, "1.00 (1.00 to 1.00)"),
        ("then", 0, "of 01234567 with what is installed here"),
        ("now", 1, "there is no measuring `made up`\n"),
    ):
        texts |= dict.fromkeys(("then", "now"), sound) | ({broken: ""} if broken else {})
        laid(texts["now"], tmp_path)
        assert script.measure("0123456789", {"made up": script.Figure(int)}) == result
        assert said in capsys.readouterr().out

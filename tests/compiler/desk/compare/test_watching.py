"""What is said after every save of a module that is watched."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from hexlaw.compiler.desk.compare import watching
from hexlaw.compiler.desk.compare.watching import Quick, Watch, saves, stamp
from hexlaw.runtime.law.law import Configuration

LAW = """\
chapter [ST 1] "Steep"

rule entry.ridge-steep [ST 1.1]
  replaces entry.ridge
  when side-between(here, there) is ridge
  entry-cost(u, here, there) is entry-strides(there.terrain, u.gait) + 2
"""
Module = Callable[..., str]


def watched(module: Module, lines: list[str]) -> tuple[Watch, Path]:
    folder = module('chapter [ST 1] "Nothing yet"\n')
    patience = 600  # however busy the machine is
    return Watch(folder, Configuration(), 1, 2, lines.append, patience=patience), Path(folder)


def test_a_save_is_told_with_its_verdicts_and_witnesses(module: Module) -> None:
    lines: list[str] = []
    watch, folder = watched(module, lines)
    base = watch.law()
    assert base is not None
    (folder / "01.law").write_text(LAW)
    watch.round(base)
    assert any(line.startswith("  new rule entry.ridge-steep") for line in lines)
    assert any("verdict" in line and "differ" in line for line in lines)
    at = lines.index("  rule entry.ridge-steep")
    assert lines[at + 1].startswith("    an example with ")


def test_nobody_waits_for_all_cases_and_none_is_forgotten(module: Module) -> None:
    lines: list[str] = []
    watch, folder = watched(module, lines)
    watch.patience = 0
    base = watch.law()
    assert base is not None
    watch.look(base)
    assert lines[-1].endswith("cases looked through; the others follow while nothing is saved")
    (folder / "01.law").write_text(LAW)
    watch.seconds = 1
    watch.round(base)
    so_far = next(line for line in lines if "so far, " in line)
    changed, asked, still = (int(word) for word in so_far.replace(",", "").split() if word.isdigit())
    assert (changed, asked) == (0, 0)
    while watch.idle():
        pass
    at = lines.index("all cases by now:")
    assert lines[at + 1].startswith(f"{still} cases under both: ")
    del lines[:]
    watch.patience = 600
    watch.look(base)
    assert lines == [f"{still} of {still} cases looked through"]


def test_games_of_a_situation_are_played_after_a_save(module: Module) -> None:
    lines: list[str] = []
    watch, folder = watched(module, lines)
    watch.quick, watch.seconds = Quick("last-fine-day", ["random"], 2), 1
    base = watch.law()
    assert base is not None
    (folder / "01.law").write_text(LAW)
    watch.round(base)
    assert any(line.startswith("as random plays last-fine-day") for line in lines)
    assert any(line.startswith("who gains in last-fine-day") for line in lines)
    watch.quick = Quick("last-day", ["random"], 2)
    watch.round(base)
    assert any("last-day" in line for line in lines)


def test_a_mistake_is_told_and_the_next_save_goes_on(module: Module) -> None:
    lines: list[str] = []
    watch, folder = watched(module, lines)
    base = watch.law()
    assert base is not None
    (folder / "01.law").write_text('chapter [ST 1] "Broken"\n\nrule entry.x\n  entry-cost(u) is\n')
    watch.round(base)
    assert any("error HX" in line for line in lines)
    del lines[:]
    (folder / "01.law").write_text('chapter [ST 1] "Nothing yet"\n')
    watch.round(base)
    assert "the two laws do the same" in lines


def test_a_case_of_what_a_save_adds_is_asked_of_the_variant_only(module: Module, foggy: str) -> None:
    lines: list[str] = []
    watch, folder = watched(module, lines)
    base = watch.law()
    assert base is not None
    shutil.copytree(foggy, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("module.yaml"))
    watch.round(base)
    assert "  3 more are asked of one of the two laws only" in lines
    assert "  1 case: asked of the variant only: there is no option `fog`" in lines


def test_a_new_file_is_a_save(module: Module) -> None:
    watch, folder = watched(module, [])
    base = watch.law()
    assert base is not None
    before = stamp(base.compilation)
    assert stamp(base.compilation) == before
    waiting = saves(base.compilation, lambda: False)
    timer = threading.Timer(0.5, lambda: (folder / "02.law").write_text("# more\n"))
    timer.start()
    next(waiting)
    timer.join()
    assert stamp(base.compilation) != before


def test_a_file_that_is_emptied_and_written_anew_is_one_save(module: Module, monkeypatch: pytest.MonkeyPatch) -> None:
    watch, folder = watched(module, [])
    base = watch.law()
    assert base is not None
    file, seen, editor = folder / "01.law", list[str](), iter(["", "# half", LAW])

    def meanwhile(_: float) -> None:
        if (text := next(editor, None)) is not None:
            file.write_text(text)

    monkeypatch.setattr(watching, "sleep", meanwhile)
    for _ in saves(base.compilation, lambda: False):
        seen.append(file.read_text())
        if seen[-1] == LAW:
            break
    assert seen == [LAW]


def test_a_file_that_never_ends_is_read_after_a_while(module: Module, monkeypatch: pytest.MonkeyPatch) -> None:
    watch, folder = watched(module, [])
    base = watch.law()
    assert base is not None
    longer = (("# more\n" * n) for n in range(1, watching.MAX_LOOKS + 3))
    monkeypatch.setattr(watching, "sleep", lambda _: (folder / "02.law").write_text(next(longer)))
    next(saves(base.compilation, lambda: False))

"""Law in the words of old: `check` says what to write now, and `fmt` writes it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.base.source import Source
from hexlaw.compiler.cli import main
from hexlaw.compiler.format.old_words import in_words_of_today

FLAGS = {"lit", "asleep"}


def renewed(law: str) -> str:
    return in_words_of_today(Source("a.law", law), FLAGS).text


@pytest.mark.parametrize(
    ("old", "now"),
    [
        ("when u.lit", "when u is lit"),
        ("when not u.lit and u.crew > 1", "when u is not lit and u.crew > 1"),
        ("when u.friend.lit is yes or u.asleep is no", "when u.friend is lit or u is not asleep"),
        ("when u.lit is not yes", "when u is not lit"),
        ("when u.lit is v.lit", "when (u is lit) is (v is lit)"),
        ("when any boat v where v.lit", "when any boat v where v is lit"),
        ("when f(u.lit) > 2", "when f(u is lit) > 2"),
        ("when (one v in s where v.crew > 1).lit", "when (one v in s where v.crew > 1) is lit"),
        ("when sail.lit applies", "when sail.lit applies"),
        ("when u.crew.lit > 1", "when (u.crew is lit) > 1"),
    ],
)
def test_a_flag_is_read_with_is(old: str, now: str) -> None:
    assert renewed(f"rule r [1]\n  {old}\n  u is big\n") == f"rule r [1]\n  {now}\n  u is big\n"


def test_what_is_written_to_keeps_its_dot() -> None:
    law = "effect e(u: boat) [1]:\n  set u.lit to {}\n  reveal u.asleep\n"
    assert renewed(law.format("u.friend.lit")) == law.format("u.friend is lit")


@pytest.mark.parametrize(
    ("condition", "opposite"),
    [
        ("count(boat b in h) <= 1", "count(boat b in h) > 1"),
        ("no boat b in h where b.lit", "any boat b in h where b is lit"),
        ("h is shoal and not h is deep", "h is not shoal or h is deep"),
        ("every boat b in h satisfies b is big", "not every boat b in h satisfies b is big"),
    ],
)
def test_what_held_at_rest_is_what_nobody_leaves_behind(condition: str, opposite: str) -> None:
    old = f"rule r [1]\n  at rest  # as printed\n  for each h in hexes\n  requires {condition}\n"
    assert renewed(old) == f"rule r [1]\n  forbids done  # as printed\n  for each h in hexes\n  when {opposite}\n"


def test_what_is_required_holds_at_all_times() -> None:
    new = "rule r [1]\n  for each h in hexes\n  requires h is deep\n"
    assert renewed(new.replace("  for", "  at all times\n  for")) == new


def test_each_part_of_the_sequence_is_a_phase() -> None:
    old = "sequence g\n  turn day while x:\n    phase tide:\n      step row\n    round talk\ndrop segment night [2]\n"
    new = "sequence g\n  phase day while x:\n    phase tide:\n      phase row\n    phase talk\ndrop phase night [2]\n"
    assert renewed(old) == new
    assert renewed(new) == new


BIG = "fact u: boat is big\n"
OLD = "rule r [1]\n  when u.lit\n  u is big\n"
BASE = "thing boat\n  stands in hex\n  lit: yes/no\n" + BIG


@pytest.mark.parametrize(
    ("law", "help_"),
    [
        (BIG + OLD, "write `u is lit`"),
        ("rule r [1]\n  at rest\n  for each boat u\n  requires u.crew < 3\n", "`forbids done` and `when u.crew >= 3`"),
        ("rule r [1]\n  at all times\n  for each boat u\n  requires u.crew < 3\n", "leave out `at all times`"),
        ("choice side\n  x, y\nsequence g\n  turn day [1]\n", "write `phase`"),
    ],
)
def test_check_says_once_what_to_write(bench: Any, law: str, help_: str) -> None:
    found = bench.findings(law)
    assert [d.code for d in found] == ["HX248"]
    assert help_ in found[0].help
    assert "hexlaw fmt" in found[0].help


def test_an_adjective_is_no_flag_too(bench: Any) -> None:
    found = bench.findings("thing scow is a boat\n  full: yes/no\nfact u: boat is lit\nfact u: boat is full\n")
    assert {(d.code, d.message) for d in found if d.code == "HX212"} == {
        ("HX212", "`is lit` would mean two things: a `boat` has a flag `lit`"),
        ("HX212", "`is full` would mean two things: a `scow` has a flag `full`"),
    }


def test_fmt_finds_the_flags_of_the_module_below(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, extends, law in (("base", "", BASE), ("top", "extends: base\n", OLD)):
        folder = tmp_path / name
        folder.mkdir()
        sources = "sources: {H: {title: T}}\ndefault-source: H\n"
        (folder / "module.yaml").write_text(f"module: {name}\ntitle: T\nversion: 1.0.0\n{extends}{sources}")
        (folder / "01.law").write_text(law)
    monkeypatch.chdir(tmp_path)
    assert main(["fmt", "top"]) == 0
    assert "when u is lit" in (tmp_path / "top" / "01.law").read_text()

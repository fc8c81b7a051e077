"""Checking tells the same whatever was checked before, by this process or another, and whatever became of the cache."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rotation import WHOLE, drawn

from hexlaw.compiler.analysis import clashes
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.render import in_order, render
from hexlaw.compiler.checking import check_modules
from hexlaw.compiler.checking.check_modules import check, check_all
from hexlaw.compiler.data.load import load, shipped_games, shipped_modules
from hexlaw.compiler.pipeline import compile_modules

ROOT = Path(__file__).resolve().parents[3]
LAW = """chapter [1] "Light"
fact glow(b: boat): fathoms
  otherwise 0
rule glow.lit [1]
  when b is lit
  glow(b) is 1
rule glow.moored [1]
  over glow.lit
  when b is moored
  glow(b) is 2
ruling H-001 [Answers]
  asks "Does a moored boat glow more?"
  answers yes
  authority answer
  confirms glow.moored
  shown by glow.one
"""
CASES = """cases:
- id: glow.one
  pieces:
    a: {kind: boat, moored: yes}
  ask: glow(a)
  expect: 2
"""
BOARD = """board: bay
grid: {orientation: pointy, lines: [A, B], lengths: [2], shifted: second, name: "{line}-{number}"}
hexes:
  A-1: {water: [rough]}
"""
VARIANT = """chapter [1] "More light"
rule glow.friend [1]
  over glow.lit, glow.moored
  when b.crew > 2
  glow(b) is 3
"""


def told(spec: Path | str) -> Any:
    checked = check(str(spec))
    return checked.summary, checked.undecided, [render(d) for d in in_order(checked.diagnostics)]


def codes(spec: Path) -> set[str]:
    return {d.code for d in check(str(spec)).diagnostics}


def told_without_cache(spec: Path | str, own_cache: Any) -> Any:
    """What a first process without a cache would tell; the caller's process has forgotten everything afterwards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HEXLAW_CACHE", "off")
        own_cache.forget_law()
        alone = told(spec)
        own_cache.forget_law()
    return alone


@pytest.fixture
def base(bench: Any, own_cache: Any) -> Path:
    files = {"cases/glow.cases.yaml": CASES, "boards/bay.yaml": BOARD}
    folder: Path = bench.write(LAW, name="base", files=files)
    return folder


@pytest.fixture
def variant(bench: Any, base: Path) -> Path:
    folder: Path = bench.variant(base, VARIANT, name="variant")
    return folder


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_what_is_clean_and_unchanged_is_not_compiled_again(
    base: Path, variant: Path, own_cache: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = [told(base), told(variant)]
    assert [findings for _, _, findings in first] == [[], []]
    monkeypatch.setattr(check_modules, "_check", lambda *_: pytest.fail("it was checked again"))
    assert [told(base), told(variant)] == first
    own_cache.new_process()
    assert [told(base), told(variant)] == first


def test_a_check_depends_on_nothing_but_what_was_loaded(variant: Path, own_cache: Any) -> None:
    """Else it would be remembered for too long: the key is made of what was loaded."""
    expected = told_without_cache(variant, own_cache)
    chain = load(str(variant), Diagnostics())
    assert chain is not None
    cases = chain.case_sources(Diagnostics())
    shutil.rmtree(variant)
    shutil.rmtree(variant.parent / "base")
    found = Diagnostics()
    summary, undecided, _ = check_modules._check(chain, cases, str(variant), found)
    assert (summary, tuple(undecided), [render(d) for d in in_order(found)]) == expected


def test_a_finding_is_told_each_time_where_it_stands_then(base: Path, own_cache: Any) -> None:
    edit(base / "10-law.law", "  over glow.lit\n", "")
    first = told(base)
    assert codes(base) == {"HX293"}
    own_cache.new_process()
    assert told(base) == first
    edit(base / "10-law.law", "fact glow", "# a remark that moves all below it\nfact glow")
    moved = told(base)
    assert moved != first
    assert moved == told_without_cache(base, own_cache)


EDITS = [
    ("base/10-law.law", "  over glow.lit\n", "", {"HX293"}),
    ("base/10-law.law", "  shown by glow.one\n", "  shown by glow.two\n", {"HX274"}),
    ("base/10-law.law", "  glow(b) is 2", "  gloww(b) is 2", None),
    ("base/10-law.law", "when b is lit", "when b is lit and b is not lit", {"HX291"}),
    ("base/00-words.law", "  lit: yes/no\n", "", None),
    ("base/00-words.law", "  water: set of water\n", "", None),
    ("base/cases/glow.cases.yaml", "id: glow.one", "id: glow.two", {"HX274"}),
    ("base/cases/glow.cases.yaml", "  ask: glow(a)\n", "  aks: glow(a)\n", None),
    ("base/boards/bay.yaml", "rough", "tough", None),
    ("base/module.yaml", "title: The harbour", "titel: The harbour", None),
    ("variant/10-law.law", "  over glow.lit, glow.moored\n", "  over glow.lit\n", {"HX293"}),
]


@pytest.mark.parametrize(("file", "old", "new", "expected"), EDITS, ids=[f"{e[0]}-{e[1].strip()}" for e in EDITS])
def test_an_edit_is_noticed_and_so_is_its_undoing(
    file: str, old: str, new: str, expected: set[str] | None, variant: Path, own_cache: Any
) -> None:
    """In a module that extends the edited one, too."""
    path = variant.parent / file
    before = path.read_text("utf-8")
    clean = told(variant)
    assert clean[2] == []
    edit(path, old, new)
    found = codes(variant)
    assert found == expected if expected else found
    assert told(variant) == told_without_cache(variant, own_cache)
    own_cache.new_process()
    path.write_text(before, "utf-8")
    assert told(variant) == clean


SNOW = "when there.terrain is snow\n"
RIDGE = """rule entry.ridge
  over entry.ground
  when side-between(here, there) is ridge
  entry-cost(u, here, there) is entry-strides(there.terrain, u.gait) + 1
"""
CELLS = "tables/entry-strides.yaml"
CLASHING = {"HX191", "HX293", "HX297"}  # nor can the kept game be followed that the book tells a turn of
SHIPPED_EDITS = {
    "a condition more": ("02-moving.law", SNOW, f"{SNOW}  when yes\n", {"HX297"}),
    "another number": ("03-whistling.law", "c.at > 1/2", "c.at > 3/4", {"HX297"}),
    "what excludes itself": ("02-moving.law", SNOW, f"{SNOW}  when there.terrain is fir\n", {"HX291", "HX297"}),
    "a cell": (CELLS, "scree:  [2, 2, 3]", "scree:  [2, 2, 1]", {"HX297"}),
    "a cell that is not one": (CELLS, "scree:  [2, 2, 3]", "scree:  [2, 2, stands]", None),
    "a citation": ("02-moving.law", "section 2.3 Ridges", "section 2.9 Ridges", set()),
    "a source that is not one": ("02-moving.law", "rule entry.ridge\n", "rule entry.ridge [XY 2.3]\n", {"HX221"}),
    "a clash": ("02-moving.law", "  over entry.ground, entry.ridge\n", "  over entry.ground\n", CLASHING),
    "a rule less that others name": ("02-moving.law", RIDGE, "", None),
}


@pytest.mark.parametrize("name", drawn(SHIPPED_EDITS, 4))
def test_a_new_process_tells_of_an_edit_what_one_without_a_cache_does(
    name: str, tmp_path: Path, own_cache: Any
) -> None:
    """And afterwards of its undoing: what was known of the law before is known of it again."""
    file, old, new, expected = SHIPPED_EDITS[name]
    folder = tmp_path / "tutorial"
    shutil.copytree(shipped_modules()["tutorial"], folder)
    clean = told(folder)
    assert clean[2] == []
    for _ in range(2):
        edit(folder / file, old, new)
        own_cache.new_process()
        found = told(folder)
        assert found == told_without_cache(folder, own_cache)
        assert {d.code for d in check(str(folder)).diagnostics} == expected if expected is not None else found[2]
        shutil.copy(shipped_modules()["tutorial"] / file, folder / file)
        own_cache.new_process()
        assert told(folder) == clean


TYPED = """chapter [1] "Light"
fact glow(b: boat): fathoms
  otherwise 0
fact bright(b: boat): yes/no
effect dim(b: boat):
  clear lit from b
rule glow.lit [1]
  when b is lit
  glow(b) is b.range
rule glow.bright [1]
  when glow.lit applies
  bright(b)
rule one.lit [1]
  for each boat b
  requires count(boat c in b where c is lit) < 9
rule bright.kept [1]
  when dim(b) would break one.lit
  b is bright
rule glow.no [1]
  limits glow.lit
  when b is moored
"""
RETYPED = [
    ("10-law.law", "fact glow", "# a remark that moves all below it\nfact glow"),
    ("10-law.law", "glow(b: boat)", "glow(b: ferry)"),
    ("10-law.law", '"Light"', '"Dark"'),
    ("10-law.law", "glow(b) is b.range", "glow(b) is 1"),
    ("10-law.law", "count(boat c in b where c is lit) < 9", "count(boat c in b where c is lit) < 8"),
    ("00-words.law", "  lit: yes/no\n", "  lit: mood = asleep\n"),
    (
        "10-law.law",
        "requires count(boat c in b where c is lit) < 9",
        "forbids done\n  when count(boat c in b where c is lit) >= 9",
    ),
    ("10-law.law", "rule one.lit", "rule two.lit"),
    ("module.yaml", "default-source: H", "default-source: Q"),
]


@pytest.mark.parametrize(("file", "old", "new"), RETYPED, ids=[f"{e[1]} {e[2]}" for e in RETYPED])
def test_a_rule_is_typed_again_where_what_it_is_typed_against_has_changed(
    file: str, old: str, new: str, bench: Any, own_cache: Any
) -> None:
    """In a living process the rules of a law are those that a new process reads, places and all."""

    def rules() -> tuple[object, list[str]]:
        found = Diagnostics()
        compilation = compile_modules(str(folder), found)
        read = compilation.graph.rules.values() if compilation is not None else ()
        return [(rule, rule.cites, rule.origin.where) for rule in read], [render(d) for d in found]

    folder = bench.write(TYPED, name="typed")
    first = rules()
    assert first[1] == []
    assert rules() == first
    edit(folder / file, old, new)
    then = rules()
    own_cache.forget_law()
    assert then == rules()
    assert then != first


def test_files_that_come_and_go_are_noticed(variant: Path, own_cache: Any) -> None:
    clean = told(variant)
    more = variant / "20-more.law"
    more.write_text('chapter [1] "More"\nrule glow.also [1]\n  when b is shoal\n  glow(b) is 4\n', "utf-8")
    assert told(variant) == told_without_cache(variant, own_cache) != clean
    more.unlink()
    assert told(variant) == clean
    (variant.parent / "base" / "cases" / "glow.cases.yaml").unlink()
    assert codes(variant) == {"HX274"}


def test_a_kept_game_that_the_book_tells_is_followed_again_where_it_has_changed(tmp_path: Path, own_cache: Any) -> None:
    module = shutil.copytree(ROOT / "rules" / "tutorial", tmp_path / "tutorial")
    before = codes(module)
    [journal] = (module / "journals").iterdir()
    kept = journal.read_text("utf-8")
    journal.unlink()
    assert codes(module) - before == {"HX191"}
    journal.write_text(kept, "utf-8")
    assert codes(module) == before


def test_a_style_is_read_again_where_the_words_it_speaks_of_have_changed(bench: Any, own_cache: Any) -> None:
    style = 'hexes:\n  - {attribute: shoal, fill: "#d6e7b0", letter: s, legend: shoal}\n'
    folder = bench.write('chapter [1] "Light"\n', name="drawn", files={"style.yaml": style})
    assert codes(folder) == set()
    edit(folder / "10-law.law", "chapter", "# a remark\nchapter")
    assert codes(folder) == set()
    edit(folder / "00-words.law", "  shoal: yes/no\n", "")
    assert codes(folder) == {"HX172"}
    own_cache.new_process()
    assert codes(folder) == {"HX172"}


@pytest.mark.parametrize(
    "spoil", [lambda data: b"", lambda data: data[:-9], lambda data: data.replace(b"fine", b"fein")]
)
def test_a_spoilt_cache_changes_nothing(spoil: Any, base: Path, own_cache: Any) -> None:
    clean = told(base)
    kept = {entry.name.split("-")[0] for entry in own_cache.entries}
    kept.discard("grammar")  # tables: only if no build made them
    assert kept == {
        "cases", "check", "clashes", "graph", "laid", "law", "questions", "unanswered", "valid"
    }  # fmt: skip
    for entry in own_cache.entries:
        entry.write_bytes(spoil(entry.read_bytes()))
    own_cache.new_process()
    assert told(base) == clean
    edit(base / "10-law.law", "  over glow.lit\n", "")
    assert codes(base) == {"HX293"}


def test_a_folder_that_cannot_be_written_changes_nothing(
    base: Path, own_cache: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    clean = told(base)
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("HEXLAW_CACHE", str(tmp_path / "file"))
    own_cache.new_process()
    assert told(base) == clean


def test_a_board_that_was_asked_for_before_is_still_checked(base: Path, own_cache: Any) -> None:
    edit(base / "boards" / "bay.yaml", "rough", "tough")
    compilation = compile_modules(str(base), Diagnostics())
    assert compilation is not None
    assert compilation.board("bay", Diagnostics()) is None
    found = Diagnostics()
    compilation.drawn_board("bay", found)
    assert found.has_errors
    assert told(base)[2]


SHINE = """
fact shine(b: boat): fathoms
  otherwise 0
rule shine.lit [1]
  when b is lit
  shine(b) is 1
rule shine.moored [1]
  when b is moored
  shine(b) is 2
"""
UNTOLD = """
rule shine.never-both [1]
  limits shine.lit
  when b is moored
"""
ELSEWHERE = """
fact rust(b: boat): fathoms
  otherwise 0
rule rust.moored [1]
  when b is moored
  rust(b) is 1
"""


def test_a_rule_that_comes_leaves_alone_the_rules_that_do_not_ask_it(
    base: Path, own_cache: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(base / "10-law.law", "ruling H-001", SHINE + UNTOLD + "ruling H-001")
    assert told(base)[2] == []
    looked: list[str] = []
    can_apply = clashes._Finder._can_apply
    monkeypatch.setattr(
        clashes._Finder, "_can_apply", lambda self, rule: looked.append(rule.id) or can_apply(self, rule)
    )
    monkeypatch.setattr(clashes._Finder, "_pairs", lambda *_: pytest.fail("they were looked at again"))
    edit(base / "10-law.law", "ruling H-001", ELSEWHERE + "ruling H-001")
    own_cache.new_process()
    assert told(base)[2] == []
    assert looked == ["rust.moored"]


def test_rules_are_looked_at_again_when_what_keeps_them_apart_goes(base: Path, own_cache: Any) -> None:
    edit(base / "10-law.law", "ruling H-001", SHINE + UNTOLD + "ruling H-001")
    clean = told(base)
    assert clean[2] == []
    edit(base / "10-law.law", UNTOLD, "")
    own_cache.new_process()
    assert "HX293" in codes(base)
    edit(base / "10-law.law", "ruling H-001", UNTOLD + "ruling H-001")
    assert told(base) == clean


MORE_OF_HEXES = """chapter [1] "More of hexes"
thing hex also
  shallows: yes/no
"""
MORE_WATER = """
choice water also
  gulf
"""


@pytest.mark.parametrize(("words", "is_shared"), [(MORE_OF_HEXES, True), (MORE_OF_HEXES + MORE_WATER, False)])
def test_a_board_is_read_once_for_all_that_mean_the_same_by_what_stands_in_it(
    words: str, is_shared: bool, base: Path, bench: Any, own_cache: Any
) -> None:
    laws = [compile_modules(str(spec), Diagnostics()) for spec in (base, bench.variant(base, words, name="variant"))]
    boards = [None if law is None else law.board("bay", Diagnostics()) for law in laws]
    assert None not in boards
    assert (boards[0] is boards[1]) == is_shared


@pytest.mark.parametrize("key", ["water", '"w\\x61ter"'])
def test_a_board_is_checked_again_when_something_else_is_meant_by_what_stands_in_it(
    key: str, base: Path, own_cache: Any
) -> None:
    edit(base / "boards" / "bay.yaml", "water:", f"{key}:")
    clean = told(base)
    assert clean[2] == []
    edit(base / "00-words.law", "water: set of water", "water: yes/no")
    assert told(base) != clean
    assert told(base) == told_without_cache(base, own_cache)


def test_shipped_modules_are_told_alike_without_a_cache_and_with_one(own_cache: Any) -> None:
    names = drawn(shipped_games(), 2) if WHOLE else ["tutorial"]
    alone = {name: told_without_cache(name, own_cache) for name in names}
    assert {name: told(name) for name in names} == alone
    own_cache.new_process()
    assert {name: told(name) for name in names} == alone
    own_cache.new_process()
    for entry in own_cache.entries:
        entry.unlink()
    found = check_all(names, 2)
    assert [(checked.summary, checked.undecided, [*checked.diagnostics]) for checked in found] == [*alone.values()]


def told_at_once(specs: list[str], processes: int) -> list[Any]:
    return [
        (checked.summary, checked.undecided, [render(d) for d in checked.diagnostics])
        for checked in check_all(specs, processes)
    ]


@pytest.mark.parametrize("ahead", [True, False], ids=["files read ahead", "files read by each"])
@pytest.mark.parametrize("cached", [True, False], ids=["cache", "no cache"])
def test_several_processes_find_what_one_finds(
    ahead: bool, cached: bool, base: Path, variant: Path, own_cache: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same findings in the same order: of sound law, of wrong law and cases, and of what is no module."""
    monkeypatch.setattr(check_modules, "WORTH_SHARING", 0 if ahead else 10**9)
    if not cached:
        monkeypatch.setenv("HEXLAW_CACHE", "off")
    specs = [str(variant), str(base), f"{variant} ", "reef", str(base)]
    for file, old, new, _ in [("", "", "", None), *(EDITS[:9:2] if WHOLE else EDITS[:1]), *EDITS[-1:]]:
        if file:
            edit(variant.parent / file, old, new)
        alone = told_at_once(specs, 1)
        own_cache.forget_law()
        for entry in own_cache.entries:
            entry.unlink()
        assert told_at_once(specs, 3) == alone
        assert told_at_once(specs, 3) == alone
        for entry in own_cache.entries:
            entry.unlink()
        own_cache.forget_law()
        assert told_at_once(specs[:1], 2) == alone[:1]  # one module, shared out in itself
        own_cache.forget_law()
        assert told_at_once(specs, 2) == alone
        own_cache.forget_law()


def test_any_edits_of_shipped_law_are_told_alike_without_a_cache_and_with_one(tmp_path: Path, own_cache: Any) -> None:
    """Lines are taken out, doubled and swapped at random, and put back: in one process and in several."""
    folder = tmp_path / "tutorial"
    shutil.copytree(shipped_modules()["tutorial"], folder)
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".law", ".yaml"))
    texts = {path: path.read_text("utf-8") for path in files}
    random = Random(1)
    with_findings = 0
    for turn in range(48 if WHOLE else 8):
        if turn % 4 == 0:
            for path, text in texts.items():
                path.write_text(text, "utf-8")
        path = random.choice(files)
        lines = texts[path].splitlines(keepends=True)
        at = random.randrange(len(lines))
        match random.randrange(4):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[at])
            case 2:
                lines[at - 1], lines[at] = lines[at], lines[at - 1]
            case _:
                lines.insert(at, "# a remark\n")
        path.write_text("".join(lines), "utf-8")
        now = told(folder)
        if turn % 3 == 0:
            own_cache.new_process()
            assert told(folder) == now
        own_entries = {entry: entry.read_bytes() for entry in own_cache.entries}
        assert told_without_cache(folder, own_cache) == now
        assert {entry: entry.read_bytes() for entry in own_cache.entries} == own_entries
        with_findings += bool(now[2])
    assert with_findings > 0


def test_an_edit_of_a_rule_leaves_all_else_in_the_cache_to_the_next_process(tmp_path: Path) -> None:
    """Keys made of sets in the order of a process would be found by no other."""
    rules, cache = tmp_path / "rules", tmp_path / "cache"
    shutil.copytree(ROOT / "rules", rules)
    module = rules / "tutorial"
    environment = {**os.environ, "HEXLAW_CACHE": str(cache), "PYTHONPATH": str(ROOT / ".links")}

    def checked(seed: str) -> set[str]:
        told = [sys.executable, "-m", "hexlaw.compiler.cli", "check", str(module)]
        subprocess.run(told, env={**environment, "PYTHONHASHSEED": seed}, check=True, capture_output=True)
        return {entry.name for entry in cache.iterdir()}

    before = checked("1")
    laws = ((law, law.read_text("utf-8")) for law in sorted(module.glob("*.law")))
    rule = re.compile(r"^rule .*\n(?:  .*\n)*?  when [^\"\n]+(?=\n  \S)", re.MULTILINE)
    law, text, found = next((law, text, found) for law, text in laws if (found := rule.search(text)) is not None)
    law.write_text(f"{text[: found.end()]}\n  when yes{text[found.end() :]}", "utf-8")
    shelves = {name.partition("-")[0] for name in checked("2") - before}
    assert shelves <= {"check", "law", "typed", "graph", "clashes", "played"}, "an edit of a rule makes these alone"

"""The door: what an editor or a page asks of texts that are not saved, and is told of them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.workspace.workspace import (
    CaseInFile,
    Described,
    Ended,
    Games,
    Look,
    NamedCase,
    Printing,
    Refused,
    Workspace,
    ended_by,
)

from ..conftest import FERRY

BOARD = """board: bay
title: The bay
cite: [RB map]
grid: {orientation: pointy, lines: [A, B], lengths: [3], shifted: second, name: "{line}-{number}"}
hexes: {}
"""
CASE = """cases:
  - id: fare.lit
    shows: [RB 1.2]
    board: bay
    pieces: {a: {kind: boat, at: A-1, lit: yes}}
    ask: fare(a, A-2)
    expect: 1/2
"""
QUESTION = "fare(a, A-2)"
A = Described(board=Source("board", "bay"), pieces=(Source("piece", "a=boat@A-1"),))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "ferry"
    for name, text in {**FERRY, "boards/bay.yaml": BOARD}.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text, "utf-8")
    return place


def edited(folder: Path, old: str, new: str) -> str:
    text = (folder / "01.law").read_text("utf-8")
    assert old in text
    return text.replace(old, new)


def asked(workspace: Workspace, question: str = QUESTION) -> str:
    return workspace.ask(".", A, question).answer.in_short


def test_an_unsaved_edit_is_judged_and_taken_back(folder: Path) -> None:
    workspace = Workspace(folder)
    before = asked(workspace)
    workspace.put("01.law", edited(folder, "fare(b, h) is tariff(h.water, b is lit)", "fare(b, h) is 7"))
    assert workspace.quick(".") == ()
    assert asked(workspace) == "7" != before
    assert asked(Workspace(folder)) == before
    workspace.take_back("01.law")
    assert asked(workspace) == before


def test_a_file_that_is_not_there_yet_counts(folder: Path) -> None:
    workspace = Workspace(folder)
    workspace.put("03.law", "rule fare.all [RB 1.7]\n  over fare.plain, fare.lantern\n  fare(b, h) is 8\n")
    assert asked(workspace) == "8"
    workspace.take_back("03.law")
    workspace.put("new.cases.yaml", CASE.replace("1/2", "1/3"))
    assert workspace.ask(".", NamedCase("fare.lit")).answer.in_short == "1/2"
    workspace.put(folder.parent / "mine.cases.yaml", CASE)
    assert workspace.ask(".", CaseInFile("../mine.cases.yaml")).answer.in_short == "1/2"


def test_while_a_text_is_broken_the_last_good_law_answers_and_says_so(folder: Path) -> None:
    workspace = Workspace(folder)
    broken = edited(folder, "limits fare.child", "limits fare.chidl")
    workspace.put("01.law", broken)
    with pytest.raises(Refused, match=r"fare\.chidl"):
        asked(workspace)  # there is no good one yet
    workspace.take_back("01.law")
    good = workspace.ask(".", A, QUESTION)
    assert good.broken == ()
    workspace.put("01.law", broken)
    still = workspace.ask(".", A, QUESTION)
    assert still.answer.in_short == good.answer.in_short
    assert still.broken == workspace.quick(".")


def test_a_finding_has_its_file_and_what_would_mend_it(folder: Path) -> None:
    workspace = Workspace(folder)
    text = edited(folder, "limits fare.child", "limits fare.chidl")
    workspace.put("01.law", text)
    (found,) = workspace.quick(".")
    fix, other = found.fixes
    assert (fix.text, other.text) == ("fare.child", "fare.no-child")
    place = workspace.place(fix.span)
    line = text.split("\n").index("  limits fare.chidl")
    assert place.path == folder / "01.law"
    assert (place.start, place.end) == ((line, 9), (line, 19))
    workspace.put("01.law", f"{text[: fix.span.start]}{fix.text}{text[fix.span.end :]}")
    assert workspace.quick(".") == ()


def test_what_a_thorough_check_finds_has_its_file_too(folder: Path) -> None:
    workspace = Workspace(folder)
    workspace.put("cases/x.cases.yaml", CASE.replace("id: fare", "idd: fare"))
    found = workspace.thorough(".").diagnostics
    places = [workspace.place(d.span).path for d in found if d.code == "HX105" and d.span is not None]
    assert places == [folder / "cases/x.cases.yaml"]


def test_whoever_asks_for_what_is_not_there_gets_a_sentence(folder: Path) -> None:
    workspace = Workspace(folder)
    with pytest.raises(Refused, match="there is no module `harbor`"):
        workspace.ask("harbor", A, QUESTION)
    with pytest.raises(Refused, match="`piece boat` is not") as refused:
        workspace.ask(".", Described(pieces=(Source("piece", "boat"),)), QUESTION)
    assert refused.value.found == ()
    with pytest.raises(Refused) as refused:
        workspace.ask(".", A, "fare(a, Z-9)")
    assert refused.value.found != ()


def test_two_threads_are_answered_at_once(folder: Path) -> None:
    workspace = Workspace(folder)
    others = [edited(folder, "fare(b, h) is tariff(h.water, b is lit)", f"fare(b, h) is {n}") for n in range(1, 5)]

    def answers(number: int) -> list[str]:
        mine = Workspace(folder)
        mine.put("01.law", others[number])
        return [asked(mine) for _ in range(3)] + [asked(workspace)]

    plain = asked(workspace)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(answers, range(4)))
    assert [each[3] for each in found] == [plain] * 4
    assert [{*each[:3]} for each in found] == [{"1"}, {"2"}, {"3"}, {"4"}]


@pytest.fixture
def looks() -> Callable[[int], AbstractContextManager[None]]:
    def after(number: int) -> AbstractContextManager[None]:
        left = iter(range(number))
        return ended_by(lambda: next(left, None) is None)

    return after


def test_what_nobody_waits_for_any_more_ends(
    folder: Path, looks: Callable[[int], AbstractContextManager[None]]
) -> None:
    workspace = Workspace(folder)
    for number in (0, 5, 12):  # before a file is read, between checks
        workspace.put("01.law", edited(folder, "is 12", f"is {number + 20}"))
        with pytest.raises(Ended), looks(number):
            workspace.thorough(".")
    assert workspace.thorough(".").summary == Workspace(folder).thorough(".").summary


def test_nothing_is_printed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    workspace = Workspace(folder)
    workspace.put("01.law", "rule\n")
    workspace.quick(".")
    workspace.thorough(".")
    with pytest.raises(Refused):
        asked(workspace)
    assert capsys.readouterr() == ("", "")


SEVEN = ("fare(b, h) is tariff(h.water, b is lit)", "fare(b, h) is 7")
EVERYWHERE: dict[str, Callable[[Workspace], object]] = {
    "say": lambda w: [line.lines() for said in w.say(".", ["fare.plain"]) for line in said.lines],
    "find": lambda w: [entry.said for entry in w.find(".", ["fare.plain"]).entries],
    "graph": lambda w: w.graph(".").artefact(),
    "test": lambda w: [(o.passed, o.got) for o in w.test(["."]).outcomes],
    "cases_of": lambda w: _run_one_by_one(w),
    "format": lambda w: [file.text for file in w.format(".", Diagnostics())],
    "print_book": lambda w: w.print_book(".", Printing("json")).files,
    "comparing": lambda w: _differs(w),
}


def _run_one_by_one(workspace: Workspace) -> object:
    cases = workspace.cases_of(workspace.texts.at("cases/all.cases.yaml"))
    return [cases.run(case).got for case in cases.file.cases]


def _differs(workspace: Workspace) -> object:
    with workspace.comparing(".", ". with night=on") as comparing:
        comparing.cases()
    return comparing.as_data()


@pytest.mark.parametrize("asked_for", EVERYWHERE)
def test_whatever_is_asked_for_goes_by_the_texts_as_they_are(asked_for: str, folder: Path) -> None:
    ask, workspace = EVERYWHERE[asked_for], Workspace(folder)
    before = ask(Workspace(folder))
    workspace.put("01.law", edited(folder, *SEVEN))
    (folder / "01.law").write_text(edited(folder, *SEVEN), "utf-8")
    saved = ask(Workspace(folder))
    (folder / "01.law").write_text(edited(folder, *reversed(SEVEN)), "utf-8")
    assert ask(workspace) == saved != before


def test_a_picture_is_drawn_of_what_is_not_saved(folder: Path) -> None:
    workspace = Workspace(folder)
    plain = workspace.draw(".", A).svg
    workspace.put("boards/bay.yaml", BOARD.replace("The bay", "A bay"))
    assert workspace.draw(".", A, Look(whole=True, sights=(("a", "A-3"),))).svg != plain
    with pytest.raises(Refused, match="there is no hex or piece `Z-9`"):
        workspace.draw(".", A, Look(sights=(("a", "Z-9"),)))
    with pytest.raises(Refused, match="there is no piece `b`"):
        workspace.draw(".", A, Look(reach="b"))
    workspace.put("01.law", "rule")
    assert [d.message for d in workspace.draw(".", A).broken] == [d.message for d in workspace.quick(".")] != []


def test_cases_and_games_end_as_well(looks: Callable[[int], AbstractContextManager[None]]) -> None:
    for number in (30, 40):
        with pytest.raises(Ended), looks(number):
            Workspace().test(["tutorial"])
        with pytest.raises(Ended), looks(number):
            Workspace().run("tutorial", "last-fine-day", Games(reference=True))

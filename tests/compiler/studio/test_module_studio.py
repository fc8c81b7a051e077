"""What the page of the studio asks: files, positions, verdicts now and before, what an edit changes."""

from __future__ import annotations

import json
import os
from base64 import b64decode
from collections.abc import Iterator
from datetime import date, datetime
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from shutil import copytree
from typing import Any
from zipfile import ZipFile

import pytest

from hexlaw.compiler.base import results
from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.cli import main
from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.situations.kept_cards import card_of
from hexlaw.compiler.studio import module_studio
from hexlaw.compiler.studio.module_studio import DISK, Studio
from hexlaw.compiler.studio.modules_here import studio_of_tab
from hexlaw.compiler.workspace import touching
from hexlaw.compiler.workspace.workspace import Ended, Workspace, ended_by

PLANK = "rule move.plank"
LADEN = "limits move.bridge\n  when any unit v in u"
LIGHT = LADEN, "limits move.bridge\n  when any beast v in u where v.weight > 1"
"""Whoever carries a lamb crosses."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return copytree(shipped_modules()["tutorial"], tmp_path / "hollow")


@pytest.fixture
def studio(folder: Path) -> Iterator[Studio]:
    workspace = Workspace()
    with workspace.editing(str(folder)) as editing:
        yield Studio(workspace, str(folder), editing)


def ask(studio: Studio, what: str, **more: Any) -> Any:
    return studio.answer(json.dumps({"do": what, **more}), lambda told: None)


def edited(studio: Studio, path: str, before: str, after: str) -> Any:
    text = ask(studio, "read", path=path)["text"]
    assert before in text
    return ask(studio, "edit", path=path, text=text.replace(before, after, 1))


def at_the_plank(studio: Studio, **pieces: Any) -> dict[str, Any]:
    position = ask(studio, "take", id="moving.plank")
    return {**position, "pieces": {**position["pieces"], **pieces}}


def test_a_module_is_opened_with_its_files_cases_and_situations(studio: Studio) -> None:
    given = ask(studio, "open")
    assert given["title"] == "Whistle and Shove"
    assert given["writable"]
    assert {"02-moving.law", "style.yaml", "cases/02-moving.cases.yaml"} <= set(given["files"])
    assert "moving.plank" in [case["id"] for case in given["cases"]]
    assert {each["name"]: each["title"] for each in given["situations"]}["last-fine-day"] == "The last fine day"


def test_the_words_of_the_language_have_a_colour(studio: Studio) -> None:
    words = set(ask(studio, "words")["words"])
    assert {"clear", "do", "draw", "reveal", "those", "count"} <= words
    assert words.isdisjoint({"else", "unmark", "allows", "between", "given", "ends"})


def may(studio: Studio, path: str, added: str) -> list[dict[str, Any]]:
    """What may stand at the end of what is added to a file, which is not saved."""
    text = ask(studio, "read", path=path)["text"] + added
    found: list[dict[str, Any]] = ask(
        studio, "may", path=path, text=text, line=text.count("\n"), column=len(text.rpartition("\n")[2])
    )["found"]
    return found


def test_what_is_typed_is_completed_by_what_fits(studio: Studio) -> None:
    rule = "\nrule entry.more [RB 2.2]\n  over entry.ground\n  entry-cost(u, here, there) is 3\n  when "
    law = "02-moving.law"
    terrain = may(studio, law, f"{rule}there.terrain is ")[:5]
    assert {(one["sort"], one["type"]) for one in terrain} == {("value", "terrain")}
    attributes = {one["text"]: one for one in may(studio, law, f"{rule}u.")}
    assert attributes["spent"]["type"] == "strides"
    assert attributes["spent"]["doc"] == "how far it has walked in this round"
    assert not {"terrain", "when", "not"} & attributes.keys()
    assert may(studio, law, f"{rule}there.terrain is clo")[0]["text"] == "clover"
    pieces = "  - id: moving.more\n    map: hollow\n    pieces: {m: {type: mule, at: '0105'}}\n    ask: may move.step("
    assert may(studio, "cases/02-moving.cases.yaml", pieces)[0]["text"] == "m"


@pytest.fixture
def variant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Studio]:
    monkeypatch.chdir(tmp_path)
    workspace = Workspace()
    workspace.new_module("wet-autumn", "tutorial")
    with workspace.editing("./wet-autumn") as editing:
        yield Studio(workspace, "./wet-autumn", editing)


def test_what_a_module_extends_is_read_and_not_written(variant: Studio) -> None:
    below = "../tutorial/02-moving.law"
    assert below in ask(variant, "open")["below"]
    assert "rule entry.path" in ask(variant, "read", path=below)["text"]
    for what, more in (("edit", {"text": ""}), ("save", {"text": "", "read": ""})):
        with pytest.raises(Refused, match="is not a file of a module"):
            ask(variant, what, path=below, **more)
    with pytest.raises(Refused, match="is not a file of a module"):
        ask(variant, "read", path="../tutorial/../tutorial/02-moving.law")


def test_law_is_looked_up_by_words_and_by_numbers(variant: Studio) -> None:
    for words in ("path", "RB 2.4"):
        entries = ask(variant, "find", words=words)["entries"]
        found = next(each for each in entries if each["name"] == "entry.path")
        lines = ask(variant, "read", path=found["path"])["text"].splitlines()
        assert lines[found["line"] - 1] == "rule entry.path"
    assert ask(variant, "find", words="striides")["near"]


def test_the_documentation_is_looked_up_with_the_text_of_recipes(variant: Studio) -> None:
    found = ask(variant, "help", words="limits of stacking")["found"]
    assert any(one["text"] and "rule " in one["text"] for one in found)
    assert all(one["name"] for one in found)
    assert ask(variant, "help", words="xyzzy")["found"] == []


def test_a_name_leads_to_where_it_is_declared_and_used(variant: Studio) -> None:
    below, own = "../tutorial/02-moving.law", "01-changes.law"
    lines = ask(variant, "read", path=below)["text"].splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("quantity strides-today(u: unit)"))
    asked = {"path": below, "line": place, "column": len("quantity strides")}
    declared, *used = ask(variant, "stands", **asked)["entries"]
    assert (declared["sort"], declared["name"], declared["line"]) == ("quantity", "strides-today", place + 1)
    assert {"used"} == {each["sort"] for each in used}
    for each in used:
        assert "strides-today" in ask(variant, "read", path=each["path"])["text"].splitlines()[each["line"] - 1]
    law = (
        ask(variant, "read", path=own)["text"]
        + "\nrule day.less [HR 1]\n  at step strides-today.startled\n  subtracts 1\n  when u is startled\n"
    )
    assert ask(variant, "edit", path=own, text=law)["found"] == []
    again = ask(variant, "stands", **asked)["entries"]
    assert len(again) == 1 + len(used) + 1
    assert own in {each["path"] for each in again}, "what is not saved counts"
    with pytest.raises(Refused, match="no name of the law stands there"):
        ask(variant, "stands", path=own, line=0, column=0)


def test_a_name_is_said_in_words_with_its_figure(studio: Studio) -> None:
    lines = ask(studio, "read", path="02-moving.law")["text"].splitlines()
    line = next(number for number, line in enumerate(lines) if "over entry.ground, entry.ridge" in line)
    here = ask(studio, "stands", path="02-moving.law", line=line, column=lines[line].index("entry.ridge"))
    assert (here["sort"], here["name"], here["start"][0]) == ("rule", "entry.ridge", line)
    assert here["said"][0].startswith("Crossing a ridge costs 1 stride more.")
    line = next(number for number, line in enumerate(lines) if "u.spent" in line)
    here = ask(studio, "stands", path="02-moving.law", line=line, column=lines[line].index("u.spent"))
    assert (here["sort"], here["type"], here["said"]) == ("variable", "unit", ())


def test_a_verdict_says_where_its_rules_stand(variant: Studio) -> None:
    rules = ask(variant, "judge", position=ask(variant, "take", id="moving.plank"))["now"]["by"]
    stream = next(each for each in rules if each["rule"] == "move.stream")
    assert stream["cites"] == ["RB 2.9"]
    assert stream["path"] == "../tutorial/02-moving.law"


def test_a_rule_of_a_base_is_changed_in_a_rule_of_ones_own(variant: Studio) -> None:
    text = ask(variant, "anew", rule="entry.path")["text"]
    assert text.splitlines()[:2] == ["rule entry.path-anew [HR 1]", "  replaces entry.path"]
    law = ask(variant, "read", path="01-changes.law")["text"] + "\n" + text
    ask(variant, "edit", path="01-changes.law", text=law)
    assert not ask(variant, "changed")["causes"]
    ask(variant, "edit", path="01-changes.law", text=law.replace("is 1/2", "is 2"))
    assert ask(variant, "changed")["causes"]
    with pytest.raises(Refused, match="there is no rule `nothing`"):
        ask(variant, "anew", rule="nothing")


def test_what_is_shipped_is_looked_at_and_not_written() -> None:
    workspace = Workspace()
    with workspace.editing("tutorial") as editing:
        studio = Studio(workspace, "tutorial", editing)
        assert not ask(studio, "open")["writable"]
        file = ask(studio, "read", path="02-moving.law")
        with pytest.raises(Refused, match="is not changed; `hexlaw new module NAME --extends tutorial`"):
            ask(studio, "save", path="02-moving.law", text="", read=file["read"])


def test_an_edited_rule_turns_a_verdict_that_stands_beside_what_it_was(studio: Studio) -> None:
    before = ask(studio, "judge", position=at_the_plank(studio))
    assert before["now"]["legal"] is False
    assert before["now"]["answer"] == before["before"]["answer"]
    assert edited(studio, "02-moving.law", *LIGHT)["found"] == []
    after = ask(studio, "judge", position=at_the_plank(studio))
    assert (after["now"]["legal"], after["before"]["legal"], after["broken"]) == (True, False, [])
    assert after["svg"].startswith("<svg")


def test_a_dragged_counter_is_judged_where_it_is_put(studio: Studio) -> None:
    empty = at_the_plank(studio, lamb={"type": "lamb", "side": "sunside", "at": "0604"})
    assert ask(studio, "judge", position=empty)["now"]["legal"]


def test_verdicts_of_a_broken_law_are_those_of_the_last_good_one_and_say_so(studio: Studio) -> None:
    ask(studio, "open")
    [finding] = edited(studio, "02-moving.law", PLANK, "rulee move.plank [RB 2.9]")["found"]
    assert (finding["path"], finding["start"][0]) == ("02-moving.law", 136)
    given = ask(studio, "judge", position=at_the_plank(studio))
    assert given["now"]["legal"] is False
    assert given["now"]["broken"]
    assert given["broken"][0]["message"] == finding["message"]


def packed(studio: Studio) -> tuple[dict[str, str], str]:
    """The texts of the archive that a page is given, and what is said to stay at home."""
    given = ask(studio, "pack")
    with ZipFile(BytesIO(b64decode(given["data"]))) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}, given["stays"]


def test_the_archive_holds_what_is_read_as_it_stands(studio: Studio, folder: Path, tmp_path: Path) -> None:
    edited(studio, "02-moving.law", *LIGHT)
    (tmp_path / "secret.md").write_text("hunter2", "utf-8")
    (folder / "notes.md").symlink_to("../secret.md")
    (folder / "drafts").mkdir()
    for name in ("drafts/one.txt", "drafts/two.txt", "last-fine-day.journal"):
        (folder / name).write_text("hunter2", "utf-8")
    texts, stays = packed(studio)
    assert LIGHT[1] in texts["hollow/02-moving.law"]
    assert {"hollow/module.yaml", "hollow/tables/entry-strides.yaml", "hollow/units/units.csv"} <= texts.keys()
    assert not [name for name, text in texts.items() if "hunter2" in text]
    left = "`README.md`, `last-fine-day.journal`, `notes.md`, `drafts/`"
    assert stays == f"stays at home, as no law, data or book of `tutorial` reads it: {left}"


def test_a_link_among_what_is_read_is_not_followed(studio: Studio, folder: Path) -> None:
    for to in ("../secret.law", "01-words.law"):
        (folder / "secret.law").unlink(missing_ok=True)
        (folder / "secret.law").symlink_to(to)
        with pytest.raises(Refused, match=r"secret.law` is a link, and is not followed"):
            ask(studio, "pack")


def test_a_fix_is_a_place_and_a_text(studio: Studio) -> None:
    [finding] = edited(studio, "02-moving.law", "limits move.bridge", "limits move.bridg")["found"]
    assert finding["fixes"][0] == {"path": "02-moving.law", "start": (138, 9), "end": (138, 19), "text": "move.bridge"}


def test_a_broken_module_is_opened_to_be_mended(folder: Path) -> None:
    path = folder / "02-moving.law"
    text = path.read_text()
    path.write_text(text.replace(PLANK, "rulee move.plank"))
    workspace = Workspace()
    with workspace.editing(str(folder)) as editing:
        studio = Studio(workspace, str(folder), editing)
        opened = ask(studio, "open")
        assert "moving.plank" in [case["id"] for case in opened["cases"]]
        assert opened["situations"] == []
        with pytest.raises(Refused):
            ask(studio, "take", id="moving.plank")
        assert ask(studio, "edit", path="02-moving.law", text=text)["found"] == []
        assert ask(studio, "open", seen=opened["seen"])["situations"]
        assert ask(studio, "judge", position=at_the_plank(studio))["now"]["legal"] is False


def test_where_a_piece_gets_to_and_why_not_elsewhere(studio: Studio) -> None:
    position = at_the_plank(studio)
    reach = ask(studio, "reach", position=position, piece="mule")
    assert (reach["pick"], reach["costs"]["0606"], "0101" in reach["costs"]) == ("move.step", "1", False)
    there = ask(studio, "why", position=position, piece="mule", hex="0606")
    assert (there["legal"], there["answer"]) == (True, "it gets there, for 1")
    refused = ask(studio, "why", position=position, piece="mule", hex="0101")
    assert (refused["legal"], refused["answer"]) == (False, "it does not get so far")
    far = [ask(studio, "why", position=position, piece="mule", hex=hex)["answer"] for hex in ("0801", "0102", "0905")]
    assert far == [
        "it gets to 0701, for 4, and would go on from there only if it began there",
        "it gets to 0103, for 4, and no further",  # nobody whistles for it there, but it would be on its way
        "refused: 0905 is the fold of shadeside",
    ]


def test_the_hex_beside_it_is_refused_with_its_rule(studio: Studio) -> None:
    tired = 'rule move.weary [RB 2.9]\n  forbids move.step\n  when u.gait is boots\n  says "{u} is tired"\n\n'
    assert edited(studio, "02-moving.law", PLANK, tired + PLANK)["found"] == []
    given = ask(studio, "why", position=at_the_plank(studio), piece="anna", hex="0603")
    assert (given["legal"], given["answer"]) == (False, "refused: anna is tired")


def test_a_file_is_saved_whole(studio: Studio, folder: Path) -> None:
    file = ask(studio, "read", path="02-moving.law")
    text = file["text"] + "# by hand\n"
    saved = ask(studio, "save", path="02-moving.law", text=text, read=file["read"])
    assert (folder / "02-moving.law").read_text() == text
    again = ask(studio, "save", path="02-moving.law", text=f"{text}# again\n", read=saved["read"])
    assert (again["saved"], again["text"]) == (f"{text}# again\n", f"{text}# again\n")
    assert "conflict" not in again


def test_what_is_written_over_is_kept_for_each_day(studio: Studio, folder: Path) -> None:
    file, first = folder / "02-moving.law", ask(studio, "read", path="02-moving.law")
    assert first["days"] == []
    yesterday = datetime(2026, 3, 4, 21, 30)
    os.utime(file, (yesterday.timestamp(),) * 2)
    read = first["read"]
    for text in (first["text"] + "# one\n", first["text"] + "# two\n", first["text"] + "# three\n"):
        read = ask(studio, "save", path="02-moving.law", text=text, read=read)["read"]
    days = ask(studio, "read", path="02-moving.law")["days"]
    assert days == ["2026-03-04", date.today().isoformat()]
    of_days = [ask(studio, "read", path="02-moving.law", day=day)["text"] for day in days]
    assert of_days == [first["text"], first["text"] + "# two\n"]
    assert not any(".before" in name for name in ask(studio, "open")["files"])
    archive = ZipFile(BytesIO(b64decode(ask(studio, "pack")["data"])))
    assert not any(".before" in name for name in archive.namelist())
    assert main(["check", str(folder)]) == 0


@pytest.mark.parametrize(("path", "day"), [("02-moving.law", "../.."), ("../../x.law", "2026-03-04")])
def test_nothing_but_what_was_kept_is_read_of_days(studio: Studio, path: str, day: str) -> None:
    with pytest.raises(Refused, match="nothing is kept"):
        ask(studio, "read", path=path, day=day)


def test_what_is_kept_follows_no_link(studio: Studio, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (folder / ".before").symlink_to(tmp_path / "elsewhere")
    first = ask(studio, "read", path="02-moving.law")
    with pytest.raises(Refused, match="nothing is kept"):
        ask(studio, "save", path="02-moving.law", text=f"{first['text']}# one\n", read=first["read"])
    assert not [*(tmp_path / "elsewhere").iterdir()]
    assert (folder / "02-moving.law").read_text() == first["text"]


def test_two_edits_at_once_lose_nothing(studio: Studio, folder: Path) -> None:
    file = ask(studio, "read", path="02-moving.law")
    theirs = file["text"] + "# by another editor\n"
    (folder / "02-moving.law").write_text(theirs)
    mine = file["text"] + "# mine\n"
    given = ask(studio, "save", path="02-moving.law", text=mine, read=file["read"])
    assert given["conflict"] == theirs
    assert (folder / "02-moving.law").read_text() == theirs
    assert ask(studio, "read", path="02-moving.law")["text"] == mine  # it still counts
    assert "conflict" not in ask(studio, "save", path="02-moving.law", text=mine, read=given["read"])
    assert (folder / "02-moving.law").read_text() == mine


def test_an_edit_lies_on_what_was_read(studio: Studio, folder: Path) -> None:
    file = ask(studio, "read", path="02-moving.law")
    mine = file["text"] + "# mine\n"
    ask(studio, "edit", path="02-moving.law", text=mine)
    again = ask(studio, "read", path="02-moving.law")
    assert again == {"text": mine, "saved": file["text"], "read": file["read"], "days": []}
    (folder / "02-moving.law").write_text(file["text"] + "# theirs\n")
    assert ask(studio, "read", path="02-moving.law")["read"] == file["read"]  # so that theirs is not written over
    (folder / "02-moving.law").write_text(file["text"])
    assert "conflict" not in ask(studio, "save", path="02-moving.law", text=mine, read=again["read"])


def test_each_tab_is_answered_by_its_own_edits(studio: Studio) -> None:
    """One law before stands beside all of them."""
    one, other = studio_of_tab(studio), studio_of_tab(studio)
    position = at_the_plank(one)
    assert edited(other, "02-moving.law", *LIGHT)["found"] == []
    for _ in range(2):  # neither forgets what the other has asked
        by_one, by_other = ask(one, "judge", position=position), ask(other, "judge", position=position)
        assert (by_one["now"]["legal"], by_one["before"]["legal"]) == (False, False)
        assert (by_other["now"]["legal"], by_other["before"]["legal"]) == (True, False)
        assert not ask(one, "changed", first="moving.plank")["causes"]
        causes = ask(other, "changed", first="moving.plank")["causes"]
        assert "moving.plank" in {case["id"] for cause in causes for case in cause["cases"]}
    assert LIGHT[0] in ask(one, "read", path="02-moving.law")["text"]
    assert LIGHT[1] in ask(other, "read", path="02-moving.law")["text"]


def test_a_text_that_is_broken_from_the_beginning_has_the_saved_law_as_its_last_good_one(studio: Studio) -> None:
    tab = studio_of_tab(studio)
    edited(tab, "02-moving.law", PLANK, "rulee move.plank")
    given = ask(tab, "judge", position=at_the_plank(studio))
    assert given["broken"]
    assert given["now"]["legal"] is False


def test_what_another_editor_writes_is_told_once(studio: Studio, folder: Path) -> None:
    file = ask(studio, "read", path="02-moving.law")
    seen, read = ask(studio, "open")["seen"], {"02-moving.law": file["read"]}
    assert ask(studio, "open", seen=seen, read=read) == {"seen": seen}
    (folder / "02-moving.law").write_text(file["text"] + "# theirs\n")
    (folder / "tables").mkdir(exist_ok=True)
    (folder / "tables" / "mine.yaml").write_text("hexlaw: 1\n")
    given = ask(studio, "open", seen=seen, read=read)
    theirs = given["written"]["02-moving.law"]
    assert theirs["text"] == file["text"] + "# theirs\n"
    assert "tables/mine.yaml" in given["files"]
    again = ask(studio, "open", seen=given["seen"], read={"02-moving.law": theirs["read"]})
    assert again == {"seen": given["seen"]}


def test_a_file_that_is_gone_is_told_unless_it_is_edited(studio: Studio, folder: Path) -> None:
    read = {name: ask(studio, "read", path=name)["read"] for name in ("01-words.law", "02-moving.law")}
    edited(studio, "02-moving.law", PLANK, "# mine\n" + PLANK)
    for name in read:
        (folder / name).unlink()
    given = ask(studio, "open", read=read)
    assert {name: theirs["text"] for name, theirs in given["written"].items()} == {"01-words.law": ""}
    assert "01-words.law" not in given["files"]


def test_a_kept_case_is_among_the_cases_before_it_is_saved(studio: Studio) -> None:
    seen = ask(studio, "open")["seen"]
    path = "cases/studio.cases.yaml"
    kept = ask(studio, "keep", position=at_the_plank(studio), path=path, id="plank-again", expect="refused")
    ask(studio, "edit", path=path, text=kept["text"])
    given = ask(studio, "open", seen=seen)
    assert ("plank-again", path) in [(case["id"], f"cases/{case['file']}") for case in given["cases"]]
    assert path in given["files"]


def test_a_position_is_kept_as_a_case_that_holds(studio: Studio, folder: Path) -> None:
    path = "cases/studio.cases.yaml"
    kept = ask(studio, "keep", position=at_the_plank(studio), path=path, id="plank-again", expect="refused")
    assert not (folder / path).exists()
    ask(studio, "save", path=path, text=kept["text"], read="")
    [outcome] = studio.workspace.test([str(folder)], only="plank-again").outcomes
    assert outcome.passed
    assert outcome.expected == "refused"


def test_what_is_so_now_is_offered_as_what_a_case_expects(studio: Studio, folder: Path) -> None:
    path = "cases/studio.cases.yaml"
    asked = [case["id"] for case in ask(studio, "open")["cases"] if case["asks"]]
    for number, id_ in enumerate(asked[::3]):
        position = ask(studio, "take", id=id_)
        if "play" in position or "configure" in position:
            continue
        expects = ask(studio, "judge", position=position)["now"]["expects"]
        if expects:
            kept = ask(studio, "keep", position=position, path=path, id=f"kept.n-{number}", expect=expects)
            ask(studio, "edit", path=path, text=kept["text"])
            assert kept["text"].splitlines()[kept["line"] - 1].strip() == f"- id: kept.n-{number}"
    text = ask(studio, "read", path=path)["text"]
    ask(studio, "save", path=path, text=text, read="")
    outcomes = studio.workspace.test([str(folder / path)]).outcomes
    assert len(outcomes) > 20
    assert [(outcome.case.id, outcome.got) for outcome in outcomes if not outcome.passed] == []


def test_a_case_is_kept_in_its_place(studio: Studio) -> None:
    path, position = "cases/02-moving.cases.yaml", at_the_plank(studio)
    before = ask(studio, "read", path=path)["text"]
    wanted = {"path": path, "id": "moving.plank"}
    kept = ask(studio, "keep", position=position, expect="{refused-by: move.stream}", **wanted)
    assert kept["text"] == before
    position["pieces"]["mule"]["at"] = "0604"
    kept = ask(studio, "keep", position=position, expect="legal", **wanted)
    mule = "mule: {type: mule, side: sunside, at: 0605}"
    start, middle, end = before.partition("  - id: moving.plank\n")
    changed = end.replace(mule, mule.replace("0605", "0604"), 1).replace("{refused-by: move.stream}", "legal", 1)
    assert kept["text"] == start + middle + changed


def test_cases_that_come_out_otherwise_are_told_and_how_many_were_asked(studio: Studio) -> None:
    while (looked := ask(studio, "look"))["known"] < looked["all"]:
        pass
    edited(studio, "02-moving.law", *LIGHT)
    given = ask(studio, "changed")
    changed = {case["id"]: (case["before"][:7], case["now"]) for cause in given["causes"] for case in cause["cases"]}
    assert changed["moving.plank"] == ("refused", "legal, for 1/2")
    assert given["asked"] + given["not-asked"] == looked["all"]


def test_the_case_on_the_screen_is_asked_first_and_then_those_that_a_change_bears_on(studio: Studio) -> None:
    wade = 'rule house.waders [house 1]\n  "The stream is low."\n  lifts move.stream\n\n'
    assert edited(studio, "02-moving.law", PLANK, wade + PLANK)["found"] == []
    on_the_screen = ask(studio, "changed", first="words.home", seconds=0)
    assert (on_the_screen["asked"], on_the_screen["causes"]) == (1, [])
    given = [ask(studio, "changed", first="words.home", seconds=0) for _ in range(10)]
    changed = [case["id"] for cause in given[-1]["causes"] for case in cause["cases"]]
    assert "moving.plank" in changed
    of_module = sum(path.read_text("utf-8").count("- id: ") for path in shipped_modules()["tutorial"].glob("cases/*"))
    assert (given[-1]["asked"], given[-1]["not-asked"]) == (11, of_module - 11)


def test_before_is_the_law_of_another_module_if_one_is_named(folder: Path) -> None:
    path = folder / "02-moving.law"
    path.write_text(path.read_text().replace(*LIGHT))
    workspace = Workspace()
    with workspace.editing(str(folder), "tutorial") as editing:
        studio = Studio(workspace, str(folder), editing)
        given = ask(studio, "judge", position=at_the_plank(studio))
    assert (given["now"]["legal"], given["before"]["legal"]) == (True, False)


@pytest.mark.parametrize(
    "path", ["../other.law", "/etc/passwd.law", "cases/../../x.law", ".hidden.law", "a\\b.law", "x.py", "", "__x/a.law"]
)
def test_nothing_outside_the_module_is_read_or_written(studio: Studio, path: str) -> None:
    for request in ({"do": "read"}, {"do": "edit", "text": ""}, {"do": "save", "text": "", "read": ""}):
        with pytest.raises(Refused, match="is not a file of a module"):
            ask(studio, request.pop("do"), path=path, **request)


def test_links_out_of_the_module_are_not_followed(studio: Studio, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.law").write_text("secret")
    (folder / "link.law").symlink_to(tmp_path / "secret.law")
    with pytest.raises(Refused, match="is not a file of a module"):
        ask(studio, "read", path="link.law")


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("{", "this is not JSON"),
        ('{"do": "burn"}', "not asked as it should be"),
        ('{"do": "read"}', "missing required field `path`"),
        ('{"do": "read", "path": 3}', "Expected `str`"),
        ('{"do": "open", "more": 1}', "unknown field `more`"),
        ('{"do": "judge", "position": {"pieces": {"x": {"type": "elk", "at": "0101"}}, "board": "hollow"}}', "elk"),
        ('{"do": "judge", "position": {"bord": "hollow"}}', "bord"),
        ('{"do": "take", "id": "moving.plunk"}', "did you mean"),
        ('{"do": "play", "situation": "nowhere"}', "nowhere"),
    ],
)
def test_what_is_asked_amiss_is_refused_with_a_sentence(studio: Studio, message: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        studio.answer(message, lambda told: None)


def test_a_balance_is_told_as_the_games_come(studio: Studio) -> None:
    edited(studio, "02-moving.law", *LIGHT)
    told: list[dict[str, Any]] = []
    message = json.dumps({"do": "play", "situation": "last-fine-day", "pairs": 4, "players": ["random"]})
    given = studio.answer(message, told.append)
    assert given["balance"][0]["pairs"] <= 4
    assert given["balance"][0]["situation"] == "last-fine-day"


CARD = {"do": "card", "situation": "last-fine-day", "games": 1}


def test_a_card_is_told_as_its_games_come_and_taken_up_where_it_was_ended(
    studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tutorial has four styles, so a game a cell is 25 games, and three by skill."""
    monkeypatch.setattr(results, "place_to_keep", lambda name: tmp_path / name)
    monkeypatch.setattr(module_studio, "NANO_BETWEEN", 0)
    told, again, under_another = list[Any](), list[Any](), list[Any]()
    with ended_by(lambda: len(told) > 5), pytest.raises(Ended):
        studio.answer(json.dumps(CARD), told.append)
    assert [(one["played"], one["wanted"]) for one in told] == [(number, 28) for number in range(6)]
    assert told[-1]["card"]["sentence"].startswith("So far, by 5 of 25 games: ")
    whole = studio.answer(json.dumps(CARD), again.append)["card"]
    kept = again[0]["played"]
    assert kept >= 5, "and what other processes had begun by then may be over"
    assert [one["played"] for one in again] == [*range(kept, 29)], "none is played twice"
    assert whole["title"] == "The last fine day"
    assert not whole["sentence"].startswith("So far")
    assert (
        [row[0] for row in whole["rows"]] == whole["rows"][0] == ["", "plain", "keeper", "proud", "spiteful", "early"]
    )
    edited(studio, "02-moving.law", *LIGHT)
    with ended_by(lambda: len(under_another) > 1), pytest.raises(Ended):
        studio.answer(json.dumps(CARD), under_another.append)
    assert under_another[0]["played"] == 0, "what was played before an edit is of another law"


def test_the_card_that_is_kept_is_shown_with_its_day_and_whether_the_law_has_changed(
    studio: Studio, folder: Path
) -> None:
    file = folder / "balance/last-fine-day.csv"
    in_file = card_of(file.read_text("utf-8"), "hollow", "last-fine-day")
    assert in_file is not None
    kept = ask(studio, "kept", situation="last-fine-day")["card"]
    assert kept["sentence"] == in_file.card.sentence()
    assert len(kept["rows"]) == 6
    edited(studio, "02-moving.law", *LIGHT)
    stale = ask(studio, "kept", situation="last-fine-day")["card"]
    assert stale["played"] == f"Played by programs on {in_file.day}, 20 games a cell. The law has changed since."
    file.unlink()
    assert ask(studio, "kept", situation="last-fine-day") == {"card": None}


def test_prose_is_read_beside_what_the_law_said_and_says(studio: Studio, folder: Path) -> None:
    """RB 2.4: a path costs 1/2; the prose still says so when the law asks for a whole stride."""
    assert ask(studio, "prose") == {"doubts": []}
    law = folder / "02-moving.law"
    law.write_text(law.read_text("utf-8").replace("there) is 1/2\n", "there) is 1\n"), "utf-8")
    (doubt,) = ask(studio, "prose")["doubts"]
    assert (doubt["place"], doubt["prose"]) == ("RB 2.4", "A step along a path costs 1/2 stride, whatever lies there.")
    assert " is 1/2 if a path crosses" in doubt["was"]
    assert " is 1 if a path crosses" in doubt["now"]
    assert doubt["outdated"] == ["1/2"]
    assert ask(studio, "prose", holds="2.4 no such rule")["doubts"] == [doubt], "nothing else accepts it"
    assert ask(studio, "prose", holds=doubt["name"]) == {"doubts": []}
    assert " is 1 if a path crosses" in (folder / "prose.lock").read_text("utf-8")


def test_what_a_library_does_to_the_map_is_told_until_it_is_taken_back(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(touching, "SECONDS", 60)
    position = at_the_plank(studio)
    assert ask(studio, "touched", position=position) == {"touched": [], "left": 0}
    begun = ask(studio, "new", sort="recipe", name="zones")["files"]
    for file in begun:
        ask(studio, "edit", path=file["path"], text=file["text"])
    told = {one["what"]: one for one in ask(studio, "touched", position=position)["touched"]}
    # the zones of a shepherd in 0604, and of a mule and a lamb in 0605, all of sunside, reach into the hexes around
    of_shepherd, of_both = (
        {"0503", "0504", "0603", "0605", "0703", "0704"},
        {"0504", "0505", "0604", "0606", "0704", "0705"},
    )
    zones = told["fact lies-in-a-zone-against"]
    assert zones["costs"] == dict.fromkeys(of_shepherd | of_both, "shadeside")
    assert zones["gone"] == []
    assert told["fact exerts-into"]["costs"]["0503"] == "anna"
    assert set(told["fact exerts-into"]["costs"]["0504"].split("; ")) == {"anna", "mule", "lamb"}
    for file in begun:
        before = DISK.read(studio.files.folder / file["path"], missing="")
        ask(studio, "edit", path=file["path"], text=before)
    assert ask(studio, "touched", position=position) == {"touched": [], "left": 0}


def test_hexes_of_which_something_holds_no_longer_are_told(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mule, who had a stride of 4, has one of 1 since: it gets to none of the hexes that cost more."""
    monkeypatch.setattr(touching, "SECONDS", 60)
    position = at_the_plank(studio)
    costs = ask(studio, "reach", position=position, piece="mule")["costs"]
    begun = ask(studio, "new", sort="unit", name="old-mule", answers=["", "hooves", "4", "", ""])["files"]
    [chart] = [file for file in begun if file["path"].endswith(".csv")]
    row = "mule,Mule,mule,RB 1.3,,hooves,4"
    assert row in chart["text"]
    ask(studio, "edit", path=chart["path"], text=chart["text"].replace(row, f"{row[:-1]}1"))
    told = {one["what"]: one for one in ask(studio, "touched", position=position)["touched"]}
    assert told["attribute stride"]["costs"]["0605"].split("; ").count("1") == 1
    [reach] = [one for what, one in told.items() if what.startswith("reach ") and what.endswith(" of mule")]
    assert reach["costs"] == {}
    assert set(reach["gone"]) == {hex_ for hex_, cost in costs.items() if sum(map(Fraction, cost.split())) > 1} != set()


def test_what_there_is_no_time_for_is_counted(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    for file in ask(studio, "new", sort="recipe", name="zones")["files"]:
        ask(studio, "edit", path=file["path"], text=file["text"])
    monkeypatch.setattr(touching, "SECONDS", 0)
    given = ask(studio, "touched", position=at_the_plank(studio))
    assert given["touched"] == []
    assert given["left"] >= 2


def test_a_position_that_the_law_before_does_not_know_has_no_differences(studio: Studio) -> None:
    begun = ask(studio, "new", sort="situation", name="noon", answers=["hollow", ""])["files"]
    for file in begun:
        ask(studio, "edit", path=file["path"], text=file["text"])
    noon = ask(studio, "take", id="noon")
    assert "svg" in ask(studio, "judge", position=noon)
    assert ask(studio, "touched", position=noon) == {"touched": [], "left": 0}

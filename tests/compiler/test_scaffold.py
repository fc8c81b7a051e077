"""What `hexlaw new` begins passes at once, takes nothing's place, and is refused plainly where it cannot be."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.cli import main
from hexlaw.compiler.desk.cases.knockout import knock_out
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.scaffold import new_module, planned, write
from hexlaw.compiler.situations.case_files import case_files
from hexlaw.runtime.law.law import Configuration

BASE = """\
module: harbour
title: The harbour
version: 1.0.0
sources: {HR: {title: "The harbour master's book"}}
speaks-for: [HR]
default-source: HR
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def harbour(folder: Path) -> Path:
    (folder / "harbour").mkdir()
    (folder / "harbour" / "module.yaml").write_text(BASE)
    return folder / "harbour"


def new(sort: str, name: str, module: str) -> list[Path]:
    return write(planned(sort, name, module))


def passes(module: str) -> bool:
    return main(["check", module]) == 0 and main(["test", module]) == 0 and main(["fmt", "--check", module]) == 0


def everything(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


# ---- what is begun passes


def test_a_game_of_its_own_passes_and_its_cases_miss_each_rule(capsys: pytest.CaptureFixture[str]) -> None:
    new_module("bay", None)
    assert passes("./bay"), capsys.readouterr()
    compilation = compile_modules("./bay", Diagnostics())
    assert compilation is not None
    assert len(compilation.graph.rules) == 8
    assert list(knock_out(compilation, case_files(compilation, Diagnostics()), Configuration())) == []


def test_a_game_of_its_own_can_be_played(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    new_module("bay", None)
    assert main(["run", "./bay", "first-race", "--games", "3", "--players", "greedy,random", "--seed", "a"]) == 0
    assert "won by reds (greedy)" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO("move\nruby\nA2\nA3\nmove\nrose\nwhy C1\nquit\n"))
    assert main(["play", "./bay", "first-race"]) == 0
    assert "somebody stands in C1 already" in capsys.readouterr().out


def test_a_variant_passes_and_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    new_module("bay", None)
    new_module("nightfall", "bay")
    assert passes("./nightfall"), capsys.readouterr()
    assert main(["test", "./bay", "--module", "./nightfall"]) == 0
    new_module("nightfall-tide", "nightfall")
    assert passes("./nightfall-tide"), "a variant of a variant has source keys of its own"


def test_a_variant_of_a_shipped_module_passes() -> None:
    new_module("wet-autumn", "tutorial")
    assert passes("./wet-autumn")


@pytest.mark.parametrize("spec", ["./nightfall", "nightfall"])
def test_rules_rulings_and_cases_pass_in_a_variant(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    new_module("bay", None)
    new_module("nightfall", "bay")
    for time in ("first", "second"):
        for number in ("1", "2"):
            for sort, name in (
                ("rule", f"lamp.l-{number}"),
                ("rule", f"cost.c-{number}"),
                ("ruling", f"FAQ-00{number}"),
                ("ruling", f"HL-00{number}"),
                ("case", f"lamp.l-{number}"),
                ("case", f"start.s-{number}"),
            ):
                if time == "first":
                    new(sort, name, spec)
                else:
                    with pytest.raises(Refused, match="already"):
                        new(sort, name, spec)
    assert passes("./nightfall"), capsys.readouterr()
    compilation = compile_modules("./nightfall", Diagnostics())
    assert compilation is not None
    assert {"lamp.l-1", "lamp.l-2", "cost.c-1", "cost.c-2"} < set(compilation.graph.rules)
    assert set(compilation.graph.rulings) == {"FAQ-001", "FAQ-002", "HL-001", "HL-002"}


def test_a_rule_of_a_base_begins_as_a_copy_that_replaces_it(capsys: pytest.CaptureFixture[str]) -> None:
    new_module("wet-autumn", "tutorial")
    bases = ("entry.path", "move.bridge", "push.rounding")
    for name in bases:
        new("rule", name, "./wet-autumn")
    assert main(["test", "tutorial", "--module", "./wet-autumn"]) == 0
    compilation = compile_modules("./wet-autumn", Diagnostics())
    assert compilation is not None
    assert {f"{name}-anew" for name in bases} < set(compilation.graph.rules)
    with pytest.raises(Refused, match="already"):
        new("rule", "entry.path", "./wet-autumn")


def test_a_rule_under_an_option_is_not_copied_to_where_it_always_counts() -> None:
    new_module("wet-autumn", "tutorial")
    with pytest.raises(Refused, match="option `clouds` alone"):
        new("rule", "clouds.whistle", "./wet-autumn")


def test_an_add_on_passes_on_top_of_its_base(capsys: pytest.CaptureFixture[str]) -> None:
    new_module("bay", None)
    new_module("calm-bay", "./bay")
    assert passes("./calm-bay"), capsys.readouterr()
    new_module("gossip", "./bay", add_on=True)
    spec = "./bay + ./gossip"
    new("rule", "lamp.l-1", spec)
    new("case", "lamp.l-1", spec)
    assert passes(spec), capsys.readouterr()
    compilation = compile_modules(spec, Diagnostics())
    assert compilation is not None
    assert "lamp.l-1" in compilation.graph.rules
    assert "add-on-for: [bay]" in Path("gossip/module.yaml").read_text()


def test_the_file_of_a_table_that_is_declared_has_all_its_headings() -> None:
    new_module("bay", None)
    law = Path("bay/09-charts.law")
    law.write_text(
        "table wear(ground: ground, speed: whole, side: side): whole or none [7.1]\n"
        "table luck(ground: ground): side\ntable calm(speed: whole, ground: ground): yes/no [FAQ-001]\n"
    )
    for name in ("wear", "luck", "calm"):
        assert [path.name for path in new("table", name, "./bay")] == [f"{name}.yaml"]
    found = Diagnostics()
    compilation = compile_modules("./bay", found)
    assert compilation is not None, [d.message for d in found]
    wear = compilation.graph.tables["wear"].data
    assert {cell.value for cell in wear.cells.values()} == {None}
    assert len(wear.cells) == 4
    assert "cite: [RB 7.1]" in Path("bay/tables/wear.yaml").read_text()
    with pytest.raises(Refused, match="already"):
        new("table", "wear", "./bay")


@pytest.mark.parametrize("base", [None, "tutorial"])
def test_situations_tables_units_and_boards_pass(base: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    """That no rule reads the table yet is noted, and that a unit lacks the figures of its like; nothing else is."""
    new_module("bay", base)
    for sort, name in (("situation", "long-day"), ("table", "tides"), ("board", "shoal"), ("unit", "skiff")):
        written = new(sort, name, "./bay")
        assert all(path.is_file() for path in written)
        with pytest.raises(Refused, match="already"):
            new(sort, name, "./bay")
    new("unit", "punt", "./bay")
    assert passes("./bay"), capsys.readouterr()
    assert {word for word in capsys.readouterr().out.split() if word.startswith("HX")} == (
        {"HX288:"} if base is None else {"HX288:", "HX177:"}
    )
    compilation = compile_modules("./bay", Diagnostics())
    assert compilation is not None
    graph = compilation.graph
    assert "long-day" in graph.situations
    assert graph.tables["tides"].data.cells
    assert {"skiff", "punt"} <= set(graph.units)
    assert "shoal" in compilation.chain.layers[-1].boards
    if base is not None:
        assert graph.units["skiff"].kind == graph.units["ram"].kind, "as most units of its base are"


@pytest.mark.parametrize(("base", "part"), [(None, "moving"), ("tutorial", "moving")])
def test_an_action_passes_and_is_taken_once_it_is_opened(
    base: str | None, part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """That nothing opens it yet is noted (HX420), and where the base calls its actions by words, that it has none."""
    new_module("bay", base)
    [law] = new("action", "ring-bell", "./bay")
    with pytest.raises(Refused, match="already"):
        new("action", "ring-bell", "./bay")
    assert passes("./bay"), capsys.readouterr()
    assert "HX420" in capsys.readouterr().out
    law.write_text(law.read_text().replace(f"# open in {part}", f"open in {part}"))
    assert main(["check", "./bay"]) == 0
    assert "HX420" not in capsys.readouterr().out


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("separator", [";", "\t"])
def test_a_unit_goes_into_a_chart_as_a_spreadsheet_writes_it(separator: str, mark: str) -> None:
    new_module("bay", "tutorial")
    [chart] = new("unit", "skiff", "./bay")
    chart.write_bytes(f"{mark}{chart.read_text()}".replace(",", separator).replace("\n", "\r\n").encode())
    new("unit", "punt", "./bay")
    assert b"\r\npunt" + separator.encode() + b"Punt" in chart.read_bytes()
    with pytest.raises(Refused, match="already"):
        new("unit", "punt", "./bay")
    compilation = compile_modules("./bay", Diagnostics())
    assert compilation is not None
    assert {"skiff", "punt"} <= set(compilation.graph.units)


@pytest.mark.parametrize("answer", ["Mills, 35", '5" pipe', 'the "Old Lady", mended'])
def test_an_answer_with_quotes_or_separators_is_read_back_from_the_chart(answer: str) -> None:
    new_module("bay", None)
    law = Path("bay/01-words.law")
    law.write_text(f"{law.read_text()}\nthing piece also\n  maker: text\n")
    write(planned("unit", "skiff", "./bay", ask=lambda what, _: answer if "maker" in what else "reds"))
    compilation = compile_modules("./bay", Diagnostics())
    assert compilation is not None
    assert compilation.graph.units["skiff"].values["maker"] == answer


def test_a_unit_stays_below_its_headings_where_two_of_them_are_empty() -> None:
    new_module("bay", None)
    Path("bay/units").mkdir()
    chart = Path("bay/units/units.csv")
    chart.write_text("id,,name,,kind,source\n")
    [written] = planned("unit", "skiff", "./bay", ask=lambda *_: "reds")
    assert written.text == "id,,name,,kind,source,side\nskiff,,Skiff,,piece,RB 1,reds\n"


@pytest.mark.parametrize("answer", ["0", "100", "-3", "2.5", "many", "9" * 5_000, "\u00b2"])
def test_a_board_of_no_size_is_refused(answer: str) -> None:
    """Also where the number is longer than those that Python reads, and where a sign is a digit but no number."""
    new_module("bay", None)
    with pytest.raises(Refused, match="a board has from 1 to 99 rows"):
        planned("board", "shoal", "./bay", ask=lambda *_: answer)


def test_a_new_situation_can_be_played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    new_module("bay", None)
    new("situation", "long-day", "./bay")
    assert main(["run", "./bay", "long-day"]) == 0
    assert "decisions" in capsys.readouterr().out


@pytest.mark.parametrize("differs", [False, True])
def test_a_new_situation_is_won_as_all_others_are(differs: bool) -> None:
    new_module("bay", None)
    if differs:
        other = Path("bay/situations/short-day.yaml")
        other.write_text("board: field\nwinner: nobody(game)\n", "utf-8")
    new("situation", "long-day", "./bay")
    text = Path("bay/situations/long-day.yaml").read_text("utf-8")
    assert ("\nwinner: won-by(game)\n" in text) != differs
    assert ("\n# winner: FACT(game)\n" in text) == differs


def test_an_add_on_gets_a_rule(harbour: Path, folder: Path) -> None:
    (folder / "gossip").mkdir()
    manifest = BASE.replace("harbour", "gossip").replace("HR", "GO") + "add-on-for: [harbour]\n"
    (folder / "gossip" / "module.yaml").write_text(manifest)
    assert new("rule", "talk.loud", "./harbour + gossip") == [Path("gossip/01-talk.law")]
    assert main(["check", "./harbour + gossip"]) == 0


# ---- where it goes


def test_a_rule_stands_behind_those_that_begin_alike(folder: Path) -> None:
    new_module("bay", None)
    before = (folder / "bay" / "02-moving.law").read_text()
    new("rule", "cost.deep", "./bay")
    after = (folder / "bay" / "02-moving.law").read_text()
    assert after.startswith(before + "\nrule cost.deep [RB 1]\n")


def test_a_new_file_is_numbered_like_the_others(harbour: Path) -> None:
    assert new("rule", "lamp.lit", "./harbour") == [Path("harbour/01-lamp.law")]
    (harbour / "07-tide.law").write_text('chapter [7] "Tide"\n')
    assert new("rule", "gate.open", "./harbour") == [Path("harbour/08-gate.law")]
    for path in harbour.glob("*.law"):
        path.rename(harbour / path.name[3:])
    assert new("rule", "rope.wet", "./harbour") == [Path("harbour/rope.law")]


def test_line_ends_are_kept(harbour: Path) -> None:
    path = harbour / "lamp.law"
    path.write_bytes(b'chapter [1] "Lamps"\r\n')
    new("rule", "lamp.lit", "./harbour")
    text = path.read_bytes()
    assert text.startswith(b'chapter [1] "Lamps"\r\n\r\nrule lamp.lit [HR 1]\r\n')
    assert text.count(b"\n") == text.count(b"\r\n")


@pytest.mark.parametrize(
    "start",
    ["cases:\n- {id: lamp.old, ask: 1 + 1, expect: 2}\n", "cases:\n    - id: lamp.old\n      ask: 1\n      expect: 1"],
)
def test_a_case_is_indented_like_the_others(harbour: Path, start: str) -> None:
    (harbour / "cases").mkdir()
    (harbour / "cases" / "all.cases.yaml").write_text(start)
    assert new("case", "lamp.new", "./harbour") == [Path("harbour/cases/all.cases.yaml")]
    assert main(["test", "./harbour"]) == 0


# ---- what is refused, and leaves everything as it was

NAMES = ["", ".", "..", "../x", "a/b", "A", "1a", "a_b", "a b", "-a", "x" * 61, "a\0", "a\n", "é", "CON:", "*", "a.."]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("sort", ["module", "rule", "ruling", "case"])
def test_a_bad_name_is_refused(
    harbour: Path, folder: Path, sort: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = everything(folder)
    assert main(["new", sort, *([] if sort == "module" else ["--in", "./harbour"]), "--", name]) == 2
    printed = capsys.readouterr().err
    assert printed.startswith("hexlaw: ")
    assert "is not a name for a" in printed
    assert everything(folder) == before


@pytest.mark.parametrize("base", ["", "nowhere", "abstract", "bay + harbour", "/"])
def test_a_bad_base_is_refused(harbour: Path, folder: Path, base: str) -> None:
    if base == "abstract":
        (harbour / "module.yaml").write_text(BASE + "abstract: yes\n")
        base = "harbour"
    before = everything(folder)
    with pytest.raises(Refused):
        new_module("nightfall", base)
    assert everything(folder) == before
    assert sorted(p.name for p in folder.iterdir()) == ["harbour"], "nothing half done is left"


@pytest.mark.parametrize("called", ["quay", "tutorial"])
def test_a_base_is_named_by_its_folder_whatever_it_calls_itself(harbour: Path, called: str) -> None:
    (harbour / "module.yaml").write_text(BASE.replace("module: harbour", f"module: {called}"))
    new_module("nightfall", "harbour")
    new_module("feast", "./harbour", add_on=True)
    found = compile_modules("./nightfall", Diagnostics())
    assert found is not None
    assert [layer.folder.name for layer in found.chain.layers] == ["harbour", "nightfall"]
    assert passes("./nightfall")
    assert main(["check", "harbour + ./feast"]) == 0


def test_a_base_with_mistakes_is_refused_with_the_first_of_them(harbour: Path, folder: Path) -> None:
    (harbour / "01.law").write_text("rule lamp.lit [1]\n  limits lamp.old\n")
    with pytest.raises(Refused, match=r"cannot stand: there is no rule `lamp.old`"):
        new_module("nightfall", "harbour")
    assert not (folder / "nightfall").exists()


def test_what_is_there_is_not_overwritten(harbour: Path, folder: Path) -> None:
    (folder / "empty").mkdir()
    (folder / "dangling").symlink_to("nowhere")
    (folder / "letter").write_text("x")
    for name in ("harbour", "empty", "dangling", "letter"):
        with pytest.raises(Refused, match="already"):
            new_module(name, None)
    assert (folder / "letter").read_text() == "x"
    assert list((folder / "empty").iterdir()) == []


def test_a_shipped_module_is_neither_hidden_nor_changed() -> None:
    with pytest.raises(Refused, match="comes with Hexlaw"):
        new_module("tutorial", None)
    with pytest.raises(Refused, match="hexlaw new module NAME --extends tutorial"):
        new("rule", "lamp.lit", "tutorial")


@pytest.mark.parametrize("place", ["nowhere", ".", "", "harbour/module.yaml", "x" * 5000, "./harbour + nowhere"])
def test_a_bad_place_is_refused(harbour: Path, folder: Path, place: str) -> None:
    before = everything(folder)
    for sort, name in (("rule", "lamp.lit"), ("ruling", "HR-001"), ("case", "lamp.lit")):
        with pytest.raises(Refused):
            new(sort, name, place)
    assert everything(folder) == before


def test_a_ruling_of_no_numbered_source_is_refused(harbour: Path) -> None:
    with pytest.raises(Refused, match="`HR` is the key of no source with `ids: yes`"):
        new("ruling", "HR-001", "./harbour")


def test_a_module_without_sources_is_told_what_it_lacks(harbour: Path) -> None:
    (harbour / "module.yaml").write_text("module: harbour\ntitle: T\nversion: 1.0.0\n")
    with pytest.raises(Refused, match="declares no source"):
        new("rule", "lamp.lit", "./harbour")


def test_nothing_is_written_through_a_link(harbour: Path, folder: Path) -> None:
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "lamp.law").write_text('chapter [1] "x"\n')
    (harbour / "cases").symlink_to(elsewhere)
    with pytest.raises(Refused, match="link"):
        new("case", "lamp.lit", "./harbour")
    (harbour / "real.law").write_text('chapter [1] "x"\n')
    (harbour / "lamp.law").symlink_to("real.law")
    with pytest.raises(Refused, match="link"):
        new("rule", "lamp.lit", "./harbour")
    assert (harbour / "real.law").read_text() == 'chapter [1] "x"\n'


@pytest.mark.parametrize("text", ["cases: [{id: lamp.old, ask: 1 + 1, expect: 2}]\n", "cases: {\n", "nothing\n"])
def test_a_case_file_that_cannot_be_added_to_is_left_alone(harbour: Path, text: str) -> None:
    (harbour / "cases").mkdir()
    path = harbour / "cases" / "lamp.cases.yaml"
    path.write_text(text)
    with pytest.raises(Refused, match="nothing can be added"):
        new("case", "lamp.new", "./harbour")
    assert path.read_text() == text
    assert [p.name for p in path.parent.iterdir()] == [path.name], "nothing half done is left"


def test_a_failing_ruling_leaves_no_case_behind(harbour: Path) -> None:
    (harbour / "module.yaml").write_text(BASE.replace('book"}', 'book", ids: yes}'))
    (harbour / "cases").mkdir()
    (harbour / "cases" / "hr.cases.yaml").write_text("nothing\n")
    with pytest.raises(Refused):
        new("ruling", "HR-001", "./harbour")
    assert list(harbour.glob("*.law")) == []

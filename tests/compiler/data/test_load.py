"""Finding and reading modules: chains, add-ons, and folders that should not be trusted."""

from __future__ import annotations

import os
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.data.load import (
    MAX_CHAIN_LENGTH,
    MAX_NAME_LENGTH,
    _tell_apart,
    load,
    shipped_games,
    shipped_modules,
)

LAW = "fact f(u: boat): fathoms\n  otherwise 0\n"


def found(spec: str) -> list[str]:
    diagnostics = Diagnostics()
    load(spec, diagnostics)
    return [d.code for d in diagnostics]


def manifest(name: str, more: str = "") -> str:
    return f"module: {name}\ntitle: T\nversion: 0.1.0\n{more}"


def test_a_chain_is_read_base_first(bench: Any) -> None:
    base = bench.write(LAW, name="base")
    middle = bench.variant(base, "", name="middle")
    top = bench.variant(middle, "", name="top")
    chain = load(str(top), Diagnostics())
    assert chain is not None
    assert [layer.name for layer in chain.layers] == ["base", "middle", "top"]
    assert chain.name == "top"


def test_an_add_on_is_put_on_top(bench: Any) -> None:
    base = bench.write(LAW, name="base")
    bench.write("", name="extra", words=False, manifest=manifest("extra", "add-on-for: [base]\n"))
    chain = load(f"{base} + extra", Diagnostics())
    assert chain is not None
    assert [layer.name for layer in chain.layers] == ["base", "extra"]
    assert chain.name == "base + extra"


@pytest.mark.parametrize("spec", ["", " + x", "no-such-module", "/no/such/folder", "x" * 5000, "a\0b", "..", "."])
def test_what_is_no_module_is_said_so(spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert found(spec) == ["HX301"]


def test_a_misspelt_module_is_guessed() -> None:
    diagnostics = Diagnostics()
    load("tutorail", diagnostics)
    assert "did you mean `tutorial`?" in (next(iter(diagnostics)).help or "")


@pytest.mark.parametrize("spec", ["quay", "./quay", "top"])
def test_a_module_that_calls_itself_otherwise_than_its_folder_is_shown(
    spec: str, bench: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = bench.write("", name="harbour", words=False, manifest=manifest("quay"))
    bench.write("", name="top", words=False, manifest=manifest("top", "extends: quay\n"))
    monkeypatch.chdir(folder.parent)
    diagnostics = Diagnostics()
    assert load(spec, diagnostics) is None
    (finding,) = diagnostics
    told = "the folder `harbour` holds it; a module is found by the name of its folder: write `harbour`"
    assert (finding.code, finding.help) == ("HX302" if spec == "top" else "HX301", told)


def test_a_file_of_a_module_is_no_module(tmp_path: Path) -> None:
    (tmp_path / "module.yaml").write_text("module: x\n", "utf-8")
    (tmp_path / "01.law").write_text("", "utf-8")
    diagnostics = Diagnostics()
    load(str(tmp_path / "01.law"), diagnostics)
    assert [(d.code, d.help) for d in diagnostics] == [("HX301", f"give its folder: `{tmp_path}`")]


def test_shipped_modules_are_known_by_name() -> None:
    assert "tutorial" in shipped_modules()


def test_of_modules_that_lie_in_two_places_the_first_is_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As of anything that is imported: a copy of Hexlaw that comes first has its own modules."""
    spec = ModuleSpec("hexlaw.rules", None, is_package=True)
    spec.submodule_search_locations = [str(tmp_path / "first"), str(tmp_path / "second")]
    for place, name in (("second", "reef"), ("first", "reef"), ("second", "bay")):
        (tmp_path / place / name).mkdir(parents=True)
        (tmp_path / place / name / "module.yaml").write_text(manifest(name), "utf-8")
    monkeypatch.setattr("hexlaw.compiler.data.load.find_spec", lambda name: spec)
    assert shipped_modules() == {"bay": tmp_path / "second" / "bay", "reef": tmp_path / "first" / "reef"}


def test_a_shipped_add_on_is_asked_on_every_module_it_is_made_for() -> None:
    games = shipped_games()
    together = [game for game in games if " + " in game]
    assert together
    assert not {game.rpartition(" + ")[2] for game in together} & set(games)
    for game in together:
        diagnostics = Diagnostics()
        assert load(game, diagnostics) is not None
        assert not len(diagnostics)
    assert {game for game in games if game not in together} < set(shipped_modules())


def test_law_of_an_add_on_for_one_module_is_not_read_on_another(bench: Any) -> None:
    for name in ("one", "two"):
        bench.write(LAW, name=name)
    files = {"on-one/a.law": "rule f.one [1]\n  when u is lit\n  f(u) is 1\n", "10.law": ""}
    extra = bench.write(
        "", name="extra", words=False, manifest=manifest("extra", "add-on-for: [one, two]\n"), files=files
    )
    read = {}
    for name in ("one", "two"):
        chain = load(f"{extra.parent / name} + {extra}", Diagnostics())
        assert chain is not None
        read[name] = [Path(law.name).name for law in chain.layers[-1].laws]
        assert ("a.law" in [Path(source.name).name for source in chain.sources]) == (name == "one")
    assert "a.law" in read["one"]
    assert "a.law" not in read["two"]


def test_an_add_on_has_situations_charts_and_cases_for_one_module(bench: Any) -> None:
    for name in ("one", "two"):
        bench.write(LAW, name=name)
    inside = ("situations/crossing.yaml", "tables/fares.yaml", "boards/quay.yaml", "units/boats.csv", "a.cases.yaml")
    files = {f"on-one/{name}": "" for name in inside} | {"on-two/situations/crossing.yaml": ""}
    words = {"words": False, "manifest": manifest("extra", "add-on-for: [one, two]\n"), "files": files}
    extra = bench.write("", name="extra", **words)
    found = Diagnostics()
    layers = {}
    for name in ("one", "two"):
        chain = load(f"{extra.parent / name} + {extra}", found)
        assert chain is not None
        layers[name] = chain.layers[-1]
    one, two = layers["one"], layers["two"]
    assert (set(one.situations), set(one.tables), set(one.boards)) == ({"crossing"}, {"fares"}, {"quay"})
    assert [Path(source.name).name for source in one.units] == ["boats.csv"]
    assert [path.name for path in one.cases] == ["a.cases.yaml"]
    assert one.situations["crossing"].name.endswith("on-one/situations/crossing.yaml")
    assert two.situations["crossing"].name.endswith("on-two/situations/crossing.yaml")
    assert (two.tables, two.boards, two.units, two.cases) == ({}, {}, (), ())
    assert (one.unread, two.unread, list(found)) == ((), (), [])


def test_what_an_add_on_has_for_one_module_has_names_of_its_own(bench: Any) -> None:
    """A situation for all and one for the module below would hide each other."""
    bench.write(LAW, name="one")
    names = ("situations/crossing.yaml", "on-one/situations/crossing.yaml", "more.law", "on-one/more.law")
    files = dict.fromkeys(names, "")
    extra = bench.write("", name="extra", words=False, manifest=manifest("extra", "add-on-for: [one]\n"), files=files)
    assert found(f"{extra.parent / 'one'} + {extra}") == ["HX308"]


def test_a_missing_base_is_told_where_it_is_named(bench: Any) -> None:
    folder = bench.write("", name="top", words=False, manifest=manifest("top", "extends: nowhere\n"))
    diagnostics = Diagnostics()
    assert load(str(folder), diagnostics) is None
    (finding,) = diagnostics
    assert finding.code == "HX302"
    assert finding.span is not None
    assert finding.span.line == 4


def test_modules_that_extend_each_other_in_a_circle(bench: Any) -> None:
    one = bench.write("", name="one", words=False, manifest=manifest("one", "extends: two\n"))
    bench.write("", name="two", words=False, manifest=manifest("two", "extends: one\n"))
    assert found(str(one)) == ["HX302"]


def test_a_chain_without_end_is_cut(bench: Any) -> None:
    for n in range(MAX_CHAIN_LENGTH + 3):
        bench.write("", name=f"m-{n}", words=False, manifest=manifest(f"m-{n}", f"extends: m-{n + 1}\n"))
    diagnostics = Diagnostics()
    assert load(str(bench.folder / "m-0"), diagnostics) is None
    assert [d.message for d in diagnostics] == [f"more than {MAX_CHAIN_LENGTH} modules extend each other here"]


def test_a_chain_of_that_length_is_read(bench: Any) -> None:
    last = MAX_CHAIN_LENGTH - 1
    for n in range(MAX_CHAIN_LENGTH):
        more = f"extends: m-{n + 1}\n" if n < last else ""
        bench.write("", name=f"m-{n}", words=False, manifest=manifest(f"m-{n}", more))
    chain = load(str(bench.folder / "m-0"), Diagnostics())
    assert chain is not None
    assert len(chain.layers) == MAX_CHAIN_LENGTH


def test_a_base_that_two_modules_share_is_read_once(bench: Any) -> None:
    base = bench.write(LAW, name="base")
    middle = bench.variant(base, "", name="middle")
    bench.variant(middle, "", name="other")
    chain = load(f"{middle} + other", Diagnostics())
    assert chain is not None
    assert [layer.name for layer in chain.layers] == ["base", "middle", "other"]


def test_a_folder_where_the_command_is_typed_is_not_the_base_of_a_module(
    bench: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A base lies beside the module that asks for it, or is shipped: a downloaded folder changes no game."""
    elsewhere = tmp_path / "elsewhere"
    chains = (load(name, Diagnostics()) for name in sorted(shipped_modules()))
    built_on = next(
        chain for chain in chains if chain is not None and len(chain.layers) == 2 and chain.layers[1].manifest.extends
    )
    for name in (built_on.layers[0].name, "base"):
        (elsewhere / name).mkdir(parents=True)
        (elsewhere / name / "module.yaml").write_text(manifest(name))
    monkeypatch.chdir(elsewhere)
    shipped = load(built_on.name, Diagnostics())
    assert shipped is not None
    assert [layer.shown for layer in shipped.layers] == [f"rules/{layer.name}" for layer in built_on.layers]
    top = bench.variant(bench.write(LAW, name="base"), "", name="top")
    chain = load(str(top), Diagnostics())
    assert chain is not None
    assert chain.layers[0].folder == bench.folder / "base"
    typed = load("base", Diagnostics())
    assert typed is not None
    assert typed.layers[0].folder == Path("base")


def test_an_add_on_alone_or_in_the_wrong_place(bench: Any) -> None:
    base = bench.write(LAW, name="base")
    extra = bench.write("", name="extra", words=False, manifest=manifest("extra", "add-on-for: [other]\n"))
    assert found(str(extra)) == ["HX303"]
    assert found(f"{base} + extra") == ["HX303"]


def test_an_add_on_that_needs_what_is_not_there(bench: Any) -> None:
    base = bench.write(LAW, name="base")
    needs = 'add-on-for: [base]\nneeds: ["fact f", "rule nothing"]\n'
    bench.write("", name="extra", words=False, manifest=manifest("extra", needs))
    diagnostics = [d for d in bench.findings(Path(f"{base} + extra"))]
    assert [d.code for d in diagnostics] == ["HX306"]
    assert "rule `nothing`" in diagnostics[0].message


def test_an_abstract_module_is_read_but_not_asked(bench: Any) -> None:
    folder = bench.write(
        LAW, name="base", manifest=manifest("base", "abstract: yes\nsources: {H: {title: H}}\ndefault-source: H\n")
    )
    assert bench.findings(folder) == []


def test_too_many_files(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexlaw.compiler.data.load.MAX_FILES", 5)
    for notes, expected in ((2, []), (3, ["HX304"]), (9, ["HX304"])):  # beside the manifest and two files of law
        folder = bench.write(LAW, files={f"notes/{n}.md": "x" for n in range(notes)})
        assert found(str(folder)) == expected


def test_too_much_text(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexlaw.compiler.data.load.MAX_MODULE_SIZE", 500)
    assert found(str(bench.write(LAW))) == ["HX304"]


# ---- nothing outside the folder is read

SECRET = "rule secret-of-the-neighbour [1]\n"


def test_a_link_to_a_file_outside_is_not_followed(bench: Any, tmp_path: Path) -> None:
    outside = tmp_path / "outside.law"
    outside.write_text(SECRET)
    folder = bench.write(LAW)
    (folder / "20.law").symlink_to(outside)
    findings = bench.findings(folder)
    assert {d.code for d in findings} == {"HX305"}
    assert not any("neighbour" in d.message for d in findings)


def test_a_manifest_that_is_a_link_outside_is_not_read(bench: Any, tmp_path: Path) -> None:
    outside = tmp_path / "outside.yaml"
    outside.write_text(manifest("outside"))
    folder = bench.write(LAW)
    (folder / "module.yaml").unlink()
    (folder / "module.yaml").symlink_to(outside)
    assert found(str(folder)) == ["HX305"]


def test_a_folder_that_is_a_link_is_not_entered(bench: Any, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "20.law").write_text(SECRET)
    folder = bench.write(LAW)
    (folder / "more").symlink_to(tmp_path / "elsewhere")
    assert bench.findings(folder) == []


def test_links_that_lead_round_and_round(bench: Any) -> None:
    folder = bench.write(LAW)
    (folder / "20.law").symlink_to(folder / "30.law")
    (folder / "30.law").symlink_to(folder / "20.law")
    assert set(found(str(folder))) == {"HX305"}


def test_a_link_inside_the_folder_is_fine(bench: Any) -> None:
    folder = bench.write(LAW)
    (folder / "notes.md").write_text("x")
    (folder / "again.md").symlink_to(folder / "notes.md")
    assert bench.findings(folder) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_not_waited_for(bench: Any) -> None:
    folder = bench.write(LAW)
    os.mkfifo(folder / "20.law")
    assert bench.codes(folder) == {"HX101"}


def test_a_file_that_may_not_be_read(bench: Any) -> None:
    folder = bench.write(LAW, files={"20.law": b"\xff\xfe\x00rule"})
    assert bench.codes(folder) == {"HX102"}


# ---- what cannot be read is told


@pytest.fixture
def locked(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names of folders that may not be looked into; as root, whom nothing is forbidden, they would be."""
    names: set[str] = set()
    scandir = os.scandir

    def refusing(folder: Any = ".") -> Any:
        if os.path.basename(folder) in names:
            raise PermissionError(13, "Permission denied", str(folder))
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", refusing)
    return names


def test_a_folder_of_a_module_that_cannot_be_read_is_told(bench: Any, locked: set[str]) -> None:
    folder = bench.write(LAW, files={"units/boats.csv": "id,source\n", "cases/a.cases.yaml": "cases: []\n"})
    locked |= {"units", "cases"}
    findings = bench.findings(folder)
    assert {d.code for d in findings} == {"HX101"}
    assert {d.message.rpartition("/")[2] for d in findings} == {
        "units` cannot be read: permission denied", "cases` cannot be read: permission denied"
    }  # fmt: skip


def test_a_module_that_cannot_be_looked_into_is_told(bench: Any, locked: set[str], tmp_path: Path) -> None:
    (tmp_path / "tw").mkdir()
    locked.add("tw")
    diagnostics = Diagnostics()
    assert load(str(tmp_path / "tw"), diagnostics) is None
    assert [(d.code, d.message.rpartition("/")[2]) for d in diagnostics] == [
        ("HX101", "tw` cannot be read: permission denied")
    ]


def test_the_name_of_a_module_is_only_so_long() -> None:
    for length, said in ((MAX_NAME_LENGTH, "there is no module"), (MAX_NAME_LENGTH + 1, "at most 200 characters")):
        diagnostics = Diagnostics()
        assert load("x" * length, diagnostics) is None
        assert [said in d.message for d in diagnostics] == [True]


@pytest.mark.parametrize("name", ["\udcff", "a" * 190 + "/" + "b" * 5, "x" * 199, "/root/\0"])
def test_names_that_no_file_can_have_are_no_module(name: str) -> None:
    assert found(name) == ["HX301"]


def test_files_that_go_by_one_name_are_told(bench: Any) -> None:
    folder = bench.write(LAW, files={f"boards/{name}.md": "x" for name in ("b", "board-b", "c")})
    (finding,) = bench.findings(folder)
    assert finding.code == "HX308"
    assert "boards/b.md" in finding.message
    assert "boards/board-b.md" in finding.message


def test_names_that_differ_in_great_and_small_letters_are_one(bench: Any) -> None:
    diagnostics = Diagnostics()
    _tell_apart(["tables/fare.yaml", "tables/fares.yaml", "tables/Fare.yaml"], "bay", diagnostics)
    assert [d.message for d in diagnostics] == ["`bay/tables/fare.yaml` and `bay/tables/Fare.yaml` go by one name"]


def test_a_law_put_together_is_called_by_all_that_were_asked_for(bench: Any) -> None:
    base = bench.write(LAW, name="base")
    north, south = (bench.variant(base, "", name=name) for name in ("north", "south"))
    chain = load(f"{north} + {south}", Diagnostics())
    assert chain is not None
    assert chain.name == "north + south"


def test_a_law_file_that_cannot_be_read_is_the_one_mistake(bench: Any) -> None:
    """What it declares would be missing in all the others."""
    folder = bench.write(LAW + "thing raft\n  stands in hex\n", files={"30.law": "fact r: raft is wet\n"})
    (folder / "10.law").write_bytes("# L\u00f6schen\nthing raft\n".encode("latin-1"))
    assert found(str(folder)) == ["HX102"]


def test_a_folder_that_is_misspelt_is_answered_with_the_module_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "relief").mkdir()
    (tmp_path / "relief" / "module.yaml").write_text("module: relief\n")
    (tmp_path / "releif-notes").mkdir()
    monkeypatch.chdir(tmp_path)
    for name, meant in (("releif", "relief"), ("./releif", "./relief"), (f"{tmp_path}/relif", f"{tmp_path}/relief")):
        diagnostics = Diagnostics()
        assert load(name, diagnostics) is None
        assert [d.help for d in diagnostics] == [f"did you mean `{meant}`?"]

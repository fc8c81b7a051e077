"""What may stand at a place of a law that somebody is typing: by the grammar, by types, by what is likely."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data.load import load
from hexlaw.compiler.here.ranked import may_stand
from hexlaw.compiler.here.surroundings import Surroundings
from hexlaw.compiler.parse.grammar import keywords
from hexlaw.compiler.workspace.workspace import Refused, Workspace
from hexlaw.runtime.law import types as t

from ..conftest import FERRY

HEAD = 'chapter [RB 5] "More"\n\n'
RULE = f"{HEAD}rule fare.more [RB 5.1]\n  over fare.plain\n  fare(b, h) is 2\n"


class Door(NamedTuple):
    workspace: Workspace
    module: str

    def at(self, text: str) -> list[str]:
        """What may stand at the bar in the text of a file of its own."""
        before, _, behind = text.partition("|")
        self.workspace.put(Path(self.module) / "09.law", before + behind)
        found = self.workspace.may_stand(
            self.module, Path(self.module) / "09.law", before.count("\n"), len(before.rpartition("\n")[2])
        )
        return [one.text for one in found.found]


@pytest.fixture
def door(tmp_path: Path) -> Door:
    place = tmp_path / "ferry"
    for name, text in FERRY.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text, "utf-8")
    return Door(Workspace(), str(place))


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (f"{RULE}  when h.|\n", {"water"}),
        (f"{RULE}  when b.|\n", {"crew", "hex"}),
        (f"{RULE}  when h.water is |\n", {"calm", "choppy", "wild"}),
        (f"{RULE}  when h.water is w|\n", {"wild"}),
        (f"{RULE}  when any boat c in |\n", {"h"}),
        (f"{RULE}  when any |\n", {"boat"}),
        (f"{RULE}  when | is lit\n", {"b"}),
        (f"{RULE}  when b is |\n", {"lit"}),
        (f"{RULE}  when b.crew > 3 and toll(|\n", {"b"}),
        (f"{RULE}  when |(b) > 3\n", {"toll"}),
        (f"{RULE}  when not h is |\n", {"off-board"}),
        (f"{HEAD}rule fare.more [RB 5.1]\n  over fare.|\n", {"night"}),
        (f"{HEAD}rule fare.more [RB 5.1]\n  fare(b, |) is 2\n", {"h"}),
        (f"{HEAD}rule fare.more [RB 5.1]\n  |(b, h) is 2\n", {"fare"}),
        (f"{HEAD}rule bar.more [RB 5.1]\n  forbids |\n", {"cross.shore"}),
        (f"{HEAD}rule bar.more [RB 5.1]\n  forbids cross.|\n", {"boat", "shore"}),
        (f"{HEAD}rule bar.more [RB 5.1]\n  against ruling |\n", {"FAQ-001"}),
        (f"{HEAD}fact draught(b: |", {"boat"}),
        (f"{HEAD}fact draught(b: boat): |", {"fee", "whole"}),
        (f"{HEAD}thing barge is a |", {"boat"}),
        ('chapter [RB 5] "More" if option |', {"night"}),
        (f"{HEAD}action row\n  pick rower(u: boat)\n  mark u as |\n", {"lit"}),
        (f"{HEAD}action row\n  pick rower(u: boat) from those boat c in u.hex where c.|\n", {"crew"}),
        (f"{HEAD}action row\n  pick rower(u: boat)\n  set u.crew to u.|\n", {"crew"}),
        (f"{HEAD}ruling FAQ-002 [FAQ-002]\n  asks \"?\"\n  confirms bar.|\n", {"calm", "dark"}),
    ],
)  # fmt: skip
def test_what_fits_is_among_the_first(door: Door, text: str, first: set[str]) -> None:
    assert first <= set(door.at(text)[:5]), door.at(text)[:12]


@pytest.mark.parametrize(
    ("text", "never"),
    [
        (f"{RULE}  when h.|\n", {"crew", "lit", "calm", "when"}),
        (f"{RULE}  when h.water is |\n", {"lit", "boat", "crew"}),
        (f"{RULE}  when any |\n", {"h", "calm", "fee"}),
        (f"{HEAD}thing barge is a |", {"calm", "fare"}),
        (f'{RULE}  when b is lit\n  says "{{b}} is |', {"lit"}),
        (f"{RULE}  # a remark of |", {"boat"}),
    ],
)
def test_what_does_not_fit_is_not_there(door: Door, text: str, never: set[str]) -> None:
    assert never.isdisjoint(door.at(text)), never & set(door.at(text))


def test_words_of_the_language_are_those_of_the_grammar(door: Door) -> None:
    found = door.at(f"{HEAD}rule bar.more [RB 5.1]\n  |\n")
    assert {"forbids", "when", "over", "halves", "says"} <= set(found)
    assert {"pick", "starts", "else", "allows"}.isdisjoint(found)
    assert {"rule", "fact", "thing", "chapter"} <= set(door.at(f"{HEAD}|"))
    assert {"after each step", "goal of", "yes/no", "clear", "those"} <= set(keywords())


@pytest.mark.parametrize(
    "broken",
    [
        "rule bar.more [RB 5.1]\n  forbids cross.shore\n  when ((b is\n  when b.|",
        "rule bar.more [RB 5.1]\n  nonsense here of all\n  forbids cross.shore\n  when b.|\n  and so on ((\n",
        "rule bar.more [RB 5.1]\n  forbids cross.shore\n  when toll(b) > 3 and distance(b.hex, b.|",
    ],
)
def test_a_text_that_does_not_parse_is_completed(door: Door, broken: str) -> None:
    assert "crew" in door.at(HEAD + broken)[:5]


def test_what_was_declared_a_moment_ago_is_known(door: Door) -> None:
    assert "draught" not in door.at(f"{RULE}  when b.|\n")
    text = f"{HEAD}thing boat also\n  draught: whole = 2\n\n"
    assert "draught" in door.at(text + RULE.removeprefix(HEAD) + "  when b.|\n")
    fact = f"{HEAD}fact b: boat is moored\n\n"
    assert "moored" in door.at(fact + RULE.removeprefix(HEAD) + "  when b is |\n")


def test_a_law_that_is_broken_elsewhere_is_completed(door: Door) -> None:
    door.workspace.put(Path(door.module) / "02.law", "rule ((")
    assert "crew" in door.at(f"{RULE}  when b.|\n")[:5]


@pytest.mark.parametrize(
    "begun",
    [
        "fact tariff(b: boat): whole\n  otherwise 2",
        "quantity tariff(b: boat): whole\n  starts with 2",
        "task tariff\n  stages one",
    ],
)
def test_what_has_the_name_of_a_table_is_completed(door: Door, begun: str) -> None:
    for at in range(len(begun) + 1):
        door.at(f"{HEAD}{begun[:at]}|{begun[at:]}\n")


def test_every_place_has_an_answer(door: Door) -> None:
    """Whatever word is taken out: none ends in a traceback, and what stood there fits."""
    around = Surroundings(chain) if (chain := load(door.module, Diagnostics())) else None
    assert around is not None
    for source in (law for layer in around.chain.layers for law in layer.laws):
        for at in range(0, len(source.text), 3):
            may_stand(around, Source(source.name, source.text[:at] + source.text[at + 1 :]), at)


def test_a_question_is_completed_with_the_names_of_its_position(door: Door) -> None:
    chain = load(door.module, Diagnostics())
    assert chain is not None
    around, tub = Surroundings(chain), {"tub": (object(), t.Kind("boat"))}

    def asked(text: str) -> list[str]:
        place = text.index("|")
        return [one.text for one in may_stand(around, Source("question", text.replace("|", "")), place, tub).found[:5]]

    assert "cross.shore" in asked("may |")
    assert asked("fare(|")[0] == "tub"
    assert "crew" in asked("tub.|")
    assert "lit" in asked("tub is |")


def test_what_stands_at_a_place_is_said(door: Door) -> None:
    path = Path(door.module) / "01.law"
    lines = path.read_text("utf-8").splitlines()
    line = lines.index("  over fare.plain, fare.crowd, fare.storm")
    found = door.workspace.stands_at(door.module, path, line, 9)
    assert found is not None
    assert (found.use.meaning.sort, found.use.meaning.name) == ("rule", "fare.plain")
    assert found.uses[0].declares
    assert len(found.uses) == 6
    assert found.said
    line = next(at for at, text in enumerate(lines) if text == "  when b.crew > 5")
    variable = door.workspace.stands_at(door.module, path, line, 7)
    assert variable is not None
    assert (variable.use.meaning.sort, variable.use.type) == ("variable", "boat")
    assert door.workspace.stands_at(door.module, path, 1, 0) is None


def in_case(door: Door, text: str) -> list[str]:
    before, _, behind = text.partition("|")
    path = Path(door.module) / "cases" / "more.cases.yaml"
    door.workspace.put(path, before + behind)
    found = door.workspace.may_stand(door.module, path, before.count("\n"), len(before.rpartition("\n")[2]))
    return [one.text for one in found.found]


def test_a_case_is_completed(door: Door) -> None:
    case = "cases:\n  - id: more.one\n    pieces: {tub: {kind: boat, at: A-1}}\n"
    assert in_case(door, f"{case}    ask: fare(|")[0] == "tub"
    assert "crew" in in_case(door, f"{case}    ask: tub.|\n    expect: 1\n")[:5]
    assert "toll" in in_case(door, f"{case}    ask: to|\n    expect: 1\n")
    assert in_case(door, "cases:\n  - id: more.one\n    pieces: {tub: {kind: b|")[0] == "boat"
    assert set(in_case(door, "maps:\n  strait:\n    hexes:\n      A-2: {water: |")[:3]) == {"calm", "choppy", "wild"}


def test_a_file_that_is_not_there_is_refused(door: Door) -> None:
    with pytest.raises(Refused, match="there is no file"):
        door.workspace.may_stand(door.module, Path(door.module) / "cases" / "none.yaml", 0, 0)

"""The manifest: what it says, and parts that do not fit together."""

from __future__ import annotations

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data.manifest import Manifest, Need, read_manifest
from hexlaw.runtime.law.graph import SourceDecl

PLAIN = """\
module: ferry-island
title: The Ferry
version: 1.0.0
sources: {RB: {title: "The rule book", ids: no}, FAQ: {title: "Questions", ids: yes}}
speaks-for: [RB, FAQ]
default-source: RB
unit-kind: boat
credits: text
"""
ADD_ON = """\
module: night
title: Night
version: 0.1.0
add-on-for: [ferry-island, ferry-lake]
needs: [fact fare, rule fare.child]
speaks-for: [RB]
"""


def read(text: str) -> tuple[Manifest | None, Diagnostics]:
    diagnostics = Diagnostics()
    return read_manifest(Source("module.yaml", text), diagnostics), diagnostics


def test_a_module_on_its_own() -> None:
    manifest, diagnostics = read(PLAIN)
    assert manifest is not None
    assert not len(diagnostics)
    assert (manifest.name, manifest.title, manifest.version) == ("ferry-island", "The Ferry", "1.0.0")
    assert manifest.sources == {
        "RB": SourceDecl("RB", "The rule book", ids=False),
        "FAQ": SourceDecl("FAQ", "Questions", ids=True),
    }
    assert (manifest.speaks_for, manifest.default_source, manifest.unit_kind) == (("RB", "FAQ"), "RB", "boat")
    assert (manifest.extends, manifest.abstract, manifest.is_add_on, manifest.needs) == (None, False, False, ())
    assert manifest.places["speaks-for"].line == 5


def test_an_add_on_may_speak_for_its_bases_sources() -> None:
    manifest, diagnostics = read(ADD_ON)
    assert manifest is not None
    assert not len(diagnostics)
    assert manifest.add_on_for == ("ferry-island", "ferry-lake")
    assert manifest.is_add_on
    assert manifest.needs == (Need("fact", "fare"), Need("rule", "fare.child"))


def test_a_variant_and_an_abstract_base() -> None:
    manifest, _ = read("module: a\ntitle: A\nversion: 1.0.0\nextends: b\nabstract: yes\n")
    assert manifest is not None
    assert (manifest.extends, manifest.abstract) == ("b", True)


@pytest.mark.parametrize(
    ("text", "code", "place", "words"),
    [
        (PLAIN.replace("[RB, FAQ]", "[RB, FAK]"), "HX181", "5:18", "no source `FAK`"),
        (PLAIN.replace("default-source: RB", "default-source: X"), "HX181", "6:17", "no source `X`"),
        (PLAIN.replace("[RB, FAQ]", "[RB, RB]"), "HX180", "5:18", "`RB` stands twice"),
        (PLAIN + "extends: ferry-island\n", "HX180", "9:10", "cannot build on itself"),
        (PLAIN + "needs: [fact fare]\n", "HX180", "9:8", "only an add-on"),
        (ADD_ON + "extends: x\n", "HX180", "4:13", "not both"),
        (ADD_ON + "abstract: yes\n", "HX180", "7:11", "cannot be abstract"),
        (ADD_ON.replace("fact fare", "fare"), "HX105", "5:9", "expected a sort and a name"),
        (PLAIN.replace("1.0.0", "1.0"), "HX105", "3:10", "expected a version of three numbers"),
        (PLAIN.replace("ferry-island", "../island"), "HX105", "1:9", "expected a name of small letters"),
        (PLAIN.replace("title: The Ferry\n", ""), "HX105", "1:1", "`title` is missing"),
        (PLAIN + "extend: x\n", "HX105", "9:1", "no key `extend`"),
        (PLAIN.replace("ids: yes", "ids: true"), "HX105", "4:81", "`true` is not one of `yes`, `no`"),
        (PLAIN.replace("{RB:", "{R B:"), "HX105", "4:11", "the key `R B` is not the key of a source"),
        ("- a\n", "HX105", "1:1", "found a list"),
    ],
)
def test_mistakes(text: str, code: str, place: str, words: str) -> None:
    manifest, diagnostics = read(text)
    assert manifest is None
    found = [(d.code, str(d.span), d.message) for d in diagnostics]
    assert any(c == code and at == f"module.yaml:{place}" and words in m for c, at, m in found), found

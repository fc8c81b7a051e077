"""Texts of the book become prose above their law."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.workspace.workspace import Workspace

OLD = """chapter [H 2] "Lamps"

fact f(u: boat): whole
  otherwise 0

# ---- when it is lit
text [2.1]
  "A lit boat counts one."
  ""
  "A boat with a **crew** counts two, see [2.2]."
  for f.lit 00000000, f.crewed 11111111,
      rule g.first 22222222

rule f.crewed [H 2.1, 2.3, Q-001a]
  "A boat with a crew counts two."
  over f.lit
  when u.crew > 2
  f(u) is 2

rule g.other [2.2]
  over f.crewed
  when u.crew > 5
  f(u) is 5

rule f.lit [2.1]
  when u is lit
  f(u) is 1
rule f.letter [Q-002a]
  limits g.first
  when u.crew > 9
"""
NEW = """chapter [H 2] "Lamps"

# ---- when it is lit
section 2.1 Lit boats

| A lit boat counts one.

rule f.lit
  when u is lit
  f(u) is 1

|
| A boat with a **crew** counts two, see [2.2].

from base: g.first

fact f(u: boat): whole
  otherwise 0

rule f.crewed [2.3, Q-001a]
  over f.lit
  when u.crew > 2
  f(u) is 2

section 2.2

rule g.other
  over f.crewed
  when u.crew > 5
  f(u) is 5

section Questions and answers

rule f.letter [Q-002a]
  limits g.first
  when u.crew > 9
"""
BASE = "fact g(u: boat): whole\nrule g.first [9]\n  when u.crew > 2\n  g(u) is 1\n"
BOOK = "title: Lamps\nheadings:\n  H 2.1: Lit boats\n  H 2.2: Others\nabout: Of lamps.\n"


def written(bench: Any, line_end: str = "\n") -> tuple[Any, dict[str, str]]:
    base = bench.write(BASE, name="base")
    own = bench.variant(base, OLD.replace("\n", line_end), name="own")
    (own / "book.yaml").write_text(BOOK, "utf-8")
    found = Diagnostics()
    files = {file.path.name: file for file in Workspace().format(str(own), found)}
    assert [d.message for d in found.found] == []
    for file in files.values():
        file.path.write_bytes(file.text.encode())
    return own, {name: file.text for name, file in files.items()}


def test_a_text_becomes_prose_above_its_rules(bench: Any) -> None:
    own, files = written(bench)
    [law] = [text for name, text in files.items() if name.endswith(".law")]
    assert law == NEW
    assert files["book.yaml"] == BOOK.replace("  H 2.1: Lit boats\n", "")
    again = {file.path.name: file.is_changed for file in Workspace().format(str(own), Diagnostics())}
    assert not any(again.values())


def test_what_was_said_is_said_and_cited_as_before(bench: Any) -> None:
    graph = bench.compiled(written(bench)[0]).graph
    [text] = graph.texts.values()
    assert text.paragraphs == ("A lit boat counts one.", "A boat with a **crew** counts two, see [2.2].")
    assert set(text.covers) == {"rule:f.lit", "rule:f.crewed", "rule:g.first"}
    assert [*map(str, graph.rules["f.crewed"].cites)] == ["H 2.1", "H 2.3", "Q-001a"]
    assert [*map(str, graph.rules["f.letter"].cites)] == ["Q-002a"]


def test_the_page_about_layout_shows_what_comes_of_a_text(bench: Any) -> None:
    page = (Path(__file__).parents[3] / "docs" / "formatting.md").read_text("utf-8")
    before, after = re.findall(r"^```text\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    own = bench.variant(bench.write("fact rate(u: boat): whole\n", name="base"), before, name="own")
    (own / "book.yaml").write_text("title: Lamps\nheadings:\n  H 2.3: Lit boats\n", "utf-8")
    found = [file.text for file in Workspace().format(str(own), Diagnostics()) if file.path.suffix == ".law"]
    assert after in found


def test_line_ends_of_windows_stay(bench: Any) -> None:
    [law] = [text for name, text in written(bench, "\r\n")[1].items() if name.endswith(".law")]
    assert law == NEW.replace("\n", "\r\n")


def test_a_text_on_one_line_is_read_and_one_that_says_nothing_stays(bench: Any) -> None:
    base = bench.write(BASE, name="base")
    rule = "fact f(u: boat): whole\n  otherwise 0\n\nrule f.lit [2.1]\n  when u.crew > 2\n  f(u) is 1\n"
    for head, found in (('"A lit boat counts one."', ["| A lit boat counts one."]), ("", [])):
        own = bench.variant(base, f"text [2.1] {head}\n  for f.lit 00000000\n\n{rule}", name="own")
        (own / "book.yaml").write_text(BOOK, "utf-8")
        texts = [file.text for file in Workspace().format(str(own), Diagnostics()) if file.path.suffix == ".law"]
        assert [line for text in texts for line in text.splitlines() if line.startswith("| ")] == found

"""No page shows an answer that nothing runs: every fence is of a sort that a test tries, or that a command renews."""

from __future__ import annotations

import argparse
import re
import shlex
from pathlib import Path

import pytest
import renewed
from renewed import FENCE, PAGES, RENEWED, ROOT

from hexlaw.compiler.cli import COMMANDS
from hexlaw.compiler.cli.common import add

SOURCES = ("law", "yaml", "csv", "python")
"""What people write: no answer of ours."""
TRIED = {
    ("docs/graph.md", "text printed"): "tests/runtime/explain/test_question.py",
    ("docs/formatting.md", "text"): "tests/compiler/format/test_old_texts.py",
    ("docs/language/wording.md", "text"): "tests/compiler/analysis/test_prose_lock.py",
    ("docs/graph.md", "json"): "tests/runtime/law/test_graph_file.py",
    ("docs/target.md", "text printed"): "tests/docs/test_target_doc.py",
    ("docs/how-do-i.md", "text"): "tests/rules/test_recipes.py",
    ("docs/editors.md", "lua"): "tests/compiler/lsp/test_language_server.py",
    ("docs/editors.md", "toml"): "tests/compiler/lsp/test_language_server.py",
    ("docs/vassal.md", "text said"): "tests/compiler/desk/vassal/test_module_of_law.py",
    ("docs/vassal.md", "text refereed"): "tests/bench/test_vassal_logs.py",
}
"""By page and sort, the test that tries such fences of it."""
LAID_OUT = "text diagram"
TYPED_ALONE = "text commands"


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def wrong(page: Path, info: str, text: str) -> str:
    """What is wrong with a fence; nothing where its answers are tried or renewed."""
    lines = text.splitlines()
    is_only_typed = all(line.startswith("$ ") for line in lines)
    words = info.split()
    if (words and words[0] in SOURCES) or info == LAID_OUT or (len(words) == 2 and "/" in words[1]):
        return ""
    if info in ("console", "text typed") or (words[:2] == ["text", "in"] and len(words) == 3):
        return ""  # `test_commands.py` follows the page
    if info == TYPED_ALONE:
        return "" if is_only_typed else f"`{TYPED_ALONE}` shows answers"
    if info == RENEWED:
        return "" if lines and lines[0].startswith("$ hexlaw ") else "it does not begin with what renews it"
    test = TRIED.get((named(page), info))
    return "" if test is not None and page.name in (ROOT / test).read_text("utf-8") else "nothing tries it"


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_answer_on_a_page_is_tried_or_carries_what_renews_it(page: Path) -> None:
    text = page.read_text("utf-8")
    fences = list(FENCE.finditer(text))
    assert len(re.findall(r"^\s*(?:```|~~~)", text, re.MULTILINE)) == 2 * len(fences), "a fence that is not read"
    found = ((fence, wrong(page, fence["info"], fence["text"])) for fence in fences)
    assert [f"{text.count(chr(10), 0, fence.start()) + 1}: {said}" for fence, said in found if said] == []


@pytest.mark.parametrize(
    ("info", "text"),
    [("", "3 : 96\n"), ("text", "3 : 96\n"), ("text commands", "$ hexlaw x\n3 : 96\n"), (RENEWED, "3 : 96\n"),
     ("text in", "3 : 96\n"), ("text printed", "3 : 96\n")],
)  # fmt: skip
def test_an_answer_that_nothing_tries_is_found(info: str, text: str) -> None:
    assert wrong(ROOT / "docs" / "checks.md", info, text)


def test_what_renews_an_answer_can_be_typed() -> None:
    found = [shlex.split(command) for page in PAGES for command in renewed.commands(page)]
    assert found
    for program, name, *words in found:
        assert program == "hexlaw"
        assert name in COMMANDS
        parser = argparse.ArgumentParser(exit_on_error=False)
        add(parser.add_subparsers(), name)
        parser.parse_args([name, *words])


def test_an_answer_is_renewed_with_the_files_of_its_page(tmp_path: Path) -> None:
    law = "```law far/01.law\nfact h: hex is far\n```\n"
    page = f"{law}\nIt says:\n\n```text renewed\n$ hexlaw fmt --check far/01.law\nold\n```\n"
    assert renewed.renewed(page, tmp_path).endswith("```text renewed\n$ hexlaw fmt --check far/01.law\n```\n")
    assert (tmp_path / "far" / "01.law").read_text("utf-8") == "fact h: hex is far\n"

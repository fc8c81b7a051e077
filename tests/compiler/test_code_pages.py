"""The pages about codes: every code has one, and its examples do what the page says.

A fence of a page is an example. Its info string has a language, `bad`, `good` or `both` (for the example that gets the
code, the one that gets none, or both of them), and a path in the module `bay`, or `PATH in MODULE` for another
module; law without a path stands in a file of its own. Then `latin-1` says how the file is saved. A `console` fence
holds the commands that are run; without one, the topmost module is checked, and its cases are tested.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import hexlaw.compiler
from hexlaw.compiler.cli import main
from hexlaw.compiler.code_pages import FOLDER, code_pages

FENCE = re.compile(r"(?P<before>[^\n]*)\n\n```(?P<info>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
REPORTED = re.compile(r"\b(?:error|warning|note) (HX[0-9]{3}): ")
OWN_FILE = "02-more.law"
WITHOUT_EXAMPLES = {"HX109", "HX304"}  # a hundred mistakes, two thousand files: tried by test_yaml_tree, test_load
PAGES = code_pages()
CAPTIONS = {"bad": "Not like this", "good": "But like this", "both": "Both with this"}


@dataclass
class Example:
    """The modules of one example, written out, and what is typed to try them."""

    commands: list[str] = field(default_factory=list)
    modules: list[str] = field(default_factory=lambda: ["bay"])
    has_cases: bool = False

    def follow(self, info: list[str], text: str, folder: Path) -> None:
        if info[0] == "console":
            self.commands += [line.removeprefix("$ ") for line in text.splitlines()]
            return
        encoding = "latin-1" if "latin-1" in info else "utf-8"
        words = [word for word in info[2:] if word != "latin-1"] or [OWN_FILE]
        module = words[2] if words[1:2] == ["in"] else "bay"
        if module not in self.modules:
            self.modules.append(module)
        self.has_cases = self.has_cases or words[0].endswith(".cases.yaml")
        path = folder / module / words[0]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding)

    def run(self) -> int:
        """The highest exit code of the commands."""
        top = f"./{self.modules[-1]}"
        usual = [f"hexlaw check {top}", *([f"hexlaw test {top}"] if self.has_cases else [])]
        return max(_typed(shlex.split(command)) for command in self.commands or usual)


def _typed(words: list[str]) -> int:
    if words[:2] == ["ln", "-s"]:
        Path(words[3]).symlink_to(words[2])
        return 0
    assert words[0] == "hexlaw", words
    return main(words[1:])


def fences(text: str) -> list[tuple[str, list[str], str]]:
    return [(m["before"], m["info"].split(), m["text"]) for m in FENCE.finditer(text)]


def tried(code: str, which: str, folder: Path) -> int:
    example = Example()
    for text in ((FOLDER / "world.md").read_text("utf-8"), PAGES[code].text):
        for _, info, body in fences(text):
            if info[1] in (which, "both"):
                example.follow(info, body, folder)
    return example.run()


WITH_EXAMPLES = sorted(set(PAGES) - WITHOUT_EXAMPLES)


@pytest.mark.parametrize("code", WITH_EXAMPLES)
def test_the_bad_example_gets_the_code_and_no_other(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    tried(code, "bad", tmp_path)
    printed = capsys.readouterr()
    assert set(REPORTED.findall(printed.out + printed.err)) == {code}, printed.out + printed.err


@pytest.mark.parametrize("code", WITH_EXAMPLES)
def test_the_good_example_gets_none(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = tried(code, "good", tmp_path)
    printed = capsys.readouterr()
    assert REPORTED.findall(printed.out + printed.err) == [], printed.out + printed.err
    assert ended == 0, printed.out + printed.err


# ---- what pages have in common


def test_every_code_that_is_used_has_a_page_and_no_other_has_one() -> None:
    sources = Path(next(iter(hexlaw.compiler.__path__))).rglob("*.py")
    used = {code for path in sources for code in re.findall(r"HX[0-9]{3}", path.read_text("utf-8"))}
    assert list(PAGES) == sorted(used)


def test_a_title_is_not_a_sentence() -> None:
    assert [code for code, page in PAGES.items() if not page.title or page.title.endswith(".")] == []


@pytest.mark.parametrize("code", WITH_EXAMPLES)
def test_a_page_says_what_helps_and_shows_both_ways_each_under_its_caption(code: str) -> None:
    text = PAGES[code].text
    assert re.match(r"[A-Z`]", text), "it begins with a sentence"
    assert text.partition("\n\n")[0].endswith((".", ".)"))
    shown = {info[1] for _, info, _ in fences(text)}
    assert shown >= {"bad", "good"}
    assert len(fences(text)) == text.count("```") // 2, "each fence stands under its caption"
    for before, info, _ in fences(text):
        words = [word for word in info[2:] if word != "latin-1"]
        place = f"{words[2]}/{words[0]}" if words[1:2] == ["in"] else (words or [""])[0]
        caption, _, named = before.rstrip(":").partition(", in ")
        assert caption in (CAPTIONS[info[1]], "and", "Asked like this"), before
        assert named.strip("`") == place, before


# ---- the command


def test_a_page_is_shown_however_its_code_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    shown = []
    for word in ("HX262", "hx262", "262"):
        assert main(["explain-code", word]) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1] == shown[2]
    assert shown[0].startswith("HX262: an unknown rule\n\n")
    assert "\n    rule toll.lit [2]\n      over toll.usaul\n" in shown[0], "examples are indented"
    assert "```" not in shown[0]


def test_without_a_code_all_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain-code"]) == 0
    listed = re.findall(r"^  (HX[0-9]{3})  \S", capsys.readouterr().out, re.MULTILINE)
    assert listed == list(PAGES)


@pytest.mark.parametrize("word", ["HX999", "", "x" * 3000, "HX26", "../world"])
def test_an_unknown_code_is_refused_plainly(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain-code", word]) == 2
    printed = capsys.readouterr().err
    assert printed.startswith("hexlaw: there is no code `")
    assert len(printed) < 200

"""Runs what our pages tell people to type: the files they write are written, the commands are run, the output compared.

Fences are followed in the order of the page, in an empty folder. What the info string of a fence means:

    LANGUAGE PATH    writes that file
    console          commands after `$ ` and below each what it prints
    text typed       the same of one command that asks: behind each prompt, which ends in `>`, what is typed
    text in PATH     stands in that file, of the page's folder or of ours

`...` stands for what is left out. Commands that set up a machine are known here by name and not run. All other sorts of
fences are in `test_outputs.py`.
"""

from __future__ import annotations

import io
import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path

import pytest
from renewed import FENCE, PAGES, ROOT

from hexlaw.compiler.cli import main


def is_followed(info: str) -> bool:
    """Whether fences of a sort are tried here."""
    return info in ("console", "text typed") or info.startswith("text in ")


FOLLOWED = [
    page for page in PAGES if any(is_followed(fence["info"]) for fence in FENCE.finditer(page.read_text("utf-8")))
]
PROMPT = re.compile(r"[^ ].*>(?: (.*))?")
NOT_RUN = ("make", "git", "pip", "pipx", "python", "cp", "mkdir")


@pytest.mark.parametrize("page", FOLLOWED, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_what_a_page_says_to_type_prints_what_it_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for fence in FENCE.finditer(page.read_text(encoding="utf-8")):
        words = fence["info"].split()
        if len(words) == 2 and "/" in words[1]:
            target = tmp_path / words[1]
            assert tmp_path in target.resolve().parents, f"{page.name} writes outside its folder: {words[1]}"
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(fence["text"], encoding="utf-8")
        elif words == ["console"]:
            for command, shown in _commands(fence["text"]):
                _run(page, command, shown)
        elif words == ["text", "typed"]:
            ((command, shown),) = _commands(fence["text"])
            typed = [found[1] or "" for line in shown if (found := PROMPT.fullmatch(line))]
            monkeypatch.setattr("builtins.input", partial(_typed, iter(typed)))
            _run(page, command, shown)
        elif words[:2] == ["text", "in"]:
            file = next(folder / words[2] for folder in (tmp_path, ROOT) if (folder / words[2]).is_file())
            wanted = ".*?".join(map(re.escape, fence["text"].strip().split("...")))
            assert re.search(wanted, file.read_text(encoding="utf-8"), re.DOTALL), f"{words[2]} has no\n{fence['text']}"


def _typed(typed: Iterator[str], prompt: str) -> str:
    """What is typed next, which a terminal shows behind the prompt."""
    line = next(typed, None)
    if line is None:
        raise EOFError
    print(f"{prompt}{line}")
    return line


def _commands(text: str) -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:].split("  #")[0].strip(), []))
        elif found:
            found[-1][1].append(line.rstrip())
    return found


def _run(page: Path, command: str, shown: list[str]) -> None:
    words = shlex.split(command)
    if words[0] in NOT_RUN:
        return
    assert words[0] == "hexlaw", f"{page.name} tells people to type `{command}`: is it run by a test?"
    printed = io.StringIO()  # both streams in one, in the order in which a terminal shows them
    with redirect_stdout(printed), redirect_stderr(printed):
        code = main(words[1:])
    lines = [line.rstrip() for line in printed.getvalue().splitlines()]
    refused = any(line.startswith("error") or ": error " in line for line in shown)
    assert code in ((1, 2) if refused else (0, 1)), f"{command}: exit code {code}\n" + "\n".join(lines)
    assert is_shown([line for line in shown if line], [line for line in lines if line]), (
        f"`{command}` does not print\n" + "\n".join(shown) + "\nbut\n" + "\n".join(lines)
    )


def is_shown(shown: list[str], printed: list[str]) -> bool:
    """Whether a page shows what is printed, from the first line to the last; `...` stands for lines left out."""
    parts: list[list[str]] = [[]]
    for line in shown:
        if line.strip() == "...":
            parts.append([])
        else:
            parts[-1].append(line)
    first, *others = parts
    if not shown:
        return True
    if printed[: len(first)] != first or (not others and len(printed) != len(first)):
        return False
    at = len(first)
    for part in others[:-1]:
        at = next((n for n in range(at, len(printed)) if printed[n : n + len(part)] == part), len(printed)) + len(part)
    last = others[-1] if others else []
    return not others or (at + len(last) <= len(printed) and printed[len(printed) - len(last) :] == last)

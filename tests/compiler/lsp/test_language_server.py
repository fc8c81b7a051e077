"""`hexlaw lsp`, driven as an editor drives it: a process, and messages of JSON over its standard streams."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

import pytest

from hexlaw.compiler.base.processes import look_whether_over
from hexlaw.compiler.cli import main
from hexlaw.compiler.lsp.language_server import EditorDesk, language_server
from hexlaw.compiler.workspace.workspace import Ended, Workspace

from ..conftest import FERRY

CASES = """\
maps:
  strait:
    grid: {orientation: pointy, lines: [A], lengths: [2], shifted: second, name: "{line}-{number}"}
cases:
  - id: toll.once
    map: strait
    pieces: {tub: {kind: boat, at: A-1}}
    ask: toll(tub)
    expect: 3
  - id: toll.twice
    map: strait
    pieces: {tub: {kind: boat, at: A-1}}
    ask: toll(tub)
    expect: 4
"""
ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 120  # seconds, on a busy machine
Message = dict[str, Any]


class Editor:
    """What an editor says to a server, and what it is sent."""

    def __init__(self, folder: Path, encodings: list[str]) -> None:
        command = [sys.executable, "-m", "hexlaw.compiler.cli", "lsp"]
        self.process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.came: Queue[Message] = Queue()
        self.found: dict[str, list[Message]] = {}  # the findings of a file, as they were sent last
        self.number = 0
        Thread(target=self._read, daemon=True).start()
        wanted = {"general": {"positionEncodings": encodings}, "workspace": {"codeLens": {"refreshSupport": True}}}
        asked = {"processId": None, "rootUri": folder.as_uri(), "capabilities": wanted}
        self.can = self.ask("initialize", asked)["capabilities"]
        self.tell("initialized", {})

    def _read(self) -> None:
        assert self.process.stdout is not None
        while head := self.process.stdout.readline():
            if head.lower().startswith(b"content-length:"):
                length = int(head.split(b":")[1])
                while self.process.stdout.readline().strip():
                    pass
                self.came.put(json.loads(self.process.stdout.read(length)))

    def _send(self, message: Message) -> None:
        assert self.process.stdin is not None
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self.process.stdin.flush()

    def tell(self, method: str, params: Message) -> None:
        self._send({"method": method, "params": params})

    def ask(self, method: str, params: Message) -> Any:
        self.number += 1
        number = self.number
        self._send({"id": number, "method": method, "params": params})
        answer = self.until(lambda message: message.get("id") == number and "method" not in message)
        assert "error" not in answer, answer
        return answer["result"]

    def until(self, is_it: Callable[[Message], bool]) -> Message:
        """The next message of this sort; findings on the way are noted, and questions of the server are answered."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                message = self.came.get(timeout=1)
            except Empty:
                assert self.process.poll() is None, "the server has ended"
                continue
            if message.get("method") == "textDocument/publishDiagnostics":
                self.found[message["params"]["uri"]] = message["params"]["diagnostics"]
            assert message.get("method") != "window/logMessage", message
            if "method" in message and "id" in message:
                self._send({"id": message["id"], "result": None})
            if is_it(message):
                return message
        raise AssertionError(f"nothing came but {self.found}")

    def until_found(self, path: Path, codes: list[str]) -> list[Message]:
        """The findings of a file, when they have these codes."""

        def is_it(_: Message) -> bool:
            return [one["code"] for one in self.found.get(path.as_uri(), [])] == codes

        if not (path.as_uri() in self.found and is_it({})):
            self.until(lambda message: path.as_uri() in self.found and is_it(message))
        return self.found[path.as_uri()]

    def open(self, path: Path, text: str | None = None) -> None:
        said = path.read_text("utf-8") if text is None else text
        document = {"uri": path.as_uri(), "languageId": "hexlaw", "version": 1, "text": said}
        self.tell("textDocument/didOpen", {"textDocument": document})

    def type(self, path: Path, text: str) -> None:
        document = {"uri": path.as_uri(), "version": 2}
        self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def at(self, what: str, path: Path, text: str, said: str, **more: object) -> Any:
        """The answer to a request about the place behind what is `said` in a text."""
        before = text[: text.index(said) + len(said)]
        place = {"line": before.count("\n"), "character": len(before.rpartition("\n")[2].encode("utf-16-le")) // 2}
        return self.ask(f"textDocument/{what}", {"textDocument": {"uri": path.as_uri()}, "position": place, **more})


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    place = tmp_path / "ferry"
    for name, text in {**FERRY, "cases/toll.cases.yaml": CASES}.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text, "utf-8")
    return place


@pytest.fixture
def editor(ferry: Path) -> Iterator[Editor]:
    editor = Editor(ferry, ["utf-8", "utf-16"])
    yield editor
    editor.ask("shutdown", {})
    editor.tell("exit", {})
    assert editor.process.wait(PATIENCE) == 0


def text_at(text: str, place: Message) -> str:
    """What stands in a stretch of a line."""
    start, end = place["start"], place["end"]
    assert start["line"] == end["line"]
    return text.split("\n")[start["line"]][start["character"] : end["character"]]


def test_an_editor_completes_explains_and_finds(ferry: Path, editor: Editor) -> None:
    law, text = ferry / "01.law", FERRY["01.law"]
    editor.open(law)
    typing = text.replace("when b.crew > 5", "when b.c")
    editor.type(law, typing)
    found = editor.at("completion", law, typing, "when b.c")["items"]
    first = min(found, key=lambda one: one["sortText"])
    assert (first["label"], first["detail"]) == ("crew", "attribute whole")
    assert text_at(typing, first["textEdit"]["range"]) == "c"
    editor.type(law, text)
    said = editor.at("hover", law, text, "over fare.pl")
    assert text_at(text, said["range"]) == "fare.plain"
    assert said["contents"]["value"].startswith("rule `fare.plain`")
    assert "[RB 1.1]" in said["contents"]["value"]
    (declared,) = editor.at("definition", law, text, "limits fare.ch")
    assert (declared["uri"], text.split("\n")[declared["range"]["start"]["line"]]) == (
        law.as_uri(), "rule fare.child [RB 1.5]",
    )  # fmt: skip
    used = editor.at("references", law, text, "limits fare.ch", context={"includeDeclaration": False})
    assert [text_at(text, one["range"]) for one in used] == ["fare.child"]


def test_columns_are_units_of_utf_16_whatever_an_editor_proposes(ferry: Path, editor: Editor) -> None:
    assert editor.can["positionEncoding"] == "utf-16"
    law = ferry / "01.law"
    text = FERRY["01.law"].replace('says "{b} carries', 'says "\N{SAILBOAT}\N{DUCK} {b} carries')
    editor.open(law, text)
    here = editor.at("hover", law, text, "\N{DUCK} {b")
    assert here["contents"]["value"].startswith("variable `b`")
    line = text.split("\n")[here["range"]["start"]["line"]]
    assert here["range"]["start"]["character"] == len(line[: line.index("{b") + 1].encode("utf-16-le")) // 2


def test_a_rename_changes_all_files(ferry: Path, editor: Editor) -> None:
    law, text = ferry / "01.law", FERRY["01.law"]
    editor.open(law)
    where = editor.at("prepareRename", law, text, "fact to")
    assert text_at(text, where) == "toll"
    changes = editor.at("rename", law, text, "fact to", newName="duty")["changes"]
    cases = (ferry / "cases/toll.cases.yaml").as_uri()
    assert set(changes) == {law.as_uri(), cases}
    assert "ask: duty(tub)" in changes[cases][0]["newText"]
    (edit,) = changes[law.as_uri()]
    assert "fact duty(b: boat): fee" in edit["newText"]
    assert "duty(b) is 3" in edit["newText"]


def test_findings_follow_each_key_and_bring_what_mends_them(ferry: Path, editor: Editor) -> None:
    law, text = ferry / "01.law", FERRY["01.law"]
    editor.open(law)
    wrong = text.replace("limits fare.child", "limits fare.chidl")
    editor.type(law, wrong)
    (one,) = editor.until_found(law, ["HX262"])
    assert text_at(wrong, one["range"]) == "fare.chidl"
    asked = {"textDocument": {"uri": law.as_uri()}, "range": one["range"], "context": {"diagnostics": [one]}}
    action = editor.ask("textDocument/codeAction", asked)[0]
    (edit,) = action["edit"]["changes"][law.as_uri()]
    assert (action["title"], edit["newText"]) == ("write fare.child", "fare.child")
    editor.type(law, text)
    editor.until_found(law, [])


def test_what_check_finds_follows_behind(ferry: Path, editor: Editor) -> None:
    """A case is no law: what is wrong with it is found by the thorough look alone."""
    cases = ferry / "cases/toll.cases.yaml"
    editor.open(cases, CASES.replace("toll(tub)", "toll(tug)", 1))
    (one,) = editor.until_found(cases, ["HX234"])
    assert "tug" in one["message"]


def test_the_next_key_ends_a_look_and_begins_it_anew(ferry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks, ended = Queue[str](), Queue[bool]()

    def endless(workspace: Workspace, module: str) -> None:
        looks.put(workspace.read(Path(module) / "01.law"))
        try:
            while True:
                time.sleep(0.01)
                look_whether_over()
        except Ended:
            ended.put(True)
            raise

    monkeypatch.setattr(Workspace, "thorough", endless)
    desk = EditorDesk(language_server(Workspace()), Workspace())
    monkeypatch.setattr(desk, "_tell", lambda _: None)
    Thread(target=desk._look, daemon=True).start()
    for text in ("", "# a remark\n"):
        desk.take(ferry / "01.law", FERRY["01.law"] + text)
        assert looks.get(timeout=PATIENCE) == FERRY["01.law"] + text
    assert ended.get(timeout=PATIENCE)  # the first
    assert ended.empty()
    assert desk.answering(lambda patience: ended.get(timeout=patience))(PATIENCE)  # a request interrupts it
    assert looks.get(timeout=PATIENCE) == FERRY["01.law"] + "# a remark\n"  # and it begins again
    desk._module, desk._keys = None, -1
    assert ended.get(timeout=PATIENCE)  # no look outlives the test


def test_above_a_rule_stands_how_many_cases_show_it(ferry: Path, editor: Editor) -> None:
    law = ferry / "01.law"
    editor.open(law)
    editor.until(lambda message: message.get("method") == "workspace/codeLens/refresh")
    lenses = editor.ask("textDocument/codeLens", {"textDocument": {"uri": law.as_uri()}})
    lines = FERRY["01.law"].split("\n")
    said = {lines[one["range"]["start"]["line"]]: one["command"]["title"] for one in lenses}
    assert said["rule toll.gate [RB 1.7]"] == "shown by 2 cases; failing: `toll.twice`"
    assert said["rule bar.dark [RB 2.1]"] == "shown by no case"


def test_the_extension_has_our_version_and_the_words_of_the_grammar(capsys: pytest.CaptureFixture[str]) -> None:
    made = json.loads((ROOT / "compiler" / "lsp" / "vscode" / "package.json").read_text("utf-8"))
    ours = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert made["version"] == ours["project"]["version"]
    assert main(["lsp", "--keywords"]) == 0
    assert capsys.readouterr().out.split("\n")[:-1] == Workspace().keywords()


def test_the_settings_of_editors_start_the_server() -> None:
    page = (ROOT / "docs" / "editors.md").read_text("utf-8")
    lua, toml = (page.partition(f"```{sort}\n")[2].partition("```")[0] for sort in ("lua", "toml"))
    assert '{ cmd = { "hexlaw", "lsp" }, filetypes = { "hexlaw", "yaml" }, root_markers = { "module.yaml" } }' in lua
    helix = tomllib.loads(toml)
    server = helix["language-server"]["hexlaw"]
    assert (server["command"], server["args"]) == ("hexlaw", ["lsp"])
    assert helix["language"][0]["language-servers"] == ["hexlaw"]

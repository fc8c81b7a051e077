"""What the tests of stops share: laws that stop, the statements `raise` of the runtime, and which of them are met."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

import yaml

HERE = Path(__file__).parent
RUNTIME = HERE.parents[1] / "runtime"
WORDS = (HERE / "words.law").read_text("utf-8")
SEQUENCE = """sequence game [1]
  phase day while {during}:
    phase half for each s in {rounds} by s:
      phase moving
    {then}
"""
GO = """action go [1]
  open in moving
  pick mover(u: unit) where u.side is acting does:
"""
HOOK = """rule then.hook [1]
  at the end of moving
  then:
"""
DEEP = "fact f0(u: unit): whole\nrule f0.v [1]\n  f0(u) is 1\n"
DEEPER = "fact f{k}(u: unit): whole\nrule f{k}.v [1]\n  f{k}(u) is f{below}(u){more}\n"
MANIFEST = """module: {name}
title: Stops
version: 1.0.0
sources: {{H: {{title: Book}}, HA: {{title: Advice, advice: yes}}}}
speaks-for: [H]
default-source: H
unit-kind: unit
"""
MAP = {
    "grid": {
        "orientation": "pointy",
        "lines": ["A", "B"],
        "lengths": [4],
        "shifted": "second",
        "name": "{line}{number}",
    }
}
PIECES = {"ann": {"kind": "unit", "at": "A1"}, "bob": {"kind": "unit", "at": "B3", "side": "blues"}}
CHART = "table: chart\ncite: [H 1]\nrows: {1: 2, 2: 3}\n"
NO_STOP = {"AssertionError", "NotImplementedError", "RuntimeError", "AnswerRefused", "Unfit", "_Deeper"}
"""What is raised and stops no law: what cannot be, what is not there, an answer that is refused, a script that does not
fit, and a question that is put off."""


@dataclass(frozen=True)
class Stop:
    """A law that stops."""

    name: str
    told: str
    does: str = "set u.n to 1"
    hook: str = ""
    law: str = ""
    during: str = "game.turn <= 1"
    rounds: str = "{reds, blues}"
    then: str = "set game.turn to game.turn + 1"
    pieces: dict[str, dict[str, Any]] = field(default_factory=dict)
    answer: tuple[str, ...] = ("go", "ann")
    ask: str = ""
    play: list[str] | None = None
    given: dict[str, Any] = field(default_factory=lambda: {"acting": "reds", "now": "moving"})
    raises: tuple[str, ...] = ()
    goes_on: bool = False
    deep: int = 0
    looks: str = ""

    @property
    def text(self) -> str:
        hook = HOOK + indented(self.hook) if self.hook else ""
        deep = "".join(DEEPER.format(k=k, below=k - 1, more=" + 0" * 56) for k in range(1, self.deep + 1))
        sequence = SEQUENCE.format(during=self.during, rounds=self.rounds, then=self.then)
        return WORDS + sequence + GO + indented(self.does) + hook + DEEP * bool(self.deep) + deep + self.law

    @property
    def standing(self) -> dict[str, dict[str, Any]]:
        return {name: {**PIECES.get(name, {}), **self.pieces.get(name, {})} for name in {**PIECES, **self.pieces}}

    @property
    def files(self) -> dict[str, str]:
        situation = yaml.safe_dump({"map": MAP, "pieces": self.standing}, sort_keys=False)
        chart = {"tables/chart.yaml": CHART} if "table chart" in self.law else {}
        return {"situations/x.yaml": situation, **chart}


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.strip().split("\n"))


KEYS = {"goes-on": "goes_on"}


def read_stops() -> dict[str, Stop]:
    found = yaml.safe_load((HERE / "laws.yaml").read_text("utf-8"))
    lists = ("answer", "raises")
    return {
        name: Stop(name, **{KEYS.get(key, key): tuple(value) if key in lists else value for key, value in said.items()})
        for name, said in found.items()
    }


# ---- the statements `raise`


class Raises(dict[tuple[str, int], str]):
    """The statements by which a law can stop, by file and line."""

    def raised_on_the_way(self, stopped: BaseException | None) -> set[str]:
        """Returns those that an exception has come by: a tracer misses where Python can go no deeper."""
        found, at = set[str](), None if stopped is None else stopped.__traceback__
        while at is not None:
            found |= {self.get((Path(at.tb_frame.f_code.co_filename).stem, at.tb_lineno), "")}
            at = at.tb_next
        return found


def raises() -> Raises:
    """Returns each statement by which a law can stop, by its file and line: under the function it stands in, and what
    it raises."""
    files = [
        HERE.parents[1] / "compiler" / "wasm" / "stop_words.py",
        *(RUNTIME / "play").glob("*.py"),
        *(RUNTIME / "evaluate").glob("*.py"),
        RUNTIME / "law" / "builtins.py",
        RUNTIME / "law" / "stops.py",
    ]
    found = Raises()
    for file in sorted(files):
        named = [
            (f"{file.stem}.{where}: {said(node.exc)}", node)
            for where, node in _raises(ast.parse(file.read_text("utf-8")), ())
        ]
        twice, number = Counter(name for name, _ in named), Counter[str]()
        for name, node in named:
            if name.partition(": ")[2].split(" ")[0] in NO_STOP:
                continue
            number[name] += 1
            found[file.stem, node.lineno] = f"{name} {number[name]}" if twice[name] > 1 else name
    return found


def _raises(tree: ast.AST, inside: tuple[str, ...]) -> Iterator[tuple[str, ast.Raise]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Raise):
            yield ".".join(inside), node
        named = isinstance(node, ast.FunctionDef | ast.ClassDef)
        yield from _raises(node, (*inside, node.name) if named else inside)


def said(raised: ast.expr | None) -> str:
    if raised is None:
        return "(again)"
    if not isinstance(raised, ast.Call):
        return ast.unparse(raised)
    of = raised.args[0] if raised.args else ast.Constant("")
    if isinstance(of, ast.JoinedStr):
        words = "".join(str(part.value) if isinstance(part, ast.Constant) else "_" for part in of.values)
    else:
        words = str(of.value) if isinstance(of, ast.Constant) else ast.unparse(of)
    return f"{ast.unparse(raised.func)} {words}"


class Meeting:
    """Notes which of the statements are come to."""

    def __init__(self, raises: dict[tuple[str, int], str]) -> None:
        self.raises, self.met = raises, set[str]()
        self.files = {f"{stem}.py" for stem, _ in raises}

    def __enter__(self) -> set[str]:
        self.before = sys.gettrace()
        sys.settrace(self._called)
        return self.met

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        sys.settrace(self.before)

    def _called(self, frame: FrameType, event: str, arg: object) -> Any:
        path = Path(frame.f_code.co_filename)
        return self._line if path.name in self.files and path.parent.parent.name in ("runtime", "compiler") else None

    def _line(self, frame: FrameType, event: str, arg: object) -> Any:
        if event == "line":
            name = self.raises.get((Path(frame.f_code.co_filename).stem, frame.f_lineno))
            if name is not None:
                self.met.add(name)
        return self._line


def fits(wanted: str, name: str) -> bool:
    """Whether a statement is one that a law names by how its name begins."""
    return name.startswith(wanted) and not name[len(wanted) :][:1].isalnum()

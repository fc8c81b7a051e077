"""The engine of JavaScript under Python, here in Node, answers as the native one: numbers, memory, giving up."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from runpy import run_path

from hexlaw.compiler.studio.serve import PAGE

APP = PAGE.parent / "app"
NATIVE = PAGE.parents[2] / "tests" / "compiler" / "wasm"
ASKED = run_path(str(NATIVE / "asked_of_engines.py"))

RUN = """
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";
const files = process.argv.slice(2);
const python = await loadPyodide();
for (const file of files) python.FS.writeFile(file.split("/").at(-1), readFileSync(file));
console.log(python.runPython(`
import json, asked_of_engines, engines
found = engines.webassembly()
with open("asked.wasm", "rb") as code:
    told = asked_of_engines.answers(found, engines.Trap, code.read())
json.dumps([[*found.like], told, found.taken_up(b"native") is None])`));
"""


def test_it_answers_as_the_native_one(tmp_path: Path) -> None:
    (tmp_path / "asked.wasm").write_bytes(ASKED["module"]().encoded())
    files = (APP.parents[1] / "wasm" / "engines.py", NATIVE / "asked_of_engines.py", tmp_path / "asked.wasm")
    asked = ["node", "--input-type=module", "-", *map(str, files)]
    told = subprocess.run(asked, input=RUN, cwd=APP, capture_output=True, text=True, check=True, timeout=120).stdout
    assert json.loads(told) == [["browser"], ASKED["EXPECTED"], True]

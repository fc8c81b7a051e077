"""A module as a folder of pages for any host: its rule book, whose figures can be moved, and the studio over a worker.

In: a module, and a folder with the files of Pyodide. Out: the files of a folder, which names no address outside of it,
and what does not go along of what lies with the module.
INVARIANT: the files of Pyodide are those that this Hexlaw was tried with; the same module gives the same bytes.
"""

from __future__ import annotations

import base64
import gzip
import json
import lzma
import re
from collections.abc import Mapping
from functools import partial
from hashlib import sha256
from html import escape
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlencode

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.base.files import why_not
from hexlaw.compiler.data.load import load, taken_along
from hexlaw.compiler.studio.page_machine import machine
from hexlaw.compiler.workspace.compiled_laws import read_by
from hexlaw.compiler.workspace.workspace import Printing, Workspace

HERE = Path(__file__).parent
TRIED = json.loads((HERE / "pyodide.json").read_text("utf-8"))
"""The release of Pyodide, and the SHA-256 of each of its files."""
DATA = "hexlaw_page"
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'{inline}; style-src 'self' 'unsafe-inline';"
    " img-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
)
CHARSET = '<meta charset="utf-8"/>'
INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)
ICON = '<link rel="icon" href="data:,"/>'
ON_DISK = (HERE / "on_disk.html").read_text("utf-8").rstrip()
"""What a page says that lies on somebody's disk; it cannot begin a module."""
HEAD = f'{ICON}{ON_DISK}<link rel="stylesheet" href="board.css"/>'
LIVE = f'{HEAD}<script type="module" src="live.js"></script>'
APP = (HERE / "app.html").read_text("utf-8").replace("CHARSET", CHARSET).replace("HEAD", HEAD)
APPS = {
    "studio.html": APP % ("", "studio", "studio"),
    "table.html": APP % ('<link rel="stylesheet" href="table.css"/>', "table", "table"),
}
WHOLE, CONTENTS = "whole.html", '<section class="contents">'
FIGURE = re.compile(r'<figure[^>]* id="(case:[^"]*)"')
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9, "pb": 0}]  # bytecode is not aligned to four bytes
small = partial(lzma.compress, check=lzma.CHECK_CRC32, filters=FILTERS)  # which the worker of a page unpacks
PARTS = ("board.css", "live.js", "studio.css", "studio.js", "table.css", "table.js", "worker.js")


def published(
    workspace: Workspace, module: str, against: str | None, pyodide: str | None
) -> tuple[dict[str, bytes], list[str]]:
    """Returns the files of the folder, by name, and lines that say what stays at home."""
    parts = pyodide_files(pyodide)
    chains = [read_by(partial(load, name), Diagnostics()) for name in (module, against) if name]
    asked = [chain.name for chain in chains]
    made = machine(asked, chains, parts)
    book = workspace.print_book(module, Printing("html", against)).files
    whole = workspace.print_book(module, Printing("html-one", against)).files[""].decode()
    printed = ((name, data.decode()) for name, data in book.items() if name.endswith(".html"))
    texts = {name: page.replace("</head>", f"{LIVE}</head>", 1) for name, page in printed}
    front, titles = texts["index.html"], workspace.situations(module)[2]
    texts["index.html"] = front.replace(CONTENTS, f"{_door(texts, titles)}{CONTENTS}", 1)
    of_situations = workspace.kept_cards(module, titles).items()
    cards = escape(json.dumps({name: f"{card['sentence']} {card['played']}" for name, card in of_situations}))
    screens = f'data-worker="worker.js" data-screens="{escape(" ".join(made.screens))}" data-cards="{cards}"'
    table = {"table.html": APPS["table.html"].replace('data-worker="worker.js"', screens)}
    pages = {**texts, **APPS, **table, WHOLE: whole.replace("</head>", f"{ICON}</head>", 1)}
    files = {**book, **{name: _with_policy(page).encode() for name, page in pages.items()}}
    files |= {name: (HERE / "page" / name).read_bytes() for name in PARTS}
    lock = {**json.loads(parts["pyodide-lock.json"]), "packages": {}}
    of_machine = {
        "pyodide.mjs": parts["pyodide.mjs"],
        "core.mjs.bin": small(parts["pyodide.asm.mjs"]),
        "core.wasm.bin": small(parts["pyodide.asm.wasm"]),
        **{f"{name}.bin": small(data) for name, data in made.archives.items()},
        **{f"of-{name}.bin": small(data) for name, data in made.situations.items()},
        **{f"of-{name}.screen.bin": gzip.compress(data, 9, mtime=0) for name, data in made.screens.items()},
        "begin.json": json.dumps({"asked": asked, "lock": lock}).encode(),
        "LICENSES.txt": (HERE / "LICENSES.txt").read_bytes(),
    }
    files |= {f"machine/{name}": data for name, data in of_machine.items()}
    digests = {name: sha256(data).hexdigest() for name, data in sorted(files.items())}
    version = sha256(json.dumps(digests).encode()).hexdigest()[:12]
    kept = f"var VERSION={json.dumps(version)},FILES={json.dumps(digests)};\n"
    files["sw.js"] = kept.encode() + (HERE / "page" / "sw.js").read_bytes()
    stays = dict.fromkeys(taken_along(layer, chain.texts)[1] for chain in chains for layer in chain.layers)
    return files, [*filter(None, stays)]


def _door(pages: Mapping[str, str], situations: Mapping[str, str | None]) -> str:
    """Returns what page one says that one can do here."""
    picture = next((f"{name}#{found[1]}" for name, page in pages.items() if (found := FIGURE.search(page))), None)
    said = ['<a href="table.html">Play it</a> against a program, or with somebody beside you.'] * bool(situations)
    said += [f'<a href="{picture}">Try a picture</a>: its counters move, and each verdict says why.'] * bool(picture)
    said += ['<a href="studio.html">Change a rule</a> and see what comes of it.', "Nothing is installed."]
    said += [f'<a href="{WHOLE}">The whole book on one page</a> is for printing.']
    asked = {name: escape(urlencode({"situation": name, "against": "greedy"})) for name in situations}
    games = [f'<a href="table.html?{asked[name]}">{escape(title or name)}</a>' for name, title in situations.items()]
    begin = f"<p>A click begins a game: {', '.join(games)}.</p>" if games else ""
    return f'<div class="door"><p>{" ".join(said)}</p>{begin}</div>'


def pyodide_files(folder: str | None) -> dict[str, bytes]:
    """Returns the files of Pyodide, each as it was tried."""
    spec = find_spec(DATA)
    place = Path(folder) if folder is not None else Path(spec.origin).parent if spec and spec.origin else None
    if place is None:
        raise Refused(
            "a published page needs the files of Pyodide, which do not come with Hexlaw",
            "give a folder with them by `--pyodide FOLDER`, or install a wheel with them; docs/publish.md says how",
        )
    found = {}
    for name, digest in TRIED["files"].items():
        try:
            found[name] = (place / name).read_bytes()
        except OSError as problem:
            said = f"`{place / name}` cannot be read: {why_not(problem)}"
            raise Refused(said, f"it is of Pyodide {TRIED['pyodide']} (docs/publish.md)") from None
        if sha256(found[name]).hexdigest() != digest:
            said = f"`{place / name}` is not the file of Pyodide {TRIED['pyodide']} that this Hexlaw was tried with"
            raise Refused(said)
    return found


def _with_policy(page: str) -> str:
    """Returns a page that says what it may do; the scripts that stand in it are named by their digests."""
    digests = (base64.b64encode(sha256(script.encode()).digest()).decode() for script in INLINE.findall(page))
    policy = POLICY.format(inline="".join(f" 'sha256-{digest}'" for digest in digests))
    said = f'{CHARSET}<meta http-equiv="Content-Security-Policy" content="{policy}"/>'
    assert page.count(CHARSET) == 1
    return page.replace(CHARSET, said)

"""Files of a module that look as if Hexlaw read them, and are not read: one is misspelt, or lies in the wrong folder.

What is not read has no effect, and nothing else would say so. Other files, such as notes and pictures, may lie in a
module.
"""

from __future__ import annotations

import re

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.data.load import KEPT_IN, Chain, is_read

LOOKS_READ = re.compile(
    r"\.(law|ya?ml|csv|tsv|xlsx?|ods)$|\.(law|cases)\.|^[0-9]+-[^/]*\.txt$|^(tables|units|boards|situations|cases)/[^/]*\.txt$"
)
"""Besides the endings of what is read: editors save what has no other as `.txt`; law is numbered, as `05-fire.txt`."""
OTHER_NAMES = {
    "tables": ("charts", "chart"), "units": ("counters", "counter"), "boards": ("maps", "map"),
    "situations": ("scenarios", "scenario"), "cases": ("tests", "test", "examples"),
}  # fmt: skip
"""What else the folders are called."""
SHEETS = (".xls", ".xlsx", ".ods", ".tsv")
WHERE = (
    "law is read from `*.law`, charts from `tables/*.yaml` and `units/*.csv`, maps from `boards/*.yaml`, set-ups from "
    "`situations/*.yaml`, examples from `*.cases.yaml`"
)


def files_are_read(chain: Chain, diagnostics: Diagnostics) -> None:
    """Warns of each file that only looks as if it counted."""
    for layer in chain.layers:
        for name in layer.unread:
            if LOOKS_READ.search(name) and name.partition("/")[0] not in KEPT_IN:
                message = f"nobody reads `{layer.shown}/{name}`"
                diagnostics.report("HX309", None, message, help=_help(name), level="warning")


def _help(name: str) -> str:
    if name.endswith(SHEETS):
        return "save the sheet as a text with commas, `units/NAME.csv`"
    meant = next((other for other in _near(name) if is_read(other)), None)
    return WHERE if meant is None else f"call it `{meant}`"


def _near(name: str) -> list[str]:
    """Returns names that this one may be meant for."""
    folder, slash, file = name.rpartition("/")
    called = folder.lower()
    plural = next((known for known, others in OTHER_NAMES.items() if called in (known, known[:-1], *others)), folder)
    stem, _, _ = file.partition(".")
    law = re.sub(r"\.law\..*$", ".law", file)
    files = [file, law, re.sub(r"\.yml$", ".yaml", file), f"{stem}.cases.yaml" if plural == "cases" else file]
    if file.endswith(".txt"):
        files += [f"{stem}{ending}" for ending in (".csv", ".yaml", ".law")]
    return [f"{plural}{slash}{one}" for one in files]

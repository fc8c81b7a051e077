"""Measures the pages of a book in a browser: what is cut off or too small, at the widths of a phone, a tablet, a laptop
and a sheet of A4.

    hexlaw book tutorial -o /tmp/book && python bench/pages.py /tmp/book

It asks for Chromium alone (`apt install chromium`), under one of the names in `BROWSERS`.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from html import unescape
from pathlib import Path
from typing import Any

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
WIDTHS = {"phone": 390, "tablet": 1024, "laptop": 1280, "A4": 672}
"""In pixels; a sheet of A4 has 178 mm between its margins."""
LEAST = 40.0
"""Pixels of a hex on a screen. On paper 8 mm are enough: 30 of them."""
PER_HEX = 51.96
"""Units of a drawing between two opposite sides of a hex."""

MEASURE = """
const widths = WIDTHS, pages = PAGES, found = [];
async function measured(page, name, width) {
  const frame = document.createElement("iframe");
  frame.style = `width:${width}px;height:900px;border:0`;
  document.body.append(frame);
  await new Promise(done => { frame.onload = done; frame.src = page; });
  const doc = frame.contentDocument, root = doc.documentElement;
  if (name === "A4") for (const sheet of doc.styleSheets) for (const rule of sheet.cssRules)
    if (rule.media && rule.media.mediaText === "print") rule.media.mediaText = "all";
  if (name === "A4") doc.querySelectorAll(".sheet").forEach(x => x.remove());  // those have sheets of their own
  if (name === "phone") root.style.scrollbarWidth = "none";  // it lies upon the page there
  doc.querySelectorAll("details").forEach(x => { x.open = false; });
  const at = {page, name, cut: [], small: [], figures: 0, tables: 0, wide: root.scrollWidth - root.clientWidth};
  doc.querySelectorAll("table").forEach(table => {
    at.tables += 1;
    const inside = [...table.closest("section, main").getClientRects()];  // one of each column
    const within = (box, i) => i.left < box.left + 1 && box.right < i.right + 1;
    const fits = box => box.right <= root.clientWidth + 1 && inside.some(i => within(box, i));
    if (![...table.getClientRects()].every(fits) || table.scrollWidth > table.clientWidth + 1)
      at.cut.push((table.caption || table).textContent.trim().slice(0, 60));
  });
  doc.querySelectorAll("svg.map").forEach(map => {
    at.figures += 1;
    const hex = PER_HEX * map.getBoundingClientRect().width / map.viewBox.baseVal.width;
    if (hex < (name === "A4" ? 30 : LEAST) - 0.1) at.small.push(map.id + " " + hex.toFixed(1));
  });
  found.push(at);
  frame.remove();
}
(async () => {
  for (const page of pages) for (const name in widths) await measured(page, name, widths[name]);
  document.body.replaceChildren(Object.assign(document.createElement("pre"), {textContent: JSON.stringify(found)}));
})();
"""


def main(*books: str) -> int:
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print(f"none of {', '.join(BROWSERS)} is installed")
        return 2
    faults = 0
    for book in map(Path, books):
        pages = sorted(book.glob("*.html")) if book.is_dir() else [book]
        size = sum(path.stat().st_size for path in (book.rglob("*") if book.is_dir() else [book]) if path.is_file())
        found = _measured(browser, pages)
        print(f"{book}: {len(pages)} pages, {size / 1000:.0f} kB")
        for name, width in WIDTHS.items():
            here = [at for at in found if at["name"] == name]
            cut = [f"{Path(at['page']).name}: {what}" for at in here for what in at["cut"]]
            small = [f"{Path(at['page']).name}: {what}" for at in here for what in at["small"]]
            wide = [f"{Path(at['page']).name}: {at['wide']} px" for at in here if at["wide"] > 0]
            tables, figures = (sum(at[of] for at in here) for of in ("tables", "figures"))
            print(f"  {name} ({width} px): {tables} tables, {len(cut)} cut; {figures} maps, {len(small)} too small;"
                  f" {len(wide)} pages too wide")  # fmt: skip
            for line in (*cut, *small, *wide):
                print(f"    {line}")
            faults += len(cut) + len(small) + len(wide)
    return 1 if faults else 0


def _measured(browser: str, pages: list[Path]) -> list[dict[str, Any]]:
    """Returns what was measured on each page at each width: the pages are shown in frames of one that measures them."""
    with tempfile.TemporaryDirectory(prefix="hexlaw-pages-") as folder:
        script = MEASURE.replace("WIDTHS", json.dumps(WIDTHS)).replace("LEAST", str(LEAST))
        script = script.replace("PAGES", json.dumps([path.resolve().as_uri() for path in pages]))
        measuring = Path(folder) / "measure.html"
        measuring.write_text(f"<body><script>{script.replace('PER_HEX', str(PER_HEX))}</script></body>", "utf-8")
        shown = subprocess.run(
            [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile",
             "--allow-file-access-from-files", "--window-size=1400,1000", "--virtual-time-budget=600000", "--dump-dom",
             measuring.as_uri()],
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
    found: list[dict[str, Any]] = json.loads(unescape(shown.partition("<pre>")[2].partition("</pre>")[0]))
    return found


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

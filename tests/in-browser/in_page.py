"""What the tests in a browser share: how long they wait, and what they find wrong with a page."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from hexlaw.compiler.studio.serve import PAGE

ROOT = Path(__file__).resolve().parents[2]
NODE_MODULES = PAGE.parent / "app" / "node_modules"
PATIENCE = 30_000
"""Milliseconds that a page has for anything: a busy machine is slow, and times are measured elsewhere."""
AWAKE = 6 * PATIENCE
"""Milliseconds that the machine of a published page has to wake."""
AXE = NODE_MODULES / "axe-core" / "axe.min.js"
MEASURED = "([one]) => { const { x, y, width, height } = one.getBoundingClientRect(); return [x, y, width, height]; }"
FAULTS = """async () => {
  // a counter's name says its figures one by one, where that rule wants them in a row as they are drawn
  const rules = { "label-content-name-mismatch": { enabled: false } };
  const { violations } = await axe.run(document, { resultTypes: ["violations"], rules });
  return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map((node) => `${id}: ${node.html.slice(0, 200)}`));
}"""
CUT = """() => {
  const style = (each) => getComputedStyle(each).overflowX;
  const shown = (each) => each.checkVisibility({ visibilityProperty: true });
  const scrolls = (each) => each && (["auto", "scroll"].includes(style(each)) || scrolls(each.parentElement));
  const hides = (each) => ["hidden", "clip"].includes(style(each)) && each.scrollWidth > each.clientWidth + 1
    && !each.matches("input"); // its text is scrolled by the caret
  const outside = (each) => {
    const { left, right } = each.getBoundingClientRect();
    return each.matches("a, button, input, select, summary, textarea") && !each.matches(".skip")
      && (right > document.documentElement.clientWidth + 1 || left < -1) && !scrolls(each.parentElement);
  };
  const wide = document.documentElement.scrollWidth > innerWidth ? ["the page overflows sideways"] : [];
  const cut = [...document.querySelectorAll("body *")].filter((each) => shown(each) && (hides(each) || outside(each)));
  return [...wide, ...cut.map((each) => each.outerHTML.slice(0, 200))];
}"""


def middle(drawn: Locator) -> tuple[float, float]:
    """Where to point at something. A map is drawn anew with each answer: it is found and measured in one step."""
    expect(drawn).to_be_attached()
    x, y, width, height = drawn.evaluate_all(MEASURED)
    return x + width / 2, y + height / 2


def faults(page: Page) -> list[str]:
    """What makes a page hard to use for somebody, as axe finds it."""
    page.evaluate(AXE.read_text("utf-8"))
    found: list[str] = page.evaluate(FAULTS)
    return found


def cut(page: Page) -> list[str]:
    """What is not to be seen or reached at the width that a page has."""
    found: list[str] = page.evaluate(CUT)
    return found


def hexlaw(*command: str) -> None:
    begin = "from hexlaw.compiler.cli import main; raise SystemExit(main())"
    env = {**os.environ, "PYTHONPATH": str(ROOT / ".links")}
    subprocess.run([sys.executable, "-c", begin, *command], env=env, check=True)

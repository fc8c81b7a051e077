"""The page's JavaScript is what its sources make: by a digest here; `make test-page` builds it again."""

from __future__ import annotations

import json
from hashlib import sha256

from hexlaw.compiler.studio.serve import PAGE

APP = PAGE.parent / "app"
BUILT = PAGE / "built.json"
HOW = "run `npm ci` and `npm run build` in compiler/studio/app, and commit what that makes"
MAX_LINES = 2_400


def digest_of_sources() -> str:
    paths = sorted([*APP.glob("*.js"), APP / "package.json", APP / "package-lock.json"])
    return sha256(b"\0".join(path.name.encode() + b"\0" + path.read_bytes() for path in paths)).hexdigest()


def test_the_bundles_are_made_of_these_sources() -> None:
    said = json.loads(BUILT.read_text("utf-8"))
    assert said["sources"] == digest_of_sources(), HOW
    assert said["bundles"] == {path.name: sha256(path.read_bytes()).hexdigest() for path in PAGE.glob("*.js")}, HOW
    assert set(said["bundles"]) == {"live.js", "studio.js", "sw.js", "table.js", "worker.js"}


def test_the_javascript_is_small() -> None:
    assert sum(len(path.read_text("utf-8").splitlines()) for path in APP.glob("*.js")) <= MAX_LINES


def test_the_lock_names_no_host() -> None:
    lock = json.loads((APP / "package-lock.json").read_text("utf-8"))
    assert all("resolved" not in package for package in lock["packages"].values())

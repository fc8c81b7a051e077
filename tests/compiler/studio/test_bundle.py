"""The page's JavaScript is what its sources make: by a digest here, and built again where the tools are there."""

from __future__ import annotations

import json
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

from hexlaw.compiler.studio.serve import PAGE

APP = PAGE.parent / "app"
BUILT = PAGE / "built.json"
HOW = "run `npm ci` and `npm run build` in compiler/studio/app, and commit what that makes"
MAX_LINES = 1_500


def digest_of_sources() -> str:
    paths = sorted([*APP.glob("*.js"), APP / "package.json", APP / "package-lock.json"])
    return sha256(b"\0".join(path.name.encode() + b"\0" + path.read_bytes() for path in paths)).hexdigest()


def test_the_bundle_is_made_of_these_sources() -> None:
    said = json.loads(BUILT.read_text("utf-8"))
    assert said["sources"] == digest_of_sources(), HOW
    assert said["bundle"] == sha256((PAGE / "studio.js").read_bytes()).hexdigest(), HOW


@pytest.mark.skipif(not (APP / "node_modules").is_dir(), reason="`npm ci` in compiler/studio/app brings the tools")
def test_the_sources_make_the_bundle_again(tmp_path: Path) -> None:
    npx = shutil.which("npx")
    assert npx is not None
    build = [npx, "--no-install", "esbuild", "studio.js", "--bundle", "--minify", "--format=esm", "--target=es2022"]
    made = tmp_path / "studio.js"
    subprocess.run([*build, "--legal-comments=none", f"--outfile={made}"], cwd=APP, check=True, capture_output=True)
    assert made.read_bytes() == (PAGE / "studio.js").read_bytes(), HOW


def test_the_javascript_is_small() -> None:
    assert sum(len(path.read_text("utf-8").splitlines()) for path in APP.glob("*.js")) <= MAX_LINES


def test_the_lock_names_no_host() -> None:
    lock = json.loads((APP / "package-lock.json").read_text("utf-8"))
    assert all("resolved" not in package for package in lock["packages"].values())

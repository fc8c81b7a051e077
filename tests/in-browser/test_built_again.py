"""The page's JavaScript, built again from its sources by the tools that `make test-page` brings."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from hexlaw.compiler.studio.serve import PAGE


def test_the_sources_make_the_bundle_again(tmp_path: Path) -> None:
    npx = shutil.which("npx")
    assert npx is not None
    build = [npx, "--no-install", "esbuild", "studio.js", "--bundle", "--minify", "--format=esm", "--target=es2022"]
    made = tmp_path / "studio.js"
    app = PAGE.parent / "app"
    subprocess.run([*build, "--legal-comments=none", f"--outfile={made}"], cwd=app, check=True, capture_output=True)
    assert made.read_bytes() == (PAGE / "studio.js").read_bytes(), "run `npm run build` in compiler/studio/app"

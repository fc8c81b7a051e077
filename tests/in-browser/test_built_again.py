"""The page's JavaScript, built again from its sources by the tools that `make test-page` brings."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from hexlaw.compiler.studio.serve import PAGE


def test_the_sources_make_the_bundles_again(tmp_path: Path) -> None:
    npx = shutil.which("npx")
    assert npx is not None
    app = PAGE.parent / "app"
    names = sorted(path.name for path in PAGE.glob("*.js"))
    build = [npx, "--no-install", "esbuild", *names, "--bundle", "--minify", "--format=esm", "--target=es2022"]
    subprocess.run([*build, "--legal-comments=none", f"--outdir={tmp_path}"], cwd=app, check=True, capture_output=True)
    for name in names:
        assert (tmp_path / name).read_bytes() == (PAGE / name).read_bytes(), (
            "run `npm run build` in compiler/studio/app"
        )

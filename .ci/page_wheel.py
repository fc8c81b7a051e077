"""Makes the wheel `hexlaw-page`: the files of Pyodide that `hexlaw publish` needs, for those who have pip alone.

    python .ci/page_wheel.py FOLDER     the folder of `hexlaw publish --pyodide FOLDER`; the wheel is left in `dist`

Each file is checked by its digest before it is packed; its licence goes along.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from hexlaw.compiler.studio.publish import DATA, HERE, TRIED, pyodide_files

PROJECT = """[build-system]
requires = ["setuptools>=68"]
build-backend = "setuptools.build_meta"

[project]
name = "hexlaw-page"
version = "{version}"
description = "The files of Pyodide that published pages of Hexlaw run on"
license = {{file = "{package}/LICENSES.txt"}}

[tool.setuptools]
packages = ["{package}"]

[tool.setuptools.package-data]
{package} = ["*"]
"""


def main(folder: str, to: str = "dist") -> None:
    with TemporaryDirectory() as place:
        package = Path(place) / DATA
        package.mkdir()
        files = {**pyodide_files(folder), "__init__.py": b"", "LICENSES.txt": (HERE / "LICENSES.txt").read_bytes()}
        for name, data in files.items():
            (package / name).write_bytes(data)
        project = PROJECT.format(version=TRIED["pyodide"], package=DATA)
        (package.parent / "pyproject.toml").write_text(project, "utf-8")
        subprocess.run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", to, place], check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

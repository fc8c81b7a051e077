"""C files as libraries."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from pathlib import Path


def compiled(source: Path) -> ctypes.CDLL | None:
    """A C file as a library, made by gcc -O2; none where that is not there."""
    gcc = shutil.which("gcc")
    if gcc is None:
        return None
    folder = tempfile.mkdtemp(prefix="hexlaw-peers-")
    library = Path(folder) / f"{source.stem}.so"
    subprocess.run([gcc, "-O2", "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
    found = ctypes.CDLL(str(library))
    shutil.rmtree(folder)
    return found

"""A wheel that is built the way a release is: source tree -> sdist -> wheel. It takes a minute: `bench/rotation.py`."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MADE_BY_THE_BUILD = {
    "hexlaw/compiler/parse/law.tables.json",
    "hexlaw/compiler/shipped.pack",
    "hexlaw/compiler/reference.json",
}

needs_builder = pytest.mark.skipif(
    importlib.util.find_spec("build") is None or importlib.util.find_spec("hatchling") is None,
    reason="the builder is not installed: pip install -e '.[dev]'",
)


def build(root: Path, out: Path, **environment: str) -> Path:
    """Builds an sdist and a wheel from it, without a download, into `out`."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(root)]
    variables = {**os.environ, **environment}
    built = subprocess.run(command, env=variables, capture_output=True, text=True, check=False, timeout=300)
    assert built.returncode == 0, built.stdout + built.stderr
    return out


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, tmp_path_factory.mktemp("dist"), PYTHONHASHSEED="1")


@pytest.fixture(scope="module")
def wheel_names(dist: Path) -> set[str]:
    (wheel,) = dist.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if not name.endswith("/")}


@needs_builder
def test_the_wheel_has_what_the_build_makes(wheel_names: set[str]) -> None:
    assert wheel_names >= MADE_BY_THE_BUILD


@needs_builder
def test_the_wheel_brings_its_licence_command_and_plug_in(wheel_names: set[str]) -> None:
    about = {name.split("/", 1)[1] for name in wheel_names if name.split("/")[0].endswith(".dist-info")}
    assert {"METADATA", "entry_points.txt", "licenses/LICENSE"} <= about


@needs_builder
def test_a_wheel_built_elsewhere_has_the_same_bytes(dist: Path, tmp_path: Path) -> None:
    """In another folder, with other dates, rights and hashes."""
    (sdist,) = dist.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (unpacked,) = tmp_path.iterdir()
    for path in unpacked.rglob("*"):
        os.utime(path, (1_000_000_000, 1_000_000_000))
        path.chmod(path.stat().st_mode | 0o020)
    wheels = [next(out.glob("*.whl")) for out in (dist, build(unpacked, tmp_path / "again", PYTHONHASHSEED="2"))]
    assert wheels[0].name == wheels[1].name
    assert wheels[0].read_bytes() == wheels[1].read_bytes()


@needs_builder
def test_an_unpacked_wheel_finds_its_parts_and_law(dist: Path, tmp_path: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    command = [sys.executable, "-m", "hexlaw.compiler.cli", "check", "tutorial"]
    variables = {**os.environ, "PYTHONPATH": str(tmp_path), "HEXLAW_CACHE": str(tmp_path / "cache")}
    done = subprocess.run(
        command, cwd=tmp_path, env=variables, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.stdout.startswith("tutorial: fine"), done.stderr

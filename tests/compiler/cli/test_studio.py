"""`hexlaw studio`: what it says as it opens. What it serves is tested in `tests/compiler/studio/`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from hexlaw.compiler.cli import main
from hexlaw.compiler.studio import serve


@pytest.mark.parametrize(
    ("words", "said"), [((), "the current folder is open at "), (("tutorial",), "tutorial is open at ")]
)
def test_what_is_open_is_named(
    words: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    @contextmanager
    def served(*_: object) -> Iterator[SimpleNamespace]:
        yield SimpleNamespace(address="http://127.0.0.1:1/", serve=lambda: None)

    monkeypatch.setattr(serve, "served_studio", served)
    assert main(["studio", *words, "--no-browser"]) == 0
    assert capsys.readouterr().out.startswith(said)

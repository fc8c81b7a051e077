"""Typing at a terminal: a line can be edited, earlier lines come back, the tab key completes what can be typed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable


def beginning_with(text: str, words: Iterable[str]) -> list[str]:
    """The words that a text may become, each once; great and small letters are the same."""
    return [word for word in dict.fromkeys(words) if word.casefold().startswith(text.casefold())]


def help_typing(words: Callable[[], Iterable[str]]) -> None:
    """Lets the terminal complete what is typed; `words` are those that can be typed now. Elsewhere nothing is done."""
    if not sys.stdin.isatty():
        return
    try:
        import readline
    except ImportError:  # not every system has it
        return

    def complete(text: str, number: int) -> str | None:
        found = beginning_with(text, words())
        return f"{found[number]} " if number < len(found) else None

    readline.set_completer_delims(" \t")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")

"""Which words of the language laws by lot have, and which of them were met in play.

A construct is a word of docs/language/reference.md. It is met in a law whose text has it, and met in play where an
item that has it was read by a game: a rule that applied, a fact that was asked, an action that was taken; whatever
these name; and what every game has, such as kinds and the sequence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from lot.module import Module

REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "language" / "reference.md"
GRAMMAR = Path(__file__).resolve().parents[2] / "compiler" / "parse" / "law.lark"
ALWAYS = (
    "chapter",
    "choice",
    "measure",
    "thing",
    "record",
    "option",
    "dispute",
    "settle",
    "sequence",
    "situation",
    "plan",
    "ruling",
    "words",
    "text",
    "drop",
)
"""Items that every game has read, or that are in force in it and carry nothing out."""


def reference_words() -> tuple[str, ...]:
    """Returns the words in the first column of the reference's two tables of words, each once, in their order."""
    text = REFERENCE.read_text("utf-8").partition("## Limits")[0]
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    return tuple(dict.fromkeys(word for row in rows for word in re.findall(r"`([^`]+)`", row) if word != "A"))


def keywords() -> frozenset[str]:
    """Returns all words of the grammar and the reference, which no made-up name may be."""
    return frozenset(re.findall(r"[a-z]+", GRAMMAR.read_text("utf-8") + " ".join(reference_words())))


def pattern(word: str) -> re.Pattern[str]:
    """Returns what finds a construct in law: `neighbour(h, n)` by its name, a field of contacts behind a dot."""
    if "(" in word:
        return re.compile(rf"(?<![\w-]){re.escape(word.split('(')[0])}\(")
    if word in ("side", "how", "at", "passed", "left"):
        return re.compile(rf"\.{word}(?![\w-])")
    name = word.split()[-1]
    return re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")


WORDS = {word: pattern(word) for word in reference_words()}


def met(texts: Iterable[str]) -> Counter[str]:
    """Returns each construct that these texts have, once."""
    law = "\n".join(re.sub(r'"[^"\n]*"|\[[^\]\n]*\]', "", text) for text in texts)
    return Counter({word: 1 for word, found in WORDS.items() if found.search(law)})


def read_in_play(module: Module, read: Iterable[str]) -> list[str]:
    """Returns the texts of items that games read, those included that such items name."""
    named: dict[str, list[str]] = {}
    for item in module.items:
        named.setdefault(name_of(item.text), []).append(item.text)
    waiting = [name for name in named if name in set(read)]
    waiting += [name for name, texts in named.items() if texts[0].startswith(ALWAYS)]
    seen = dict.fromkeys(waiting)
    while waiting:
        text = " ".join(named[waiting.pop()])
        for word in _names_in(text):
            if word in named and word not in seen:
                seen[word] = None
                waiting.append(word)
    return [text for name in seen for text in named[name]]


NAMING = "do|announce|offer|demand|write|begin|of|towards|begins|lapses|pauses|restarts|cancels"
"""The words by which a rule that applied has something carried out that has a name."""


def _names_in(text: str) -> Iterator[str]:
    if not text.startswith("rule"):  # a link, or what a rule is about, is no reason to read it
        yield from re.findall(r"[a-z][a-z0-9.-]*", text.partition("\n")[2])
    else:
        yield from re.findall(
            r"(?:do|announce|offer|demand|write|begin|of|towards|begins|lapses|pauses) ([a-z][a-z0-9-]*)", text
        )


def name_of(text: str) -> str:
    """Returns what an item is called, by its first name: `fact u: boat is keen` is called `keen`."""
    head = re.sub(r'"[^"]*"|\[[^\]]*\]', "", text.split("\n")[0])
    if found := re.match(r"(?:fact|memory) [a-z0-9-]+: [a-z0-9 -]+? is ([a-z0-9-]+)", head):
        return found[1]
    if found := re.match(r"(?:fact|memory) [a-z0-9-]+: \S+ ([a-z0-9-]+)", head):
        return found[1]
    words = head.split()
    return re.split(r"[(:]", words[1])[0] if len(words) > 1 else words[0]


def table(laws: Counter[str], play: Counter[str], enough: int) -> list[str]:
    """Returns the table of constructs; what was met too seldom is marked."""
    lines = [f"{'construct':<24} {'laws':>6} {'in play':>8}"]
    for word in WORDS:
        mark = "" if play[word] >= enough else "  not enough" if play[word] else "  NOT MET"
        lines.append(f"{word:<24} {laws[word]:>6} {play[word]:>8}{mark}")
    few = [word for word in WORDS if play[word] < enough]
    lines.append(f"{len(WORDS) - len(few)} of {len(WORDS)} constructs met in play in at least {enough} laws")
    return lines

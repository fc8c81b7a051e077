"""Which words of the language laws by lot have, and which of them were met in play.

A construct is a word of docs/language/reference.md. It is met in a law whose text has it, and met in play where an
item that has it was read by a game: a rule that applied or limited another, a fact that was asked, an action that was
taken; whatever these name; and what every game has, such as kinds and the sequence. No game reads some words: `UNREAD`.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from lot.module import Module

REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "language" / "reference.md"
GRAMMAR = Path(__file__).resolve().parents[2] / "compiler" / "parse" / "law.lark"
ALWAYS = (
    "chapter",
    "advice",
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
    "drop",
)
"""Items that every game has read, or that are in force in it and carry nothing out."""
_CHECKED = "of a ruling, which is checked and printed; games have the rules that it bears on"
_PRINTED = "says how the book and the table print law"
_ASKED = "begins a question of a case or of `ask`, not an item of law"
UNREAD = {
    **dict.fromkeys(("ruling", "asks", "answers", "dated", "authority", "confirms", "amends"), _CHECKED),
    **dict.fromkeys(("supersedes", "shown", "notes"), _CHECKED),
    "against": "a rule that somebody might believe in: it never stands, but for `test --knock-out`",
    "because": "the reason for a default, which the book prints",
    "words": _PRINTED,
    "section": _PRINTED,
    "style": "a way of playing that a seat is given; laws by lot are played by programs without one",
    "around": "wraps a part of a base's sequence; the bases of laws by lot are played as they are",
    "stops": "laws by lot do not write it; `tests/compiler/wasm/test_stopped_picks.py` plays it in both engines",
    "leaves": "what players do among themselves: nothing is checked",
    "players": "what players do among themselves: nothing is checked",
    "may": _ASKED,
}
"""Words that no game reads, and why; they count as met in a law, and never in play."""


def reference_words() -> tuple[str, ...]:
    """Returns the words in the first column of the reference's two tables of words, each once, in their order."""
    text = REFERENCE.read_text("utf-8").partition("## Limits")[0]
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    return tuple(dict.fromkeys(word for row in rows for word in re.findall(r"`([^`]+)`", row) if word != "A"))


def keywords() -> frozenset[str]:
    """Returns all words of the grammar and the reference, which no made-up name may be."""
    return frozenset(re.findall(r"[a-z]+", GRAMMAR.read_text("utf-8") + " ".join(reference_words())))


def pattern(word: str) -> re.Pattern[str]:
    """Returns what finds a construct in law without its texts: `neighbour(h, n)` by its name, `hex("name")` by its
    brackets with nothing left in them, a field of contacts behind a dot."""
    if '"' in word:
        return re.compile(rf"(?<![\w-]){word.split('(')[0]}\(\)")
    if word.startswith("printed"):
        return re.compile(r"(?<![\w-])printed\([a-z]")
    if "(" in word:
        return re.compile(rf"(?<![\w-]){re.escape(word.split('(')[0])}\(")
    if word == "side":  # other things have sides as well; made-up law calls its contacts so
        return re.compile(r"(?<![\w-])c\d+\.side(?![\w-])")
    if word in ("how", "at", "passed", "left"):
        return re.compile(rf"\.{word}(?![\w-])")
    name = word.split()[-1]
    return re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")


WORDS = {word: pattern(word) for word in reference_words()}


def met(texts: Iterable[str]) -> Counter[str]:
    """Returns each construct that these texts have, once."""
    law = "\n".join(re.sub(r'"[^"\n]*"|\[[^\]\n]*\]|#[^\n]*', "", text) for text in texts)
    return Counter({word: 1 for word, found in WORDS.items() if found.search(law)})


def read_in_play(module: Module, read: Iterable[str]) -> list[str]:
    """Returns the texts of items that games read, those included that such items name."""
    named: dict[str, list[str]] = {}
    for item in module.items:
        named.setdefault(name_of(item.text), []).append(item.text)
    waiting = [name for name in named if name in set(read)]
    waiting += [name for name, texts in named.items() if texts[0].startswith(ALWAYS)]
    seen = dict.fromkeys(waiting)
    reaches = [name for name, texts in named.items() if texts[0].startswith("reach")]
    while waiting:
        text = " ".join(named[waiting.pop()])
        for word in (*_names_in(text), *(name for name in reaches if f"{name}(" in text)):
            if word in named and word not in seen:
                seen[word] = None
                waiting.append(word)
    return [text for name in seen for text in named[name]]


def told_at_the_end(module: Module) -> str:
    """Returns what the situation tells once a game is over, which is asked of both machines."""
    situation = module.data.get(f"situations/{module.situation}.yaml", "")
    return "\n".join(re.findall(r"(?m)^  [^{}:\n]+: (.*)$", situation.partition("\ntells:\n")[2]))


NAMING = re.compile(
    r"(?:do|announce|offer|demand|write|begin|of|towards|begins|lapses|pauses|restarts|cancels) ([a-z][a-z0-9-]*)"
)
"""By what words a rule that applied has something carried out that has a name."""


def _names_in(text: str) -> Iterator[str]:
    if not text.startswith("rule"):  # a link, or what a rule is about, is no reason to read it
        yield from re.findall(r"[a-z][a-z0-9.-]*", text.partition("\n")[2])
    else:
        yield from NAMING.findall(text)


def name_of(text: str) -> str:
    """Returns what an item is called, by its first name: `fact u: boat is keen` is called `keen`."""
    head = re.sub(r'"[^"]*"|\[[^\]]*\]', "", text.split("\n")[0])
    if found := re.match(r"(?:fact|memory) [a-z0-9-]+: [a-z0-9 -]+? is ([a-z0-9-]+)", head):
        return found[1]
    if found := re.match(r"(?:fact|memory) [a-z0-9-]+: \S+ ([a-z0-9-]+)", head):
        return found[1]
    words = head.split()
    return re.split(r"[(:]", words[1])[0] if len(words) > 1 else words[0]


IN_PLAY = tuple(word for word in WORDS if word not in UNREAD)


def table(laws: Counter[str], play: Counter[str], enough: int) -> list[str]:
    """Returns the table of constructs; what was met too seldom is marked."""
    lines = [f"{'construct':<24} {'laws':>6} {'in play':>8}"]
    for word in WORDS:
        mark = "" if play[word] >= enough else "  not enough" if play[word] else "  NOT MET"
        lines.append(f"{word:<24} {laws[word]:>6} " + (f"{'never':>8}" if word in UNREAD else f"{play[word]:>8}{mark}"))
    few = [word for word in IN_PLAY if play[word] < enough]
    lines.append(f"{len(IN_PLAY) - len(few)} of {len(IN_PLAY)} constructs met in play in at least {enough} laws")
    return lines


COLUMNS = ("construct", "laws", "met in play")
KEPT = Path(__file__).with_name("met.csv")
"""In how many laws each construct was met, added up over runs."""


def read_kept(file: Path = KEPT) -> tuple[Counter[str], Counter[str]]:
    """Returns in how many laws each construct was met by then, and in how many in play; of words that there are."""
    laws, play = Counter[str](), Counter[str]()
    if file.exists():
        with file.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                if (word := row["construct"]) in WORDS:
                    laws[word] = int(row["laws"])
                if word in IN_PLAY:
                    play[word] = int(row["met in play"])
    return laws, play


def add_to_kept(file: Path, laws: Counter[str], play: Counter[str]) -> None:
    before = read_kept(file)
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(COLUMNS)
        for word in WORDS:
            in_play = before[1][word] + play[word] if word in IN_PLAY else "never"
            writer.writerow((word, before[0][word] + laws[word], in_play))

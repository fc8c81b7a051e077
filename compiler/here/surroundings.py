"""The law around an item that is being typed: what its names stand for, and in what company words stand in it.

Idea: reading what all names of a law stand for takes a tenth of a second, so it is done once for all that is typed in
one item. INVARIANT: what is kept counts as long as no text differs but inside that item. The item itself, as it stands
with a mark in it, is then declared on top of a copy of the names.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from hexlaw.compiler.base.diagnostic import Diagnostics, Word
from hexlaw.compiler.check.laws import LawChecker
from hexlaw.compiler.check.typing_cache import TypingCache
from hexlaw.compiler.data.load import Chain
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.grammar import keywords
from hexlaw.compiler.pipeline import read_charts
from hexlaw.compiler.resolve.declarations import declared_anew, read_names
from hexlaw.compiler.resolve.layers import Placed, place_items
from hexlaw.compiler.resolve.overrides import varied
from hexlaw.runtime.law import builtins as b
from hexlaw.runtime.law.graph import Origin

_ITEM_BEGINS = re.compile(r"^[^ \t\r\n#]", re.MULTILINE)
_TOKEN = re.compile(
    r"""\#[^\n]*|[ \t\r]+ | (?P<text>"[^"\n]*"?) | (?P<cite>\[[^\]\n]*\]?) | (?P<number>\d[\d/]*(?![\w-]))
    | (?P<word>[A-Za-z_0-9][\w-]*) | (?P<sign>[<>/]=|[^ ])""",
    re.VERBOSE | re.DOTALL,
)
_DATA_TOKEN = re.compile(
    r"""\#[^\n]*|[ \t\r"']+ | (?P<word>[A-Za-z_][\w-]*(?:\.[\w-]+)*) | (?P<number>\d[\w/]*) | (?P<sign>\n\ *|.)""",
    re.VERBOSE | re.DOTALL,
)
_KEYS = re.compile(r"([a-z][\w-]*):")
OFTEN = 3
VARIABLE = "\N{SECTION SIGN}"
"""What stands for every variable: what it is called says little of its company."""
MAX_LOOKED_AT, MILLION = 4_000, 1_000_000
Token = tuple[str, int]
"""A word and where it begins; or a file and a place in it, or which of its words is meant."""


def item_around(text: str, place: int) -> tuple[int, int]:
    """Returns where the item at a place begins and ends; the line of the place is in it, whatever stands there. In the
    first column a new one begins."""
    starts = [found.start() for found in _ITEM_BEGINS.finditer(text)]
    is_first = place == text.rfind("\n", 0, place) + 1
    begins = place if is_first else max((start for start in starts if start <= place), default=0)
    ends = min((start for start in starts if start > place), default=len(text))
    return begins, max(ends, text.find("\n", place))


class Unheard(Diagnostics):
    """Takes no notice of what names would be near to a wrong one, which takes long to find out."""

    def unknown(
        self, code: str, word: Word, said: str, known: object, *, rest: str = "", help: str | None = None
    ) -> None:
        self.report(code, word.span, said)


class Surroundings:
    """`own_words` mean the same in every item: words of the language, and those that are declared; `declared_at` says
    where items of each name stand."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        self.texts = {source.name: source.text for source in chain.sources}
        self.placed = varied(place_items(chain, Unheard()), Unheard())
        self.names = names = read_names(chain, self.placed, Unheard())
        read_charts(chain, names, Unheard())
        groups: list[Iterable[str]] = [names.choices, names.kinds, names.records, names.measures, names.signatures]
        groups += [names.spans, names.actions, names.events, b.BUILTIN_FUNCTIONS, b.BUILTIN_ADJECTIVES, b.BUILTIN_SETS]
        groups += [b.BUILTIN_VERBS, *names.records.values(), *(kind.attributes for kind in names.kinds.values())]
        groups += [*(choice.values for choice in names.choices.values()), ("hex", "holder", "it", "acting")]
        groups += [*(word.split() for word in keywords()), *(name.split(".") for name in names.rules)]
        self.own_words = {word for group in groups for word in group}
        self.declared_at: dict[str, list[Token]] = defaultdict(list)
        for placed in self.placed:
            if isinstance(name := getattr(placed.item, "name", None), s.Ident):
                self.declared_at[name.text].append((placed.item.span.source.name, placed.item.span.start))
        laws = [source for layer in chain.layers for source in layer.laws]
        self.data: dict[str, DataCompany] = {}  # by the sort of a file
        self.company = Company({source.name: [*self.tokens(source.text)] for source in laws})

    def still_count(self, chain: Chain, file: str, begin: int, end: int) -> bool:
        """Returns whether nothing differs but between two places of a file."""
        now = {source.name: source.text for source in chain.sources}
        before, text = self.texts.get(file, ""), now.get(file, "")
        kept = len(before) - (len(text) - end)
        is_same = kept >= begin and before[:begin] == text[:begin] and before[kept:] == text[end:]
        return is_same and {**now, file: ""} == {**self.texts, file: ""}

    def checker(self, item: s.Item | None, file: str) -> tuple[LawChecker, Placed | None]:
        """Returns a checker of the law in which this item stands as it is, in the chapter of what stands above it."""
        placed, names = None, self.names
        if item is not None:
            layers = [layer for layer in self.chain.layers for source in layer.laws if source.name == file]
            above = [p for p in self.placed if p.item.span.source.name == file and p.item.span.start <= item.span.start]
            near = max(above, key=lambda placed: placed.item.span.start, default=None)
            layer = (*layers, self.chain.layers[-1])[0]
            placed = Placed(item, layer, Origin(layer.name, str(item.span)) if near is None else near.origin)
            names = declared_anew(self.names, placed, Unheard())
        return LawChecker(self.chain, self.placed, names, Unheard(), TypingCache("", {})), placed

    def tokens(self, text: str) -> Iterator[Token]:
        """Yields the words and signs of a text of law, the same one for all variables, texts, citations, numbers."""
        for found in _TOKEN.finditer(text):
            sort = found.lastgroup
            if sort in ("word", "sign"):
                is_own = sort == "sign" or found[0] in self.own_words
                yield found[0] if is_own else VARIABLE, found.start()
            elif sort is not None:
                yield sort, found.start()


class DataCompany:
    """The company of words in files of data like one. Known by themselves are those that a law declares, and keys that
    come often; all others count as one."""

    def __init__(self, texts: dict[str, str], own_words: set[str]) -> None:
        self.sizes = {name: len(text) for name, text in texts.items()}
        keys = Counter(found[1] for text in texts.values() for found in _KEYS.finditer(text))
        self.keys = {word for word, number in keys.items() if number >= OFTEN}
        self._known = self.keys | own_words
        self.company = Company({name: [*self.tokens(text)] for name, text in texts.items()})

    def tokens(self, text: str) -> Iterator[Token]:
        for found in _DATA_TOKEN.finditer(text):
            sort = found.lastgroup
            if sort == "word":
                yield found[0] if found[0] in self._known else VARIABLE, found.start()
            elif sort is not None:
                yield found[0] if sort == "sign" else sort, found.start()


class Company:
    """Where words of the law stand, by the two before them: what has stood in the same company before, is likely to
    stand there again (Hindle and others, "On the naturalness of software", ICSE 2012)."""

    def __init__(self, files: dict[str, list[Token]]) -> None:
        self.words = {name: [word for word, _ in tokens] for name, tokens in files.items()}
        self.places = {name: [at for _, at in tokens] for name, tokens in files.items()}
        self.after: dict[tuple[str, ...], list[Token]] = defaultdict(list)
        for name, words in self.words.items():
            for at in range(2, len(words)):
                self.after[words[at - 2], words[at - 1]].append((name, at))
                self.after[words[at - 1],].append((name, at))

    def likely(self, before: Sequence[str], behind: list[str], file: str, begin: int, end: int) -> dict[str, int]:
        """Returns how likely each word is between others, in millionths, by what stands elsewhere: nothing between
        `begin` and `end` of a file counts. What is known of more of its neighbours comes first, and leaves a part to
        what is known of fewer of them (Witten and Bell's way of putting counts together)."""
        known: list[list[tuple[list[str], int]]] = []
        for last in (2, 1):
            places = self.after.get(tuple(before[-last:]), [])
            some = places[:: len(places) // MAX_LOOKED_AT + 1]
            others = (one for one in some if one[0] != file or not begin <= self.places[file][one[1]] < end)
            known.append([(self.words[name], at) for name, at in others])
        two, one = known
        three = [(words, at) for words, at in two if words[max(at - 3, 0)] == before[-3]]
        found, left = dict[str, int](), MILLION
        order = ((three, 2), (three, 1), (two, 2), (two, 1), (three, 0), (one, 2), (one, 1), (two, 0), (one, 0))
        for places_, follows in order:
            if follows <= len(behind):
                following = behind[:follows]
                counts = Counter(words[at] for words, at in places_ if words[at + 1 : at + 1 + follows] == following)
                all_ = counts.total() + len(counts)
                for word, count in counts.items():
                    found[word] = found.get(word, 0) + left * count // all_
                left = left * len(counts) // all_ if counts else left
        return found

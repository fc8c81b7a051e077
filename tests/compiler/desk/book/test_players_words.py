"""Lines of explanations with pieces by what they are called."""

from __future__ import annotations

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.book.anchors import Anchors, law_chapters
from hexlaw.compiler.desk.book.model import Text
from hexlaw.compiler.desk.book.part_maker import PartMaker
from hexlaw.compiler.desk.book.players_words import PlayersWords
from hexlaw.compiler.desk.book.printed_rules import standing
from hexlaw.compiler.desk.book.settings import Settings
from hexlaw.compiler.desk.book.wording import Wording
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.runtime.law.law import Configuration


def parts(module: str) -> PartMaker:
    compilation = compile_modules(module, Diagnostics())
    assert compilation is not None
    stands = standing(compilation.graph.without_advice, Configuration())
    anchors = Anchors(stands, law_chapters(compilation.chain, stands.graph))
    wording = Wording(compilation.chain, stands.graph, frozenset(stands.rules))
    return PartMaker(compilation, stands, anchors, wording, Settings(), with_law=False, formal=False)


CALLED = {"a": "the ram", "s": "the ewe"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("a's step leads into a pond", "The ram's step leads into a pond."),
        ("the hex of a is not a pond hex", "The hex of the ram is not a pond hex."),
        ("a rides on s, and s is next to a", "The ram rides on the ewe, and the ewe is next to the ram."),
        ("there is s in the push's hex", "There is the ewe in the push's hex."),
        ("the push of a may be a close one", "The push of the ram may be a close one."),
    ],
)
def test_an_article_and_an_ending_are_no_pieces(line: str, said: str) -> None:
    words: Text = PlayersWords(parts("tutorial"), CALLED).spans(line)
    assert "".join(span.text for span in words) == said

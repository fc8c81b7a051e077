"""PDF: the same bytes in every process, the page of every reference, and a plain sentence where there is no Typst."""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
import typst

from hexlaw.compiler.base.processes import processors
from hexlaw.compiler.base.texts import Texts
from hexlaw.compiler.desk.book import pdf as printing
from hexlaw.compiler.desk.book.book import gather
from hexlaw.compiler.desk.book.model import Book
from hexlaw.compiler.desk.book.pdf import NoTypst, pdf
from hexlaw.compiler.workspace.books import print_book
from hexlaw.compiler.workspace.compiled_laws import Laws
from hexlaw.compiler.workspace.requests import Printing
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law.law import Configuration

from .boxes import faults

ELSEWHERE = """
import pickle
import sys
from pathlib import Path
from hexlaw.compiler.desk.book.pdf import pdf
sys.stdout.buffer.write(pdf(pickle.loads(Path(sys.argv[1]).read_bytes())))
"""


def test_a_book_can_be_set_and_nothing_in_it_lies_over_anything(made: Any) -> None:
    with printing.laid_out(made.book) as folder:
        setter = typst.Compiler(
            str(folder / "book.typ"), root=str(folder), font_paths=[str(printing.FONTS)], ignore_system_fonts=True
        )
        printed = printing.typeset(setter, typst.TypstError)
        begins, ends = (json.loads(setter.query(f"<aid-{end}>", field="value")) for end in ("begins", "ends"))
    assert printed.startswith(b"%PDF-1.")
    pages = re.findall(rb"/Type\s*/Page\b", printed)
    assert len(pages) >= 8 + len(made.book.sheets)
    assert len(begins) == len(ends) == 1
    assert ends[0] - begins[0] < 2  # the summary takes two pages at most
    empty = tuple(replace(figure, svg=frame_of(figure.svg)) for figure in made.book.figures)
    assert faults(made.book, pdf(replace(made.book, figures=empty))) == []


def frame_of(svg: str) -> str:
    """Returns a picture of the same size with nothing in it: the lines of maps take long to read."""
    head = re.match(r"(?s).*?<svg[^>]*>", svg)
    assert head is not None
    return f'{head[0]}<rect width="100%" height="100%" fill="none" stroke="black"/></svg>'


FAULTY = """
#set page(width: 200pt, height: 120pt, margin: 30pt)
#block(height: 4pt)[One line of words that go on and on] #block(height: 4pt)[Another line of words that go on and on]
#pagebreak()
#block(fill: rgb("#f2eee3"), inset: 15pt, width: 100%)[]
#pagebreak()
#place(dx: 130pt)[far beyond the page]
"""


def test_what_lies_over_something_is_found(small: Book, tmp_path: Path) -> None:
    (tmp_path / "faulty.typ").write_text(FAULTY, "utf-8")
    found = faults(replace(small, situations=()), typst.compile(str(tmp_path / "faulty.typ")))
    assert [said[:5] for said in found if " over " in said][:1] == ["p. 1:"]
    assert any("p. 2: a tinted box without text" in said for said in found)
    assert any(said.startswith("p. 3:") and said.endswith("beyond the page") for said in found)


def test_the_same_book_gives_the_same_bytes_in_another_process(small: Book, tmp_path: Path) -> None:
    file = tmp_path / "book"
    file.write_bytes(pickle.dumps(small))
    elsewhere = subprocess.run([sys.executable, "-c", ELSEWHERE, str(file)], capture_output=True, check=True).stdout
    assert elsewhere == pdf(small)


def test_a_reference_that_leads_nowhere_cannot_be_set(small: Book) -> None:
    broken = replace(small, index=(replace(small.index[0], refs=(replace(small.index[0].refs[0], to="nowhere"),)),))
    with pytest.raises(Exception, match="nowhere"):
        pdf(broken)


def test_without_typst_a_sentence_says_what_to_install(small: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(NoTypst, match=r"pip install 'hexlaw\[pdf\]'"):
        pdf(small)


def test_the_fonts_that_we_bring_have_their_licence_beside_them() -> None:
    assert list(printing.FONTS.glob("*.ttf"))
    assert "SIL OPEN FONT LICENSE" in (printing.FONTS / "OFL.txt").read_text("utf-8")


def test_a_book_is_made_in_a_process_that_is_over_before_typst_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So the two never need their memory at once."""
    made_by = tmp_path / "process"

    def gathered(*asked: Any) -> Book | None:
        made_by.write_text(str(os.getpid()), "utf-8")
        return gather(*asked)

    def set_in(book: Book) -> bytes:
        with pytest.raises(ProcessLookupError):
            os.kill(int(made_by.read_text("utf-8")), 0)
        return book.title.encode()

    monkeypatch.setattr("hexlaw.compiler.desk.book.book.gather", gathered)
    monkeypatch.setattr(printing, "pdf", set_in)
    texts = Texts(tmp_path)
    if processors() == 1 and threading.active_count() > 1:
        pytest.skip("a process with several threads is not forked on one processor")
    printed = print_book("tutorial", Printing("pdf"), Configuration({"clouds": True}), texts, Laws(texts))
    assert printed.files[""] == b"Whistle and Shove"
    assert int(made_by.read_text("utf-8")) != os.getpid()

"""HTML, Markdown and EPUB: well formed, whole in themselves, the same bytes each time."""

from __future__ import annotations

import io
import json
import re
import xml.etree.ElementTree as ElementTree
import zipfile

from hexlaw.compiler.desk.book.epub import epub
from hexlaw.compiler.desk.book.html import THEME, HtmlWriter, html_folder, html_one_file
from hexlaw.compiler.desk.book.markdown import markdown, safe
from hexlaw.compiler.desk.book.model import Book
from hexlaw.runtime.base.nodes import replace

NASTY = 'Rams & <b>"ewes"</b> `*[x](y)*'


def renamed(book: Book) -> Book:
    """The book with a title that has signs of every format in it."""
    return replace(book, title=NASTY, subtitle=NASTY, credits=NASTY)


def test_pages_are_well_formed_and_refer_to_nothing_outside(small: Book) -> None:
    files = html_folder(renamed(small))
    for name, data in files.items():
        if name.endswith(".html"):
            text = data.decode()
            ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))
            outside = [link for link in re.findall(r'(?:href|src)="([^"#]+)', text) if link not in files]
            assert outside == []


def test_words_of_the_law_are_text_and_not_markup(small: Book) -> None:
    page = html_folder(renamed(small))["index.html"].decode()
    assert "<b>" not in page
    assert "Rams &amp; &lt;b&gt;" in page
    assert "# Rams & \\<b\\>" in markdown(renamed(small))[""].decode()


def test_a_sign_of_a_note_is_not_read_as_a_heading() -> None:
    assert safe("## Over bridges only.") == r"\#\# Over bridges only."


def test_no_text_keeps_the_script_of_one_file_from_ending(small: Book) -> None:
    """After `<!--<script>` the end of a script is read as a part of it."""
    line = replace(small.index[0], term="Whistle <!--<script> </script>")
    text = html_one_file(replace(small, index=(line,))).decode()
    index = text.partition("window.HEXLAW_SEARCH=")[2].partition(";</script>")[0]
    assert "<" not in index
    assert line.term in [row[2] for row in json.loads(index)["places"]]


def test_one_file_holds_everything(small: Book) -> None:
    text = html_one_file(small).decode()
    assert re.findall(r'(?:href|src)="(?!#|data:image/svg)[^"]*"', text) == []
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert {link for link in re.findall(r'href="#([^"]+)"', text)} <= set(ids)


def test_the_ground_of_pictures_is_laid_once_and_their_hexes_can_be_read(small: Book) -> None:
    """`bench/pages.py` measures the same in a browser."""
    text = html_one_file(small).decode()
    assert len(text) < 600_000
    grounds = [figure for figure in small.figures if figure.name.startswith("ground:")]
    for ground in grounds:
        assert text.count(f'<g id="{ground.name}">') == 1
        uses = [figure for figure in small.figures if figure.ground == ground.name]
        assert text.count(f'<use href="#{ground.name}"/>') == len(uses) > 0
    hexes = [name for ground in grounds for name in re.findall(r'data-hex="[^"]+"', ground.svg)]
    assert len(hexes) == len(re.findall(r'data-hex="[^"]+"', text))
    # hexes are 51.96 units wide; a picture is a pixel for each, and is made smaller by `least` at the most
    maps = re.findall(r'<svg style="--wide:([0-9.]+)px"[^>]* viewBox="0 0 ([0-9.]+) ', text)
    assert len(maps) == text.count(' class="map"') > 30
    assert all(wide == units for wide, units in maps)
    [least] = re.findall(r"clamp\(([0-9.]+) \* var\(--wide\)", (THEME / "book.css").read_text("utf-8"))
    assert 51.96 * float(least) >= 40


def test_a_number_of_the_printed_book_is_found_and_led_to(small: Book) -> None:
    writer = HtmlWriter(small)
    page = next(page for page in writer.all() if page.title.endswith("Moving"))
    assert 'id="RB-2.9"' in page.body
    found = json.loads(writer.search_index())["places"]
    place = [f"{page.name}.html#RB-2.9", "2.9"]
    assert [said[:30] for *where, said in found if where == place] == ["Streams and bridges. Only boot"]
    assert any(number == "index" and term == "Clover" for _, number, term in found)


def test_an_epub_has_its_parts_in_order_and_every_file_that_it_names(small: Book) -> None:
    data = epub(renamed(small))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
        assert names[0] == "mimetype"
        assert archive.read("mimetype") == b"application/epub+zip"
        assert archive.getinfo("mimetype").compress_type == zipfile.ZIP_STORED
        package = ElementTree.fromstring(archive.read("book/content.opf"))
        listed = {item.get("href") for item in package.iter("{http://www.idpf.org/2007/opf}item")}
        assert {f"book/{name}" for name in listed} == set(names) - {
            "mimetype", "META-INF/container.xml", "book/content.opf",
        }  # fmt: skip
        places: dict[str, set[str]] = {}
        for name in names:
            if name.endswith(".xhtml"):
                root = ElementTree.fromstring(archive.read(name))
                ids = [id_ for node in root.iter() if (id_ := node.get("id"))]
                assert len(ids) == len(set(ids))
                assert [id_ for id_ in ids if not re.fullmatch(r"[A-Za-z_][\w.·-]*", id_)] == []
                places[name.removeprefix("book/")] = set(ids)
        for name in places:
            for link in re.findall(r'href="([^"]+\.xhtml)?#([^"]+)"', archive.read(f"book/{name}").decode()):
                assert link[1] in places[link[0] or name], link


def test_the_same_book_gives_the_same_bytes(small: Book) -> None:
    assert epub(small) == epub(small)
    assert html_folder(small) == html_folder(small)
    assert html_one_file(small) == html_one_file(small)
    assert markdown(small) == markdown(small)

"""What a page is sent and asks is checked in the page: the types it is checked by are printed of the structs."""

from __future__ import annotations

from page_types import printed

from .test_bundle import APP


def test_the_types_of_the_page_are_those_that_are_sent() -> None:
    how = "run `python bench/page_types.py > compiler/studio/app/table_types.d.ts`"
    assert (APP / "table_types.d.ts").read_text("utf-8") == printed(), how


def test_what_is_left_out_may_be_missing() -> None:
    said = printed()
    assert "export type Option = {\n  name: string;\n  label?: string;" in said
    assert "  options: (Option | string)[];" in said
    assert "  at: [number, number];" in said
    assert "  done: Done | null;" in said


def test_what_a_page_asks_is_told_apart_by_its_name() -> None:
    said = printed()
    assert 'export type AnswerBy = {\n  do: "answer";\n  had?: number;\n  question: number;\n' in said
    assert "export type Deed = {\n  path?: number[];\n  others?: string[];\n  to?: string;\n};" in said
    assert '  what: "action" | "all" | "click";' in said
    assert "AnswerBy | UndoSome" in said.partition("\n\n")[2].partition("\n\n")[0]

"""A comparison as a page of HTML."""

from __future__ import annotations

from xml.etree import ElementTree

from hexlaw.compiler.desk.compare.comparison import Comparison, page
from hexlaw.compiler.desk.compare.differences import Brought, Difference, Structure
from hexlaw.compiler.desk.compare.report import in_lines
from hexlaw.compiler.desk.compare.verdicts import CaseDiffers, CaseVerdict, DifferingCases, Verdicts

NOTHING = Structure((), {})
NASTY = "<script>alert('&')</script>"


def test_nothing_that_a_law_says_becomes_part_of_the_page() -> None:
    difference = Difference(
        "changed",
        "rule",
        NASTY,
        NASTY,
        NASTY,
        (("fact", NASTY),),
        (NASTY,),
        NASTY,
        (Brought("dropped", f"rule:{NASTY}", NASTY),),
    )
    verdict = CaseVerdict(NASTY, (NASTY,))
    case = CaseDiffers(NASTY, NASTY, NASTY, NASTY, verdict, verdict, (NASTY,))
    verdicts = Verdicts(1, 0, (DifferingCases((NASTY,), NASTY, (case,)),))
    text = page(Comparison(NASTY, NASTY, Structure((difference,), {}), verdicts), NASTY)
    assert "<script" not in text
    assert "http://" not in text.replace("http://www.w3.org/", "")
    ElementTree.fromstring(text.partition("<body>")[2].partition("</body>")[0].join(("<body>", "</body>")))


def test_the_first_line_says_what_matters_most() -> None:
    assert next(in_lines("lead", Comparison("a", "b", NOTHING))) == "The two laws do the same."
    one = Structure((Difference("new", "rule", "x"),), {})
    verdicts = Verdicts(4, 0, ())
    assert next(in_lines("lead", Comparison("a", "b", one, verdicts))) == (
        "1 new rule, x; none of the 4 cases notices it, which does not mean that it changes nothing."
    )

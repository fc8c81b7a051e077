"""What a name stands for: what is so or not, what was drawn, and what a value is."""

from __future__ import annotations

from typing import Any

from hexlaw.runtime.words.law_in_words import Words
from hexlaw.runtime.words.spans import plain

from .test_sentences import PHRASES, graph_of, said


def _done(bench: Any, body: str, phrases: str = "") -> list[str]:
    law = "effect drift(u: boat) [1]:\n" + "".join(f"  {line}\n" for line in body.splitlines())
    lines = Words(graph_of(bench, law, PHRASES + '  effect drift reads "{u} drifts"\n' + phrases)).effect("drift")
    return [plain(line.said) for line in lines[1:]]


CROWDED = """let crowded be u.crew > 2
if crowded:
  mark u as moored
if not crowded:
  set u.lit to crowded"""


def test_what_is_so_or_not_is_said_by_its_name(bench: Any) -> None:
    assert _done(bench, CROWDED) == [
        "It is crowded if its crew is more than 2.",
        "If it is crowded, it is now moored.",
        "If it is not crowded, whether it carries a light becomes whether it is crowded.",
    ]


def test_what_is_so_or_not_is_said_in_its_own_words(bench: Any) -> None:
    full = '  variable crowded reads "the harbour is full" / "the harbour has room"\n'
    assert _done(bench, CROWDED, full) == [
        "The harbour is full if its crew is more than 2.",
        "If the harbour is full, it is now moored.",
        "If the harbour has room, whether it carries a light becomes whether the harbour is full.",
    ]


def test_two_that_are_drawn_are_the_first_and_the_second(bench: Any) -> None:
    body = "draw boat v in u\ndraw boat w in u where w is not v\nset v.crew to w.crew"
    assert _done(bench, body)[2] == "The first boat drawn's crew becomes the second boat drawn's crew."


def test_three_dice_are_the_first_the_second_and_the_third(bench: Any) -> None:
    body = "roll d6 as x\nroll d6 as y\nroll d6 as z\nset u.crew to x + y + z"
    assert _done(bench, body) == [
        "One die of 6 sides is thrown.",
        "Another die of 6 sides is thrown.",
        "A third die of 6 sides is thrown.",
        "Its crew becomes the first die plus the second die plus the third die.",
    ]


def test_what_is_picked_of_those_of_whom_something_is_so_is_one_of_them(bench: Any) -> None:
    law = "action haul [2]\n  pick rope(w: boat) where w is lit\n  mark w as moored\n"
    lines = Words(graph_of(bench, law, PHRASES + '  pick haul.rope reads "the tug"\n')).action("haul")
    assert [plain(line.said) for line in lines[1:]] == ["Pick a tug that carries a light.", "The tug is now moored."]


def test_what_a_value_is_and_is_not_has_words_of_its_own(bench: Any) -> None:
    law = "thing boat also\n  haven: hex or none\nrule r [1]\n  when u.haven is h\n  toll(u, h) is 2\n"
    forms = '"the haven of {it}" / "{it} has no haven" / "{it} has a haven" / "{it} makes for {item}"'
    phrases = PHRASES + f'  attribute boat.haven reads {forms} / "{{it}} passes {{item}} by"\n'
    assert said(bench, law, phrases) == ["The toll of a boat in a hex is 2 if it makes for the hex."]
    assert said(bench, law.replace("is h\n", "is not h\n"), phrases) == [
        "The toll of a boat in a hex is 2 if it passes the hex by."
    ]


def test_what_is_offered_names_what_it_is_asked_of(bench: Any) -> None:
    law = "action hail(m: boat) [2]\n  pick hailer(w: boat) where w is lit\n  set w.crew to m.crew\n"
    law += "effect drift(u: boat) [1]:\n  set u.crew to 1\n  offer hail(u) to u.side\n"
    graph = graph_of(bench, law, PHRASES + '  action hail reads "hail {m}"\n  parameter hail.m reads "the passer-by"\n')
    words = Words(graph)
    assert plain(words.effect("drift")[2].said) == "Its side may now hail it."
    assert [plain(line.said) for line in words.action("hail")] == [
        "Hail the passer-by:",
        "Pick the hailer that carries a light.",
        "The hailer's crew becomes the passer-by's crew.",
    ]


def test_what_is_none_from_now_on_is_said_behind_that(bench: Any) -> None:
    assert _done(bench, "set u.friend to none") == ["From now on it has no friend."]


def test_of_many_rules_that_do_not_hold_it_is_said_what_they_are_on(bench: Any) -> None:
    law = "".join(f"rule score.r{n} [1]\n  when u.crew = {n}\n  toll(u, h) is {n}\n" for n in range(1, 6))
    assert said(
        bench, law + "rule r [1]\n  limits score.r1, score.r2, score.r3, score.r4, score.r5\n  when u is lit\n"
    ) == ["The rules on the toll of a boat in a hex do not hold if it carries a light."]


def test_the_one_that_is_gone_through_is_called_by_what_it_is(bench: Any) -> None:
    body = "for each boat v where v is u.friend:\n  mark v as moored"
    assert _done(bench, body) == ["For its friend, if there is one, that boat is now moored."]

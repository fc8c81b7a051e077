"""Advice: what only programs that play ask for."""

from __future__ import annotations

from hexlaw.compiler.comparing.advice import advice
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules


def test_what_worth_and_goals_alone_ask_for_is_advice() -> None:
    compilation = compile_modules("tutorial", Diagnostics())
    assert compilation is not None
    found = advice(compilation)
    assert {"fact:worth", "fact:goals", "quantity:outlook", "fact:way-to-clover", "rule:outlook.startled"} <= found
    asked_by_rules, told_at_the_end, who_wins = "fact:called", "fact:score", "fact:day-goes-to"
    assert found.isdisjoint({"fact:content", asked_by_rules, told_at_the_end, who_wins, "rule:content.fox"})

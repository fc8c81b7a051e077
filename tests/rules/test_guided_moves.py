"""The moves to which a situation leads a new player can be made as they stand, one after the other."""

from __future__ import annotations

from typing import Any

from ..compiler.studio.person_at_page import Person


def test_the_guided_moves_of_the_tutorial_can_be_made() -> None:
    person, led = Person("tutorial", "last-fine-day", "greedy"), list[list[Any]]()
    while (move := person.state["guided"]) is not None:
        led.append(move)
        assert [one[0] for one in led] == [*range(1, len(led) + 1)], "each is followed by the next"
        person.type(move[3])
        if move[3] == "end":
            person.type("end")  # once it has said who can still move
    assert len(led) == led[0][1] == 5


def test_a_move_that_is_taken_back_is_shown_again_and_others_may_come_between() -> None:
    person = Person("tutorial", "last-fine-day", "greedy")
    person.type("move jack 0304 done")
    assert person.state["guided"][0] == 1
    person.type(person.state["guided"][3])
    assert person.state["guided"][0] == 2
    person.type("cancel")
    assert person.state["guided"][0] == 1

"""Throws told as players tell them: what they hang on before they fall, and what came of them."""

from __future__ import annotations

from collections.abc import Callable

from hexlaw.runtime.explain.throws import behind_a_throw, throw_in_words
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.questions import Throw

RAM = """record ramming [1]
  by: boat
quantity force(b: boat): whole [3]
  starts with b.crew
quantity damage(b: boat, pip: whole): whole [2]
  starts with pip
action ram [1]
  open in sailing
  pick rammer(b: boat) where b.side is acting and b is not lit does:
    do strike(ramming(by = b))
effect strike(r: ramming):
  roll 1d6 as pip
  if damage(r.by, pip) > force(r.by):
    mark r.by as lit
"""
WORDS = """words
  record ramming reads "{by} rams"
  quantity force reads "the force of {b}"
  quantity damage reads "the damage to {b}"
"""
ANN = "{ann: {kind: boat, at: A-1, crew: 3}, bob: {kind: boat, at: B-5}}"


def thrown(game: Game) -> tuple[Game, Throw]:
    """The game as it asks for the dice."""
    for text in ("ram", "ann"):
        game.answer(game.meant(text))
    assert isinstance(game.question, Throw)
    return game, game.question


def test_a_throw_is_told_with_its_numbers_and_its_result(begun: Callable[..., Game]) -> None:
    game, question = thrown(begun(RAM + WORDS, ANN))
    lines = "\n".join(throw_in_words(game.law, game.position, game.under_way, question, 6))
    assert "ann rams" in lines
    assert "the force of ann is 3" in lines
    assert "the damage to ann is 6" in lines


def test_of_a_throw_in_secret_is_told_what_it_is_for_if_that_is_about_sides_alone(begun: Callable[..., Game]) -> None:
    """Whoever rams learns nothing of the one who does, and all know whose lookout it is."""
    law = """effect look-out(s: side) [1]:
  roll 1d6 as pip
effect peer(b: boat) [1]:
  roll 1d6 as pip
action ram [1]
  open in sailing
  pick rammer(b: boat) where b.side is acting does:
    do DEED
words
  effect look-out reads "{s} look out"
  effect peer reads "{b} peers about"
"""
    for deed, secretly, openly in (
        ("look-out(acting)", ["reds look out"], ["reds look out"]),
        ("peer(b)", [], ["ann peers about"]),
    ):
        game, question = thrown(begun(law.replace("DEED", deed), ANN))
        told = (game.law, game.position, game.under_way, question, 6)
        assert throw_in_words(*told, in_secret=True) == secretly
        assert throw_in_words(*told) == openly


def test_before_it_falls_only_what_it_hangs_on_is_told(begun: Callable[..., Game]) -> None:
    game, question = thrown(begun(RAM + WORDS, ANN))
    lines = "\n".join(behind_a_throw(game.law, game.position, game.under_way, question))
    assert "ann rams" in lines
    assert "the force of ann is 3" in lines
    assert "damage" not in lines


def test_a_law_without_words_tells_nothing(begun: Callable[..., Game]) -> None:
    game, question = thrown(begun(RAM, ANN))
    assert throw_in_words(game.law, game.position, game.under_way, question, 6) == []
    assert behind_a_throw(game.law, game.position, game.under_way, question) == []


def test_what_is_said_of_several_in_the_same_words_is_said_once(begun: Callable[..., Game]) -> None:
    """Ann and Cat have a crew of 3, Tim has one of 1, which stands in words of its own."""
    law = RAM.replace("  if damage", "  if sum(force(b) for boat b) > 20:\n    mark r.by as moored\n  if damage")
    boats = "{ann: {kind: boat, at: A-1, crew: 3}, tim: {kind: boat, at: A-2, crew: 1},"
    game, question = thrown(begun(law + WORDS, boats + " cat: {kind: boat, at: A-3, crew: 3}}"))
    for lines in (
        throw_in_words(game.law, game.position, game.under_way, question, 6),
        behind_a_throw(game.law, game.position, game.under_way, question),
    ):
        told = "\n".join(lines)
        assert "the force of ann is 3" in told
        assert "  the same holds of cat" in lines
        assert "the force of cat" not in told
        assert "the force of tim is 1" in told


def test_of_very_many_numbers_the_last_is_told_and_the_middle_counted(begun: Callable[..., Game]) -> None:
    """What the dice came to is worked out last, after the force of twenty boats of as many crews."""
    law = RAM.replace("  if damage", "  if sum(force(b) for boat b) > 500:\n    mark r.by as moored\n  if damage")
    boats = ", ".join(f"b{n}: {{kind: boat, at: A-2, crew: {n + 3}}}" for n in range(20))
    game, question = thrown(begun(law + WORDS, "{ann: {kind: boat, at: A-1, crew: 3}, " + boats + "}"))
    lines = throw_in_words(game.law, game.position, game.under_way, question, 6)
    assert lines[0] == "ann rams"
    assert lines[-1] == "the damage to ann is 6"
    assert len(lines) <= 17
    assert any(line.startswith("and ") and line.endswith(" numbers more") for line in lines)


TWO_DICE = RAM.replace("  roll 1d6 as pip\n", "  roll 1d6 as gust\n  roll 1d6 as pip\n").replace(
    "damage(r.by, pip) > force(r.by)", "damage(r.by, pip) > force(r.by) + gust"
)


def test_the_last_of_two_dice_is_told_with_what_both_hang_on(begun: Callable[..., Game]) -> None:
    game, first = thrown(begun(TWO_DICE + WORDS, ANN))
    assert "the force" not in "\n".join(behind_a_throw(game.law, game.position, game.under_way, first))
    game.answer(5)
    second = game.question
    assert isinstance(second, Throw)
    behind = "\n".join(behind_a_throw(game.law, game.position, game.under_way, second))
    assert "the force of ann is 3" in behind
    assert "damage" not in behind
    told = "\n".join(throw_in_words(game.law, game.position, game.under_way, second, 6))
    assert "the damage to ann is 6" in told


def test_nothing_is_told_where_the_first_of_two_dice_has_done_something(begun: Callable[..., Game]) -> None:
    """The crew that the gust has taken would be taken twice."""
    law = TWO_DICE.replace("  roll 1d6 as pip\n", "  set r.by.crew to r.by.crew - 1\n  roll 1d6 as pip\n")
    game, _ = thrown(begun(law + WORDS, ANN))
    game.answer(5)
    second = game.question
    assert isinstance(second, Throw)
    assert behind_a_throw(game.law, game.position, game.under_way, second) == []
    assert throw_in_words(game.law, game.position, game.under_way, second, 6) == []


def test_a_note_of_what_an_earlier_deed_has_removed_keeps_no_throw_from_being_told(begun: Callable[..., Game]) -> None:
    """Ann aimed at Cat, who is gone before Ann's own throw: the note names a boat that is nowhere any more."""
    aimed = (
        "    set b.aims-at to those boat x where x.crew = 9\n    for each boat x where x.crew = 9:\n      remove x\n"
    )
    law = "thing boat also\n  aims-at: set of boat\n" + RAM.replace("    do strike", f"{aimed}    do strike") + WORDS
    game, question = thrown(begun(law, ANN.replace("bob", "cat: {kind: boat, at: A-3, crew: 9}, bob")))
    assert "cat" not in game.position.things
    assert "ann rams" in "\n".join(throw_in_words(game.law, game.position, game.under_way, question, 6))


def test_what_the_effect_has_changed_itself_is_told_as_it_was_before(begun: Callable[..., Game]) -> None:
    """Ann's crew of 3 leaves her before the die falls: from where she lies now, her force would be 0."""
    law = RAM.replace("  roll 1d6 as pip\n", "  let push be force(r.by)\n  set r.by.crew to 0\n  roll 1d6 as pip\n")
    before = begun(law.replace("> force(r.by)", "> push") + WORDS, ANN)
    position = before.position.scratch()
    game, question = thrown(before)
    asked = (game.law, game.position, game.under_way, question)
    assert throw_in_words(*asked, 6) == behind_a_throw(*asked) == []
    assert "the force of ann is 3" in throw_in_words(*asked, 6, position)


PUSHED = RAM.replace("  if damage", "  let push be pip + r.by.crew\n  if push > 20:\n    finish\n  if damage")


def test_what_dice_are_added_up_to_is_told_by_its_name(begun: Callable[..., Game]) -> None:
    game, question = thrown(begun(PUSHED + WORDS + '  variable push reads "the push"\n', ANN))
    asked = (game.law, game.position, game.under_way, question)
    assert throw_in_words(*asked, 6)[:2] == ["ann rams", "the push is 6 + 3 = 9"]
    assert "the push" not in "\n".join(behind_a_throw(*asked))
    game, question = thrown(begun(PUSHED + WORDS, ANN))  # a number without a name is the law's own
    assert "push" not in "\n".join(throw_in_words(game.law, game.position, game.under_way, question, 6))


def test_whom_dice_are_thrown_for_is_told_where_their_numbers_cannot_be(begun: Callable[..., Game]) -> None:
    """The crew has changed before the die falls; but whoever does not see Ann learns nothing of her."""
    law = RAM.replace("do strike(ramming(by = b))", "do strike(b)").replace(
        "effect strike(r: ramming)", "effect strike(b: boat)"
    )
    law = law.replace("r.by", "b").replace("  roll 1d6", "  roll 1d6 as gust\n  set b.crew to b.crew - 1\n  roll 1d6")
    game, _ = thrown(begun(law + WORDS + '  effect strike reads "{b} strikes"\n', ANN))
    game.answer(5)
    second = game.question
    assert isinstance(second, Throw)
    assert behind_a_throw(game.law, game.position, game.under_way, second) == []
    assert throw_in_words(game.law, game.position, game.under_way, second, 6) == ["ann strikes"]
    unseen = game.position.scratch()
    unseen.remove(unseen.things["ann"])
    assert throw_in_words(game.law, unseen, game.under_way, second, 6) == []

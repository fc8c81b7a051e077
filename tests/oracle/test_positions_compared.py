"""How the old machine compares positions that came of one: by what they say otherwise."""

from __future__ import annotations

from collections.abc import Callable

from reference.game import Game
from reference.kept import key, unlike

PIECES = "{f: {kind: ferry, at: A-1}, a: {kind: boat, in: f, crew: 2}, b: {kind: boat, in: a}, x: {kind: boat}}"


def test_a_copy_tells_what_it_says_otherwise(begun: Callable[..., Game], sail: str) -> None:
    p = begun(sail, PIECES).position
    a, b, x = (p.things[name] for name in "abx")
    copy = p.scratch().scratch()
    copy.set(a, "crew", 3)
    copy.set(b, "crew", 5)
    copy.unset(b, "crew")  # as it was: nobody had said anything of it
    copy.stand(x, p.map.find("A-1"))
    copy.stand(b, None)
    copy.stand(b, a)  # back where it was
    assert dict(unlike(copy, p)) == {(a, "crew"): 3, (x, None): p.map.find("A-1")}
    copy.remove(a)
    assert {cell for cell, _ in unlike(copy, p)} == {(a, "crew"), (a, None), (b, None), (x, None)}
    made = copy.place_new("buoy", p.map.find("A-2"))
    assert dict(unlike(copy, p))[made, None] == p.map.find("A-2")


def test_copies_of_one_position_that_say_the_same_have_one_key(begun: Callable[..., Game], sail: str) -> None:
    p = begun(sail, PIECES).position
    a, x = p.things["a"], p.things["x"]
    one, other = p.scratch(), p.scratch()
    one.set(a, "crew", 3)
    one.set(x, "crew", 4)
    other.set(x, "crew", 4)
    assert key(one, p) != key(other, p)
    other.set(a, "crew", 9)
    other.set(a, "crew", 3)
    assert key(one, p) == key(other, p)
    added = other.scratch()
    made = added.add("buoy", "n", None)  # it stands nowhere, but there it is
    assert key(added, p) != key(other, p)
    added.remove(made)
    assert key(added, p) == key(other, p)
    other.remember("seen", (a,))
    assert key(one, p) != key(other, p)

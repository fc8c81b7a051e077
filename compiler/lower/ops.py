"""The operations of the form: for each what it costs, whether it stops where it is asked of nothing, and what it gives.

Where one says what an operation means in the law, that is `evaluate/makers.py`.
"""

from __future__ import annotations

from hexlaw.runtime.base.nodes import Node


class Spec(Node):
    cost: int = 1
    stops: str = ""  # "none": where an argument is none; "ever": with any arguments; "": never
    none: bool = False  # whether its value may be none


_NUMBER, _YES_NO = Spec(3, "none"), Spec(1)

OPS: dict[str, Spec] = {
    **dict.fromkeys(("+", "-", "*", "line", "half", "halved"), _NUMBER), "/": Spec(3, "ever"),
    **dict.fromkeys(("down", "up", "larger", "smaller", "at-most", "at-least"), _NUMBER),
    **dict.fromkeys(("rank", "shifted", "place"), _NUMBER), "numbers": Spec(30, "ever"),
    **dict.fromkeys(("<", "<=", ">", ">="), Spec(1, "none")), "some": Spec(1, "none"),
    **dict.fromkeys(("==", "same", "in", "is-a", "off-board", "shared"), _YES_NO), "is-side-of": Spec(10, "none"),
    "adjacent-to": Spec(3), "comes-before": Spec(10), "touches": Spec(30), "distance": Spec(6, "none"),
    "neighbours": Spec(20, "none"), "neighbour": Spec(3, "none"), "straight-across": Spec(3, "none"),
    "side-between": Spec(3, "none", none=True), "sides-of": Spec(25, "none"), "hexes-of": Spec(3, "none"),
    "sides-along": Spec(150, "none"), "hexes-along": Spec(150, "none"), "sides-on-paths": Spec(200, "none"),
    "hexes-on-paths": Spec(200, "none"), "hexes": Spec(3), "hexsides": Spec(3), "game": Spec(3), "printed": Spec(3),
    "moment": Spec(1), "size": Spec(1), "reached": Spec(1, none=True), "occurs": Spec(3),
    "hexes-before": Spec(60, "none"), "on-map": Spec(10),
}  # fmt: skip
"""`line` is which line of a table a number stands for; `halved` is half a number, rounded down; `some` is its argument,
if it is something; `reached` is what a reach has for a hex; `occurs` is how often something stands in a list; `on-map`
are the hexes of the map among some, in its order; `at-most`, `at-least` and `shifted` may have the values of an ordered
choice as their last argument; `place` is where something stands among these."""

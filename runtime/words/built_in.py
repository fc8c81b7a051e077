"""The machine's own words: for the built-in functions, how a line meets a hex, and where things stand."""

from __future__ import annotations

BUILTIN = {
    "distance": "the distance from {0} to {1}", "neighbours": "the hexes next to {0}",
    "neighbour": "the neighbour of {0} in the direction of {1}",
    "straight-across": "the hex beyond {1} in a straight line from {0}",
    "side-between": "the hexside between {0} and {1}", "sides-of": "the hexsides of {0}",
    "hexes-of": "the two hexes of {0}", "sides-along": "the hexsides that the line from {0} to {1} meets",
    "hexes-along": "the hexes that the line from {0} to {1} meets",
    "hexes-before": "the hexes right before {0} on the line from {1} to {2}",
    "sides-on-paths": "the hexsides on the shortest paths from {0} to {1}",
    "hexes-on-paths": "the hexes on the shortest paths from {0} to {1}", "rounded-down": "{0}, rounded down",
    "rounded-up": "{0}, rounded up", "larger": "the larger of {0} and {1}", "smaller": "the smaller of {0} and {1}",
    "shifted": "{0}, moved by {1}", "numbers": "the whole numbers from {0} to {1}",
    "printed": "the printed {0}", "hex": "{0}",
    "adjacent-to": "{0} is next to {1}", "comes-before": "{0} comes before {1}", "touches": "{0} touches {1}",
    "game": "the game", "off-board": "{0} is off the board", "shared": "{0} is half a hex on each of two boards",
}  # fmt: skip
"""The machine's own words."""
HEXES_OF = "the hexes of "
"""How a set of hexes begins that has a name; what is in it is in that."""
ONE_OF = {
    "neighbours": "hex next to {0}", "sides-of": "hexside of {0}", "hexes-of": "hex beside {0}",
    "sides-along": "hexside on the line from {0} to {1}", "hexes-along": "hex on the line from {0} to {1}",
    "hexes-before": "hex right before {0} on the line from {1} to {2}",
    "sides-on-paths": "hexside on a shortest path from {0} to {1}", "numbers": "whole number from {0} to {1}",
    "hexes-on-paths": "hex on a shortest path from {0} to {1}",
}  # fmt: skip
"""One of what a built-in function gives."""
CONTACT = {
    "side": "the hexside met by {it}", "hex": "the hex met by {it}", "how": "the way in which {it} is met",
    "at": "the part of the line before {it}", "passed": "the number of hexsides passed before {it}",
    "left": "the number of hexsides left after {it}",
}  # fmt: skip
WAYS = {
    "crosses": ("{it} is crossed", "{it} is not crossed"),
    "runs-along": ("{it} lies along the line", "{it} does not lie along the line"),
    "corner": ("{it} is only touched at a corner", "{it} is more than touched at a corner"),
}  # fmt: skip
"""How a line meets a hexside or a hex."""
PLACED = {
    "hex": ("{it} is off the map", "{it} is on the map"), "holder": ("{it} is not in anything", "{it} is in another"),
}  # fmt: skip
"""What is said of a thing that has no place, or has one."""

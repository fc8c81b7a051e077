"""Reads how a module's maps are drawn, `style.yaml`, one file per module layer.

A later layer's rule for the same attribute and value takes the place of the base's; its other rules go first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Mapping as Lookup
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Literal, TypeVar

from hexlaw.compiler.data.findings import Findings, patience
from hexlaw.compiler.data.schema import validate_file
from hexlaw.compiler.data.values import UNREADABLE, Choices, read_value
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Node, Scalar, read_yaml
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.source import Source
from hexlaw.runtime.picture import BadStyle, HexRule, SideRule, Style
from hexlaw.runtime.types import EXACT, OrNone, SetOf, Type, YesNo

Attributes = Lookup[str, Type]

Rule = TypeVar("Rule", HexRule, SideRule)
Made = TypeVar("Made")

_Key = tuple[str, object]
"""What a rule is about: an attribute and a value."""


def read_style(
    sources: Sequence[Source],
    hex_attributes: Attributes,
    side_attributes: Attributes,
    choices: Choices,
    diagnostics: Diagnostics,
) -> Style | None:
    """The style of the merged layers, base first; None when anything is wrong in any of them."""
    with patience(diagnostics) as found:
        hexes: dict[_Key, HexRule] = {}
        sides: dict[_Key, SideRule] = {}
        background = Style().background
        for source in sources:
            tree = read_yaml(source, found)
            if tree is None or not validate_file(tree, "style", found) or not isinstance(tree, Mapping):
                continue
            reader = _Layer(hex_attributes, side_attributes, choices, found)
            hexes = _laid_over(hexes, reader.hex_rules(tree.get("hexes")))
            sides = _laid_over(sides, reader.side_rules(tree.get("sides")))
            background = reader.background(tree) or background
        return None if found.failed else Style(tuple(hexes.values()), tuple(sides.values()), background)
    return None


def _laid_over(base: dict[_Key, Rule], rules: list[Rule]) -> dict[_Key, Rule]:
    layer: dict[_Key, Rule] = {(rule.attribute, rule.value): rule for rule in rules}
    new = {key: rule for key, rule in layer.items() if key not in base}
    return {**new, **base, **layer}


@dataclass
class _Layer:
    hex_attributes: Attributes
    side_attributes: Attributes
    choices: Choices
    found: Findings

    def background(self, tree: Mapping) -> str | None:
        colour = tree.get("background")
        if not isinstance(colour, Scalar):
            return None
        style = self._drawable(colour, partial(Style, background=colour.text))
        return style.background if style else None

    def hex_rules(self, node: Node | None) -> list[HexRule]:
        rules = []
        for item in _mappings(node):
            value = self._value(item, self.hex_attributes, "hex")
            if value is not UNREADABLE:
                rule = self._drawable(item, partial(_hex_rule, item, value))
                rules += [rule] if rule else []
        return rules

    def side_rules(self, node: Node | None) -> list[SideRule]:
        rules = []
        for item in _mappings(node):
            value = self._value(item, self.side_attributes, "hexside")
            width_node = item.get("width")
            width = read_value(width_node, EXACT, {}, self.found) if width_node else Fraction(3)
            if value is not UNREADABLE and isinstance(width, Fraction):
                rule = self._drawable(item, partial(_side_rule, item, value, width))
                rules += [rule] if rule else []
        return rules

    def _value(self, item: Mapping, attributes: Attributes, of: str) -> object:
        """The value a rule looks for: one of those a set can hold; `yes` where nothing is said."""
        name = item.get("attribute")
        type = attributes.get(name.text) if isinstance(name, Scalar) else None
        if type is None:
            place = name if isinstance(name, Scalar) else Scalar("", item.span)
            self.found.unknown("HX172", place, f"a {of} has no attribute", attributes)
            return UNREADABLE
        while isinstance(type, SetOf | OrNone):
            type = type.item
        value = item.get("value")
        if value is None and isinstance(type, YesNo):
            return True
        if value is None:
            self.found.report("HX105", item.span, "the key `value` is missing here")
            return UNREADABLE
        return read_value(value, type, self.choices, self.found)

    def _drawable(self, node: Node, make: Callable[[], Made]) -> Made | None:
        try:
            return make()
        except BadStyle as error:
            self.found.report("HX190", node.span, str(error))
            return None


def _hex_rule(item: Mapping, value: object) -> HexRule:
    name = _text(item, "attribute")
    return HexRule(name, value, _text(item, "fill"), _text(item, "letter"), _text(item, "legend") or name)


def _side_rule(item: Mapping, value: object, width: Fraction) -> SideRule:
    name = _text(item, "attribute")
    kind: Literal["side", "path"] = "path" if _text(item, "kind") == "path" else "side"
    legend = _text(item, "legend") or name
    return SideRule(name, value, _text(item, "stroke"), legend, width, kind, _text(item, "letter"))


def _mappings(node: Node | None) -> tuple[Mapping, ...]:
    items = node.items if isinstance(node, Listing) else ()
    return tuple(item for item in items if isinstance(item, Mapping))


def _text(node: Mapping, key: str) -> str:
    value = node.get(key)
    return value.text if isinstance(value, Scalar) else ""

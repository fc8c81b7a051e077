"""What a module misses that extends nothing: the shipped module that has it, where there is one."""

from __future__ import annotations

from hexlaw.compiler.base.diagnostic import Diagnostic
from hexlaw.compiler.resolve.missing_base import with_a_base


def test_an_attribute_is_looked_for_among_attributes() -> None:
    """The tutorial has an attribute `gait`, and an action `move`, which is not what a chart lacks."""
    gait, move = (
        Diagnostic("HX162", "there is no attribute `gait`"),
        Diagnostic("HX162", "there is no attribute `move`"),
    )
    found = with_a_base([gait, move])
    assert found[0].help == "`tutorial` has it: to change that game, write `extends: tutorial` in module.yaml"
    assert found[1] == move


def test_another_name_is_looked_for_among_declarations() -> None:
    (found,) = with_a_base([Diagnostic("HX263", "there is no action `shove`")])
    assert found.help == "`tutorial` has it: to change that game, write `extends: tutorial` in module.yaml"

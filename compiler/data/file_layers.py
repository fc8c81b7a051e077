"""Files of one name in several layers of a chain: the later ones say what is different, or replace what came before.

A file that says `replaces: yes` stands for all earlier ones of its name. That has to be said: a file that hides another
in silence would also hide what is later mended there.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data.schema import read_file
from hexlaw.compiler.data.yaml_tree import Mapping

_REPLACES = "replaces"


def read_layers(sources: Sequence[Source], schema: str, diagnostics: Diagnostics) -> list[Mapping] | None:
    """Returns what counts of some files of one name, base first: the last that replaces all before it, and what changes
    that.

    None after reporting what is wrong with any of them.
    """
    trees: list[Mapping] = []
    failed = False
    for source in sources:
        tree = read_file(source, schema, diagnostics)
        if tree is None:
            failed = True
            continue
        if is_replacing(tree):
            if source is sources[0]:
                tell_of_nothing_replaced(tree, diagnostics)
                failed = True
            trees.clear()
        trees.append(tree)
    return None if failed else trees


def is_replacing(tree: Mapping) -> bool:
    """Returns whether a file stands for all earlier ones of its name."""
    return tree.text(_REPLACES) == "yes"


def tell_of_nothing_replaced(tree: Mapping, diagnostics: Diagnostics) -> None:
    """Reports a file that stands for all earlier ones, where there are none."""
    key = tree.key(_REPLACES)
    assert key is not None
    message = "there is nothing to replace: no module that is extended has a file of this name"
    diagnostics.report("HX176", key.span, message, help="leave the line out")

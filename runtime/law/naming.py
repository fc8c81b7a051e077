"""Which parts of the nodes of a rule graph are names, and of what: what refers to what is said here alone.

A part holds one name, several, or none; a value may stand with each of several.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.units import UnitType

NAMING: Mapping[type, Mapping[str, str]] = {
    # expressions
    e.Fact: {"name": "fact"},
    e.Quantity: {"name": "quantity"},
    e.Table: {"name": "table"},
    e.Reach: {"name": "reach"},
    e.Memory: {"name": "memory"},
    e.Tally: {"name": "tally"},
    e.Builtin: {"name": "built-in word"},
    e.Attribute: {"name": "attribute"},
    e.NowIn: {"span": "span"},
    e.MakeMoment: {"span": "span"},
    e.Applies: {"rule": "rule"},
    e.WouldBreak: {"effect": "effect", "rule": "rule"},
    e.MakeRecord: {"kind": "record"},
    e.Things: {"kind": "kind"},
    e.IsKind: {"kind": "kind"},
    e.Compare: {"order": "choice"},
    t.Choice: {"name": "choice"},
    t.Kind: {"name": "type"},
    # statements
    e.SetAttribute: {"name": "attribute"},
    e.Place: {"kind": "kind"},
    e.Do: {"effect": "effect"},
    e.Announce: {"event": "event"},
    e.Offer: {"action": "action"},
    e.Write: {"order": "order", "fields": "attribute"},
    e.Begin: {"task": "task"},
    e.Pick: {"path": "pick"},
    e.Point: {"keeps": "attribute"},
    # rules and what they conclude
    g.Rule: {"follows": "rule", "by_ruling": "ruling", "against": "ruling"},
    g.Gives: {"fact": "fact"},
    g.Collects: {"fact": "fact"},
    g.Changes: {"quantity": "quantity"},
    g.Rounds: {"quantity": "quantity"},
    g.Forbids: {"picks": "pick", "events": "event"},
    g.ComesBy: {"pick": "pick"},
    g.Remembers: {"memory": "memory"},
    g.Counts: {"tally": "tally"},
    g.Ruling: {"confirms": "rule", "amends": "rule", "supersedes": "ruling"},
    g.Drop: {"rule": "rule"},
    # declarations
    g.Origin: {"option": "option", "situation": "situation"},
    g.KindDecl: {"holders": "kind", "parent": "kind", "secret_while": "attribute"},
    g.Lifetime: {"span": "span"},
    g.OptionDecl: {"needs": "option", "excludes": "option"},
    g.ActionDecl: {"parent": "action", "excepts": "rule"},
    g.OpenIn: {"spans": "span"},
    g.OrderDecl: {"name": "kind", "due": "span"},
    g.TaskDecl: {"name": "kind"},
    g.StageDecl: {"opens": "action"},
    UnitType: {"kind": "kind", "values": "attribute"},
}


def named_in(node: object) -> Iterator[tuple[str, str]]:
    """The names in a node itself, each after the sort of what it names."""
    for part, sort in NAMING.get(type(node), {}).items():
        found = getattr(node, part)
        if isinstance(found, str):
            yield sort, found
        else:
            yield from ((sort, each if isinstance(each, str) else each[0]) for each in found or ())

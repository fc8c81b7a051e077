"""Pass 2, resolve (before varying): links of rules, defaults and settlements as later layers change them.

Input: the placed items of all layers. Output: the same, with the links that a `rule NAME also` gives to a rule, with
the picks that an `event NAME also` adds to an event, with the defaults that a `thing NAME also` replaces or that are
dropped, with dropped options off, and without the settled disputes that a later layer settles anew or drops. The items
that change something stay in the list, so that the graph can say who changed it.
"""

from __future__ import annotations

from typing import TypeVar

from hexlaw.compiler.base.diagnostic import Diagnostics, listed
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.resolve.layers import Placed
from hexlaw.runtime.base.nodes import replace

Sort = TypeVar("Sort", bound=s.Item)

BEARING = ("over", "limits", "lifts")
"""What one rule of a base can be given towards another. To take one away, a rule `replaces` or `drop` is written."""


def amends(item: s.Item) -> bool:
    """Whether an item gives links to a rule, or changes a default, a settlement or an option."""
    match item:
        case s.Rule() | s.Event():
            return item.also
        case s.Thing():
            return bool(item.defaults)
        case s.Settle():
            return item.anew is not None
        case s.Drop():
            return item.sort in ("default", "settlement", "option")
        case _:
            return False


def amended(placed: list[Placed], diagnostics: Diagnostics) -> list[Placed]:
    """The items, with all links, defaults and settlements as they stand after all layers."""
    if not any(amends(p.item) or isinstance(p.item, s.Settle) for p in placed):
        return placed
    return _Amending(placed, diagnostics).amended()


def always(p: Placed, name: s.Ident, diagnostics: Diagnostics, help: str | None = None) -> bool:
    """Whether a change holds in every game: what is changed by name is the same under all options; rules are not."""
    hangs = p.origin.option or p.origin.situation
    if hangs:
        message = f"`{name.text}` is changed in a chapter that holds only with `{hangs}`"
        usual = "change it in a chapter that always holds, and let a fact that a rule of this one decides say when"
        diagnostics.report("HX244", name.span, message, help=help or usual)
    return not hangs


_Settled = tuple[int, Placed, s.Settle]


class _Amending:
    def __init__(self, placed: list[Placed], diagnostics: Diagnostics) -> None:
        self.placed: list[Placed | None] = [*placed]
        self.diagnostics = diagnostics

    def amended(self) -> list[Placed]:
        for at, p in enumerate(self.placed):
            if p is None:
                continue
            match p.item:
                case s.Rule(also=True) as item:
                    self._order(p, item)
                case s.Event(also=True) as item:
                    self._come_about(item)
                case s.Thing() as item if item.defaults:
                    for default in item.defaults:
                        if always(p, default.name, self.diagnostics):
                            self._change_default(item.name, default.name, default.value)
                case s.Settle() as item:
                    self._settle(at, p, item)
                case s.Drop(sort="default") as item:
                    self._drop_default(p, item)
                case s.Drop(sort="settlement") as item:
                    self._drop_settlement(at, p, item)
                case s.Drop(sort="option") as item:
                    self._drop_option(p, item)
        return [p for p in self.placed if p is not None]

    # -- the links of a rule

    def _order(self, p: Placed, item: s.Rule) -> None:
        help_ = "here, write a rule that `limits` the one that is to give way, where both hold"
        if not always(p, item.name, self.diagnostics, help_):
            return
        linked = all(link.how in BEARING for link in item.links) and bool(item.links)
        if not linked or replace(item, links=(), doc="", cite=None) != s.Rule(
            item.name, None, "", also=True, span=item.span
        ):
            message = f"`also` gives `{item.name.text}` more rules to bear on, and changes nothing else of it"
            help_ = f"write `over`, `limits` or `lifts`; for another rule in its place, `replaces {item.name.text}`"
            self.diagnostics.report("HX243", item.name.span, message, help=help_)
            return
        for at, found, rule in self._each(s.Rule):
            if rule.name.text == item.name.text and not rule.also:
                self.placed[at] = replace(found, item=replace(rule, links=(*rule.links, *item.links)))
                return
        known = {rule.name.text for _, _, rule in self._each(s.Rule)} - {item.name.text}
        self.diagnostics.unknown("HX242", item.name, "there is no rule", known, rest=" to change")

    # -- by which picks an event comes about

    def _come_about(self, item: s.Event) -> None:
        """Adds the picks, in a chapter of an option too: there the actions are open only with it."""
        if not item.by or item.params:
            message = f"`also` says by which further picks `{item.name.text}` comes about, and nothing else of it"
            self.diagnostics.report("HX243", item.name.span, message, help="write `by ACTION.PICK` below it")
            return
        for at, found, event in self._each(s.Event):
            if event.name.text == item.name.text and not event.also:
                self.placed[at] = replace(found, item=replace(event, by=(*event.by, *item.by)))
                return
        known = {event.name.text for _, _, event in self._each(s.Event) if not event.also}
        self.diagnostics.unknown("HX242", item.name, "there is no event", known, rest=" to change")

    # -- defaults

    def _drop_default(self, p: Placed, item: s.Drop) -> None:
        kind, _, attribute = item.name.text.rpartition(".")
        if not kind:
            message = f"whose default `{attribute}` is, is not said"
            self.diagnostics.report("HX243", item.name.span, message, help=f"write `drop default KIND.{attribute}`")
        elif always(p, item.name, self.diagnostics):
            span = item.name.span
            self._change_default(s.Ident(kind, span=span), s.Ident(attribute, span=span), None)

    def _change_default(self, kind: s.Ident, name: s.Ident, value: s.Expr | None) -> None:
        for at, found, thing in self._each(s.Thing):
            named = [each.name.text == name.text for each in thing.attributes]
            if thing.name.text == kind.text and any(named):
                attributes = zip(thing.attributes, named, strict=True)
                changed = tuple(replace(each, default=value) if it else each for each, it in attributes)
                self.placed[at] = replace(found, item=replace(thing, attributes=changed))
                return
        self._no_attribute(kind, name)

    def _no_attribute(self, kind: s.Ident, name: s.Ident) -> None:
        things = [thing for _, _, thing in self._each(s.Thing)]
        parents = {one.name.text: [parent.text for parent in one.parents] for one in things if one.parents}
        waiting, seen = [*parents.get(kind.text, ())], {kind.text}
        while waiting:
            above = waiting.pop(0)
            if any(one.name.text == above and name.text in {a.name.text for a in one.attributes} for one in things):
                message = f"`{name.text}` belongs to every `{above}`, not to each `{kind.text}` by itself"
                help_ = f"write `thing {above} also`; for a `{kind.text}` alone, give the figure in its unit chart"
                self.diagnostics.report("HX243", name.span, message, help=help_)
                return
            waiting += [one for one in parents.get(above, ()) if one not in seen]
            seen.add(above)
        known = [a.name.text for one in things if one.name.text == kind.text for a in one.attributes]
        self.diagnostics.unknown(
            "HX242", name, f"a `{kind.text}` has no attribute", known, rest=" with a default to change"
        )

    # -- settlements

    def _settle(self, at: int, p: Placed, item: s.Settle) -> None:
        earlier = self._settled(at, item.dispute.text)
        if item.anew is not None and item.anew.text != item.dispute.text:
            message = f"`{item.dispute.text}` is settled in place of `{item.anew.text}`, which is another dispute"
            self.diagnostics.report("HX243", item.anew.span, message, help=f"write `replaces {item.dispute.text}`")
        elif item.anew is not None and not earlier:
            message = f"nobody has settled `{item.dispute.text}` below"
            self.diagnostics.report("HX242", item.anew.span, message, help="leave the line out: its default gives way")
        elif item.anew is not None:
            if always(
                p, item.dispute, self.diagnostics, "leave the line out: where the option is off, the other holds"
            ):
                for standing, _, _ in earlier:
                    self.placed[standing] = None
        elif p.origin.always:
            self._says_replaces(p, item, earlier)

    def _says_replaces(self, p: Placed, item: s.Settle, earlier: list[_Settled]) -> None:
        for _, one, settled in earlier:
            if not one.origin.always:
                continue
            own = one.layer.name == p.layer.name
            message = f"`{item.dispute.text}` is settled twice" if own else (
                f"`{one.layer.name}` has settled `{item.dispute.text}` as `{settled.reading.text}`"
            )  # fmt: skip
            help_ = (
                "leave one of them out"
                if own
                else f"to settle it otherwise, add the line `replaces {item.dispute.text}`"
            )
            first = ((settled.dispute.span, "settled here first"),)
            self.diagnostics.report("HX245", item.dispute.span, message, help=help_, labels=first)

    def _drop_settlement(self, at: int, p: Placed, item: s.Drop) -> None:
        if not (earlier := self._settled(at, item.name.text)):
            known = {settled.dispute.text for _, _, settled in self._each(s.Settle, at)}
            some = f"settled below are {listed(sorted(known))}" if known else "no dispute is settled below"
            self.diagnostics.unknown("HX242", item.name, "nobody has settled", known, rest=" below", help=some)
        elif always(p, item.name, self.diagnostics):
            for standing, _, _ in earlier:
                self.placed[standing] = None

    # -- options

    def _drop_option(self, p: Placed, item: s.Drop) -> None:
        options = {option.name.text: (at, found, option) for at, found, option in self._each(s.Option)}
        if item.name.text not in options:
            self.diagnostics.unknown("HX242", item.name, "there is no option", options.keys(), rest=" to leave out")
        elif always(p, item.name, self.diagnostics, "an option is left out of every game or of none"):
            at, found, option = options[item.name.text]
            self.placed[at] = replace(found, item=replace(option, default=False))
            dropped = {drop.name.text for _, _, drop in self._each(s.Drop) if drop.sort == "option"}
            for name, (_, _, other) in options.items():
                if name not in dropped and item.name.text in {needed.text for needed in other.needs}:
                    message = f"the option `{name}` needs `{item.name.text}` and can never be on without it"
                    self.diagnostics.report(
                        "HX275", item.name.span, message, help=f"write `drop option {name}` as well"
                    )

    def _settled(self, before: int, dispute: str) -> list[_Settled]:
        return [found for found in self._each(s.Settle, before) if found[2].dispute.text == dispute]

    def _each(self, sort: type[Sort], before: int | None = None) -> list[tuple[int, Placed, Sort]]:
        """The items of a sort that still stand, each with its place in the list."""
        placed = enumerate(self.placed[:before])
        return [(at, p, p.item) for at, p in placed if p is not None and isinstance(p.item, sort)]

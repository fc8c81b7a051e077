"""Pass 2, resolve (between its parts): effects and actions as later layers change them.

Input: the placed items of all layers. Output: the same, with each effect and action as it stands in the end: said anew
by a layer that `replaces` it, with the statements that an item with `also` puts beside its parts, without the parts and
actions that are dropped. What comes after this knows one effect and one action of each name.

A part is a statement that has a name, wherever it stands in the item: a pick, a die, a `let`, a thing that is placed,
`part NAME:`, or what a statement does or announces. A change is made wherever a part of that name stands, as one throw
may be written in several branches. What stands in `part NAME:` becomes statements like all others once nothing can be
put beside it any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hexlaw.compiler.base.diagnostic import Diagnostic, Diagnostics
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.blocks import Block, mapped, picks_in, type_text, within
from hexlaw.compiler.resolve.layers import Placed
from hexlaw.compiler.resolve.merges import always, amended, amends
from hexlaw.runtime.base.nodes import replace

Doing = s.Effect | s.Action
MAX_BLAMED = 3
MAX_KIND_DEPTH = 6
"""Actions that are kinds of each other, one over the other."""
DROPPED = "dropped"
"""How the rule is called by which an action that was dropped is forbidden, behind the name of the action."""


def varied(placed: list[Placed], diagnostics: Diagnostics) -> list[Placed]:
    """The items, with each effect and action as it stands after all layers, and so with what `amended` changes."""
    placed = amended(placed, diagnostics)
    if not any(
        varies(p.item)
        or (isinstance(p.item, s.Action) and p.item.parent is not None)
        or (isinstance(p.item, Doing) and any(isinstance(line, s.Part) for line in within(lines_of(p.item))))
        for p in placed
    ):
        return placed
    return list(_Varying(placed, diagnostics).placed())


def varies(item: s.Item) -> bool:
    """Whether an item changes something of a layer below by its name, other than as a rule does."""
    if isinstance(item, s.Action) and item.parent is not None:
        return False
    if isinstance(item, Doing):
        return item.also or item.anew is not None or bool(item.beside)
    if isinstance(item, s.Sequence):
        return any(beside.how == "replaces" for beside in item.beside)
    return (isinstance(item, s.Drop) and bool(item.sort)) or amends(item)


class _Varying:
    def __init__(self, placed: list[Placed], diagnostics: Diagnostics) -> None:
        self.items = placed
        self.diagnostics = diagnostics
        self.now: dict[tuple[str, str], Placed] = {}  # by sort and name, what stands so far
        self.rules: list[Placed] = []

    def placed(self) -> Iterator[Placed]:
        """Items that change another stay in the list as they are written; the code that reads names skips them."""
        declared: dict[int, tuple[str, str]] = {}
        for p in self.items:
            if isinstance(p.item, s.Effect | s.Action) and not varies(p.item):
                key = _sort(p.item), p.item.name.text
                if self.now.setdefault(key, p) is p:
                    declared[id(p)] = key
        changes = [
            (p, p.item) for p in self.items
            if varies(p.item) and isinstance(p.item, s.Effect | s.Action | s.Drop) and not amends(p.item)
        ]  # fmt: skip
        for depth in range(self._deepest() + 1):  # a kind begins as its parent is in the end
            for p, item in changes:
                if self._depth(_changed(item)) == depth:
                    match item:
                        case s.Effect() | s.Action():
                            self._change(p, item)
                        case s.Drop(sort="action" | "effect" | "part"):
                            self._drop(p, item)
            for key in [key for key in self.now if self._depth(key) == depth + 1]:
                self._begin_as_parent(key)
        for p in self.items:
            stands = self.now[declared[id(p)]] if id(p) in declared else None
            yield p if stands is None else replace(stands, item=_flat(stands.item))
        yield from self.rules

    # -- kinds of actions

    def _depth(self, key: tuple[str, str]) -> int:
        """How many actions an action is a kind of, one over the other; 0 for what stands by itself."""
        depth = 0
        while depth <= MAX_KIND_DEPTH and (found := self.now.get(key)) is not None:
            item = found.item
            if not isinstance(item, s.Action) or item.parent is None:
                break
            key, depth = ("action", item.parent.text), depth + 1
        return depth

    def _deepest(self) -> int:
        deepest = 0
        for key, p in self.now.items():
            depth = self._depth(key)
            if depth > MAX_KIND_DEPTH and isinstance(p.item, s.Action) and p.item.parent is not None:
                message = f"`{key[1]}` is in the end a kind of itself, or of more than {MAX_KIND_DEPTH} others"
                self.diagnostics.report("HX431", p.item.parent.span, message)
                self.now[key] = replace(p, item=replace(p.item, parent=None))
                return self._deepest()
            deepest = max(deepest, depth)
        return deepest

    def _begin_as_parent(self, key: tuple[str, str]) -> None:
        """The kind has the lines of its parent, changed by its own."""
        p = self.now[key]
        item = p.item
        assert isinstance(item, s.Action)
        assert item.parent is not None
        if (above := self.now.get(("action", item.parent.text))) is None:
            known = [n for sort, n in self.now if sort == "action"]
            self.diagnostics.unknown("HX431", item.parent, "there is no action", known, rest=" to be a kind of")
            self.now[key] = replace(p, item=replace(item, parent=None))
            return
        parent = above.item
        assert isinstance(parent, s.Action)
        lines = self._with_beside(parent.lines, item)
        own = replace(
            item, lines=(*lines, *item.lines), beside=(), params=item.params or parent.params,
            open_in=item.open_in or parent.open_in, gives_up=item.gives_up or parent.gives_up,
        )  # fmt: skip
        self.now[key] = replace(p, item=own)

    # -- changes

    def _change(self, p: Placed, item: Doing) -> None:
        target = item.name if item.anew is None else item.anew
        below = self._below(_sort(item), target)
        if below is None or not always(p, target, self.diagnostics):
            return
        if item.anew is not None:
            if item.anew.text != item.name.text:
                message = f"`{item.name.text}` takes the place of `{item.anew.text}` and is called otherwise"
                help_ = f"call it `{item.anew.text}`: all that names the old one then means yours"
                self.diagnostics.report("HX243", item.name.span, message, help=help_)
            elif item.also or item.beside:
                message = f"`{item.name.text}` is said anew here, with nothing of the old one to put lines beside"
                self.diagnostics.report("HX243", item.name.span, message, help="write `also`, or all lines")
            elif self._same_parameters(item, below):
                self.now[_sort(item), item.name.text] = replace(p, item=replace(item, anew=None))
            return
        if not item.also:
            message = f"`{item.name.text}` begins here, with nothing to put lines beside"
            help_ = f"write `{_sort(item)} {item.name.text} also` to change the one below"
            self.diagnostics.report("HX243", item.beside[0].anchor.span, message, help=help_)
            return
        if item.params and not self._same_parameters(item, below):
            return
        self._now_says(below, (*self._with_beside(lines_of(below.item), item), *lines_of(item)), item)

    def _with_beside(self, lines: Block, item: Doing) -> Block:
        """The lines with what an item puts beside their parts or in their place."""
        for beside in item.beside:
            if beside.how == "start":
                lines = (*beside.body, *lines)
            elif self._has_part(lines, beside.anchor, item.name.text):
                lines = _each_part(lines, beside.anchor.text, lambda found, b=beside: _beside(found, b))  # type: ignore[misc]
        return lines

    def _now_says(self, below: Placed, lines: Block, by: Doing | None = None) -> None:
        item = below.item
        assert isinstance(item, Doing)
        if isinstance(item, s.Effect):
            item = replace(item, body=lines)
        else:
            opens = by.open_in if isinstance(by, s.Action) else ()
            marked = item.gives_up or (isinstance(by, s.Action) and by.gives_up)
            excepts = (*item.excepts, *(by.excepts if isinstance(by, s.Action) else ()))
            item = replace(item, lines=lines, open_in=(*item.open_in, *opens), gives_up=marked, excepts=excepts)
        self.now[_sort(item), item.name.text] = replace(below, item=item)

    def _drop(self, p: Placed, item: s.Drop) -> None:
        sort: str = item.sort or "action"
        name, span = item.name.text, item.name.span
        if sort == "part":
            owner, _, part = name.rpartition(".")
            sort = next((sort for sort in ("effect", "action") if (sort, owner) in self.now), "action")
            name = owner or name
        below = self._below(sort, s.Ident(name, span=span))
        if below is None or not always(p, item.name, self.diagnostics):
            return
        if item.sort == "part":
            lines = lines_of(below.item)
            if self._has_part(lines, s.Ident(part, span=span), owner):
                self._now_says(below, _each_part(lines, part, lambda found: ()))
        elif isinstance(below.item, s.Effect):
            self._now_says(below, ())
        elif isinstance(below.item, s.Action):
            self.now[sort, name] = replace(below, item=replace(below.item, open_in=()))
            self._forbid(p, item, below.item)

    def _forbid(self, p: Placed, item: s.Drop, action: s.Action) -> None:
        """An action that is dropped is open nowhere, and where it is offered, a rule forbids it and says why."""
        if not (picks := picks_in(action.lines)):
            return
        span, name = item.name.span, item.name.text
        rule = s.Rule(
            s.Ident(f"{name}.{DROPPED}", span=span), item.cite, item.reason,
            says=s.Literal_("text", item.reason or f"{name} is left out", span=span),
            conclusions=(s.Forbids((s.Ident(f"{name}.{picks[0].name.text}", span=span),), span=span),),
            span=item.span,
        )  # fmt: skip
        self.rules.append(replace(p, item=rule))

    # -- what a change may be made to

    def _below(self, sort: str, name: s.Ident) -> Placed | None:
        if (found := self.now.get((sort, name.text))) is None:
            known = [n for each, n in self.now if each == sort]
            self.diagnostics.unknown("HX242", name, f"there is no {sort}", known, rest=" to change")
        return found

    def _same_parameters(self, item: Doing, below: Placed) -> bool:
        assert isinstance(below.item, Doing)
        own, old = ([(p.name.text, type_text(p.type)) for p in each.params] for each in (item, below.item))
        if own != old:
            listed = ", ".join(f"{name}: {type_}" for name, type_ in old)
            message = f"`{item.name.text}` has other parameters than the one that it changes"
            help_ = f"write `{item.name.text}({listed})`" if old else "leave the parameters out"
            self.diagnostics.report("HX243", item.name.span, message, help=help_)
        return own == old

    def _has_part(self, lines: Block, part: s.Ident, owner: str) -> bool:
        known = sorted({name for line in within(lines) if (name := part_name(line))})
        if part.text not in known:
            has = f"its parts are {', '.join(f'`{name}`' for name in known)}" if known else "it has no part with a name"
            self.diagnostics.unknown("HX242", part, f"`{owner}` has no part", known, help=has)
        return part.text in known


def blamed(found: list[Diagnostic], placed: list[Placed]) -> list[Diagnostic]:
    """The findings, each error in the law of a lower layer with the places where later layers change what is done: a
    base is fine by itself, so one of the changes is what it does not go with. Those that it names come alone. One in a
    library comes with the place where that is used, as it speaks of what things are called there."""
    changes = [p for p in placed if varies(p.item)]
    layers = list(dict.fromkeys(p.layer.name for p in placed))
    home = {p.item.span.source.name: p.layer for p in placed}
    labelled = []
    for d in found:
        at = home.get(d.span.source.name) if d.span is not None and d.level == "error" else None
        use = None if at is None else at.use
        above = [p for p in changes if at is not None and layers.index(p.layer.name) > layers.index(at.name)]
        named = [p for p in above if isinstance(p.item, s.Declared | s.Drop) and f"`{p.item.name.text}`" in d.message]
        said = {home[span.source.name].name for span, _ in d.labels if span.source.name in home}
        is_shown = any(layers.index(name) > layers.index(at.name) for name in said) if at is not None else True
        blame = (named or (above if use is None and not is_shown else []))[:MAX_BLAMED]
        spans = (p.item.name.span if isinstance(p.item, s.Declared | s.Drop) else p.item.span for p in blame)
        labels = tuple((at, f"`{p.layer.name}` changes this below it") for at, p in zip(spans, blame, strict=True))
        if use is not None and use.place is not None:
            called = ", ".join(f"`{old}` is `{new}`" for old, new in use.names.items())
            labels += ((use.place, f"used here{': ' * bool(called)}{called}"),)
        labelled.append(replace(d, labels=(*d.labels, *labels)) if labels else d)
    return labelled


def _changed(item: s.Effect | s.Action | s.Drop) -> tuple[str, str]:
    """Of a change, the sort and the name of what it changes."""
    if not isinstance(item, s.Drop):
        return _sort(item), (item.anew or item.name).text
    owner = item.name.text.rpartition(".")[0] if item.sort == "part" else item.name.text
    return ("effect" if item.sort == "effect" else "action"), owner


def part_name(line: s.Statement) -> str | None:
    """The name by which a variant can speak of a statement."""
    match line:
        case s.Pick() | s.Roll() | s.Let() | s.Part() | s.Point():
            return line.name.text
        case s.Place() | s.Write() | s.Begin() if line.name is not None:
            return line.name.text
        case s.Draw():
            return line.binder.var.text
        case s.Borrowed():
            return line.pick.text.rpartition(".")[2]
        case s.Do(call) | s.Announce(call) | s.Offer(call):
            return call.name.text
        case _:
            return None


def _beside(found: s.Statement, beside: s.BesidePart) -> Block:
    before, after = (found,) * (beside.how == "after"), (found,) * (beside.how == "before")
    return (*before, *beside.body, *after)


def _each_part(lines: Block, name: str, change: Callable[[s.Statement], Block]) -> Block:
    """The lines with each part of a name changed, at whatever depth it stands."""
    return mapped(lines, lambda line: change(line) if part_name(line) == name else None)


def _flat(item: s.Item) -> s.Item:
    """An effect or action whose named parts are statements like all others: names made in them are known below."""

    def flat(lines: Block) -> Block:
        return mapped(lines, lambda line: flat(line.body) if isinstance(line, s.Part) else None)

    if isinstance(item, s.Effect):
        return replace(item, body=flat(item.body))
    return replace(item, lines=flat(item.lines)) if isinstance(item, s.Action) else item


def lines_of(item: s.Item) -> Block:
    return item.body if isinstance(item, s.Effect) else item.lines if isinstance(item, s.Action) else ()


def _sort(item: Doing) -> str:
    return "effect" if isinstance(item, s.Effect) else "action"

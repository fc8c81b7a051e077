"""Pass: what is asked together is answered by one function, in which nothing is worked out twice.

A function of the law is asked by many, so it remembers its answers, and each call costs. One that answers several
questions of the same arguments (`together:NAME`) has all of them before it. What is worked out there for sure is
written in place of its call, and has a name before whatever follows: that name stands for it from then on, in other
rules, in the turns of loops, in both branches of what is decided later. So nothing is remembered, and hardly anything
is called.

A body is gone through as a line of `Let`s. What a function that is written in place names comes into the same line,
under fresh names; only the branches of an `If` and the turns of a loop have lines of their own, which know what was
named before them. What no turn of a loop changes is moved before it. A loop whose turns have a line of their own stands
only as the value of a `Let`, where a printer writes statements. A sum over what is also listed is the sum of the list.

The invariant: at each point `known` has only names that have a value there, so any of its expressions may be replaced
by its name. A number that is changed again and again (`it@2`) has one name for a printer: only its last value is known,
and it is begun anew in each turn. The obvious way, to write one function in place of another wherever that is short,
leaves each answer to be looked up by whatever else asks for it.
"""

from __future__ import annotations

from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.heads import in_turns
from hexlaw.compiler.lower.marks import Marks

TOGETHER = "together:"
MOST_PARTS = 4_000  # so much may be written in place in one function
WRITTEN_IN_PLACE = ("fact:", "quantity:", "part:", "each:", "rule:")
STANDS_ALONE = f.Choose | f.Linked | f.Play | f.Fire
Line = list[tuple[tuple[str, ...], f.Expr, str]]  # what is named one after the other: names, value, note
Known = dict[f.Expr, f.Local]


def fuse(program: f.Program) -> f.Program:
    together = [function for function in program.new() if function.key.startswith(TOGETHER)]
    marks = Marks(program)
    return program.and_([f.with_(g, body=_Fusing(marks, g).branch(g.body, {})) for g in together])


class _Fusing:
    def __init__(self, marks: Marks, function: f.Function) -> None:
        self.marks, self.functions = marks, marks.program.functions
        self.left, self.number = MOST_PARTS, 0
        self.asks: dict[str, frozenset[str]] = {}
        self.within: list[str] = []  # the functions that are being written in place
        self.lists = [x for x in f.everything(function.body) if isinstance(x, f.Loop) and x.how == "list"]

    def branch(self, x: f.Expr, known: Known) -> f.Expr:
        """What has a line of its own."""
        line: Line = []
        last = self.along(x, dict(known), line)
        return _behind(line, last)

    def along(self, x: f.Expr, known: Known, line: Line) -> f.Expr:
        """What a body comes to when all that it names is in the line: an expression, or an `If` of branches."""
        match x:
            case f.Let(names=names, value=value, body=body, note=note):
                found = self.along(value, known, line)
                changes = "@" in names[0]
                if isinstance(found, f.Local | f.Const) and len(names) == 1 and not changes:
                    body = f.replaced(body, {f.Local(names[0], value.type): found})
                else:
                    line.append((names, found, note))
                    if len(names) == 1 and not changes and not isinstance(found, f.If | f.Stop):
                        known[found] = f.Local(names[0], value.type)
                return self.along(body, known, line)
            case f.If(test=test, then=then, otherwise=otherwise):
                test = self.plain(test, known, line)
                while part := self._in_both(then, otherwise, known):
                    known[part] = self.named(part, known, line)
                branches = {"then": self.branch(then, known), "otherwise": self.branch(otherwise, known)}
                found_if: f.Expr = f.with_(x, test=test, **branches)
                return found_if
            case f.Stop():
                return x
            case _:
                return self.plain(x, known, line)

    def plain(self, x: f.Expr, known: Known, line: Line) -> f.Expr:
        """An expression in which what can be written in place, and is worked out for sure, has a name."""
        while True:
            x = _by_name(x, known)
            part = self._first(self.marks.certain(x), known)
            if part is None:
                return x
            known[part] = self.named(part, known, line)

    def named(self, part: f.Expr, known: Known, line: Line) -> f.Local:
        """The name of the value of a call or a loop, which is worked out in the line."""
        if isinstance(part, f.Loop):
            found, word = known.get(_alike(part)) or self._loop(part, known, line), str(part.how)
        else:
            assert isinstance(part, f.Call)
            found, word = self._in_place(part, known, line), self.functions[part.function].title
        if isinstance(found, f.Local):
            return found
        self.number += 1
        local = f.Local(f"{word} {self.number}", part.type)
        line.append(((local.name,), found, ""))
        if isinstance(part, f.Loop):
            known[_alike(part)] = local
        return local

    # -- calls

    def _in_place(self, call: f.Call, known: Known, line: Line) -> f.Expr:
        function = self.functions[call.function]
        self.left -= len(f.everything(function.body))
        self.number += 1
        by: dict[f.Expr, f.Expr] = {}
        for name in _bound(function.body):
            word, at, number = name.partition("@")
            by[f.Local(name, call.type)] = f.Local(f"{word} {self.number}{at}{number}", call.type)
        for (name, type_), arg in zip(function.params, call.args, strict=True):
            given = arg
            if not isinstance(arg, f.Local | f.Const):
                given = known[arg] = f.Local(f"{name} {self.number}", type_)
                line.append(((given.name,), arg, ""))
            by[f.Local(name, type_)] = given
        self.within.append(function.key)
        found = self.along(f.renamed(function.body, by), known, line)
        self.within.pop()
        return found

    def _is_open(self, x: Any) -> bool:
        if not isinstance(x, f.Call) or x.function in self.within or not x.function.startswith(WRITTEN_IN_PLACE):
            return False
        function = self.functions[x.function]
        inside = f.everything(function.body)
        if function.memory == "map" or len(inside) > self.left:
            return False
        if any(isinstance(part, STANDS_ALONE) or (isinstance(part, f.Or) and part.how == "aside") for part in inside):
            return False
        return dict(function.params).keys().isdisjoint(_bound(function.body))

    # -- loops

    def _is_gone_through(self, x: Any, known: Known) -> bool:
        """Whether a loop is written out: in its turns something is written in place, or it sums up what is listed."""
        if not isinstance(x, f.Loop) or x.how not in ("list", "sum") or len(x.binders) != 1 or in_turns(x.item):
            return False
        if isinstance(x.item, f.If) or self._is_listed(x, known):
            return True
        return any(
            isinstance(p, f.Call) and p.function.startswith(WRITTEN_IN_PLACE) for p in self.marks.certain(x.item)
        )

    def _is_listed(self, x: f.Loop, known: Known) -> bool:
        listed = _alike(f.with_(x, how="list"))
        return any(_alike(f.rebuilt(each, lambda part: _by_name(part, known))) == listed for each in self.lists)

    def _loop(self, x: f.Loop, known: Known, line: Line) -> f.Expr:
        (binder,) = x.binders
        fact = f.Local(binder.var, x.type)
        if isinstance(x.item, f.Call) and x.item.args[-1:] == (fact,) and binder.where is None:
            each = x.item.function.replace("fact:", "each:")
            others = x.item.args[:-1]
            if each in self.functions and not any(binder.var in self.marks.free(arg) for arg in others):
                return self.plain(f.Call(each, (*others, binder.over), x.type), known, line)
        if x.how == "sum":
            listed: f.Expr = f.with_(x, how="list")
            if self._is_listed(x, known):
                found = self.named(listed, known, line)
                return f.Loop("sum", (f.Binder("each", found, None),), f.Local("each", x.item.type), x.type)
        inside, turn = dict(known), list[tuple[tuple[str, ...], f.Expr, str]]()
        item = self.along(x.item, inside, turn)
        stays = self._what_turns(binder, turn)
        line += [named for named in turn if stays.isdisjoint(named[0])]
        for value, local in inside.items():
            if value not in known and local.name not in stays and stays.isdisjoint(self.marks.free(value)):
                known[value] = local
        left = [named for named in turn if not stays.isdisjoint(named[0])]
        item = _behind(left, item)
        for part in [] if binder.where is not None else self._same_in_each(left, item, stays):
            self.number += 1
            local = known[part] = f.Local(f"same {self.number}", part.type)
            line.append(((local.name,), part, ""))
            item = f.replaced(item, {part: local})
        found_loop: f.Expr = f.with_(x, item=item)
        return found_loop

    def _same_in_each(self, left: Line, item: f.Expr, stays: set[str]) -> list[f.Expr]:
        """The largest parts that each turn works out for sure and alike."""
        parts = {part for _, value, _ in left for part in self.marks.certain(value)} | self.marks.certain(item)
        same = [
            part
            for part in parts
            if not isinstance(part, tuple | f.Local | f.Const)
            and stays.isdisjoint(self.marks.free(part))
            and self.marks.cost(part) > 1
        ]
        inner = {child for part in same for child in f.everything(part)[1:]}
        return sorted((part for part in same if part not in inner), key=str)

    def _what_turns(self, binder: f.Binder, turn: Line) -> set[str]:
        """The names that have another value in each turn, or are begun in each."""
        every = [name for names, _, _ in turn for name in names]
        if binder.where is not None:  # what no turn works out is not worked out before it either
            return {binder.var, *every}
        stays, before = {binder.var, *(name for name in every if "@" in name)}, 0
        while before != len(stays):
            before = len(stays)
            for names, value, _ in turn:
                if not stays.isdisjoint((*names, *self.marks.free(value))):
                    stays.update(names)
        return stays

    # -- what comes next

    def _first(self, parts: frozenset[Any], known: Known) -> f.Expr | None:
        """What is written in place or gone through next: what others are given, or ask for, before those."""
        found = [p for p in parts if self._is_open(p) or self._is_gone_through(p, known)]
        found = [p for p in found if not any(q in f.everything(p)[1:] for q in found)]
        return min(found, key=lambda p: (len(self._asked(p)), str(p)), default=None)

    def _asked(self, x: f.Expr) -> frozenset[str]:
        """The functions that working something out may ask."""
        called = f.called_in(x)
        return frozenset(called).union(*map(self._asked_by, called))

    def _asked_by(self, key: str) -> frozenset[str]:
        if key not in self.asks:
            self.asks[key] = frozenset()
            self.asks[key] = self._asked(self.functions[key].body)
        return self.asks[key]

    def _in_both(self, then: f.Expr, otherwise: f.Expr, known: Known) -> f.Expr | None:
        """What is written in place or gone through in both branches for sure."""
        first, second = _by_name(then, known), _by_name(otherwise, known)
        return self._first(self.marks.certain(first) & self.marks.certain(second), known)


def _by_name(x: f.Expr, known: Known) -> f.Expr:
    """An expression with the names of what is known in place of that, from within."""
    new: f.Expr = f.rebuilt(x, lambda part: _by_name(part, known))
    return known.get(new, new)


def _behind(line: Line, last: f.Expr) -> f.Expr:
    for names, value, note in reversed(line):
        last = f.Let(names, value, last, last.type, note)
    return last


def _bound(x: f.Expr) -> dict[str, None]:
    """The names that an expression binds, in their order."""
    found: dict[str, None] = {}
    for part in f.everything(x):
        if isinstance(part, f.Let):
            found |= dict.fromkeys(part.names)
        elif isinstance(part, f.Binder):
            found[part.var] = None
    return found


def _alike(loop: f.Loop) -> f.Expr:
    """A loop as it is whatever it calls what it is at."""
    by = {f.Local(binder.var, loop.type): f.Local(f"turn {i}", loop.type) for i, binder in enumerate(loop.binders)}
    found: f.Expr = f.renamed(f.with_(loop, type=loop.item.type), by)
    return found

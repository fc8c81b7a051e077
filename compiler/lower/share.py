"""Pass: what a function would work out twice gets a name where it is first worked out for sure.

At each head, of what the expression there works out for sure, whatever stands again in it or in what follows is named
before it, the largest first. What is only worked out perhaps is never named there: so nothing is worked out in vain. A
name for what stands in one branch is given in that branch.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.heads import in_turns
from hexlaw.compiler.lower.marks import Marks


def share(program: f.Program) -> f.Program:
    marks = Marks(program)
    sharing = _Sharing(marks)
    return program.and_(f.with_(g, body=sharing.body(g.body)) for g in program.new())


class _Sharing:
    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        self.number = 0

    def body(self, x: Any) -> Any:
        part = self._worth_naming(x)
        if part is not None:
            self.number += 1
            name = f"{hint_of(part)}#{self.number}"
            return self.body(f.Let((name,), part, f.replaced(x, {part: f.Local(name, part.type)}), x.type))
        match x:
            case f.Let(names=names, value=value, body=body):
                if isinstance(value, f.If | f.Let):
                    value = self.body(value)
                elif isinstance(value, f.Loop) and in_turns(value.item):
                    value = f.with_(value, item=self.body(value.item))
                body = self.body(body)
                return body if self._is_in_vain(names, value, body) else f.with_(x, value=value, body=body)
            case f.If(then=then, otherwise=otherwise):
                return f.with_(x, then=self.body(then), otherwise=self.body(otherwise))
            case f.Fire(body=body):
                return f.with_(x, body=self.body(body))
        return x

    def _is_in_vain(self, names: tuple[str, ...], value: f.Expr, body: f.Expr) -> bool:
        return self.marks.free(body).keys().isdisjoint(names) and not self.marks.risks(value)

    def _worth_naming(self, x: Any) -> Any:
        head = (
            x.value if isinstance(x, f.Let) else x.test if isinstance(x, f.If) else None if isinstance(x, f.Fire) else x
        )
        if head is None:
            return None
        found = [part for part in self.marks.certain(head) if not isinstance(part, tuple) and _is_shared(part)]
        if not found:
            return None
        times = Counter(f.everything(x))
        again = [part for part in found if times[part] > 1]
        return max(again, key=lambda part: (len(f.everything(part)), str(part)), default=None)


def _is_shared(x: f.Expr) -> bool:
    """Whether working something out takes longer than looking up a name."""
    if isinstance(x, f.Op):
        return any(not isinstance(arg, f.Local | f.Const) for arg in x.args) or x.op not in ("==", "<", ">", "<=", ">=")
    return isinstance(
        x, f.Read | f.Field | f.Cell | f.Call | f.Kept | f.Things | f.Loop | f.And | f.Or | f.Not | f.At | f.Joined
    )


def hint_of(x: f.Expr) -> str:
    """A word for a value that gets a name."""
    match x:
        case f.Read(of=f.Local(name=base), name=name) | f.Field(of=f.Local(name=base), name=name):
            return f"{base} {name}"
        case f.Read(name=name) | f.Field(name=name) | f.Kept(name=name) | f.Op(op=name) if name.isascii():
            return f"the {name}"
        case f.Cell(table=name):
            return f"the {name}"
        case f.Call(function=key):
            return f"the {key.partition(':')[2].partition(' ')[0].partition('(')[0]}"
        case f.Loop(how=how):
            return f"the {how}"
        case _:
            return "it holds"

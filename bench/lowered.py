"""Prints the form that a law is lowered to, after all passes or after one of them.

    python bench/lowered.py tutorial                                  after all passes
    python bench/lowered.py tutorial --pass none --option clouds=on   before any, with an option switched on

One function after the other: its parameters, its marks, and its body, a line for each head and an expression in the
words of the law behind it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.cli.common import LAW, configuration, options, refuse
from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.from_law import lowered
from hexlaw.compiler.lower.marks import Marks
from hexlaw.compiler.lower.passes import PASSES, passed
from hexlaw.compiler.workspace.compiled_laws import law_in_force
from hexlaw.compiler.workspace.workspace import Workspace
from hexlaw.runtime.evaluate.recursion import room_to_nest

UNCHANGED = "none"
"""In place of a pass: before any."""
IN_BETWEEN = {"+", "-", "*", "/", "<", "<=", ">", ">=", "==", "in"}


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("module", metavar="MODULE", help="a name, a folder, or `base + add-on`")
    parser.add_argument("--pass", dest="last", choices=(UNCHANGED, *PASSES), help="after this pass, or before any")
    options(parser, LAW)
    args = parser.parse_args(argv)
    try:
        law = law_in_force(Workspace().compiled(args.module), configuration(args))
    except Refused as refused:
        return refuse(refused, as_json_=False)
    with room_to_nest():
        program = lowered(law)
        print(shown(program if args.last == UNCHANGED else passed(program, args.last)), end="")
    return 0


def shown(program: f.Program) -> str:
    """The text of a whole program."""
    marks = Marks(program)
    return "\n".join(line for key in program.functions for line in [*_function(marks, program.functions[key]), ""])


def _function(marks: Marks, function: f.Function) -> Iterator[str]:
    params = ", ".join(f"{name}: {type_}" for name, type_ in function.params)
    yield f"function {function.key}({params}): {function.body.type}"
    facts = [f"cost {marks.cost_of(function.key)}"]
    facts += ["may stop"] if marks.function_may_stop(function.key) else []
    facts += ["may be none"] if marks.gives_none(function.key) else []
    facts += [f"remembered with the {function.memory}"] if function.memory else []
    reads = sorted(marks.reads_of(function.key))
    facts += [f"depends on {', '.join(reads)}"] if reads else []
    yield f"  -- {'; '.join(facts)}"
    yield from _lines(function.body, "  ")


def _lines(x: f.Part, indent: str) -> Iterator[str]:
    note = getattr(x, "note", "")
    if note:
        yield f"{indent}-- {note}"
    match x:
        case f.Let(name=name, value=value, body=body):
            yield from _named(f"{indent}let {name} = ", value, indent)
            yield from _lines(body, indent)
        case f.If(test=test, then=then, otherwise=otherwise):
            yield f"{indent}if {text(test)}:"
            yield from _lines(then, indent + "  ")
            yield f"{indent}else:"
            yield from _lines(otherwise, indent + "  ")
        case f.Choose(cases=cases, otherwise=otherwise):
            yield f"{indent}choose:"
            for case in cases:
                over = f" over {', '.join(sorted(case.beats))}" if case.beats else ""
                yield f"{indent}  -- {case.rule}{over}"
                yield from _named(f"{indent}  when {text(case.test)}: ", case.value, indent + "  ")
            yield from _named(f"{indent}  otherwise: ", otherwise, indent + "  ")
        case f.Fire(rules=rules, body=body):
            yield f"{indent}fire {', '.join(rules)}"
            yield from _lines(body, indent)
        case _:
            yield indent + text(x)


def _named(head: str, value: f.Part, indent: str) -> Iterator[str]:
    if isinstance(value, f.Let | f.If | f.Choose | f.Fire):
        yield head.rstrip()
        yield from _lines(value, indent + "    ")
    else:
        yield head + text(value)


def text(x: f.Part) -> str:
    """An expression in one line."""
    match x:
        case f.Const(value=value):
            return f'"{value}"' if isinstance(value, str) else str(value)
        case f.Local(name=name):
            return name
        case f.Read(name=name, of=of) | f.Field(name=name, of=of):
            return f"{text(of)}.{name}"
        case f.Cell(table=table, keys=keys):
            return f"{table}[{_list(keys)}]"
        case f.Row(values=values):
            return f"({_list(values)})"
        case f.Kept(sort=sort, name=name, args=args):
            return name if sort == "acting" else f"{sort} {name}({_list(args)})"
        case f.Op(op=op, args=(left, right)) if op in IN_BETWEEN:
            return f"({text(left)} {op} {text(right)})"
        case f.Op(op=op, args=args):
            return f"{op}({_list(args)})"
        case f.Call(function=key, args=args):
            return f"{key.partition('(')[0]}({_list(args)})"
        case f.Things(kind=kind, within=within, deep=deep):
            return f"every {kind}" + ("" if within is None else f" {'within' if deep else 'in'} {text(within)}")
        case f.Items(items=items):
            return f"{{{_list(items)}}}"
        case f.Made(kind=kind, values=values):
            return f"{kind}({_list(values)})"
        case f.Loop(how=how, binders=binders, item=item):
            turns = "".join(f" for {_binder(binder)}" for binder in binders)
            return f"{how}({text(item)}{turns})" if how not in ("any", "count") else f"{how}({turns.strip()})"
        case f.Linked(function=key, args=args, start=start, within=within):
            ends = "" if within is None else f" within {text(within)}"
            word = "flood from" if isinstance(x, f.Flood) else "linked to"
            return f"{word} {text(start)} by {key}({_list(args)}){ends}"
        case f.Steps(flood=flood, goal=goal):
            return f"steps to {text(goal)} in {text(flood)}"
        case f.Joined(sets=sets):
            return f"all of ({_list(sets, '; ')})"
        case f.And(parts=parts):
            return f"({_list(parts, ' and ')})"
        case f.Or(parts=parts, how=how):
            return f"({_list(parts, ' or ')}{f' {how}' if how else ''})"
        case f.Not(inner=inner):
            return f"not {text(inner)}"
        case f.Play(sort=sort, names=names, args=args):
            return f"{sort} {' '.join(names)}({_list(args)})"
        case f.Stop(why=why):
            return f"stop: {why}"
        case _:
            return "(" + " ".join(line.strip() for line in _lines(x, "")) + ")"


def _binder(binder: f.Binder) -> str:
    where = "" if binder.where is None else f" where {text(binder.where)}"
    return f"{binder.var} in {text(binder.over)}{where}"


def _list(parts: tuple[f.Part, ...], between: str = ", ") -> str:
    return between.join(map(text, parts))


if __name__ == "__main__":
    sys.exit(main())

"""Trees of code do in a machine what they say, written out where they are called or not."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from hexlaw.compiler.wasm import code
from hexlaw.compiler.wasm.code import MAX_INLINED, Code, Function, Module, small_of
from hexlaw.compiler.wasm.engines import Trap

EDGES = (0, 1, -1, 2, 7, -7, 63, 64, 127, 128, -64, -65, 2**31, -(2**31), 2**32 + 5, 2**62, 2**63 - 1, -(2**63))


def signed(n: int) -> int:
    return (n + 2**63) % 2**64 - 2**63


def towards_zero(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def by_hand(op: str, a: int, b: int) -> int | None:
    """What the specification of WebAssembly says of an operation on two numbers; None where it traps."""
    ua, ub = a % 2**64, b % 2**64
    match op:
        case "/" | "%" if b == 0:
            return None
        case "/":
            found = towards_zero(a, b)
            return None if found == 2**63 else found
        case "%":
            return a - towards_zero(a, b) * b
    return signed({
        "+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "&": lambda: a & b, "|": lambda: a | b,
        "^": lambda: a ^ b, "<<": lambda: ua << ub % 64, ">>": lambda: a >> ub % 64, ">>u": lambda: ua >> ub % 64,
        "==": lambda: a == b, "!=": lambda: a != b,
        "<": lambda: a < b, "<=": lambda: a <= b, ">": lambda: a > b, ">=": lambda: a >= b, "<u": lambda: ua < ub,
    }[op]())  # fmt: skip


OPERATORS = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>u"]
COMPARISONS = ["==", "!=", "<", "<=", ">", ">=", "<u"]


@pytest.mark.parametrize("op", OPERATORS + COMPARISONS)
def test_an_operator_does_what_the_specification_says(op: str, machine: Any) -> None:
    constant = [Function(f"{i}", ("a",), [("return", (op, "a", b))]) for i, b in enumerate(EDGES)]
    run = machine([Function("two", ("a", "b"), [("return", (op, "a", "b"))]), *constant], {})
    for a in EDGES:
        for i, b in enumerate(EDGES):
            expected = by_hand(op, a, b)
            if expected is None:
                with pytest.raises(Trap):
                    run("two", a, b)
            else:
                assert run("two", a, b) == run(f"{i}", a) == expected, (a, b)


def test_conditions_and_single_bits(machine: Any) -> None:
    tests: dict[str, Code] = {
        "and": ("and", "a", "b"), "or": ("or", "a", "b"), "not": ("not", "a"), "none": ("==", "a", 0),
        "no": ("and", 1, 0), "yes": ("or", 0, 1), "mixed": ("or", ("not", "a"), ("<", "a", "b")),
        "after": ("and", ("do", [("set", "a", ("+", "a", 1))], ("!=", "a", 3)), "b"),
    }  # fmt: skip
    functions = [Function(name, ("a", "b"), [("return", code)]) for name, code in tests.items()]
    functions += [Function(f"{name} ?", ("a", "b"), [("return", ("?", code, 5, "b"))]) for name, code in tests.items()]
    functions += [Function(name, ("a",), [("return", (name, "a"))]) for name in ("ctz", "popcnt")]
    run = machine(functions, {})
    for a in (-1, 0, 1, 2, 2**40):
        for b in (-3, 0, 1, 2**32):
            expected = {
                "and": a and b, "or": a or b, "not": not a, "none": a == 0, "no": False, "yes": True,
                "mixed": not a or a < b, "after": a + 1 != 3 and b,
            }  # fmt: skip
            for name, holds in expected.items():
                assert run(name, a, b) == bool(holds)
                assert run(f"{name} ?", a, b) == (5 if holds else b)
    assert [run("ctz", n) for n in (1, 8, 0, -(2**63))] == [0, 3, 64, 63]
    assert [run("popcnt", n) for n in (0, 7, -1)] == [0, 3, 64]


def test_memory_globals_and_functions_by_number(machine: Any) -> None:
    functions = [
        Function("keep", ("at", "value"), [
            ("store", ("+", "at", 8), "value", 24), ("store", 4096, ("load", "at", 32)),
        ]),
        Function("kept", ("at",), [("return", ("load", "at", 32))]),
        Function("copied", ("to", "size"), [("copy", "to", 4096, "size"), ("return", ("load", "to"))]),
        Function("count", ("by",), [
            ("setg", "lamps", ("+", ("global", "lamps"), "by")), ("return", ("global", "lamps")),
        ]),
        Function("twice", ("a",), [("return", ("*", "a", 2))]),
        Function("less", ("a",), [("return", ("-", "a", 1))]),
        Function("sum", ("a", "b"), [("return", ("+", "a", ("*", 10, "b")))]),
        Function("by number", ("n", "a"), [("return", ("icall", "n", "a"))]),
        Function("by another", ("n", "a"), [("return", ("icall", "n", "a", 3))]),
        Function("silent", ("a",), [("drop", ("call", "count", "a"))]),
    ]  # fmt: skip
    run = machine(functions, {"oil": 3, "lamps": -(2**40)}, ["less", "twice", "sum"])
    run("keep", 160, -5)
    assert (run("kept", 160), run.cell(192), run.cell(4096)) == (-5, -5, -5)
    assert (run("copied", 800, 8), run("copied", 880, 2)) == (-5, 2**16 - 5)
    assert (run("count", 7), run("silent", 3), run.global_("lamps"), run.global_("oil")) == (
        7 - 2**40,
        0,
        10 - 2**40,
        3,
    )
    assert (run("by number", 0, 9), run("by number", 1, 9), run("by another", 2, 9)) == (8, 18, 39)


def test_a_switch_goes_to_one_of_its_bodies(machine: Any) -> None:
    bodies: list[list[Code]] = [
        [("set", "found", 10)],
        [("if", ("<", "a", 50), [("break", "around")]), ("set", "found", 20)],
        [],
        [("return", 30)],
    ]
    function = Function("switch", ("n", "a"), [
        ("set", "found", 1), ("block", "around", [("switch", "n", bodies), ("set", "found", ("+", "found", 5))]),
        ("return", "found"),
    ])  # fmt: skip
    run = machine([function], {})
    cases = {(0, 0): 15, (1, 60): 25, (1, 0): 1, (2, 0): 6, (3, 0): 30, (4, 0): 6, (-1, 0): 6}
    assert {case: run("switch", *case) for case in cases} == cases


def test_names_stand_in_the_module_for_whoever_debugs_it() -> None:
    assert b"light the lamp" in Module({"light the lamp": Function("light the lamp", (), [], exported=True)}).encoded()


def test_a_call_of_what_is_not_there_is_refused_by_name() -> None:
    for body in ([("call", "grim", 1)], [("call", "dim")], [("call", "dim", 1, 2)]):
        functions = [Function("dim", ("a",), []), Function("lit", (), [("drop", line) for line in body], exported=True)]
        with pytest.raises(AssertionError, match=r"lit calls (grim|dim)"):
            Module({each.name: each for each in functions}).encoded()


# ---- functions that are written out where they are called


@pytest.fixture
def not_written_out(machine: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A machine in which all calls are calls."""

    def made(*given: Any) -> Any:
        with monkeypatch.context() as patch:
            patch.setattr(code, "MAX_INLINED", 0)
            return machine(*given)

    return made


def test_what_a_function_left_behind_is_not_found_the_next_time(machine: Any) -> None:
    """A local that was not assigned is 0, at each call."""
    once = Function("once", ("wet",), [
        ("if", "wet", [("set", "lamps", 7)]), ("set", "lamps", ("+", "lamps", 1)), ("return", "lamps"),
    ])  # fmt: skip
    value = Function("value", ("wet",), [("return", ("do", [("if", "wet", [("set", "lamps", 7)])], "lamps"))])
    around = [
        Function(f"around {f.name}", ("n",), [
            ("block", "out", [("loop", "turn", [
                ("if", ("==", "n", 0), [("break", "out")]),
                ("set", "all", ("+", ("*", "all", 10), ("call", f.name, ("==", "n", 3)))),
                ("set", "n", ("-", "n", 1)), ("continue", "turn"),
            ])]),
            ("return", "all"),
        ]) for f in (once, value)
    ]  # fmt: skip
    run = machine([once, value, *around], {})
    assert {*small_of([once, value, *around], [])} == {"once", "value", *(f.name for f in around)}
    assert run("around once", 4) == 1811
    assert run("around value", 4) == 700


def test_small_functions_are_written_out_and_no_others() -> None:
    long = [("set", "a", ("+", "a", i)) for i in range(MAX_INLINED)]
    functions = [
        Function("small", ("a",), [("return", ("+", "a", 1))]),
        Function("long", ("a",), [*long, ("return", "a")]),
        Function("one", ("a",), [("return", ("call", "other", "a"))]),
        Function("other", ("a",), [("return", ("call", "one", "a"))]),
        Function("by number", ("a",), [("return", "a")]),
        Function("lit", ("a",), [("return", ("call", name, "a")) for name in ("small", "long", "one", "by number")]),
    ]
    found = small_of(functions, ["by number"])
    assert {*found} == {"small", "lit"}


def test_what_is_written_out_is_not_there_by_itself() -> None:
    functions = [
        Function("called from outside", (), [("return", ("call", "lights", 1))], exported=True),
        Function("lights", ("x",), [("if", "x", [("drop", ("call", "burns"))]), ("return", "x")]),
        Function("burns", (), [("return", ("call", "burns"))]),
        Function("by number", ("x",), [("return", "x")]),
        Function("alone", (), [("return", ("call", "calls alone"))]),
        Function("calls alone", (), [("return", ("call", "alone"))]),
    ]
    found = Module({each.name: each for each in functions}, {}, ["by number"]).encoded()
    assert {f.name for f in functions if f.name.encode() in found} == {"called from outside", "burns", "by number"}


class Returned(Exception):
    pass


class Left(Exception):
    pass


class ByHand:
    """Does what trees of code say, in Python."""

    def __init__(self, functions: Sequence[Function], lamps: int) -> None:
        self.functions = {f.name: f for f in functions}
        self.globals = {"lamps": lamps}
        self.steps = 0

    def call(self, name: str, args: Sequence[int]) -> int:
        function = self.functions[name]
        try:
            self.lines(function.body, dict(zip(function.params, args, strict=True)))
        except Returned as found:
            return int(found.args[0])
        return 0

    def value(self, x: Code, known: dict[str, int]) -> int:
        match x:
            case int():
                return x
            case str():
                return known.get(x, 0)
            case ("and", a, b):
                return int(bool(self.value(a, known) and self.value(b, known)))
            case ("or", a, b):
                return int(bool(self.value(a, known) or self.value(b, known)))
            case ("not", a):
                return int(not self.value(a, known))
            case ("?", test, a, b):
                return self.value(a if self.value(test, known) else b, known)
            case ("do", lines, a):
                self.lines(lines, known)
                return self.value(a, known)
            case ("call", name, *args):
                return self.call(name, [self.value(arg, known) for arg in args])
            case ("global", name):
                return self.globals[name]
            case (op, a, b):
                found = by_hand(op, self.value(a, known), self.value(b, known))
                assert found is not None
                return found
        raise AssertionError(x)

    def lines(self, lines: Sequence[Code], known: dict[str, int]) -> None:
        for line in lines:
            match line:
                case ("set", name, a):
                    known[name] = self.value(a, known)
                case ("setg", name, a):
                    self.globals[name] = self.value(a, known)
                case ("drop", a):
                    self.value(a, known)
                case ("return", a):
                    raise Returned(self.value(a, known))
                case ("if", test, then, *otherwise):
                    self.lines(then if self.value(test, known) else [x for o in otherwise for x in o], known)
                case ("block" | "loop" as sort, label, body):
                    again = True
                    while again:
                        again = False
                        try:
                            self.lines(body, known)
                        except Left as to:
                            if to.args[0] != label:
                                raise
                            again = sort == "loop"
                case ("break" | "continue", label):
                    raise Left(label)
                case ("switch", a, bodies):
                    at = self.value(a, known)
                    self.lines(bodies[at] if 0 <= at < len(bodies) else [], known)
                case _:
                    raise AssertionError(line)


class MadeUp:
    """Makes up functions that end, and that call only those before them."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.known: list[Function] = []
        self.number = 0

    def functions(self) -> list[Function]:
        for i in range(6):
            params = ("a", "b")[: self.random.randint(0, 2)]
            body = self.lines(self.random.randint(1, 3), 2, [])
            self.known.append(Function(f"f{i}", params, [*body, ("return", self.value(2))]))
        return self.known

    def value(self, deep: int) -> Code:
        random = self.random
        if deep == 0 or random.random() < 0.2:
            return random.choice(["a", "b", "c", "d", 0, 1, 3, -2, ("global", "lamps")])
        inner = lambda: self.value(deep - 1)  # noqa: E731
        match random.randrange(8):
            case 0 if self.known:
                called = random.choice(self.known)
                return ("call", called.name, *(inner() for _ in called.params))
            case 1:
                return ("?", inner(), inner(), inner())
            case 2:
                return (random.choice(["and", "or"]), inner(), inner())
            case 3:
                return ("not", inner())
            case 4:
                return ("do", self.lines(1, deep - 1, []), inner())
            case 5:
                return (random.choice(COMPARISONS), inner(), inner())
        return (random.choice(["+", "-", "*", "&", "|", "^", "<<", ">>", ">>u"]), inner(), inner())

    def lines(self, count: int, deep: int, labels: list[str]) -> list[Code]:
        return [line for _ in range(count) for line in self.line(deep, labels)]

    def line(self, deep: int, labels: list[str]) -> list[Code]:
        random = self.random
        self.number += 1
        match random.randrange(10) if deep else 0:
            case 1:
                return [("if", self.value(deep), self.lines(1, deep - 1, labels), self.lines(1, deep - 1, labels))]
            case 2:
                return [("if", self.value(deep), self.lines(2, deep - 1, labels))]
            case 3:
                label = f"block {random.randrange(3)}"  # names of labels may be used again, inside each other too
                return [("block", label, self.lines(2, deep - 1, [*labels, label]))]
            case 4:
                turn, left = f"turn {self.number}", f"left {self.number}"
                again: Code = ("if", ("<", left, 3), [("continue", turn)])
                body = self.lines(1, deep - 1, labels)
                return [("set", left, 0), ("loop", turn, [("set", left, ("+", left, 1)), *body, again])]
            case 5:
                return [("switch", ("&", self.value(1), 3), [self.lines(1, deep - 1, labels) for _ in range(3)])]
            case 6:
                return [("if", self.value(1), [("return", self.value(deep - 1))])]
            case 7 if labels:
                return [("if", self.value(1), [("break", random.choice(labels))])]
            case 8:
                return [("setg", "lamps", self.value(deep)), ("drop", self.value(deep))]
        return [("set", random.choice("abcd"), self.value(deep))]


@pytest.mark.parametrize("seed", range(60))
def test_made_up_functions_do_what_they_say_written_out_or_not(seed: int, machine: Any, not_written_out: Any) -> None:
    random = Random(seed)
    functions = MadeUp(random).functions()
    whole, written_out = not_written_out(functions, {"lamps": 2}), machine(functions, {"lamps": 2})
    hand = ByHand(functions, 2)
    for _ in range(12):
        function = random.choice(functions)
        args = [random.choice((0, 1, 2, 5, -3, 2**63 - 1)) for _ in function.params]
        expected = hand.call(function.name, args)
        for run in (whole, written_out):
            assert run(function.name, *args) == expected
            assert run.global_("lamps") == hand.globals["lamps"]

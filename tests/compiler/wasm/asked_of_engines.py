"""What every engine answers alike: `test_engines.py` asks the one that is here, `tests/in-browser` that
of JavaScript, which has this file alone."""

from __future__ import annotations

from typing import Any

NUMBERS = [sign * n for n in (0, 1, 2**31, 2**32, 2**53, 2**53 + 1, 2**62 + 3, 2**63 - 1) for sign in (1, -1)] + [
    -(2**63)
]
LAMPS = 2**17
"""Where the global lies."""
SIZE = 100_000
"""Bytes that are written and read at once."""

EXPECTED = {
    "begun": [-5, "0007ff00"],
    "global": NUMBERS, "written": NUMBERS, "cell": NUMBERS, "read": NUMBERS,
    "call": [n - 1 if n > -(2**63) else 2**63 - 1 for n in NUMBERS],
    "much": True,
    "gives-up": "the code gives up", "divided": "the code gives up", "deep": "no stack is left",
    "afterwards": 3,
    "of its own": [-5, "00000000"],
}  # fmt: skip


def module() -> Any:
    from hexlaw.compiler.wasm.code import Function, Module

    functions = {
        "sum": (("a", "b"), ("return", ("+", "a", "b"))),
        "cell": (("at",), ("return", ("load", "at", 0))),
        "gives-up": (("a",), ("trap",)),
        "deep": (("a",), ("return", ("+", 1, ("call", "deep", ("+", "a", 1))))),
        "divided": (("a",), ("return", ("/", 1, "a"))),
    }
    made = [Function(name, params, [line], exported=True) for name, (params, line) in functions.items()]
    made.append(Function("put", ("at", "n"), [("store", "at", "n", 0), ("return", "at")], exported=True))
    made.append(Function("lamps", (), [("return", ("global", "lamps"))], exported=True))
    made.append(Function("lit", ("n",), [("setg", "lamps", "n"), ("return", "n")], exported=True))
    return Module({each.name: each for each in made}, {"lamps": -5}, [], [(1, b"\7\377")], 4, LAMPS)


def answers(engine: Any, trap: type[Exception], code: bytes) -> dict[str, Any]:
    module = engine.compiled(code)
    one, other = module.instance(), module.instance()
    found: dict[str, Any] = {"begun": [one.cell(LAMPS), one.read(0, 4).hex()]}
    for name, ask in {
        "global": lambda n: (one.put(LAMPS, n), one.call("lamps", ()))[1],
        "written": lambda n: (one.call("lit", (n,)), one.cell(LAMPS))[1],
        "call": lambda n: one.call("sum", (n, -1)),
        "cell": lambda n: (one.write(64, n.to_bytes(8, "little", signed=True)), one.call("cell", (64,)))[1],
        "read": lambda n: int.from_bytes(one.read(one.call("put", (72, n)), 80), "little", signed=True),
    }.items():
        given = [ask(n) for n in NUMBERS]
        assert all(type(each) is int for each in given), name
        found[name] = given
    much = bytes(n * n % 251 for n in range(SIZE))
    one.write(256, much)
    one.write(512, bytearray())
    found["much"] = bytes(one.read(256, 256 + SIZE)) == much
    for name in ("gives-up", "deep", "divided"):
        try:
            found[name] = one.call(name, (0,))
        except trap as why:
            found[name] = str(why)
    found["afterwards"] = one.call("sum", (1, 2))
    found["of its own"] = [other.cell(LAMPS), other.read(256, 260).hex()]
    return found

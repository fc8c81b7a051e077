"""What is written in the subset does what Python does with it; what is not of the subset is refused by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexlaw.compiler.wasm.subset import Library, OutsideSubset

SAME = {
    "arithmetic": """
def lit(a, b):
    return (a + b) * 3 - a * b + (a & b) - (a | b) + (a ^ b) + (a << 2) - (b >> 1) + ~a - -b
""",
    "comparisons": """
def lit(a, b):
    return (a < b) + 2 * (a <= b) + 4 * (a > b) + 8 * (a >= b) + 16 * (a == b) + 32 * (a != b) + 64 * (not a)
""",
    "what and gives": """
def lit(a, b):
    return (a and b) + 100 * (b and a and 7)
""",
    "what or gives": """
def lit(a, b):
    return (a or b) + 100 * (b or a or 7) + 10000 * (a > b or b)
""",
    "and and or in conditions": """
def lit(a, b):
    found = 0
    if a and b or a > 3:
        found = 1
    if not (a or b):
        found = found + 2
    while (found < 5 and b) or found < 3:
        found = found + 1
    return found + (10 if a or b else 20)
""",
    "the second is evaluated only where it decides": """
rings = 0

def ring(a):
    global rings
    rings = rings + 1
    return a

def lit(a, b):
    global rings
    rings = 0
    found = (ring(a) and ring(b)) + (ring(b) or ring(a))
    return found * 100 + rings
""",
    "a loop over a range": """
def lit(a, b):
    found = 0
    for i in range(a):
        found = found * 3 + i
    for i in range(a, b):
        found = found + i
    return found
""",
    "a range with steps": """
def lit(a, b):
    found = 0
    for i in range(a, b, 3):
        found = found * 10 + i
    for i in range(b, a, -2):
        found = found * 7 + i
    return found
""",
    "the variable of a loop after it": """
def lit(a, b):
    i = 77
    for i in range(a):
        pass
    return i
""",
    "the variable of a loop changed in it": """
def lit(a, b):
    found = 0
    for i in range(6):
        i = i * 2 + a
        found = found + i
    return found
""",
    "the end of a range changed in the loop": """
def lit(a, b):
    found = 0
    for i in range(b):
        b = b + 1
        found = found + b
    return found
""",
    "break and continue in loops in loops": """
def lit(a, b):
    found = 0
    for i in range(9):
        if i == a:
            continue
        j = 0
        while True:
            j = j + 1
            if j > i:
                break
            if j == b:
                continue
            found = found + j
        if found > 40:
            break
    return found * 100 + i
""",
    "a return in a loop": """
def lit(a, b):
    for i in range(20):
        for j in range(i):
            if i * j > a + b:
                return i * 100 + j
""",
    "assignments with an operator": """
def lit(a, b):
    a += b
    a *= 3
    a -= 1
    b <<= 2
    b |= 1
    return a ^ b
""",
    "several targets": """
brightness = 40

def lit(a, b):
    global brightness
    a, b, c = b, a + b, 7
    brightness, a = a * c, brightness + 3 * a
    brightness = d = brightness + b
    return brightness * 1000 + a * 100 + d
""",
    "a name that the library has as well": """
brightness = 40

def dim():
    return brightness

def lit(a, brightness):
    brightness = brightness + a
    return brightness + dim()
""",
    "a local under the name of a global": """
brightness = 40

def lit(a, b):
    brightness = a
    return brightness

def dim():
    return brightness
""",
    "a global that is written": """
brightness = 40

def grow(by):
    global brightness
    brightness += by

def lit(a, b):
    global brightness
    brightness = a
    grow(b)
    return brightness
""",
    "yes and no": """
def lit(a, b):
    wet = a > b
    dry = True
    return wet + dry + False
""",
    "functions that call each other": """
def lit(a, b):
    return even(a if a > 0 else -a) * 2 + odd(b if b > 0 else -b)

def even(n):
    return 1 if n == 0 else odd(n - 1)

def odd(n):
    return 0 if n == 0 else even(n - 1)
""",
}


@pytest.mark.parametrize("name", SAME)
def test_the_subset_means_what_python_means(name: str, compiled: Callable[..., Any]) -> None:
    known: dict[str, Any] = {}
    exec(SAME[name], known)
    machine = compiled(SAME[name])
    for a in range(-4, 9):
        for b in range(-4, 9):
            assert machine("lit", a, b) == int(known["lit"](a, b) or 0), (a, b)


def test_cells_constants_and_instructions(compiled: Callable[..., Any]) -> None:
    machine = compiled(
        '''
"""Lanterns."""

def lit(a, b):
    """Notes them."""
    cell[LAMPS] = a
    cell[LAMPS + 8] = b
    cell[a + 16] = LAMPS[0] * LAMPS[b - 6]
    LAMPS[b], LAMPS[8] = LAMPS[b - 6], LAMPS[0]
    copy_bytes(LAMPS + 80, LAMPS, 16)
    return by_number(0, a)

def twice(a):
    return 2 * a

def first_of(of):
    return of + 8

def end_of(of):
    return of + 8 + (cell[of] << 3)

def told(a, b):
    """Goes through a list that grows meanwhile."""
    cell[LAMPS] = 2
    cell[LAMPS + 8], cell[LAMPS + 16] = a, b
    found = 0
    for x in members(LAMPS):
        cell[LAMPS] = 9
        if x == 5:
            continue
        found = found * 10 + x
    return found

def bits(a, b):
    return shifted_right(a, b) + below_unsigned(a, b)

def low(a):
    return 100 * ctz(a) + popcnt(a)

def towards_zero(a, b):
    return 1000 * (a // b) + a % b
''',
        ["twice"],
        LAMPS=160,
    )
    assert machine("lit", 144, 7) == 288
    assert [machine.cell(at) for at in (160, 168, 240, 248)] == [144 * 7, 7, 144 * 7, 7]
    assert machine.cell(160 + 7 * 8) == 7
    assert machine.cell(160 + 8 * 8) == 144 * 7
    assert machine("told", 3, 4) == 34
    assert machine("told", 5, 4) == 4
    unsigned = 2**64 - 9
    assert machine("bits", -9, 60) == unsigned >> 60
    assert machine("bits", 4, 60) == 0 + 1
    assert machine("low", 0b101100) == 203
    assert machine("towards_zero", -7, 2) == -3001


OUTSIDE = {
    "the else of a while": ("while a:\n        a = 0\n    else:\n        a = 1", 3),
    "the else of a for": ("for i in range(a):\n        a = 0\n    else:\n        a = 1", 3),
    "a step that is no number": ("for i in range(0, 9, a):\n        pass", 3),
    "a step of nothing": ("for i in range(0, 9, 0):\n        pass", 3),
    "a loop over something else": ("for i in a:\n        pass", 3),
    "a range of nothing": ("for i in range():\n        pass", 3),
    "a call with keywords": ("a = dim(of=a)", 3),
    "a call with a star": ("a = dim(*a)", 3),
    "an instruction with too few": ("a = ctz()", 3),
    "a power": ("a = a**2", 3),
    "a power that is assigned": ("a **= 2", 3),
    "a true division": ("a = a / 2", 3),
    "a comparison of two and two": ("a = 0 < a < 3", 3),
    "is": ("a = a is a", 3),
    "in": ("a = a in a", 3),
    "a plus in front": ("a = +a", 3),
    "a cell with an operator": ("cell[a] += 1", 3),
    "a cell of something else": ("a = lamp[a]", 3),
    "a cell of a local": ("a = a[1]", 3),
    "a pair of three": ("a, b = 1, 2, 3", 3),
    "a pair that is taken apart": ("a, b = a", 3),
    "a text": ("a = 'wick'", 3),
    "a fraction": ("a = 1.5", 3),
    "a number too large": ("a = 2**3 + 9223372036854775808", 3),
    "a name that nobody knows": ("a = wick", 3),
    "a constant that the layout lacks": ("a = WICK", 3),
    "a global that is not there": ("global wick\n    wick = 1", 3),
    "a constant that is assigned": ("LAMPS = 1", 3),
    "an assertion": ("assert a", 3),
    "a function inside": ("def inner():\n        return 1", 3),
    "something deleted": ("del a", 3),
}


@pytest.mark.parametrize("name", OUTSIDE)
def test_what_is_not_of_the_subset_is_refused_with_its_line(name: str, compiled: Callable[..., Any]) -> None:
    line, at = OUTSIDE[name]
    with pytest.raises(OutsideSubset, match=rf"lantern\.py:{at}: in `lit`: "):
        compiled(f"\ndef lit(a):\n    {line}\n    return a\n", LAMPS=8)


HEADS = {
    "a default": "def lit(a=1):\n    return a",
    "any number of parameters": "def lit(*a):\n    return 1",
    "keywords": "def lit(**a):\n    return 1",
    "a parameter by keyword": "def lit(*, a):\n    return a",
    "another decorator": "@cached\ndef lit(a):\n    return a",
    "a class": "class Lit:\n    pass",
    "a condition": "if 1:\n    lamps = 2",
    "a global that is no number": "lamps = 'two'",
    "a global that is worked out": "lamps = 1 + later",
    "two globals at once": "lamps = oil = 2",
    "an import of something else": "from math import gcd",
    "two functions of one name": "def lit(a):\n    return a\ndef lit(a):\n    return 1",
}


@pytest.mark.parametrize("name", HEADS)
def test_what_a_file_may_not_hold_is_refused(name: str, compiled: Callable[..., Any]) -> None:
    with pytest.raises(OutsideSubset, match=r"lantern\.py:\d+: "):
        compiled(HEADS[name] + "\n")


def test_a_name_that_is_never_assigned_is_not_taken_for_nothing() -> None:
    library = Library({})
    library.read("def lit(wick):\n    return wcik\n", "lantern.py")
    with pytest.raises(OutsideSubset, match=r"lantern\.py:2: in `lit`: the name `wcik` is not known"):
        assert library.functions["lit"]

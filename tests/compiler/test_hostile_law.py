"""Hostile and mangled input: law, cases and questions as nobody would write them. There is an answer to all of it.

Whatever is written, a compiler run ends, in a second or two, with findings or with a law; never with a traceback.
"""

# ruff: noqa: E501 - a line of a table of examples is read across

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlaw.compiler.base.collector import collect_garbage_seldom
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.render import as_json, in_order, render
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.check.question_typing import read_question
from hexlaw.compiler.desk.cases.judge import run_case
from hexlaw.compiler.parse.parse import parse_law, parse_question
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.case_files import read_cases
from hexlaw.runtime.explain.answer import answer, other_answers
from hexlaw.runtime.explain.explain import explain

EVERYTHING = """chapter [1] "Everything"
choice water
  calm, rough,
  reef
choice column in order
  "Odds."
  1-2, 1-1, 2-1
measure fathoms exact "fathoms"
measure pips whole
thing hex also
  water: set of water
thing hexside also
  wall: yes/no "a wall"
thing boat [1]
  "Floats."
  stands in hex or boat, at most 2 deep
  crew: whole = 0
  range: fathoms = 4 1/2
  spent: fathoms = 0
  lit: yes/no
  friend: boat or none
thing ferry is a boat
  decks: whole = 1
thing buoy
  stands in hex
record race
  fast: boat
  slow: set of boat
option fog [2]
  "Fog."
  default off
  needs night
option night
  excludes calm-day
option calm-day
  "Calm."
dispute what-is-near [2]
  "How near is near?"
  reading wide "two hexes" [3]
  reading narrow "one hex"
  default narrow because "it is simpler"
settle what-is-near: wide [Q-004]
fact toll(u: boat, here: hex, there: hex): fathoms
  "What it costs."
  otherwise 1
fact u: boat is keen
fact u: boat sees h: hex
fact crew-of(h: hex) collects boat
table tolls(w: water, crew: whole): fathoms or none [5]
  below crew reads first
  above crew reads last
quantity pull(u: boat, r: race): fathoms
  starts with u.range
  steps first, second
quantity odds(u: boat): column
  starts with 1-1
  steps only
effect sink(u: boat, h: hex) [6]:
  roll 2d6 as pip
  let w be pip + 1
  if pip > 7 and u.crew < 3:
    remove u
  otherwise:
    for each boat v in h where v is not u:
      mark v as lit
      clear lit from v
      set v.crew to v.crew + 1
    place buoy in h as b
    move u to h
  do calm-down(u)
effect calm-down(u: boat):
  set u.spent to 0
action sail [7]
  pick skipper(u: boat) where u.hex is not none
  let here be u.hex
  pick step(there: hex) repeatedly from neighbours(here) where not there is off-board
      costs toll(u, here, there) counted in u.spent does:
    move u to there
reach ways(u: boat, there: hex): fathoms
  by sail.step
rule toll.water [8, Q-003]
  "The water decides."
  when any w in there.water where w is rough
  when every w in there.water satisfies w is not reef
  toll(u, here, there) is 2
rule toll.wall [8]
  over toll.water
  when side-between(here, there) is wall or distance(here, there) > 1
  toll(u, here, there) is most(tolls(w, u.crew) for w in there.water)
rule toll.never [8]
  limits toll.wall
  when (whichever w in {1, 2} gives least w) is 1
rule keen.lit [9]
  under what-is-near: wide
  when u is lit
  u is keen
rule keen.not [9]
  over keen.lit
  by ruling Q-012
  in force from 1970
  in force until 1980
  not u is keen
rule sees.near [9]
  when u.hex adjacent-to h or count(boat v within h) = 0
  u sees h
rule crew.all [9]
  for each boat v in h where v.crew > 0
  crew-of(h) includes v
rule pull.half [10]
  at step pull.first
  when u in r.slow and not u is keen
  halves it
rule pull.more [10]
  at step pull.second
  adds larger(u.range, r.fast.range) - 1
rule pull.round [10]
  rounds pull down after each step
rule odds.up [10]
  at step odds.only
  adds 1
rule move.tired [11]
  forbids sail.step, sail.done
  when u.spent > 5
  says "{u} is tired after {u.spent}"
rule bar.lifted [11]
  lifts move.tired
  when u is keen
rule limit.three [12]
  for each h in hexes
  requires count(boat v in h) <= 3
  says "{h} is full"
rule limit.rest [12]
  forbids done
  when any boat v where sink(v, v.hex) would break limit.three
rule nobody [13]
  leaves "shouting" to the players
rule against.it [13]
  against ruling Q-012
  forbids sail.skipper
  when u is lit
ruling Q-012 [Q Letters 3]
  asks "May it?"
  answers no, "it may not"
  dated 1970
  authority answer
  confirms move.tired
  amends toll.wall
  supersedes Q-011
  shown by sail.first
  notes "so there"
ruling Q-011 [Q Letters 2]
  asks "May it?"
  answers yes
  shown by sail.first
"""
TABLE = "table: tolls\ncite: [H 5]\nacross: [0-2, 3-9]\nrows:\n  calm: [1, 2]\n  rough: [2, 3]\n  reef: [none, none]\n"
CASES = """maps:
  bay: {grid: {orientation: pointy, lines: [A, B], lengths: [4], shifted: second, name: "{line}-{number}"}, hexes: {A-2: {water: [rough], wall: [E]}}}
cases:
  - id: sail.first
    map: bay
    pieces: {a: {kind: boat, at: A-1}, f: {kind: ferry, at: A-2, crew: 2}, i: {kind: boat, in: f}}
    given:
      - {hex: A-3, water: [reef]}
      - {side: [A-1, A-2], wall: yes}
    with: {options: {fog: off}, readings: {what-is-near: narrow}, as-of: 1975}
    let: {r: "race(fast = a, slow = {f, i})"}
    ask: may sail.step(a, A-2)
    expect: legal
  - id: sail.second
    map: bay
    pieces: {a: {kind: boat, at: A-1}}
    ask: "after sink(a, A-1): a.crew"
    expect: {chances: {0: 1}}
  - id: sail.third
    map: bay
    pieces: {a: {kind: boat, at: A-1}}
    ask: reach ways(a)
    expect: {reaches: {A-2: 1}}
  - id: sail.fourth
    configure: {options: {fog: on}}
    expect: {refused: needs}
"""
MANIFEST = """module: wild
title: Wild
version: 0.1.0
sources: {H: {title: Book}, Q: {title: Letters, ids: yes}}
speaks-for: [H, Q]
default-source: H
"""
QUESTIONS = [
    "may sail.step(a, A-2)", "may sail.done(a)", "after sink(a, A-2): a.hex is A-2", "after sink(a, A-2)", "reach ways(a)",
    "toll(a, A-1, A-2) + 1/2", "those b in crew-of(A-2) where b is lit", "count(boat v in A-1 where v sees A-2)",
    "pull(a, race(fast = a, slow = {a}))", "sink(a, A-1) would break limit.three", "keen.lit applies", "odds(a)",
    "a is not keen and not (a is lit or a.crew > 2)", 'hex("A-1") adjacent-to A-2', "shifted(odds(a), 1)",
    "whichever w in {calm, rough} gives least tolls(w, 1)", "one v in {a} where v is lit", "ways(a, A-2) < 3",
]  # fmt: skip


def compiled(folder: Path, law: str | bytes) -> Compilation | None:
    """Compiles, and says what was found in every way there is to say it. What other tests have left in memory is not
    gone through by the collector while the time is taken."""
    (folder / "a.law").write_bytes(law.encode("utf-8", "surrogatepass") if isinstance(law, str) else law)
    found = Diagnostics()
    with collect_garbage_seldom():
        started = time.process_time_ns()
        made = compile_modules(str(folder), found)
        took = time.process_time_ns() - started
    assert took < 3_000_000_000
    assert made is not None or found.has_errors
    for finding in in_order(found):
        assert finding.message
        assert render(finding)
    as_json(found)
    return made


@pytest.fixture(scope="module")
def wild(tmp_path_factory: Any) -> Path:
    folder: Path = tmp_path_factory.mktemp("hostile") / "wild"
    (folder / "tables").mkdir(parents=True)
    (folder / "module.yaml").write_text(MANIFEST)
    (folder / "tables" / "tolls.yaml").write_text(TABLE)
    return folder


@pytest.fixture(scope="module")
def law(wild: Path) -> Compilation:
    made = compiled(wild, EVERYTHING)
    assert made is not None
    return made


def run_cases(path: Path, law: Compilation) -> None:
    found = Diagnostics()
    file = read_cases(path, "x.cases.yaml", found)
    for case in file.cases if file else ():
        outcome = run_case(case, law)
        if outcome.answer is not None:
            for depth in ("talk", "judge", "developer"):
                explain(outcome.answer, depth, other_answers(outcome.answer))  # type: ignore[arg-type]
        found.found.extend(outcome.diagnostics)
    for finding in found:
        render(finding)


def test_the_example_has_every_sort_of_item_and_is_fine(wild: Path, law: Compilation) -> None:
    assert len(law.graph.rules) == 17
    (wild / "x.cases.yaml").write_text(CASES)
    found = Diagnostics()
    file = read_cases(wild / "x.cases.yaml", "x.cases.yaml", found)
    (wild / "x.cases.yaml").unlink()
    assert file is not None, list(found)
    assert [run_case(c, law).diagnostics.found for c in file.cases] == [[], [], [], []]


WORDS = sorted(set(EVERYTHING.replace("\n", " ").split()))


def mangled(text: str, rng: random.Random, words: list[str]) -> str:
    """A few small accidents: a piece lost, doubled, swapped, replaced, or a strange character."""
    for _ in range(rng.randint(1, 3)):
        lines = text.split("\n")
        at = rng.randrange(len(lines))
        match rng.randrange(8):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[at])
            case 2:
                other = rng.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case 3 | 4 | 5:
                parts = lines[at].split(" ")
                spot = rng.randrange(len(parts))
                action = rng.randrange(4)
                if action == 0:
                    del parts[spot]
                elif action == 1:
                    parts.insert(spot, parts[spot])
                else:
                    parts[spot] = rng.choice(words)
                lines[at] = " ".join(parts)
            case 6:
                spot = rng.randint(0, len(lines[at]))
                lines[at] = (
                    lines[at][:spot] + rng.choice("()[]{}\"',.:;#-_=\\/\t\u00e9\u2028\x00\r9aA ") + lines[at][spot:]
                )
            case 7:
                lines[at] = " " * rng.randrange(6) + lines[at].lstrip()
        text = "\n".join(lines) or "x"
    return text


@pytest.mark.parametrize("seed", range(120))
def test_mangled_law(seed: int, wild: Path) -> None:
    made = compiled(wild, mangled(EVERYTHING, random.Random(seed), WORDS))
    if made is not None:
        (wild / "x.cases.yaml").write_text(CASES)
        run_cases(wild / "x.cases.yaml", made)
        (wild / "x.cases.yaml").unlink()


@pytest.mark.parametrize("seed", range(100))
def test_mangled_cases(seed: int, law: Compilation, tmp_path: Path) -> None:
    words = sorted(set(CASES.replace("\n", " ").split()))
    path = tmp_path / "x.cases.yaml"
    path.write_text(mangled(CASES, random.Random(seed), words), "utf-8")
    run_cases(path, law)


def put(question: str, law: Compilation, tmp_path: Path) -> None:
    from hexlaw.compiler.situations.situate import situate
    from hexlaw.runtime.law.law import configure

    path = tmp_path / "x.cases.yaml"
    path.write_text(CASES)
    file = read_cases(path, "x", Diagnostics())
    assert file is not None
    standing = configure(law.graph)
    situation = situate(file.cases[0], law, standing, Diagnostics())
    assert situation is not None
    found = Diagnostics()
    read = read_question(Source("question", question), law.names, situation.map, situation.constants, found)
    assert read is not None or found.has_errors
    for finding in found:
        render(finding)
    if read is not None:
        explain(answer(standing, situation.position, read), "developer", [])


@pytest.mark.parametrize("seed", range(120))
def test_mangled_questions(seed: int, law: Compilation, tmp_path: Path) -> None:
    rng = random.Random(seed)
    words = sorted({w for q in QUESTIONS for w in q.replace("(", " ( ").replace(")", " ) ").split()})
    put(mangled(rng.choice(QUESTIONS), rng, words), law, tmp_path)


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_questions_as_they_are(question: str, law: Compilation, tmp_path: Path) -> None:
    put(question, law, tmp_path)


@given(text=st.text(max_size=200))
def test_any_text_is_read_as_law_and_as_question(text: str) -> None:
    for read in (parse_law, parse_question):
        found = Diagnostics()
        made = read(Source("x", text), found)
        for finding in found:
            render(finding)
        assert made is not None or found.has_errors


# ---- shapes that would hurt a careless machine

HURTFUL = {
    "nothing": "",
    "only comments": "# one\n  # two\n",
    "only blanks": "   \n\n  \n",
    "byte order mark": b"\xef\xbb\xbf" + EVERYTHING.encode(),
    "crlf": EVERYTHING.replace("\n", "\r\n"),
    "not utf-8": b"rule x\xff\xfe",
    "zero byte": "rule x\0y",
    "letters of elsewhere": "rule \u00fcber [1]\n  leaves \"\u2603\" to the players\n",
    "many brackets": "rule a [1]\n  when " + "(" * 2000 + "1 = 1" + ")" * 2000 + "\n  leaves \"x\" to the players\n",
    "many nots": "rule a [1]\n  when " + "not " * 4000 + "1 = 1\n  leaves \"x\" to the players\n",
    "a conclusion of nots": "fact u: hex is odd\nrule a [1]\n  " + "not " * 4000 + "u is odd\n",
    "many sums": "rule a [1]\n  when " + "1 + " * 4000 + "1 = 1\n  leaves \"x\" to the players\n",
    "many dots": "rule a [1]\n  when " + ".".join(["a"] * 8000) + " applies\n  leaves \"x\" to the players\n",
    "many sets": "fact f(h: hex): " + "set of " * 2500 + "hex\n",
    "a huge number": "rule a [1]\n  when " + "9" * 15000 + " = 1\n  leaves \"x\" to the players\n",
    "a huge year": "rule a [1]\n  in force from " + "9" * 15000 + "\n  leaves \"x\" to the players\n",
    "huge dice": "effect f(h: hex):\n  roll " + "9" * 15000 + "d6 as x\n",
    "a huge item": "rule a [1]\n" + "  # x\n" * 10000,
    "deep blocks": "effect f(h: hex):\n" + "".join(" " * (n + 1) + "if 1 = 1:\n" for n in range(150)) + " " * 152 + "let x be 1\n",
    "many closing brackets": "rule a [1]\n" + ")" * 500 + "\n",
    "braces in a text": 'rule a [1]\n  forbids x.y\n  says "{} {{}} {{ } {"\n',
    "kinds in a circle": "thing a-a is a b-b\nthing b-b is a a-a\n  x: whole = 1\nfact f(u: a-a): whole\nrule r [1]\n  f(u) is u.x\n",
    "a kind of itself": "thing a-a is a a-a\n",
    "three kinds in a circle": "thing a-a is a b-b\nthing b-b is a c-c\nthing c-c is a a-a\nfact f(u: a-a): whole\n  otherwise u.y\n",
    "a kind with a taken name": "choice glow\n  x, y\nthing glow is a nothing\n",
    "a later kind of nothing": "thing ghost also is a nothing\n",
    "standing in itself": "thing a-a\n  stands in a-a, at most 99 deep\n",
    "limits in a circle": "rule a-a [1]\n  limits b-b\nrule b-b [1]\n  limits a-a\n",
    "limits of itself": "rule a-a [1]\n  limits a-a\n",
    "limits of all with itself": "rule a-a.b [1]\n  limits a-a.*\n",
    "facts in a circle": "fact f(h: hex): whole\n  otherwise g(h)\nfact g(h: hex): whole\n  otherwise f(h)\n",
    "a record of itself": "record a-a\n  x: a-a\nfact f(r: a-a): a-a\n  otherwise r.x.x.x\n",
    "a record called like a word of the machine": "record distance\n  x: hex\nrecord hex\n  y: hex\n",
    "a choice called like a kind": "choice hex\n  x, y\nchoice contact\n  z\nthing boat\nchoice boat\n  w\n",
    "rulings in a circle": 'ruling Q-001 [1]\n  asks "x"\n  supersedes Q-002\nruling Q-002 [1]\n  asks "x"\n  supersedes Q-001\n',
    "over in a circle": "fact f(h: hex): whole\nrule a-a [1]\n  over b-b\n  f(h) is 1\nrule b-b [1]\n  over a-a\n  f(h) is 1\n",
    "a chapter of no option": 'chapter [1] "x" if option nothing\nrule a-a [1]\n  leaves "x" to the players\n',
    "an effect of itself": "effect f(h: hex):\n  do f(h)\n",
    "a task about nothing that is known": "task mend(b: ghost)\n  stage only lasts 1\naction a-a\n  pick x(h: hex)\n  begin mend(h) with {h}\n",
    "an order about nothing that is known": "order o-o\n  at: ghost\naction a-a\n  pick x(h: hex)\n  write o-o(at = h)\n",
    "a reach by a pick below a point": "thing boat\n  spent: whole = 0\naction a-a\n  pick x(u: boat)\n  point here keeps spent of u\n  pick y(h: hex) repeatedly from neighbours(u.hex) costs 1 counted in u.spent does:\n    mark u as lit\nreach r(u: boat, h: hex): whole\n  by a-a.y\n",
    "an offer to sides that nobody declared": "thing boat\naction a-a(u: boat)\n  pick x(h: hex)\naction b-b\n  pick x(u: boat)\n  offer a-a(u) to keepers\n",
    "a default of the wrong type": "thing boat\n  a-a: whole = 1/2\n  b-b: whole = none\n  c-c: yes/no = 3\n  d-d: hex = 4\n  e-e: set of hex = {1}\n",
}  # fmt: skip


@pytest.mark.parametrize("name", HURTFUL)
def test_hurtful_law(name: str, wild: Path) -> None:
    (wild / "tables" / "tolls.yaml").rename(wild / "kept")
    try:
        made = compiled(wild, HURTFUL[name])
    finally:
        (wild / "kept").rename(wild / "tables" / "tolls.yaml")
    fine = {"nothing", "only comments", "only blanks", "a record of itself", "standing in itself"}
    assert (made is not None) == (name in fine)


@pytest.mark.parametrize("name", ["byte order mark", "crlf"])
def test_harmless_ways_to_save_a_file(name: str, wild: Path) -> None:
    assert compiled(wild, HURTFUL[name]) is not None


def test_two_thousand_rules(wild: Path) -> None:
    law = EVERYTHING + "".join(
        f"rule many.r{n} [1]\n  over toll.water\n  when u.crew = {n} and distance(here, there) = 1\n  toll(u, here, there) is {n}\n"
        for n in range(2000)
    )
    (wild / "a.law").write_text(law)
    started = time.process_time_ns()
    found = Diagnostics()
    made = compile_modules(str(wild), found)
    assert made is not None, list(found)[:3]
    assert time.process_time_ns() - started < 12_000_000_000


def test_two_thousand_rules_in_a_row(wild: Path) -> None:
    """Each limits the one before: refused as too long a chain, not followed to the end of the stack."""
    law = EVERYTHING + 'rule r0 [1]\n  forbids sail.step\n' + "".join(
        f"rule r{n} [1]\n  limits r{n - 1}\n  when u.crew = {n}\n" for n in range(1, 2000)
    )  # fmt: skip
    assert compiled(wild, law) is None


def test_steps_of_steps_that_double(wild: Path) -> None:
    """An effect that does another twice, which does another twice ...: 2 to the power of 40 statements."""
    law = EVERYTHING + "effect e0(u: boat):\n  mark u as lit\n"
    law += "".join(f"effect e{n}(u: boat):\n  do e{n - 1}(u)\n  do e{n - 1}(u)\n" for n in range(1, 41))
    made = compiled(wild, law)
    assert made is not None
    from hexlaw.runtime.law.stops import Exhausted

    (wild / "x.cases.yaml").write_text(CASES.replace("after sink(a, A-1): a.crew", "after e40(a): a.crew"))
    file = read_cases(wild / "x.cases.yaml", "x", Diagnostics())
    (wild / "x.cases.yaml").unlink()
    assert file is not None
    given_ = run_case(file.cases[1], made, tracing=False).answer
    assert given_ is not None
    assert isinstance(given_.stop, Exhausted)

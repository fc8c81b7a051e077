"""Every code that reading and checking law can find, provoked; and what its messages have in common."""

# ruff: noqa: E501 - a line of a table of examples is read across

from __future__ import annotations

import re
from typing import Any

import pytest

from hexlaw.compiler.code_pages import code_pages

SAIL = """action sail [1]
  pick skipper(u: boat)
  let here be u.hex
  pick step(there: hex) repeatedly from neighbours(here) costs 1 counted in u.spent does:
    move u to there
"""
F = "fact f(u: boat): fathoms\n  otherwise 0\n"
R = "rule r [1]\n"
PULL = "quantity pull(u: boat): fathoms\n  starts with u.range\n  steps one, two\n"
TWO = "choice day\n  calm, long\n"  # `calm` is also a water

PROVOKED = [
    ("HX201", "  f(u) is 1\n"),
    ("HX202", R + "  when " + "(" * 30 + "1 = 1" + ")" * 30 + "\n  forbids sail.step\n"),
    ("HX202", R + "  when 1 = " + "1" * 50 + "\n  forbids sail.step\n"),
    ("HX202", R + "  # long\n" * 3000),
    ("HX203", R + "\tforbids sail.step\n"),
    ("HX204", "rool r [1]\n"),
    ("HX204", "rule r [1]\n  wen u is lit\n"),
    ("HX204", "task t\n  x\n"),
    ("HX204", F + R + "  f(u) is 0.5\n"),
    ("HX204", F + R + '  says "open\n  f(u) is 1\n'),
    ("HX204", F + R + "  when u.crew == 1\n  f(u) is 1\n"),
    ("HX204", "fact Loud(u: boat): whole\n"),
    ("HX204", "fact a_b(u: boat): whole\n"),
    ("HX206", F + R + "  at step x.y\n  at step x.y\n  f(u) is 1\n"),
    ("HX206", "choice side\n  x, y\norder sign\n  falls due in wave\n  falls due in wave\nsequence night\n  phase wave by x\n"),
    ("HX206", "choice side\n  x, y\ntask mend(b: buoy)\n  crew boat\n  crew ferry\n  stage all lasts 1\n"),
    ("HX206", "choice side\n  x, y\ntask mend(b: buoy)\n  crew boat\n  stage all lasts 1\n  done:\n    remove task.b\n  done:\n    remove task.b\n"),
    ("HX206", "thing raft\n  stands in hex\n  stands in boat\n"),
    ("HX206", "fact g(u: boat): whole\n  otherwise 1\n  otherwise 2\n"),
    ("HX211", "fact g(u: boot): whole\n"),
    ("HX211", "thing raft is a boot\n"),
    ("HX211", "thing raft also\n  x: whole\n"),
    ("HX211", "thing a-a is a b-b\nthing b-b is a a-a\n"),
    ("HX211", "thing clearing is a hex\n"),
    ("HX211", "thing boat also is a buoy\n"),
    ("HX211", "choice tide also\n  high\n"),
    ("HX211", F + R + "  when any raft x in u.hex\n  f(u) is 1\n"),
    ("HX211", F + R + "  when any hex x\n  f(u) is 1\n"),
    ("HX211", F + R + "  when u is a raft\n  f(u) is 1\n"),
    ("HX211", "effect e(u: boat):\n  place raft in u.hex\n"),
    ("HX211", "fact g(u: boat): " + "set of " * 9 + "hex\n"),
    ("HX211", "quantity pull also (u: boat)\n  step x after y\n"),
    ("HX212", F + F),
    ("HX212", "choice boat\n  x, y\n"),
    ("HX212", "choice tide\n  high, high\n"),
    ("HX212", "thing hex\n  x: whole\n"),
    ("HX212", "thing contact\n"),
    ("HX212", "thing boat also\n  crew: whole\n"),
    ("HX212", "thing ferry also\n  crew: exact\n"),
    ("HX212", "thing boat also\n  holder: hex\n"),
    ("HX212", "fact distance(u: boat): whole\n"),
    ("HX212", "record distance\n  x: whole\n"),
    ("HX212", "record f\n  x: whole\n" + F),
    ("HX212", "record pact\n  x: whole\n  x: whole\n"),
    ("HX212", "fact g(u: boat, u: boat): whole\n"),
    ("HX212", "action sail\n  pick done(u: boat)\n"),
    ("HX212", "action sail\n  pick a-boat(u: boat)\n  pick a-boat(v: boat)\n"),
    ("HX212", PULL.replace("one, two", "one, one")),
    ("HX212", R + '  leaves "x" to the players\n' + R + '  leaves "y" to the players\n'),
    ("HX213", "quantity pull(u: boat): fathoms\n  steps one\n"),
    ("HX221", F + "rule r [1, Z-001]\n  f(u) is 1\n"),
    ("HX221", F + "rule r [ZZ-001]\n  f(u) is 1\n"),
    ("HX231", F + R + "  when u.crew\n  f(u) is 1\n"),
    ("HX231", F + R + "  f(u) is u.lit\n"),
    ("HX231", F + R + "  f(u) is none\n"),
    ("HX231", F + R + "  f(u) is u.crew\n"),
    ("HX231", F + R + "  when u.crew is yes\n  f(u) is 1\n"),
    ("HX231", F + R + "  when u.crew < u.paint\n  f(u) is 1\n"),
    ("HX231", F + R + "  when u.paint < blue\n  f(u) is 1\n"),
    ("HX231", F + R + "  when u.paint is 3\n  f(u) is 1\n"),
    ("HX231", F + R + "  when u in u.hex\n  f(u) is 1\n"),
    ("HX231", F + R + "  when u.hex in u.shadows\n  f(u) is 1\n"),
    ("HX231", F + R + "  when any x in u.hex where 1 = 1\n  f(u) is 1\n"),
    ("HX231", F + R + "  when any boat x in u.crew\n  f(u) is 1\n"),
    ("HX231", F + R + "  when any boat x in {1}\n  f(u) is 1\n"),
    ("HX231", F + R + "  when u.hex is a boat\n  f(u) is 1\n"),
    ("HX231", F + R + "  when count(u) = 1\n  f(u) is 1\n"),
    ("HX231", F + R + "  f(u) is sum(x for x in u.shadows)\n"),
    ("HX231", F + R + "  f(u) is u.range * u.range\n"),
    ("HX231", F + R + "  f(u) is u.lit + 1\n"),
    ("HX231", "measure hours exact\nfact g(u: boat): hours\n" + F + R + "  f(u) is u.range + g(u)\n"),
    ("HX231", "measure hours exact\nfact g(u: boat): hours\n" + F + R + "  f(u) is u.range / g(u)\n"),
    ("HX231", F + R + "  when {u, 1} = {u}\n  f(u) is 1\n"),
    ("HX231", F + R + "  when {} = {}\n  f(u) is 1\n"),
    ("HX231", F + R + "  when shifted(u.paint, 1) is red\n  f(u) is 1\n"),
    ("HX231", F + R + "  when shifted(u.mood, 1/2) is wild\n  f(u) is 1\n"),
    ("HX231", F + R + "  f(u) is larger(u.paint, 1)\n"),
    ("HX231", F + R + "  when (whichever x in u gives least 1) is u\n  f(u) is 1\n"),
    ("HX231", F + R + "  when (whichever x in u.shadows gives least x) is u\n  f(u) is 1\n"),
    ("HX231", "thing raft\n  x: whole = 1/2\n"),
    ("HX231", "thing raft\n  x: whole = none\n"),
    ("HX231", "effect e(u: boat):\n  remove u.hex\n"),
    ("HX231", "effect e(u: boat):\n  set u.shadows to none\n"),
    ("HX231", "fact only-ferries(u: boat): set of ferry\nrule r [1]\n  only-ferries(u) is {u}\n"),
    ("HX231", "measure hours exact\nfact g(u: boat): hours or none\n  otherwise none\nfact h(u: boat): fathoms or none\n  otherwise g(u)\n"),
    ("HX232", F + R + "  f(u) is it + 1\n"),
    ("HX233", TWO + F + R + "  when any x in {calm} where 1 = 1\n  f(u) is 1\n"),
    ("HX234", F + R + "  when v is lit\n  f(u) is 1\n"),
    ("HX234", F + R + "  f(u) is g(u)\n"),
    ("HX234", F + R + "  when u haunts u\n  f(u) is 1\n"),
    ("HX234", F + R + "  when 7-8 is 7-8\n  f(u) is 1\n"),
    ("HX234", F + R + "  when nothing applies\n  f(u) is 1\n"),
    ("HX234", F + R + "  f(u) is 1\nfact h: hex is wet\nrule wet [1]\n  when r applies\n  h is wet\n"),
    ("HX234", F + R + "  when u would break r\n  f(u) is 1\n"),
    ("HX234", "effect e(u: boat):\n  remove u\n" + F + R + "  when e(u) would break r\n  f(u) is 1\n"),
    ("HX234", "effect e(u: boat):\n  do other(u)\n"),
    ("HX234", "effect e(u: boat):\n  remove u\n" + F + R + "  f(u) is e(u)\n"),
    ("HX235", F + R + "  f(u) is 1/0\n"),
    ("HX236", F + R + "  when u.hex is A-1\n  f(u) is 1\n"),
    ("HX236", F + R + '  when printed("x") is u\n  f(u) is 1\n'),
    ("HX237", F + R + "  f(u) is u.keel\n"),
    ("HX237", F + R + "  when u.decks = 1\n  f(u) is 1\n"),
    ("HX237", F + R + "  when u.crew.crew = 1\n  f(u) is 1\n"),
    ("HX237", "record pact\n  x: boat\nfact g(p: pact): whole\n  otherwise p.y\n"),
    ("HX238", F + R + "  f(u) is f(u, u)\n"),
    ("HX238", F + R + "  f(u) is f(u = u)\n"),
    ("HX238", "record pact\n  x: boat\n  y: boat\n" + F + R + "  when pact(x = u) = pact(x = u, y = u)\n  f(u) is 1\n"),
    ("HX238", F + R + "  when printed(u) is u\n  f(u) is 1\n"),
    ("HX238", F + R + "  f(u) is larger(1)\n"),
    ("HX239", F + R + "  when any boat u in u.hex\n  f(u) is 1\n"),
    ("HX239", F + R + "  when (whichever u in u.shadows gives least 1) is u\n  f(u) is 1\n"),
    ("HX239", "effect e(u: boat):\n  let u be 1\n"),
    ("HX239", "effect e(u: boat):\n  roll 1d6 as u\n"),
    ("HX239", "action sail\n  pick one-boat(u: boat)\n  pick two-boat(u: boat)\n"),
    ("HX240", F + R + "  when " + "not " * 100 + "1 = 1\n  f(u) is 1\n"),
    ("HX241", F + R + "  when u is sunny\n  f(u) is 1\n"),
    ("HX242", "effect e also:\n  finish\n"),
    ("HX243", "effect e(u: boat):\n  finish\neffect e(v: boat):\n  replaces e\n  finish\n"),
    ("HX244", 'chapter [1] "x" if option o\noption o\n  default off\neffect e():\n  finish\ndrop effect e\n'),
    ("HX245", "quantity paint of u: boat\n  steps wet\n"),
    ("HX246", "quantity crew of u: boat\n  steps wet\neffect e(u: boat):\n  set u.crew to u.crew - 1\n"),
    ("HX247", "rule r [XX 3]\n  forbids a.p\naction a\n  pick p(u: boat)\n"),
    ("HX251", "effect e(u: boat):\n  set u.hex to u.hex\n"),
    ("HX251", "effect e(u: boat):\n  set u to u\n"),
    ("HX251", "effect e(u: boat):\n  mark u as crew\n"),
    ("HX251", "action sail\n  pick step(u: boat) costs 1 counted in 1\n"),
    ("HX252", "effect e(b: buoy, u: boat):\n  move b to u\n"),
    ("HX252", "effect e(u: boat):\n  place buoy in u\n"),
    ("HX253", "effect e(u: boat):\n  roll 9d6 as x\n"),
    ("HX253", "effect e(u: boat):\n  roll 1d1 as x\n"),
    ("HX254", "thing raft\n  x: whole = 1 + 1\n"),
    ("HX254", "record pact\n  x: whole = 1\n"),
    ("HX256", SAIL + "reach ways(u: boat, there: hex): fathoms\n  by sail.skipper\n"),
    ("HX256", SAIL + "reach ways(v: boat, there: hex): fathoms\n  by sail.step\n"),
    ("HX231", SAIL + "measure hours exact\nreach ways(u: boat, there: hex): hours\n  by sail.step\n"),
    ("HX283", SAIL + "  if ways(u, u.hex) = 1:\n    finish\nreach ways(u: boat, there: hex): fathoms\n  by sail.step\n"),
    ("HX257", "action sail\n  pick number(n: whole)\n"),
    ("HX260", "action sail\n  pick colour(c: text) from {\"red\"}\n"),
    ("HX260", "action sail\n  pick a(h: hex)\n  pick b(k: contact) from hexes-along(h, h)\n"),
    ("HX260", "effect e(s: set of moment):\n  draw m in s\n"),
    ("HX260", 'record note\n  text: text\naction sail\n  pick notes(n: set of note) from {{note(text = "x")}}\n'),
    ("HX260", "memory met(c: set of boat)\n"),
    ("HX260", "memory met(c: contact or none)\n"),
    ("HX260", "tally seen(m: moment): exact\n"),
    ("HX260", "record pair\n  a: boat\ntally seen(p: pair): exact\n"),
    ("HX259", F + R + "  when any boat v where v is lit and any boat w where w is v\n  f(u) is 1\n"),
    ("HX259", F + R + "  when count(boat v where not every w in v.shadows satisfies w is v) > 0\n  f(u) is 1\n"),
    ("HX261", F + R + "  f(u) is 1\n  f(u) is 2\n"),
    ("HX261", F + R + "  when 1 = 1\n"),
    ("HX261", F + R + "  1 = 1\n"),
    ("HX261", R + "  nothing(u) is 1\n"),
    ("HX261", F + R + "  f(u)\n"),
    ("HX261", F + R + "  f(u) includes 1\n"),
    ("HX261", "fact g(u: boat): set of boat\n" + R + "  g(u) includes u\n"),
    ("HX261", "fact g(u: boat) collects boat\n" + R + "  g(u) is {u}\n"),
    ("HX261", "fact g(u: boat) collects boat\n" + R + "  not g(u) includes u\n"),
    ("HX261", "fact u: boat is tidy\n" + R + "  " + "not " * 50 + "u is tidy\n"),
    ("HX262", F + R + "  over nothing\n  f(u) is 1\n"),
    ("HX262", F + R + "  over nothing.*\n  f(u) is 1\n"),
    ("HX262", R + "  limits nothing\n"),
    ("HX262", R + "  limits nothing.*\n"),
    ("HX262", PULL + F + R + "  over step pull.one\n  f(u) is 1\n"),
    ("HX262", "drop nothing [1]\n"),
    ("HX262", 'ruling Q-001 [Q 1]\n  asks "x"\n  confirms nothing\n'),
    ("HX262", F + "rule r0 [1]\n  f(u) is 1\n" + "".join(f"rule r{n} [1]\n  limits r{n - 1}\n  when u.crew = {n}\n" for n in range(1, 60))),
    ("HX262", F + "".join(f"rule r{n} [1]\n  limits r{n - 1}\n  when u.crew = {n}\n" for n in range(59, 0, -1)) + "rule r0 [1]\n  f(u) is 1\n"),
    ("HX263", R + "  forbids fly.step\n"),
    ("HX263", SAIL + R + "  forbids sail.stop\n"),
    ("HX264", PULL + R + "  adds 1\n"),
    ("HX264", PULL + R + "  at step push.one\n  adds 1\n"),
    ("HX264", PULL + R + "  at step pull.three\n  adds 1\n"),
    ("HX264", PULL + F + R + "  limits step pull.three\n  f(u) is 1\n"),
    ("HX264", R + "  rounds push down at the end\n"),
    ("HX264", "quantity temper(u: boat): mood\n  starts with u.mood\n  steps one\n" + R + "  at step temper.one\n  halves it\n"),
    ("HX264", PULL + "quantity pull also (u: boat)\n  step x after nothing\n"),
    ("HX264", PULL + "quantity pull also (v: boat)\n  step x after one\n"),
    ("HX264", PULL + "  step x after one\n"),
    ("HX248", R + "  at rest\n  requires 1 = 1\n"),
    ("HX263", R + "  forbids done\n"),
    ("HX263", SAIL + R + "  forbids done, sail.step\n  when game.day = 1\n"),
    ("HX266", F + R + "  f(v) is 1\n"),
    ("HX267", F + R + "  for each boat v in u.hex\n  f(u) is 1\n"),
    ("HX267", PULL + F + R + "  at step pull.one\n  f(u) is 1\n"),
    ("HX271", 'option fog\n  "x"\n  needs night\n'),
    ("HX271", 'chapter [1] "x" if option night\n'),
    ("HX272", 'dispute d\n  reading x "x"\n  default x\n'),
    ("HX272", 'dispute d\n  reading x "x"\n  reading y "y"\n  default z\n'),
    ("HX272", "settle d: x\n"),
    ("HX272", 'dispute d\n  reading x "x"\n  reading y "y"\n  default x\nsettle d: z\n'),
    ("HX272", F + R + "  under d: x\n  f(u) is 1\n"),
    ("HX272", 'dispute d\n  reading x "x"\n  reading y "y"\n  default x\n' + F + R + "  under d: z\n  f(u) is 1\n"),
    ("HX273", F + R + "  by ruling Q-009\n  f(u) is 1\n"),
    ("HX273", 'ruling Q-001 [Q 1]\n  asks "x"\n  supersedes Q-009\n'),
    ("HX273", 'ruling Q-001 [Q 1]\n  asks "x"\n  supersedes Q-001\n'),
    ("HX274", 'ruling Q-001 [Q 1]\n  asks "x"\n'),
    ("HX274", 'ruling Q-001 [Q 1]\n  asks "x"\n  shown by nothing\n'),
    ("HX281", F + "rule r\n  f(u) is 1\n"),
    ("HX282", F + "fact g(u: boat): fathoms\n  otherwise 0\n" + R + "  g(u) is 1\nrule s [1]\n  over r\n  f(u) is 1\n"),
    ("HX282", SAIL + R + "  forbids sail.step\nrule s [1]\n  over r\n  forbids sail.step\n"),
    ("HX282", "fact g(u: boat) collects boat\n" + R + "  g(u) includes u\nrule s [1]\n  over r\n  g(u) includes u\n"),
    ("HX282", F + R + "  f(u) is 1\nrule s [1]\n  lifts r\n  when u is lit\n"),
    ("HX282", F + R + "  over r\n  f(u) is 1\n"),
    ("HX282", F + R + "  over s\n  f(u) is 1\nrule s [1]\n  over r\n  f(u) is 2\n"),
    ("HX282", F + R + "  f(u) is 1\nrule s [1]\n  replaces r\n  over r\n  f(u) is 2\n"),
    ("HX282", F + SAIL + R + "  forbids sail.step\n  when u is lit\nrule s [1]\n  replaces r\n  when u is lit\n  f(u) is 2\n"),
    ("HX283", "fact g(u: boat): whole\n  otherwise h(u)\nfact h(u: boat): whole\n  otherwise g(u)\n"),
    ("HX283", R + "  limits s\nrule s [1]\n  limits r\n"),
    ("HX283", "effect e(u: boat):\n  do e(u)\n"),
    ("HX284", PULL + R + "  at step pull.one\n  halves it\n"),
    ("HX285", "fact g(u: boat): whole\n"),
    ("HX287", F + "fact h: hex is wet\n" + R + "  h is wet\nrule s [1]\n  limits r\n  when u is lit\n  f(u) is 1\n"),
    ("HX287", PULL + "fact h: hex is wet\n" + R + "  limits step pull.one\n  when h is shoal\n  h is wet\n"),
    ("HX417", "thing hex also\n  treasure: whole = 0 secret\n"),
    ("HX417", "thing hexside also\n  treasure: whole = 0 secret\n"),
    ("HX417", "choice side\n  reds, blues\nthing boat also\n  side: side = reds secret\n"),
    ("HX417", "thing game also\n  treasure: whole = 0 secret\n"),
    ("HX432", "thing raft\n  stands in hex, secret while under\n"),
    ("HX433", "choice side\n  reds, blues\nsequence game\n  phase plots at once\n"),
    ("HX433", "choice side\n  reds, blues\nsequence game\n  phase plots for each s in {reds, blues} by s alternating from reds at once\n"),
    ("HX433", "choice side\n  reds, blues\nsequence game\n  phase plots for each s in {reds, blues} by s at once:\n    phase day:\n"
     "      phase bids for each x in {reds, blues} by x at once\n"),
    ("HX432", "thing raft\n  stands in hex, secret while depth\n  depth: whole = 0\n"),
    ("HX440", "choice side\n  reds, blues\nthing player\n  side: side\nthing game also\n  player: whole = 0\n"),
    ("HX432", "thing raft\n  stands in hex, secret while under\n  under: yes/no secret\n"),
    ("HX450", 'action a [1]\n  pick x(u: boat)\nrule r [1]\n  forbids a.x\n  when u is lit\n  says "{u shines"\n'),
    ("HX450", 'action a [1]\n  pick x(u: boat)\nrule r [1]\n  forbids a.x\n  when u is lit\n  says "u} shines"\n'),
]  # fmt: skip


def numbered() -> list[Any]:
    return [pytest.param(code, law, id=f"{code}-{n}") for n, (code, law) in enumerate(PROVOKED)]


@pytest.mark.parametrize(("code", "law"), numbered())
def test_it_is_found(bench: Any, code: str, law: str) -> None:
    found = [d for d in bench.findings(law) if d.code == code]
    assert found, [(d.code, d.message) for d in bench.findings(law)]
    for d in found:
        assert d.span is not None, "it is told where"
        assert not re.match(r"[A-Z][a-z]", d.message), "it starts in lower case"
        assert not d.message.endswith("."), "it has no final stop"
        assert "None" not in d.message + (d.help or ""), "no word of the machine's own language"
        assert "Span(" not in d.message


@pytest.mark.parametrize(
    ("conclusion", "levels"),
    [
        ("  f(u) is 2\n", ["warning"]),
        ("  at step pull.one\n  halves it\n", ["warning"]),
        ("  forbids sail.skipper\n", []),
        ("  for each boat u\n  requires u is not lit\n", []),
    ],
)
def test_a_prohibition_is_replaced_by_one(bench: Any, conclusion: str, levels: list[str]) -> None:
    law = F + SAIL + PULL + R + "  forbids sail.step\n  when u is lit\n"
    found = bench.findings(law + "rule s [1]\n  replaces r\n" + conclusion)
    assert [d.level for d in found if d.code == "HX282"] == levels


CODES_OF_LAW = {code for code, _ in PROVOKED}
TRIED_ELSEWHERE = {
    "HX205",  # test_question.py
    "HX207", "HX208",  # test_format.py and cli/
    "HX291", "HX292", "HX293",  # analysis/
    "HX275", "HX276", "HX288", "HX289", "HX290", "HX294", "HX300", "HX415", "HX416", "HX454",  # test_inventory.py
    "HX255", "HX258", "HX286",  # below: they need files or layers
    "HX295", "HX296", "HX298",  # test_phrase_checks.py
    "HX297", "HX299",  # test_book_texts.py
    *{f"HX30{n}" for n in range(1, 10)},  # test_load.py
    "HX310",  # resolve/test_libraries.py
    *{f"HX31{n}" for n in range(1, 10)}, *{f"HX32{n}" for n in range(5)}, "HX332",  # test_cases.py, cli/, play
    "HX325", "HX326",  # test_claims.py
    "HX418", "HX419", "HX420", "HX421", "HX423", "HX424",  # analysis/test_unreachable.py
    "HX422",  # analysis/test_play_checks.py
    "HX425", "HX426", "HX427", "HX428",  # resolve/test_advice.py
    "HX430", "HX431", "HX441", "HX442", "HX443", "HX444", "HX445",  # test_inventory.py, test_varying.py
    "HX327", "HX328", "HX329", "HX330", "HX331",  # test_zones.py, test_rosters.py, test_scripted_answers.py, test_inventory.py
    "HX451", "HX452", "HX453",  # test_inventory.py
    "HX475", "HX477", "HX481",  # test_inventory.py
    "HX476",  # test_set_ups.py
    "HX480",  # test_inventory.py
    *{f"HX4{n:02}" for n in range(1, 15)},  # test_playing.py
}  # fmt: skip


def test_every_code_of_the_checker_is_provoked() -> None:
    own = {code for code in code_pages() if code >= "HX200"}
    assert own - TRIED_ELSEWHERE == CODES_OF_LAW


@pytest.mark.parametrize(
    "law",
    [
        R + "  forbids done\n  when u is not lit\n",
        R + "  for each boat u\n  requires u is lt\n",
        PULL + R + "  at step pull.one\n  adds u.rnge\n",
        "fact g(u: boat) collects boat\n" + R + "  for each boat v in u.hex\n  g(u) includes w\n",
    ],
)
def test_a_mistake_in_a_conclusion_puts_no_other_line_in_the_wrong_rule(bench: Any, law: str) -> None:
    found = bench.codes(law)
    assert found, "there is a mistake"
    assert "HX267" not in found


@pytest.mark.parametrize(
    ("line", "called"),
    [
        ("in force from 1950", "`in force from`"),
        ("in force until 1950", "`in force until`"),
        ("at step x.y", "`at step`"),
    ],
)
def test_a_line_that_stands_twice_is_called_as_it_is_written(bench: Any, line: str, called: str) -> None:
    found = [d.message for d in bench.findings(f"{F}{R}  {line}\n  {line}\n  f(u) is 1\n") if d.code == "HX206"]
    assert found == [f"{called} stands twice in this item"]


# ---- what needs files or layers

TABLE = "table tolls(w: water): fathoms [1]\n"
FILE = "table: tolls\ncite: [H 1]\nrows: {calm: 1, rough: 2, reef: 3}\n"


def test_an_axis_that_is_not_there(bench: Any) -> None:
    assert "HX255" in bench.codes(TABLE + "  below tide reads first\n", files={"tables/tolls.yaml": FILE})


def test_a_table_file_that_nobody_declares(bench: Any) -> None:
    found = bench.findings("", files={"tables/tols.yaml": FILE})
    assert [d.code for d in found] == ["HX258"]


def test_a_rule_of_another_game(bench: Any) -> None:
    base = bench.write(F + R + "  f(u) is 1\n", name="old")
    other = "speaks-for: [N]\nsources: {N: {title: New rules}}\n"
    manifest = f"module: new\ntitle: N\nversion: 0.1.0\nextends: old\n{other}"
    new = bench.write("", name="new", words=False, manifest=manifest)
    assert bench.codes(new) == set()  # it speaks for the old book as well, being built on it
    old_without = base / "module.yaml"
    old_without.write_text(old_without.read_text().replace("speaks-for: [H, Q]", "speaks-for: [Q]"))
    assert bench.codes(new) == {"HX286"}


@pytest.mark.parametrize("law", ["drop r [N 1]\n", "rule s [N 1]\n  replaces r\n  f(u) is 2\n"])
def test_a_rule_that_the_variant_takes_out_need_not_cite_its_books(bench: Any, law: str) -> None:
    manifest = "module: old\ntitle: O\nversion: 0.1.0\nsources: {H: {title: Old rules}}\ndefault-source: H\n"
    bench.write(F + R + "  f(u) is 1\n", name="old", manifest=manifest)
    own = "module: new\ntitle: N\nversion: 0.1.0\nextends: old\nspeaks-for: [N]\nsources: {N: {title: New rules}}\n"
    new = bench.write(law, name="new", words=False, manifest=own)
    assert bench.codes(new) == set()
    (new / "10-law.law").write_text("# nothing\n")
    assert bench.codes(new) == {"HX286"}
    (new / "10-law.law").write_text('situation storm [N 1] "Storm"\n')
    (new / "20-law.law").write_text(f'chapter [N 2] "The storm" if situation storm\n\n{law}')
    assert bench.codes(new) == {"HX286"}  # in all other situations it stands


# ---- no false alarm


FINE = [
    "fact g(u: boat): fathoms or none\n  otherwise none\nfact h(u: boat): fathoms or none\n  otherwise g(u)\nrule r [1]\n  when g(u) is none\n  h(u) is none\n",
    F + R + "  f(u) is 1/2\n",
    F + R + "  when u.friend is none\n  f(u) is 1\n",
    F + R + "  when u.mood > drowsy and u.paint is not red\n  f(u) is larger(u.range, 2) - 1/2\n",
    F + R + "  when u is a ferry and u.hex is not off-board\n  f(u) is 1\n",
    F + R + "  when count(boat v in u where v is lit) > 0\n  f(u) is sum(v.range for v in u.shadows)\n",
    "fact g(u: boat): set of water\n" + R + "  g(u) is {calm, rough}\n",
    "fact g(u: boat): set of fathoms\n" + R + "  g(u) is {1, 1/2}\n",
    "record pact\n  x: boat or none\n  y: set of hex\nfact g(u: boat): pact\n" + R + "  g(u) is pact(y = {}, x = none)\n",
    F + R + "  when (whichever w in {calm, rough} gives least u.crew) is calm\n  f(u) is 1\n",
    SAIL + R + "  forbids sail.step\nrule s [1]\n  lifts r\n  when there is shoal\nrule v [1]\n  limits s\n  when u is lit\n",
    R + "  for each h in hexes\n  requires count(boat v in h) < 9\nrule s [1]\n  lifts r\n  when h is shoal\n",
    F + R + "  f(u) is 1\nfact u: boat is big\nrule s [1]\n  when r applies\n  u is big\n",
]  # fmt: skip


@pytest.mark.parametrize("law", FINE)
def test_nothing_is_found_where_nothing_is_wrong(bench: Any, law: str) -> None:
    assert [(d.code, d.message) for d in bench.findings(law)] == []


@pytest.mark.parametrize(
    ("cite", "told"),
    [
        ("RB 2.1", {"HX221"}), ("h 2", {"HX221"}), ("XIV 2", {"HX247"}), ("XIV.2", set()), ("XIV", set()),
        ("Chart 2", set()), ("Q 3", set()), ("harbour rules 3", {"HX247"}),
    ],
)  # fmt: skip
def test_what_reads_like_a_key_is_one(bench: Any, cite: str, told: set[str]) -> None:
    """With a default source a mistyped key would otherwise pass as a place in it."""
    assert bench.codes(f"fact u: boat is idle [{cite}]\n") == told
    chapter = f'chapter [{cite}] "Bells"\nfact bells(n: whole): whole [1]\n  otherwise n\n'
    assert bench.codes(chapter, words=False) - {"HX166"} == told  # the chart has units of which no word is said here


def test_a_name_used_again_behind_where_is_told_how_far_that_reaches(bench: Any) -> None:
    law = F + R + "  when any boat v where v is u and any boat v where v is u\n  f(u) is 1\n"
    found = [d for d in bench.findings(law) if d.code == "HX239"]
    assert len(found) == 1
    assert "brackets, or a `when` of its own" in (found[0].help or "")
    for mended in (
        "(any boat v where v is u) and any boat v where v is u",
        "any boat v where v is u\n  when any boat v where v is u",
    ):
        assert "HX239" not in {d.code for d in bench.findings(F + R + f"  when {mended}\n  f(u) is 1\n")}

"""What `hexlaw check` promises to find, item by item: each fault gets its code, and sound law next to it gets none.

The list is the table of docs/checks.md; a test compares the two, so that the page says no more than is tried here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.checking.extra_checks import run_extra_checks
from hexlaw.compiler.pipeline import compile_modules

PAGE = Path(__file__).resolve().parents[3] / "docs" / "checks.md"
SIDES = "choice side\n  north, south\nthing boat also\n  side: side = north\n"
ADVICE = 'advice [HA 1] "Advice"\n'
F = "fact f(u: boat): fathoms\n  otherwise 0\n"
PULL = "quantity pull(u: boat): fathoms\n  starts with u.range\n  steps one, two\n"
KEEP = "rule keep [1]\n  keeps fractions of pull\n"
SAIL = """action sail [1]
  pick skipper(u: boat)
  let here be u.hex
  pick step(there: hex) repeatedly from neighbours(here) costs 1 counted in u.spent does:
    move u to there
"""
SHOWN = SIDES + "thing boat also\n  load: whole = 0 secret\neffect look(u: boat) [1]:\n  reveal u.load\n"
RANGE = "rule bar.range [1]\n  forbids sail.step\n  when u.spent >= u.range\n"
MOVES = "event gets(u: boat, there: hex)\n  by every move of u to there\n"
HAULS = "action haul [1]\n  pick hauled(u: boat)\n  pick to(h: hex)\n{}"
TOLL = "fact toll(u: boat): fathoms\n"
DEAR = "rule toll.lit [1]\n  when u is lit\n  toll(u) is 5\nrule dear [1]\n  forbids sail.step\n  when toll(u) > 3\n"
TOLLS = "table tolls(w: water): fathoms [1]\nrule r [1]\n  when {} = tolls({})\n  f(u) is 1\n"
READ = F + "table tolls(w: water): fathoms [1]\nfact toll(w: water): fathoms\nrule t [1]\n  toll(w) is tolls(w)\n"
PIPS = "table tolls(n: whole): fathoms [1]\n{1}effect pay(u: boat) [1]:\n  roll {0} as pips\n  set u.range to tolls(pips)\n"
GUSTS = (
    "table tolls(n: whole, m: whole): fathoms [1]\n"
    "effect pay(u: boat) [1]:\n  roll 1d6 as pips\n  set u.range to tolls(pips, u.crew)\n"
)
AT_ONCE = (
    SIDES
    + """thing game also
  bids: whole = 0
thing boat also
  bids: whole = 0
sequence game
  phase seals for each s in {{north, south}} by s at once:
    phase pens
action bid [1]
  open in pens
  pick bidder(b: boat) where b.side is acting
  {}
"""
)
CARGO = SIDES + "thing boat also\n  cargo: whole = 0 secret\n"
SEARCH = "action search [1]\n  pick officer(u: boat) where u.side is acting\n  pick hold(v: boat) where v is not u\n"
CHOSEN = (
    "action scuttle [1]\n  pick officer(u: boat) where u.side is acting\n"
    "  pick hold(v: boat) from those boat w where {}w.hex is u.hex\n"
    "rule r [1]\n  forbids scuttle.hold\n  when v.cargo > 1\n"
)
GRID = "{orientation: pointy, lines: [A], lengths: [2], name: '{line}-{number}'}"
CASE = "cases:\n  - {id: one, map: {grid: " + GRID + "}, pieces: {a: {kind: boat, at: A-1}}, ask: f(a), expect: 0}\n"
LETTER = F + 'ruling Q-001 [Q 1]\n  asks "x"\n  answers no\n  shown by one\n'
MANIFEST = "module: {name}\ntitle: T\nversion: 0.1.0\nsources: {{H: {{title: Rules}}, HA: {{title: Advice, advice: yes}}}}\ndefault-source: H\n"


def table(rows: str) -> dict[str, str]:
    return {"tables/tolls.yaml": f"table: tolls\ncite: [H 1]\nrows: {rows}\n"}


PLAYED = (
    SIDES
    + """sequence g [1]
  phase day for each s in {north, south} by s:
    phase sailing
situation race [1] "The race"
action row [1]
  open in sailing
  pick rower(u: boat) where u.side is acting and u is not moored does:
    mark u as moored
"""
)
RESTED = PLAYED.replace("sailing\n", "sailing\n  phase night\n", 1).replace("as moored", "as moored until end of night")
DAYS = "thing game also\n  days: whole = 9\nfact last-day(g: game): whole\n  otherwise g.days\n"
IDLE = "rule r [1]\n  forbids row.rower\n  when {}\n"
LEFT_OUT = """fact tide(u: boat, h: hex): whole
rule r [1]
  when h is off-board
  tide(u, h) is 2
words
  fact tide reads "the tide for {}"
"""
CALLED = """action steer [1]
  pick skipper(u: boat)
  pick step(there: hex) from neighbours(u.hex)
fact tide(u: boat, there: hex): whole
  otherwise 0
rule r [1]
  forbids steer.skipper
  when any boat w where tide(u, w.hex) > 2
words
  variable there reads "the next hex"
{}  fact tide reads "the tide for {{u}} in {{there}}"
"""
RACE = {"situations/race.yaml": "map: " + "{grid: " + GRID + "}\npieces: {a: {kind: boat, at: A-1}}\n"}
SET = {"situations/race.yaml": RACE["situations/race.yaml"] + "game: {days: 6}\n"}
LATE = {
    "situations/race.yaml": RACE["situations/race.yaml"].replace("A-1}}", "A-1}, b: {kind: boat}}\nwinner: ahead(game)")
}
NEAR = """fact ahead(g: game): side or none
  otherwise none
rule ahead.north [1]
  when any boat u where (any boat v where {}distance(v.hex, u.hex) > 0)
  ahead(g) is north
"""
COPIED = PLAYED + 'situation regatta [1] "The regatta"\n'
COPIED_RULE = """chapter [2] "{0}" if situation {0}
rule slow.{0} [2]
  forbids row.rower
  when u.crew > 3
"""
FLEET = (
    "map: {grid: "
    + GRID
    + "}\npieces: {a: {kind: boat, at: A-1}, b: {kind: boat, at: A-2}, c: {kind: boat, at: A-2}}\n"
)
FLEETS = {"situations/race.yaml": FLEET, "situations/regatta.yaml": FLEET, "20.law": COPIED_RULE.format("race")}
COPIED_RULE = COPIED_RULE.format("regatta")
MENDED = (
    SIDES
    + """task mend(w: boat) [1]
  crew boat{}
  stage all lasts 2
action set-to [1]
  pick hulk(w: boat)
  pick hand(u: boat) repeatedly as hands
  begin mend(w) with hands
"""
)


WHOLE = table("{calm: 1, rough: 2, reef: 3}")


@dataclass(frozen=True)
class Fault:
    what: str  # a row of the page
    code: str
    bad: str
    good: str
    files: dict[str, str] = field(default_factory=dict)  # of the bad module
    good_files: dict[str, str] | None = None  # where they differ
    help: str = ""  # what the help of the finding must mention


def hooks(second: str) -> str:
    first = "event lit-up(u: boat)\neffect light(u: boat):\n  announce lit-up(u)\n"
    return f"{first}rule h [1]\n  after lit-up\n  then:\n    mark u as lit\nrule k [1]\n  after lit-up\n{second}"


LAID = """thing skiff
  stands in hex
  draught: whole
rule r [1]
  forbids row.rower
  when any skiff b in u.hex where b.draught > 2
rule lays [1]
  after row.rower
  then:
    place skiff in u.hex
"""


def judged(line: str) -> dict[str, str]:
    return {"situations/race.yaml": f"{RACE['situations/race.yaml']}{line}\n"}


WORTH = "fact worth(s: side): whole\nrule all\n  worth(s) is count(boat b where b.side is {})\n"
WEIGHED = "memory weighed(u: boat{0}) [1]\nrule w [1]\n  after row.rower\n  begins weighed(u{1})\nrule n [1]\n  forbids row.rower\n  when not weighed(u{1})\n"
LEADER = "fact leader(g: game): side or none\n  otherwise none\n"


def option(name: str, line: str = "") -> str:
    return f'option {name} [1]\n  "x"\n' + (f"  {line}\n" if line else "")


GROUND = "thing hex also\n  swell: water or none\n"
EDGES = 'grid: {orientation: pointy, lines: [A], lengths: [2], shares-edges: yes, name: "{line}{number}", full-name: "{board}{line}{number}"}'


def joined(swell: str) -> dict[str, str]:
    """Two boards that a case joins: the first one says `rough` where they meet."""
    said = {"north": "A2: {swell: rough}", "south": f"A1: {{swell: {swell}}}"}
    drawn = {
        f"boards/{name}.yaml": f"board: {name}\ncite: [H map]\n{EDGES}\nhexes: {{{hexes}}}\n"
        for name, hexes in said.items()
    }
    return drawn | {"cases/one.cases.yaml": "cases:\n  - {id: one, boards: [[north, south]], ask: 1 + 1, expect: 2}\n"}


HAILED = 'action hail [1]\n  pick caller(u: boat)\nwords\n  action hail reads "call a boat" / "{{u}} is called"\n{}'
SPOKEN = HAILED.format('  pick hail.caller reads "a boat"\n')
MARKED = "thing boat also\n  run-aground: yes/no\n  lively: yes/no\n"
CALLED_OUT = (
    "choice hail-word\n  ahoy, heave-to\n"
    + SPOKEN.replace("words\n", "  pick said(w: hail-word)\nwords\n")
    + '  pick hail.said reads "the word that is called"\n'
)
FAULTS = [
    Fault("unknown name", "HX234", F + "rule r [1]\n  f(u) is g(u)\n", F + "rule r [1]\n  f(u) is 1\n"),
    Fault("unknown name", "HX237", F + "rule r [1]\n  f(u) is u.rnge\n", F + "rule r [1]\n  f(u) is u.range\n", help="range"),
    Fault("unknown name", "HX262", F + "rule r.one [1]\n  f(u) is 1\nrule s [1]\n  limits r.onne\n  when u is lit\n",
          F + "rule r.one [1]\n  f(u) is 1\nrule s [1]\n  limits r.one\n  when u is lit\n", help="r.one"),
    Fault("wrong type or measure", "HX231", F + "rule r [1]\n  f(u) is u.paint\n", F + "rule r [1]\n  f(u) is u.range\n"),
    Fault("wrong type or measure", "HX231", "measure hours exact\n" + F + "fact g(u: boat): hours\n  otherwise 1\nrule r [1]\n  f(u) is u.range + g(u)\n",
          "measure hours exact\n" + F + "fact g(u: boat): hours\n  otherwise 1\nrule r [1]\n  when g(u) > 1\n  f(u) is u.range\n"),
    Fault("missing table cell", "HX153", READ, READ, table("{calm: 1, rough: 2}"), WHOLE),
    Fault("overlapping table cells", "HX154", READ.replace("w: water", "w: whole"), READ.replace("w: water", "w: whole"),
          table("{1-3: 1, 3-5: 2}"), table("{1-3: 1, 4-5: 2}")),
    Fault("table cell that nothing reads", "HX288", F + TOLLS.format(1, "calm"), READ, WHOLE, WHOLE),
    Fault("table cell that nothing reads", "HX288", F + "table tolls(w: water): fathoms [1]\n", READ, WHOLE, WHOLE),
    Fault("die beyond a table", "HX443", PIPS.format("2d6", ""), PIPS.format("1d6", ""), table("{1-3: 1, 4-6: 2}"), table("{1-3: 1, 4-6: 2}")),
    Fault("die beyond a table", "HX443", GUSTS, GUSTS, table("{1-3: {1-6: 1}, 4-5: {1-6: 1}}"), table("{1-6: {1-3: 1, 4-5: 1}}"), help="exchanged"),
    Fault("die beyond a table", "HX443", PIPS.format("1d8", "  below n reads first\n"), PIPS.format("1d8", "  above n reads last\n"), table("{1-3: 1, 4-6: 2}"), table("{1-3: 1, 4-6: 2}")),
    Fault("boards that disagree about a hex or hexside that they share", "HX451", GROUND, GROUND, joined("reef"), joined("rough")),
    Fault("YAML against its schema", "HX105", READ, READ, table("[1, 2]"), WHOLE),
    Fault("CSV against its columns", "HX107", "", "", {"units/u.csv": "id,name,source,weight\nx,X,H 1,heavy\n"}, {"units/u.csv": "id,name,source,weight\nx,X,H 1,3\n"}),
    Fault("link to a rule that never stood", "HX262", F + "rule r [1]\n  over nothing\n  f(u) is 1\n", F + "rule q [1]\n  f(u) is 1\nrule r [1]\n  over q\n  when u is lit\n  f(u) is 2\n"),
    Fault("circle of facts", "HX283", "fact g(u: boat): whole\n  otherwise h(u)\nfact h(u: boat): whole\n  otherwise g(u)\n", "fact g(u: boat): whole\n  otherwise h(u)\nfact h(u: boat): whole\n  otherwise 1\n"),
    Fault("circle of limits", "HX283", F + "rule r [1]\n  limits s\n  when u is lit\nrule s [1]\n  limits r\n  when u is moored\n", F + "rule r [1]\n  limits s\n  when u is lit\nrule s [1]\n  limits q\n  when u is moored\nrule q [1]\n  f(u) is 1\n"),
    Fault("circle of calls", "HX283", "effect e(u: boat):\n  do d(u)\neffect d(u: boat):\n  do e(u)\n", "effect e(u: boat):\n  do d(u)\neffect d(u: boat):\n  mark u as lit\n"),
    Fault("circle of calls", "HX283", "event lit-up(u: boat)\neffect e(u: boat):\n  announce lit-up(u)\nrule h [1]\n  after lit-up\n  then:\n    do e(u)\n",
          "event lit-up(u: boat)\neffect e(u: boat):\n  announce lit-up(u)\nrule h [1]\n  after lit-up\n  then:\n    mark u as lit\n"),
    Fault("circle of offers", "HX283", SIDES + "action a(u: boat) [1]\n  pick x(v: boat)\n  offer b(v) to v.side\naction b(u: boat) [1]\n  pick y(v: boat)\n  offer a(v) to v.side\n",
          SIDES + "action a(u: boat) [1]\n  pick x(v: boat)\n  offer b(v) to v.side\naction b(u: boat) [1]\n  pick y(v: boat)\n"),
    Fault("circle of offers", "HX283", SIDES + "action a(u: boat) [1]\n  pick x(v: boat)\nrule h [1]\n  after a.x\n  then:\n    offer a(v) to v.side\n",
          SIDES + "action a(u: boat) [1]\n  pick x(v: boat)\naction b(u: boat) [1]\n  pick y(v: boat)\nrule h [1]\n  after a.x\n  then:\n    offer b(v) to v.side\n"),
    Fault("unordered rules that disagree", "HX293", F + "rule r [1]\n  when u is lit\n  f(u) is 1\nrule s [1]\n  when u is moored\n  f(u) is 2\n", F + "rule r [1]\n  when u is lit\n  f(u) is 1\nrule s [1]\n  when u is not lit\n  f(u) is 2\n", help="made-up map"),
    Fault("contributions that do not commute", "HX293", PULL + KEEP + "rule r [1]\n  at step pull.one\n  when u is lit\n  adds 1\nrule s [1]\n  at step pull.one\n  doubles it\n",
          PULL + KEEP + "rule r [1]\n  at step pull.one\n  when u is lit\n  adds 1\nrule s [1]\n  at step pull.two\n  doubles it\n"),
    Fault("contributions that do not commute", "HX293", PULL + "rule r [1]\n  at step pull.one\n  holds it to at most 1\nrule s [1]\n  at step pull.one\n  when u is lit\n  holds it to at least 2\n",
          PULL + "rule r [1]\n  at step pull.one\n  holds it to at most 2\nrule s [1]\n  at step pull.one\n  when u is lit\n  holds it to at least 1\n"),
    Fault("rule that can never apply", "HX291", F + "rule r [1]\n  when u is lit\n  when u is not lit\n  f(u) is 1\n", F + "rule r [1]\n  when u is lit\n  when u is not moored\n  f(u) is 1\n"),
    Fault("limiter that never meets its target", "HX292", F + "rule r [1]\n  when u is lit\n  f(u) is 1\nrule s [1]\n  limits r\n  when u is not lit\n", F + "rule r [1]\n  when u is lit\n  f(u) is 1\nrule s [1]\n  limits r\n  when u is moored\n"),
    Fault("quantity without rounding in a finished game", "HX284", PULL + "rule r [1]\n  at step pull.one\n  halves it\n", PULL + KEEP + "rule r [1]\n  at step pull.one\n  halves it\n"),
    Fault("hooks whose writes collide", "HX414", hooks("  then:\n    clear lit from u\n"), hooks("  follows h\n  then:\n    clear lit from u\n")),
    Fault("repeat that need not end", "HX415", "action wave [1]\n  pick waver(u: boat) repeatedly does:\n    mark u as lit\n", "action wave [1]\n  pick waver(u: boat) repeatedly where u is not lit does:\n    mark u as lit\n"),
    Fault("repeat that need not end", "HX415", SAIL, SAIL + RANGE, help="forbids sail.step"),
    Fault("repeat that need not end", "HX415", SIDES + "sequence g [1]\n  phase day while 1 = 1:\n    phase lamps\n", SIDES + "thing game also\n  day: whole = 1\nsequence g [1]\n  phase day while game.day < 9:\n    phase lamps\n    set game.day to game.day + 1\n"),
    Fault("repeat that need not end", "HX415", SHOWN + "thing game also\n  day: whole = 1\nsequence g [1]\n  phase day while game.day < 9:\n    phase lamps\n", SHOWN + "thing game also\n  day: whole = 1\nsequence g [1]\n  phase day while game.day < 9:\n    phase lamps\n    set game.day to game.day + 1\n"),
    Fault("repeat that need not end", "HX415", SIDES + "action hail(u: boat) [1]\n  pick caller(v: boat) where v.side is acting does:\n    mark u as lit\naction wave [1]\n  pick waver(u: boat)\n  offer hail(u) to u.side repeatedly\n",
          SIDES + "action hail(u: boat) [1]\n  pick caller(v: boat) where v.side is acting and v is not lit does:\n    mark v as lit\naction wave [1]\n  pick waver(u: boat)\n  offer hail(u) to u.side repeatedly\n"),
    Fault("pick that cannot be completed", "HX294", "action a [1]\n  pick x(u: boat) where u is lit and u is not lit\n", "action a [1]\n  pick x(u: boat) where u is lit and u is not moored\n"),
    Fault("pick that cannot be completed", "HX294", "action a [1]\n  pick x(u: boat) from {}\n", "action a [1]\n  pick x(u: boat) from those boat v where v is lit\n"),
    Fault("pick that cannot be completed", "HX294", "action a [1]\n  pick x(u: boat)\n  pick y(v: boat)\nrule r [1]\n  forbids a.y\n", "action a [1]\n  pick x(u: boat)\n  pick y(v: boat)\nrule r [1]\n  forbids a.y\nrule s [1]\n  lifts r\n  when u is lit\n"),
    Fault("pick that cannot be completed", "HX294", SAIL + RANGE + "rule r [1]\n  forbids sail.done\n", SAIL + RANGE + "rule r [1]\n  forbids sail.done\n  when u is lit\n"),
    Fault("pick that reads what its side may not see", "HX416", CARGO + SEARCH + "rule r [1]\n  forbids search.hold\n  when v.cargo > 1\n", CARGO + SEARCH + "rule r [1]\n  forbids search.hold\n  when v.side is u.side and v.cargo > 1\n"),
    Fault("pick that reads what its side may not see", "HX416", CARGO + CHOSEN.format("w.side is not acting and "), CARGO + CHOSEN.format("w.side is acting and ")),
    Fault("pick that reads what its side may not see", "HX416", CARGO + SEARCH + "fact v: boat is rich\nrule rich [1]\n  when v.cargo > 1\n  v is rich\nrule r [1]\n  forbids search.hold\n  when v is rich\n",
          CARGO + SEARCH + "fact v: boat is rich\nrule rich [1]\n  when v.cargo > 1\n  v is rich\nrule r [1]\n  forbids search.hold\n  when u is rich\n"),
    Fault("rule without source", "HX281", F + "rule r\n  f(u) is 1\n", F + "rule r [1]\n  f(u) is 1\n"),
    Fault("block of cells without source", "HX105", READ, READ, {"tables/tolls.yaml": "table: tolls\nrows: {calm: 1, rough: 2, reef: 3}\n"}, WHOLE),
    Fault("unit without source", "HX168", "", "", {"units/u.csv": "id,name,source,weight\nx,X,,3\n"}, {"units/u.csv": "id,name,source,weight\nx,X,H 1,3\n"}),
    Fault("ruling without case", "HX274", LETTER, LETTER, {}, {"cases/one.cases.yaml": CASE}),
    Fault("options that exclude each other", "HX275", option("fog", "default on") + option("clear", "default on\n  excludes fog"), option("fog", "default on") + option("clear", "excludes fog"),
          {"20.law": 'chapter [2] "Fog" if option fog\nfact h(u: boat): whole\n  otherwise 1\n'}, {"20.law": 'chapter [2] "Fog" if option fog\nfact h(u: boat): whole\nrule h [1]\n  h(u) is 1\n'}),
    Fault("options that exclude each other", "HX275", option("fog") + option("lamps", "needs fog\n  excludes fog"), option("fog") + option("lamps", "needs fog"), {}, {"20.law": 'chapter [2] "Lamps" if option lamps\nfact h(u: boat): whole\nrule h [1]\n  h(u) is 1\n'}),
    Fault("options that exclude each other", "HX275", SIDES + option("fog") + option("clear", "excludes fog") + 'situation s [1] "S"\n  with option fog on\n  with option clear on\n', SIDES + option("fog") + option("clear", "excludes fog") + 'situation s [1] "S"\n  with option fog on\n',),
    Fault("module chain that does not fit", "HX302", "", "", {"module.yaml": MANIFEST.format(name="lost") + "extends: nowhere\n"}, {}),
    Fault("add-on that does not fit", "HX303", "", "", {"module.yaml": MANIFEST.format(name="extra") + "add-on-for: [harbour]\n"}, {}),
    Fault("library that does not fit", "HX310", "", "", {"module.yaml": MANIFEST.format(name="lost") + "uses: {nowhere: {under: '1'}}\n"}, {}),
    Fault("fact without an answer", "HX480", SAIL + RANGE + TOLL + DEAR, SAIL + RANGE + TOLL + DEAR + "rule toll.dark [1]\n  when u is not lit\n  toll(u) is 0\n", help="otherwise"),
    Fault("fact without an answer", "HX480", SAIL + RANGE + TOLL + DEAR, SAIL + RANGE + TOLL + "  otherwise 0\n" + DEAR),
    Fault("fact without an answer", "HX480", SAIL + RANGE + TOLL + DEAR, SAIL + RANGE + TOLL + DEAR + 'rule toll.dark [1]\n  leaves "what a dark boat pays" to the players\n', help="leaves"),
    Fault("name that looks misspelt", "HX290", F + "rule right.one [1]\n  f(u) is 1\nrule rihgt.two [1]\n  over right.one\n  when u is lit\n  f(u) is 2\n",
          F + "rule right.one [1]\n  f(u) is 1\nrule right.two [1]\n  over right.one\n  when u is lit\n  f(u) is 2\n"),
    Fault("name that looks misspelt", "HX290", F + "rule first.one [1]\n  f(u) is 1\nrule frist.two [1]\n  over first.one\n  when u is lit\n  f(u) is 2\n",
          F + "rule first.one [1]\n  f(u) is 1\nrule first.two [1]\n  over first.one\n  when u is lit\n  f(u) is 2\n"),
    Fault("words of what is not declared", "HX295", 'words\n  attribute boat.lid reads "x"\n', 'words\n  attribute boat.lit reads "x"\n'),
    Fault("phrase that cannot be filled", "HX296", F + "rule r [1]\n  f(u) is 1\n" + 'words\n  fact f reads "{b}"\n', F + "rule r [1]\n  f(u) is 1\n" + 'words\n  fact f reads "{u}"\n'),
    Fault("prose that is older than its law", "HX297", F + "section 5\n| Two.\nrule r\n  f(u) is 1\n", F + "section 5\n| Two.\nrule r\n  f(u) is 1\n",
          {"prose.lock": "H 5  rule:r  00000000  -  The f of a boat is 2.\n"}, {}),
    Fault("reference of prose to no place", "HX191", 'section 1\n| See [1.2].\n', 'section 1\n| See [1].\n'),
    Fault("prose that stands in no section", "HX299", '| One.\n', 'section 1\n| One.\n'),
    Fault("parameter that is called as something else", "HX300", CALLED.format(""), CALLED.format('  parameter tide.there reads "a hex"\n')),
    Fault("what players meet in play without words", "HX454", HAILED.format(""), HAILED.format('  pick hail.caller reads "a boat"\n'), help="pick hail.caller reads"),
    Fault("what players meet in play without words", "HX454", HAILED.format('  pick hail.caller reads "caller"\n'), HAILED.format('  pick hail.caller reads "the caller"\n')),
    Fault("what players meet in play without words", "HX454", MARKED + SPOKEN, MARKED + SPOKEN + '  attribute boat.run-aground reads "{it} lies aground"\n', help="attribute boat.run-aground reads"),
    Fault("what players meet in play without words", "HX454", CALLED_OUT, CALLED_OUT + '  value hail-word.heave-to reads "stop where you are"\n', help="value hail-word.heave-to reads"),
    Fault("phrase that leaves out what is spoken of", "HX298", LEFT_OUT.format("{u}"), LEFT_OUT.format("{u} in {h}")),
    Fault("ruling whose cases show others", "HX276", LETTER, LETTER, {"cases/one.cases.yaml": CASE.replace("id: one", "id: one, shows: [Q-010a]")},
          {"cases/one.cases.yaml": CASE.replace("id: one", "id: one, shows: [Q-001a]")}),
    Fault("state that nothing in play writes", "HX418", PLAYED + "thing boat also\n  tired: yes/no lasting until end of day\n" + IDLE.format("u is tired"),
          PLAYED + "thing boat also\n  tired: yes/no lasting until end of day\n" + IDLE.format("u is tired") + "rule t [1]\n  after row.rower\n  then:\n    mark u as tired\n", RACE),
    Fault("crew that does not fit its task", "HX419", MENDED.format(" at most 1"), MENDED.format("")),
    Fault("action that nothing opens", "HX420", PLAYED + "action wave [1]\n  pick waver(u: boat)\n", PLAYED + "action wave [1]\n  open in sailing\n  pick waver(u: boat)\n", RACE),
    Fault("time of a part that is not played", "HX444", RESTED + "drop phase night [2]\n", RESTED, RACE, help="`phase night`"),
    Fault("effect that nothing does", "HX423", PLAYED + "effect sink(b: boat) [1]:\n  remove b\n", PLAYED + "effect sink(b: boat) [1]:\n  remove b\nrule r [1]\n  after row.rower\n  then:\n    do sink(u)\n", RACE, help="do sink(b)"),
    Fault("yes/no fact without a rule", "HX424", PLAYED + "fact u: boat is-full\n" + IDLE.format("u is-full"), PLAYED + "fact u: boat is-full\nrule full [1]\n  when u.crew > 3\n  u is-full\n" + IDLE.format("u is-full"), RACE),
    Fault("part with actions in which nobody acts", "HX422", PLAYED.replace(" by s:", ":"), PLAYED, RACE, help="by s"),
    Fault("end that nobody asks for", "HX421", "action wave [1]\n  pick waver(u: boat)\nrule r [1]\n  forbids wave.done\n  when any boat v where v is lit\n",
          "action wave [1]\n  pick waver(u: boat) optionally\nrule r [1]\n  forbids wave.done\n  when any boat v where v is lit\n"),
    Fault("copy of a situation without its rules", "HX453", COPIED, COPIED, FLEETS, FLEETS | {"30.law": COPIED_RULE}, help="if situation regatta"),
    Fault("figure of a situation that nothing reads", "HX452", PLAYED + DAYS + "rule r [1]\n  last-day(g) is 4\n", PLAYED + DAYS, SET, help="replaces r"),
    Fault("situation that begins with a requirement broken", "HX330", PLAYED + "rule k [1]\n  for each h in hexes\n  requires count(boat u in h) < 1\n",
          PLAYED + "rule k [1]\n  for each h in hexes\n  requires count(boat u in h) <= 1\n", RACE),
    Fault("figure that a piece lacks", "HX331", PLAYED + "thing boat also\n  draught: whole\nrule r [1]\n  forbids row.rower\n  when u.draught > 2\n",
          PLAYED + "thing boat also\n  draught: whole = 1\nrule r [1]\n  forbids row.rower\n  when u.draught > 2\n", RACE),
    Fault("figure that a piece lacks", "HX331", PLAYED + LAID, PLAYED + LAID.replace("in u.hex\n", "in u.hex as b\n").rstrip() + "\n    set b.draught to 3\n", RACE, help="set x.draught to"),
    Fault("goal or style outside of advice, or what a position is worth", "HX426", PLAYED, PLAYED, judged("worth: 2 * count(boat b where b.side is side)"), RACE, help="`worth(s) is 2 * count(boat b where b.side is s)`"),
    Fault("worth that is the same to every side", "HX475", PLAYED + ADVICE + WORTH.format("north"), PLAYED + ADVICE + WORTH.format("s"), RACE, help="where u.side is s"),
    Fault("worth that is the same to every side", "HX475", PLAYED + ADVICE + "quantity worth(s: side): whole\n  starts with 2\n", PLAYED + ADVICE + WORTH.format("s"), RACE),
    Fault("winner who is certain", "HX476", PLAYED + LEADER, PLAYED + LEADER, judged("winner: north"), judged("winner: leader(game)")),
    Fault("law that WebAssembly does not carry", "HX477", PLAYED + WEIGHED.format(", a: whole, b: whole, c: whole, d: whole, e: whole", ", 1, 2, 3, 4, 5"), PLAYED + WEIGHED.format(", a: whole, b: whole", ", 1, 2"), RACE, help="some hundred times slower"),
    Fault("piece without a place, whose distance the law asks for", "HX481", PLAYED + NEAR.format(""), PLAYED + NEAR.format("v.hex is not none and u.hex is not none and "), LATE, help="is not none"),
    Fault("value that play does not keep, picked, drawn or remembered", "HX260", SAIL + RANGE + 'effect hail(b: boat):\n  draw word in {"ahoy", "avast"}\n', SAIL + RANGE + "effect hail(b: boat):\n  draw c in {1, 2}\n  set b.crew to c\n"),
    Fault("half of a pair that is missing", "HX289", "memory u: boat was-seen\n" + F + "rule r [1]\n  when u was-seen\n  f(u) is 1\n",
          "memory u: boat was-seen\n" + F + "rule r [1]\n  when u was-seen\n  f(u) is 1\nrule s [1]\n  begins u was-seen\n  when u is lit\n"),
    Fault("goal that consists in nothing, or that nothing tells from its like", "HX430", SIDES + "thing game also\n  turn: whole = 1\n" + ADVICE + "rule goal.home\n  goal of s by 2 counted in game.turn\n", SIDES + ADVICE + "rule goal.home\n  goal of s worth 2\n"),
    Fault("stop of what is not picked repeatedly", "HX445", SAIL + RANGE + "action hail\n  pick hailer(u: boat)\nrule r [2]\n  after sail.step\n  then:\n    stops hail\n", SAIL + RANGE + "rule r [2]\n  after sail.step\n  then:\n    stops sail\n"),
    Fault("kind of an action that does not fit the action", "HX431", SAIL + RANGE + "action steal is a sial [2]\n  finish\n", SAIL + RANGE + "action steal is a sail [2]\n  finish\n"),
    Fault("pick that does not bring an event about as it says, or move that passes an event", "HX442", SAIL + RANGE + "event enters(u: boat, into: hex)\n  by sail.step\n", SAIL + RANGE + "event enters(u: boat, into: hex)\n  by sail.step with into = there\n"),
    Fault("pick that does not bring an event about as it says, or move that passes an event", "HX442", SAIL + RANGE + MOVES + HAULS.format("  if u is lit:\n    move u to h\n"), SAIL + RANGE + MOVES + HAULS.format("  move u to h\n")),
    Fault("secret place that hangs on what does not say it", "HX432", "thing raft\n  stands in hex, secret while depth\n  depth: whole = 0\n",
          "thing raft\n  stands in hex, secret while under\n  under: yes/no\n"),
    Fault("what stands in advice and is none", "HX425", ADVICE + "thing boat also\n  due: yes/no\n", ADVICE + "plan boat\n  due: yes/no\n"),
    Fault("goal or style outside of advice, or what a position is worth", "HX426", SIDES + "rule goal.home [1]\n  goal of s worth 2\n", SIDES + ADVICE + "rule goal.home\n  goal of s worth 2\n"),
    Fault("law that reads advice, or decides it", "HX427", F + "rule r [1]\n  f(u) is due(u)\n" + ADVICE + "fact due(u: boat): fathoms\n  otherwise 0\n", F + ADVICE + "fact due(u: boat): fathoms\nrule r\n  due(u) is f(u)\n"),
    Fault("source of law in advice, or of advice in law", "HX428", 'advice [H 1] "Advice"\n' + F, ADVICE + F),
    Fault("change without source: what is dropped or settled", "HX281", F + "rule r [1]\n  f(u) is 1\ndrop r\n", F + "rule r [1]\n  f(u) is 1\ndrop r [1]\n"),
    Fault("brace that stands alone in a message", "HX450", SAIL + RANGE.rstrip() + '\n  says "{u"\n', SAIL + RANGE.rstrip() + '\n  says "{u}"\n'),
    Fault("part run at once that is nobody's own, runs again, or lies in another one", "HX433", SIDES + "sequence game\n  phase plots at once\n",
          SIDES + "sequence game\n  phase plots for each s in {north, south} by s at once\n"),
    Fault("number of nobody's that sides count up at once", "HX441", AT_ONCE.format("set game.bids to game.bids + 1"), AT_ONCE.format("set b.bids to b.bids + 1")),
    Fault("number of nobody's that sides count up at once", "HX441", AT_ONCE.format("do count-up()") + "effect count-up() [1]:\n  set game.bids to game.bids + 1\n", AT_ONCE.format("set game.bids to 1")),
    Fault("player who acts, set by the law", "HX440", SIDES + "thing player\n  side: side\neffect call(p: player) [1]:\n  set game.player to p\n",
          SIDES + "thing player\n  side: side\neffect call(p: player) [1]:\n  set p.side to north\n"),
]  # fmt: skip
# ruff: noqa: E501 - a line of a table of examples is read across


def looked_at(bench: Any, law: str, files: dict[str, str]) -> Diagnostics:
    found = Diagnostics()
    compilation = compile_modules(str(bench.write(law, files=files)), found)
    if compilation is not None:
        run_extra_checks(compilation, found)
    return found


def numbered() -> list[Any]:
    return [pytest.param(fault, id=f"{fault.code}-{n}") for n, fault in enumerate(FAULTS)]


@pytest.mark.parametrize("fault", numbered())
def test_a_fault_is_found_and_told_where(bench: Any, fault: Fault) -> None:
    found = [d for d in looked_at(bench, fault.bad, fault.files) if d.code == fault.code]
    assert found, [(d.code, d.message) for d in looked_at(bench, fault.bad, fault.files)]
    assert found[0].span is not None, "with line and column"
    assert fault.help in (found[0].help or "")


@pytest.mark.parametrize("fault", numbered())
def test_sound_law_next_to_it_is_left_in_peace(bench: Any, fault: Fault) -> None:
    files = fault.files if fault.good_files is None else fault.good_files
    assert [(d.code, d.message) for d in looked_at(bench, fault.good, files)] == []


def test_the_page_lists_what_is_tried() -> None:
    rows = re.findall(r"^\| ([^|]+) \| ((?:HX[0-9]{3}(?:, )?)+) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    tried: dict[str, set[str]] = {}
    for fault in FAULTS:
        tried.setdefault(fault.what, set()).add(fault.code)
    assert {what.strip(): set(codes.split(", ")) for what, codes in rows} == tried


# ---- what must not be reported


def quiet(bench: Any, law: str, files: dict[str, str] | None = None) -> set[str]:
    return {d.code for d in looked_at(bench, law, files or {})}


@pytest.mark.parametrize(
    "more",
    [
        "rule bar.rough [1]\n  forbids sail.step\n  when distance(here, there) > 0 and u.hex is there\n",  # who knows
        "rule tired [1]\n  after sail.step\n  then:\n    mark u as moored\nrule move.tired [1]\n  forbids sail.step\n  when u is moored\n",
        "memory u: boat ran-out\nrule out [1]\n  begins u ran-out\n  when u.spent > 3\nrule bar.out [1]\n  forbids sail.step\n  when u ran-out\n",
    ],
)
def test_a_repeat_that_may_end_is_no_finding(bench: Any, more: str) -> None:
    assert "HX415" not in quiet(bench, SAIL + more)


def test_an_offer_ends_by_what_its_pick_costs(bench: Any) -> None:
    hail = "  pick caller(v: boat) where v.side is acting and v.spent < 3 costs 1 counted in v.spent\n"
    wave = "action wave [1]\n  pick waver(u: boat)\n  offer hail(u) to u.side repeatedly\n"
    assert "HX415" not in quiet(bench, SIDES + "action hail(u: boat) [1]\n" + hail + wave)
    unheeded = hail.replace(" and v.spent < 3", "")
    assert "HX415" in quiet(bench, SIDES + "action hail(u: boat) [1]\n" + unheeded + wave)


def test_a_pick_that_is_forbidden_in_one_situation_alone_can_be_made(bench: Any) -> None:
    law = SIDES + 'action a [1]\n  pick x(u: boat)\nsituation s [1] "S"\n'
    rule = 'chapter [2] "S" if situation s\nrule r [1]\n  forbids a.x\n'
    assert quiet(bench, law, {"20.law": rule}) == set()


def test_a_pick_that_is_forbidden_under_an_option_alone_can_be_made(bench: Any) -> None:
    rule = 'chapter [2] "F" if option fog\nrule r [1]\n  forbids a.x\n'
    assert quiet(bench, "action a [1]\n  pick x(u: boat)\n" + option("fog"), {"20.law": rule}) == set()


@pytest.mark.parametrize(
    "rule",
    [
        "rule r [1]\n  forbids search.hold\n  when v.side is acting and v.cargo > 1\n",
        "rule r [1]\n  forbids search.hold\n  when any boat w where w.side is u.side and w.cargo > 1\n",
        "rule r [1]\n  forbids search.hold\n  when u.cargo > 1\n",
        "rule r [1]\n  after search.hold\n  when v.cargo > 1\n  then:\n    mark v as lit\n",
    ],
)
def test_ones_own_secrets_may_be_read_and_all_by_what_follows(bench: Any, rule: str) -> None:
    assert quiet(bench, CARGO + SEARCH + rule) == set()


@pytest.mark.parametrize(
    "rule",
    [
        "rule r [1]\n  forbids search.hold\n  when v.side is not acting and v.cargo > 1\n",
        "rule r [1]\n  forbids search.hold\n  when v.side is acting or v.cargo > 1\n",
        "rule r [1]\n  forbids search.officer\n  when any boat w where w.cargo > 1\n",
        "action hold-on [1]\n  pick holder(u: boat)\n  pick held(v: boat) optionally\n"
        "rule r [1]\n  forbids hold-on.done\n  when sum(w.cargo for boat w in u.hex) > 1\n",
        "rule q [1]\n  forbids search.hold\n  when u is lit\nrule r [1]\n  lifts q\n  when v.cargo > 1\n",
    ],
)
def test_a_secret_is_found_wherever_it_decides_a_pick(bench: Any, rule: str) -> None:
    assert quiet(bench, CARGO + SEARCH + rule) == {"HX416"}


NOTICED = (
    "memory v: boat was-rich\nrule rich [1]\n  begins v was-rich\n  when v.cargo > 1\n"
    "memory v: boat dreams\nrule dreams [1]\n  after search.hold\n  begins v dreams\n  when any boat w where w was-rich\n"
    "tally gains(v: boat): whole\nrule gains [1]\n  after search.hold\n  counts v.cargo towards gains(u)\n"
    "memory v: boat was-held\nrule held [1]\n  after search.hold\n  begins v was-held\n  when u is lit\n"
)


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        ("when v was-rich", {"HX416"}),
        ("when u was-rich", set()),
        ("when v.side is acting and v was-rich", set()),
        ("when u dreams", {"HX416"}),
        ("when gains(v) > 1", {"HX416"}),
        ("when v was-held", set()),
    ],
)
def test_what_is_remembered_by_a_secret_is_as_secret(bench: Any, condition: str, found: set[str]) -> None:
    reads = f"rule r [1]\n  forbids search.hold\n  {condition}\n"
    told = [d for d in looked_at(bench, CARGO + SEARCH + NOTICED + reads, {}) if d.code == "HX416"]
    assert {d.code for d in told} == found, [d.message for d in told]


@pytest.mark.parametrize(
    ("law", "found"),
    [
        ("task mend(v: boat)\n  stage one opens search when v.cargo > 1\n", {"HX416"}),
        ("task mend(v: boat)\n  stage one opens search when v.side is acting and v.cargo > 1\n", set()),
        (
            "task mend(v: boat)\n  stage one opens search\nrule r [1]\n  pauses mend\n  when any boat w where w.cargo > 1\n",
            {"HX416"},
        ),
        ("task mend(v: boat)\n  stage one when v.cargo > 1\n  stage two opens search\n", set()),
    ],
)
def test_what_opens_an_action_tells_no_secret(bench: Any, law: str, found: set[str]) -> None:
    told = [(d.code, d.message) for d in looked_at(bench, CARGO + SEARCH + law, {})]
    assert {code for code, _ in told if code != "HX289"} == found, told


def test_a_name_between_picks_is_read_like_what_it_stands_for(bench: Any) -> None:
    rule = "rule r [1]\n  forbids search.hold\n  when worth > 1\n"
    named = SEARCH.replace("  pick hold(v: boat)", "  let worth be {}.cargo\n  pick hold(v: boat)")
    other = "  pick looked-at(w: boat)\n  let"
    assert quiet(bench, CARGO + named.format("u") + rule) == set()
    assert quiet(bench, CARGO + named.format("w").replace("  let", other) + rule) == {"HX416"}


@pytest.mark.parametrize("word", ["rights", "night", "righter", "rightful", "rght-righter"])
def test_a_word_of_its_own_is_not_misspelt(bench: Any, word: str) -> None:
    law = (
        F
        + f'rule right.one [1]\n  f(u) is 1\nrule {word}.two [1]\n  "No rght to it."\n  over right.one\n  when u is lit\n  f(u) is 2\n'
    )
    assert quiet(bench, law) == set()


@pytest.mark.parametrize(
    "more",
    [
        "choice ground\n  wet, dry\nthing boat also\n  ground: ground = wet\nfact x: ground is soft\nrule soft [1]\n  when x is wet\n  x is soft\n"
        + SIDES
        + "sequence g [1]\n  phase wait while game.left > 0:\n    set game.left to 0\nthing game also\n  left: whole = 1\n",
        "rule plot.three [1]\n  forbids sail.step\n  when u.hex is there\n" + SAIL + RANGE,
        "fact u: boat is shot\nrule shot.one [1]\n  when u is lit\n  u is shot\naction shoot-up [1]\n  pick who(u: boat) where u is shot\n",
        "fact u: boat is heard\nrule heard.lit [1]\n  when u is lit\n  u is heard\nthing hex also\n  hard: yes/no\n",
    ],
)
def test_words_of_the_language_and_plain_words_are_not_misspelt(bench: Any, more: str) -> None:
    assert "HX290" not in quiet(bench, more)


BARRED = (
    "rule bar.dark [1]\n  forbids a.x\n  when u is not lit\nrule bar.moored [1]\n  forbids a.x\n  when u is moored\n"
)


def told_of_picks(bench: Any, law: Any) -> list[Any]:
    found = Diagnostics()
    compilation = compile_modules(str(law if isinstance(law, Path) else bench.write(law)), found)
    assert compilation is not None
    run_extra_checks(compilation, found)
    return [d for d in found if d.code == "HX294"]


def test_the_rule_that_forbids_a_pick_everywhere_is_named_and_no_other(bench: Any) -> None:
    (told,) = told_of_picks(bench, "action a [1]\n  pick x(u: boat)\n" + BARRED + "rule bar.all [1]\n  forbids a.x\n")
    assert (told.level, told.message) == (
        "error",
        "`a.x` can never be picked: `bar.all` forbids it wherever it could be",
    )
    assert str(told.span).endswith(":9:6"), "where that rule stands"


def test_rules_that_forbid_a_pick_only_together_are_named_together(bench: Any) -> None:
    lit = "rule bar.lit [1]\n  forbids a.x\n  when u is lit\n"
    (told,) = told_of_picks(bench, "action a [1]\n  pick x(u: boat)\n" + BARRED + lit)
    assert told.message == "`a.x` can never be picked: `bar.dark` and `bar.lit` forbid it wherever it could be"


def test_a_variant_may_forbid_what_its_base_offers(bench: Any) -> None:
    base = bench.write("action a [1]\n  pick x(u: boat)\n" + BARRED, name="base")
    (told,) = told_of_picks(bench, bench.variant(base, "rule bar.all [1]\n  forbids a.x\n", name="variant"))
    assert (told.level, told.message) == (
        "note",
        "`a.x` can never be picked: `bar.all` forbids it wherever it could be",
    )


def test_a_ruling_need_not_be_shown_by_number(bench: Any) -> None:
    assert quiet(bench, LETTER, {"cases/one.cases.yaml": CASE.replace("id: one", "id: one, shows: [H 1]")}) == set()


def test_what_a_variant_inherits_need_not_be_used_in_it(bench: Any) -> None:
    base = bench.write(F + "table tolls(w: water): fathoms [1]\n" + option("fog"), name="old", files=WHOLE)
    new = bench.variant(base, "rule r [1]\n  f(u) is 1\n", name="new")
    found = Diagnostics()
    compilation = compile_modules(str(new), found)
    assert compilation is not None
    run_extra_checks(compilation, found)
    assert [d.message for d in found] == []


def test_a_secret_is_found_at_the_end_of_a_long_way(bench: Any) -> None:
    chain = "".join(
        f"fact v: boat is at-{n}\nrule at-{n} [1]\n  when v is at-{n + 1}\n  v is at-{n}\n" for n in range(200)
    )
    last = "fact v: boat is at-200\nrule at-200 [1]\n  when v.cargo > 1\n  v is at-200\n"
    bars = "rule r [1]\n  forbids search.hold\n  when v is at-0\n"
    assert quiet(bench, CARGO + SEARCH + chain + last + bars) == {"HX416"}
    own = bars.replace("v is at-0", "u is at-0")
    assert quiet(bench, CARGO + SEARCH + chain + last + own) == set()

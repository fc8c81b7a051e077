"""What newcomers write from habit is answered where it stands, with what to write."""

from __future__ import annotations

from typing import Any

import pytest
from tests.conftest import MANIFEST

WORDS = """
choice ground
  grass, mud
thing hex also
  ground: ground = grass
measure strides whole
fact price(u: boat, here: hex): strides
  otherwise 1
rule price.mud [1]
  when here.ground is mud
  price(u, here) is 2
quantity pace(u: boat): strides
  starts with 3
  steps load
rule pace.load [1]
  at step pace.load
  adds 1
action sail
  pick skipper(u: boat)
rule sail.never [1]
  forbids sail.skipper
  when u.weight > 3
dispute mud-or-not
  reading slow "one"
  reading quick "the other"
  default slow
"""
MINE = "rule mine [1]\n  over price.mud\n"


@pytest.mark.parametrize(
    ("law", "line", "said"),
    [
        ("choice x\n  a, b\n\n  rule mine [1]\n    forbids sail.skipper\n", 4, "an item begins at the margin"),
        ("rule mine [1]\n  forbids sail.skipper\n  if u.weight > 1\n", 3, "write `when ...`"),
        ("rule mine [1]\n  forbids sail.skipper\n  unless u.weight > 1\n", 3, "write `when not ...`"),
        (MINE + "  when u.weight > 1 && u.weight < 3\n  price(u, here) is 4\n", 3, "write `and`"),
        (MINE + "  when u.weight ≥ 1\n  price(u, here) is 4\n", 3, "write `>=`"),
        (MINE + "  price(u, here) is 50 %\n", 3, "write a fraction: half is `1/2`"),
        (MINE + "  costs 2\n", 3, "name the fact that it decides, such as `cost(u, here, there) is 2`"),
        (
            MINE + "  when there are two boats in here\n  price(u, here) is 4\n",
            3,
            "write `when count(unit v in here) >= 2`",
        ),
        (
            MINE + "  when u.weight > 1\n      and there are two boats in here\n  price(u, here) is 4\n",
            4,
            "write `when count(unit v in here) >= 2`",
        ),
        (  # the line that stumbles goes on from one above, and its `and` is right
            MINE
            + "  when u.weight > 1\n      and here in those h in hexes where h.ground is mud\n  price(u, here) is 4\n",
            4,
            "put it in round brackets: `in (those ... where ...)`",
        ),
        (
            MINE + "  when u.weight > 1\n  and here.ground is mud\n  price(u, here) is 4\n",
            4,
            "indent it deeper than `when`",
        ),
        ("action tow\n  pick towed(v: boat) from boat\n", 2, "write `(those boat v in ...)`"),
        (
            "action tow\n  pick tower(u: boat)\n  pick towed(v: boat) from (those boat v in neighbours(u.hex))\n",
            3,
            "write `boat v where neighbours(u.hex) includes v.hex`",
        ),
        ("quantity pace also (v: boat)\n  step wind after load\n", 1, "write `quantity pace also (u: boat)`"),
        ("fact f(u: boat): hex collects\n", 1, "write `fact f(...) collects hex`"),
        (
            "fact f(u: boat) collects hex\n" + MINE + "  when f(u) is here\n  price(u, here) is 4\n",
            4,
            "`f(u) includes here`",
        ),
        (MINE + "  price(u, here) is u.weight\n", 3, "it is a plain number: declare it as `strides`"),
        (MINE + "  when price(u, here) > u.weight\n  price(u, here) is 4\n", 3, "divide it by a number of `strides`"),
        ("rule mine [1]\n  at steps pace.load\n  adds 1\n", 2, "write `at step pace.load`"),
        ("rule mine [1]\n  at pace.load\n  adds 1\n", 2, "write `at step pace.load`"),
        ("rule mine (2.4)\n  at step pace.load\n  adds 1\n", 1, "write `[2.4]`"),
        (MINE + "  when price(u, here) > 5 strides\n  price(u, here) is 4\n", 3, "leave `strides` out"),
        (MINE + "  when u is half way\n  price(u, here) is 4\n", 3, "join it, as in `half-way`"),
        (MINE + "  when u is lit, here.ground is mud\n  price(u, here) is 4\n", 3, "conditions are joined by `and`"),
        (MINE + "  when u is lit and\n  price(u, here) is 4\n", 3, "indented deeper than its first word"),
        ("action row\n  pick rower(boat u)\n", 2, "write `(u: boat)`"),
        ("action row\n  pick boat u\n", 2, "write `pick NAME(u: boat)`"),
        ("action row\n  pick oars(n: whole) from 1 to 6\n", 2, "write `from numbers(1, 6)`"),
        ("action row\n  pick oars(n: whole) from 0 to pace(u)\n", 2, "write `from numbers(0, pace(u))`"),
        ("action row\n  pick oars(n: whole) from 0..6\n", 2, "write `from numbers(0, 6)`"),
        (MINE + "  when u.weight is less than 3\n  price(u, here) is 4\n", 3, "write `u.weight < 3`"),
        (MINE + "  when pace(u) is greater than 3\n  price(u, here) is 4\n", 3, "write `pace(u) > 3`"),
        (
            MINE + "  when there is any boat in here\n  price(u, here) is 4\n",
            3,
            "write `when count(unit v in here) >= 2`",
        ),
        (
            "rule mine [1]\n  at step pace.load\n  adds sum of v.weight for boat v\n",
            3,
            "write `sum(v.weight for boat v)`",
        ),
        ("effect sink(u: boat):\n  pips is 1d6\n", 2, "write `roll 1d6 as pips`"),
        ("effect sink(u: boat):\n  mark u lit\n", 2, "write `mark u as lit`"),
        ("effect sink(u: boat, h: hex):\n  move u h\n", 2, "write `move u to h`"),
        ("effect sink(u: boat, h: hex):\n  move u into h\n", 2, "write `move u to h`"),
        (
            "sequence game also\n  after rowing:\n    phase day until game.day > 4\n",
            3,
            "write `while not (game.day > 4)`",
        ),
        ("thing raft\n  stands on hex\n", 2, "write `stands in hex`"),
        ("action row\n  open during rowing\n  pick rower(u: boat)\n", 2, "write `open in` and a part"),
        ("sequence game also\n  phase rest [1] after rowing\n", 2, "write `after rowing:` on a line of its own"),
        ("quantity pull(u: boat): whole\n  starts at 3\n  steps wind\n", 2, "write `starts with`"),
        ("effect sink(u: boat):\n  u.lit becomes no\n", 2, "write `set u.lit to no`"),
        ("effect sink(u: boat):\n  announce lost\n", 2, "write `announce lost(...)`"),
        (MINE + "  Two-seaters do not loop.\n  price(u, here) is 4\n", 3, 'write `"Two-seaters do not loop."`'),
        ("rule mine [1]\n  at end of rowing\n  then:\n    end the game\n", 2, "write `at the end of rowing`"),
        ("effect sink(u: boat):\n  pips = roll(1d6)\n", 2, "write `roll 1d6 as pips`"),
        ('chapter [7] "Fog" if fog\n', 1, "write `if option fog`, or `if situation fog`"),
        ('situation race [1] "The race"\n  with fog on\n', 2, "write `with option fog on`"),
        (MINE + "  price(u here) is 4\n", 3, "a comma is missing between `u` and `here`"),
        (MINE + "  when here is mud\n  price(u, here) is 4\n", 3, "write `here.ground is mud`"),
        ("rule mine [1]\n  pace(u) is 3\n", 2, "it is a quantity: write `at step pace.STEP`"),
        ("rule mine [1]\n  over sail.never\n  forbids sail.skipper\n  when u.weight > 2\n", 1, "write `lifts`"),
        ("settle mud-or-not: wet [1]\n", 1, "its readings are `slow`, `quick`"),
        ("rule mine 2.4\n  forbids sail.skipper\n", 1, "write `[2.4]`"),
        ("rule mine [1]\n  at step pace.load\n  half it\n", 3, "write `halves it`"),
        ("rule mine [1]\n  at step pace.load\n  double it\n", 3, "write `doubles it`"),
        (
            "rule mine [1]\n  over price\n  price(u, here) is 4\n",
            2,
            "`price` is a fact; name the rule that is meant, such as `price.mud`",
        ),
        (MINE + "  price(u, here) is max(price(v, here) for boat v)\n", 3, "write `most(... for v in ...)`"),
        (MINE + "  when price(u, here) > 2here\n  price(u, here) is 4\n", 3, "write `2 * here`"),
        (MINE + "  when price(u, here) > none\n  price(u, here) is 4\n", 3, "write `is none` or `is not none`"),
        (
            MINE + "  when (price(u, here) > 1 or price(u, here) < 1\n      and u.weight > 2\n  price(u, here) is 4\n",
            4,
            "write `)` where it ends",
        ),
        ("thing raft\n  stands in hex\n  sound: yes/no = maybe\n", 3, "write `yes` or `no`"),
        ("rule mine [1]\n  forbids sail.skipper\n  when gam is u\n", 3, "did you mean `game`?"),
        ("thing raft\n  stands in hex, boat\n", 2, "write `or boat`"),
        ("thing raft\n  stands in hex\n  logs whole = 2\n", 3, "write `logs: whole`"),
        (
            "choice side\n  north, south\nthing raft\n  stands in hex\n  side: side\n  secret logs: whole = 2\n",
            6,
            "write `logs: whole = 2 secret`",
        ),
        ("thing raft\n  stands in hex\n  logs: whole = 2 lasting until the end of noon\n", 3, "write `until end of`"),
        (
            "record trip\n  by: boat\n  goal: hex\nfact trip-of(u: boat): trip\n"
            "rule mine [1]\n  trip-of(u) is trip(by = u, gaol = u.hex)\n",
            6,
            "did you mean `goal`?",
        ),
        ("rule mine [1]\n  limits never\n  when u.weight > 2\n", 2, "did you mean `sail.never`?"),
        ("effect fly(u: boat) [1]:\n  draw h in hexes as refuge\n  move u to h\n", 2, "or write `draw refuge in ...`"),
        (
            "quantity bulk(u: boat): exact\n  starts with 7/2\n  steps load\nfact load(u: boat): whole\n"
            "rule bulk.more [1]\n  at step bulk.load\n  adds 1\nrule load.usual [1]\n  load(u) is bulk(u)\n",
            9,
            "or declare `bulk` as `whole`, and say in a rule how it `rounds`",
        ),
    ],
)
def test_a_habit_is_answered_with_what_to_write(bench: Any, law: str, line: int, said: str) -> None:
    found = bench.findings(bench.write(law, files={"05-words.law": WORDS}))
    told = [(d.span.line, d.help or "") for d in found if d.level == "error"]
    assert len(told) == 1, found
    assert told[0][0] == line
    assert said in told[0][1]


def test_a_source_without_brackets_is_answered(bench: Any) -> None:
    [found] = bench.findings('chapter HR 1 "Paths"\n')
    assert found.help == "write `[HR 1]`"


def test_headings_of_a_wrong_sort_are_one_mistake(bench: Any) -> None:
    table = "table: luck\ncite: [1]\nrows: {1/2: 1, 1/3: 2, 1/4: 3, 2/3: 4}\n"
    found = bench.findings("table luck(n: whole): whole [1]\n", files={"tables/luck.yaml": table})
    assert [d.code for d in found] == ["HX151"]


def test_headings_that_are_fewer_than_the_cells_of_all_rows_are_one_mistake(bench: Any) -> None:
    law = "choice sky\n  clear, dull\ntable luck(sky: sky, n: whole): whole [1]\n"
    table = "table: luck\ncite: [1]\nacross: [1, 2]\nrows:\n  clear: [1, 2, 3]\n  dull: [1, 2, 3]\n"
    [found] = bench.findings(law, files={"tables/luck.yaml": table})
    assert (found.code, found.span.line) == ("HX152", 3)
    assert found.message == "every row has 3 cells, and these are 2 headings"


def test_a_reach_by_a_pick_that_could_not_be_read_is_no_second_mistake(bench: Any) -> None:
    law = "action row\n  pick rower(u: boat)\n  pick pull(there: hex) repeatedly costs 1 counted in u.spent does:\n"
    [found] = bench.findings(law + "    move u there\nreach rows(u: boat, there: hex): fathoms\n  by row.pull\n")
    assert found.code == "HX204"


def test_what_runs_through_an_unknown_value_is_no_second_mistake(bench: Any) -> None:
    law = "choice side\n  north, south\nsequence game\n  phase day for each s in {north, soth} by s:\n    phase noon\n"
    [found] = bench.findings(law)
    assert found.message == "there is no `soth` here"


def test_the_kind_of_units_is_one_that_there_is(bench: Any) -> None:
    found = bench.findings("", manifest=MANIFEST.format(name="bay").replace("kind: boat", "kind: baot"))
    assert [d.message for d in found] == ["there is no kind `baot`"]


def test_a_parameter_of_a_kind_that_could_not_be_read_is_no_second_mistake(bench: Any) -> None:
    law = (
        "thing raft\n  stands in hex\n  logs whole\n"
        "action float(r: raft) [1]\n  pick goal(h: hex) from neighbours(r.hex)\n"
        "rule mine [1]\n  forbids float.goal\n  when r.logs > 2\n"
    )
    [found] = bench.findings(law)
    assert found.help == "write `logs: whole`"


def test_a_fact_without_its_brackets_is_one_mistake(bench: Any) -> None:
    [found] = bench.findings("fact toll: whole\nrule mine [1]\n  toll(u) is 2\n")
    assert (found.code, found.span.line) == ("HX204", 1)


def test_who_acts_is_a_parameter_of_what_is_asked(bench: Any) -> None:
    law = "choice side\n  reds, blues\nthing raft\n  side: side\n"
    [found] = bench.findings(law + "fact r: raft is-mine\nrule mine [1]\n  when r.side is acting\n  r is-mine\n")
    assert found.span.line == 7
    assert "elsewhere it is a parameter, such as `s: side`" in found.help
    assert bench.codes(law + "fact mine(r: raft, s: side): side\n  otherwise s\n") == set()


def test_a_text_names_a_thing_by_itself(bench: Any) -> None:
    law = 'action row [1]\n  pick rower(u: boat)\nrule mine [1]\n  forbids row.rower\n  says "{u.name}"\n'
    [found] = bench.findings(law)
    assert (found.code, found.span.line) == ("HX237", 5)
    assert found.help == "the law gives things no names of their own; a text names this one by `{u}`"


SAIL = "action tack [1]\n  pick tacker(u: boat)\n"


@pytest.mark.parametrize(
    ("law", "line", "message", "help_"),
    [
        ("fact bow(u: boat) hex\n", 1, "a `:` is missing before the type", "write `fact bow(u: boat): hex`"),
        (
            "fact bow: hex or none\n",
            1,
            "what the fact is about is not said",
            "write `fact bow(...): hex or none`; of nothing, `fact bow(): hex or none`",
        ),
        (
            "fact bow of u: boat is hex\n",
            1,
            "what a fact is about stands in round brackets",
            "write `fact bow(u: boat): TYPE`",
        ),
        ("rule [1] mine\n  price(u, here) is 2\n", 1, "the name stands before the citation", "write `rule mine [1]`"),
        (
            "rule mine [1]\n  forbids sail.skipper when u.weight > 2\n",
            2,
            "a condition stands on a line of its own",
            "write `when u.weight > 2` below",
        ),
        (
            MINE + "  price(u, here) is 4 if u.weight > 2\n",
            3,
            "a condition stands on a line of its own",
            "write `when u.weight > 2` below",
        ),
        (
            "rule mine [1]\n  at step pace.load\n  adds 2 to pace(u)\n",
            3,
            "what a number is added to is said by `at step`",
            "write `adds 2`, and `at step QUANTITY.STEP` as a line of its own",
        ),
        (
            SAIL
            + "  pick leg(there: hex) repeatedly from neighbours(u.hex)\n      costs 1 does:\n    move u to there\n",
            4,
            "in what the cost is added up is not said",
            "write `costs 1 counted in x.ATTRIBUTE`",
        ),
        (
            SAIL + "  pick leg(there: hex) repeatedly costs 1 counted in u.spent:\n    move u to there\n",
            3,
            "`:` is not expected here",
            "what a pick does stands below `does:`",
        ),
        (
            "effect lighten(u: boat) [1]:\n  u.weight is 2\n",
            2,
            "a statement begins with what is done",
            "write `set u.weight to 2`",
        ),
        (
            "effect lighten(u: boat) [1]:\n  if u.weight = 1:\n    finish\n  otherwise if u.weight = 2:\n    remove u",
            4,
            "`otherwise` has no condition",
            "write `otherwise:`, and `if u.weight = 2:` below it, indented",
        ),
        (
            "rule mine [1]\n  after sail.skipper\n  for each boat v in u.hex:\n    remove v\n",
            3,
            "what happens stands below `then:`",
            "write `then:` above this line, and indent this line below it",
        ),
        (
            SAIL
            + "  pick leg(there: hex) repeatedly from neighbours(u.hex)\n      costs 1 counted in u.spent does:\n"
            + "    move u to there\n    while u.weight > 1:\n      set u.weight to 1\n",
            6,
            "no statement is repeated `while` something holds",
            "a number of times is `for each n in numbers(1, 3):`; a part of the sequence can run `while u.weight > 1`",
        ),
        (
            SAIL
            + "  pick leg(there: hex) repeatedly from neighbours(u.hex)\n      costs 1 counted in u.spent does:\n"
            + "    move u to there\n    set u.weight - 1\n",
            6,
            "`to` is missing before the new value",
            "write `set u.weight to u.weight - 1`",
        ),
        (
            "effect lighten(u: boat) [1]:\n  while u.weight > 1:\n    set u.weight to 1\n",
            2,
            "no statement is repeated `while` something holds",
            "a number of times is `for each n in numbers(1, 3):`; a part of the sequence can run `while u.weight > 1`",
        ),
        (
            "effect lighten(u: boat) [1]:\n  if roll 1d6 >= 4:\n    remove u\n",
            2,
            "dice are thrown by a statement of their own",
            "write `roll 1d6 as x` on a line above, and `x` here",
        ),
        (
            "effect lighten(u: boat) [1]:\n  mark u as weight 2\n",
            2,
            "what is marked is yes or no, and has no other value",
            "write `set u.weight to 2`",
        ),
        (
            "effect lighten(u: boat) [1]:\n  set u.weight - 1\n",
            2,
            "`to` is missing before the new value",
            "write `set u.weight to u.weight - 1`",
        ),
        ("rule mine [1]\n  at step pace.load\n  adds +1\n", 3, "a number has no plus before it", "write `adds 1`"),
        (
            'choice trim\n  "in irons", beating\n',
            2,
            "a value of a choice is a name, not a text",
            "leave the quotes out, and join its words by hyphens",
        ),
        (
            MINE + "  when here.ground is sand\n  price(u, here) is 4\n",
            3,
            "there is no `sand` here",
            "a `ground` is one of `grass`, `mud`; the names in scope are `u`, `here`",
        ),
        (
            "thing dinghy is a boat\n  beached: yes/no\nrule mine [1]\n  forbids sail.skipper\n  when u is beached\n",
            5,
            "a `boat` cannot be `beached`",
            "only a `dinghy` can be so",
        ),
        (
            "action tack [1]\n  pick there(h: hex)\n  pick leg(k: hex) from h\n",
            3,
            "what `leg` is picked from is to be a `set of hex`, but this is a `hex`",
            "write `{h}`",
        ),
        ("rule mine [1]\n  at step load\n  adds 1\n", 2, "there is no quantity `load`", "write `pace.load`"),
        (
            "quantity haste(u: boat): whole\n  starts with 1\nrule mine [1]\n  at step haste.wind\n  adds 1\n",
            4,
            "the quantity `haste` has no step `wind`",
            "say below `quantity haste` in what steps it is worked out: `steps wind`; "
            "or put in a new one by `quantity haste also (...)`, with a line `step NAME`",
        ),
    ],
)
def test_what_a_first_law_gets_wrong_is_told_with_what_to_write(
    bench: Any, law: str, line: int, message: str, help_: str
) -> None:
    [found] = bench.findings(WORDS + law)
    assert (found.span.line - WORDS.count("\n"), found.message, found.help) == (line, message, help_)


def test_a_value_that_is_nearly_a_name_in_scope_is_taken_for_it(bench: Any) -> None:
    law = "rule mine [1]\n  over price.mud\n  when here.ground is mudd\n  price(u, here) is 4\n"
    [found] = bench.findings(WORDS + law)
    assert found.help == "did you mean `mud`?"


@pytest.mark.parametrize(
    ("law", "line", "message", "help_"),
    [
        (MINE + "  when u.weight\u00a0> 2\n", 3, "looks like a blank", "type the blank anew"),
        (MINE + "  when u.wei\u200bght > 2\n", 3, "a sign that cannot be seen", "delete it"),
        (MINE + "  when u.weight \u2212 1 > 2\n", 3, "`\u2212` is not a sign of the law", "write `-`"),
        ("rule w\u00e4hler [1]\n  forbids sail.skipper\n", 1, "`\u00e4` cannot stand in a name", "letters from a to z"),
        ('words\n  kind boat: "boat" / "boats"\n', 2, "`reads` is missing", 'write `kind boat reads "boat" / "boats"`'),
        ('words\n  kind boat "boat" / "boats"\n', 2, "`reads` is missing", 'write `kind boat reads "boat" / "boats"`'),
        ("words\n  kind boat reads boat / boats\n", 2, "a phrase stands in quotes", 'write `kind boat reads "..."`'),
        ('words\n  kind boat reads "boat", "boats"\n', 2, "are divided by `/`", "write `/` for `,`"),
        ('words\n  thing boat reads "boat"\n', 2, "there are no words of a `thing`", "write `kind`"),
        ('words\n  pick skipper reads "the skipper"\n', 2, "there is no pick `skipper`", "write `sail.skipper`"),
        (
            "choice side\n  north, south\nsequence day\n  phase watch for game.first:\n    phase noon\n",
            4,
            "whose turn it is stands behind `by`",
            "write `by game.first`",
        ),
        (
            "thing raft\n  stands in hex\n  wet: yes/no until end of watch\n",
            3,
            "how long it lasts is not expected here",
            "write `lasting until end of PART`",
        ),
        (
            MINE + "  when more than 2 boat v in here\n  price(u, here) is 4\n",
            3,
            "things are not counted with `more than 2 boat v in here`",
            "write `count(boat v in here)` and a comparison, such as `> 2`",
        ),
        (
            MINE + "  when count(boats in here) > 2\n  price(u, here) is 4\n",
            3,
            "`in` looks through a set, but this is `hex`",
            "write `boat v in here`",
        ),
        (
            MINE + "  when count(k linked from here) > 2\n  price(u, here) is 4\n",
            3,
            "`from` is not expected here",
            "write `linked to`",
        ),
        (
            "thing ship\n  hull: whole = 1\nthing ship also\n  replaces hull = 3 secret [1.1]\n",
            4,
            "whether `hull` is a secret is said where it is declared",
            "declare an attribute of another name as secret, and `quantity hull of ...`",
        ),
        ("<<<<<<< HEAD\nmeasure oil whole\n", 1, "no item starts with `<`", "keep one of the two texts"),
    ],
)
def test_signs_and_words_from_elsewhere(bench: Any, law: str, line: int, message: str, help_: str) -> None:
    found = bench.findings(WORDS + law)[0]
    assert found.span.line - WORDS.count("\n") == line
    assert message in found.message
    assert help_ in (found.help or "")

"""What newcomers write, and what they are told: one sentence, where the mistake is, and nothing that only follows."""

# ruff: noqa: E501 - a line of a table of examples is read across

from __future__ import annotations

from typing import Any

import pytest

MISTAKES = {
    "no comma": (
        "choice hue\n  green, pink\n  brown\nthing boat also\n  hue: hue = green\n",
        [(3, "a comma is missing before `brown`")],
    ),
    "no comma in a line": ("choice hue\n  green pink\n", [(2, "a comma is missing before `pink`")]),
    "no does": (
        "action sail [1]\n  pick step(u: boat)\n      costs 1 counted in u.spent\n    move u to u.hex\nrule bar.a [1]\n  forbids sail.step\n",
        [(3, "a `does:` is missing at the end of this line")],
    ),
    "no colon after does": (
        "action sail [1]\n  pick step(u: boat) does\n    move u to u.hex\n",
        [(2, "a `:` is missing at the end of this line")],
    ),
    "no colon after if": (
        "effect sink(u: boat):\n  if u is lit  # so\n    remove u\n",
        [(2, "a `:` is missing at the end of this line")],
    ),
    "no colon after an effect": (
        "effect sink(u: boat)\n  remove u\n",
        [(1, "a `:` is missing at the end of this line")],
    ),
    "a name that is an article": (
        "fact toll(a: boat): whole\nrule toll.all [1]\n  toll(a) is a.range\n",
        [(3, "`is a` asks for a kind")],
    ),
    "slashes": ("// a remark\nmeasure oil whole\n", [(1, "a comment does not start with `//`")]),
    "slashes at the end": (
        "fact toll(b: boat): whole // so\nrule toll.all [1]\n  toll(b) is 1\n",
        [(1, "a comment does not start with `//`")],
    ),
    "bent quotes": (
        "fact toll(b: boat): whole\n  \u201cWhat it costs.\u201d\nrule toll.all [1]\n  toll(b) is 1\n",
        [(2, "`\u201c` is not a quote of the law")],
    ),
    "indented too far": (
        "fact b: boat is slow\nrule slow.all [1]\n  b is slow\n    when b is lit\n",
        [(4, "`when` is indented too far: so it continues the line above")],
    ),
    "else": (
        "effect sink(u: boat):\n  if u is lit:\n    remove u\n  else:\n    mark u as lit\n",
        [(4, "`else` is not a word of the law")],
    ),
    "dice and dice": (
        "effect sink(u: boat):\n  roll 1d6 + 1d6 as x\n",
        [(2, "dice are thrown by a `roll` of their own")],
    ),
    "dice in a let": ("effect sink(u: boat):\n  let x be 1d6 + 1\n", [(2, "dice are thrown by a `roll` of their own")]),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_it_is_told_where_it_is_made(name: str, bench: Any) -> None:
    law, expected = MISTAKES[name]
    assert [(d.span.line, d.message) for d in bench.findings(law) if d.span] == expected


def test_a_mistake_that_does_not_follow_is_told_beside_it(bench: Any) -> None:
    law = "choice hue\n  green pink\nthing boat also\n  hue: hue\n  shade: nuance\n"
    assert [(d.code, d.message) for d in bench.findings(law)] == [
        ("HX204", "a comma is missing before `pink`"),
        ("HX211", "there is no type `nuance`"),
    ]


def test_a_sequence_that_cannot_be_read_is_not_missed_in_all_its_parts(bench: Any) -> None:
    law = """choice side
  reds, blues
thing boat also
  tired: yes/no lasting until end of watch
action hail [1]
  open in calling, calking
  pick caller(b: boat)
sequence game [1]
  phase watch:
    phase calling for each s off {reds, blues}
"""
    assert [(d.code, d.message) for d in bench.findings(law)] == [
        ("HX204", "`off` does not say through what `for each` runs"),
        ("HX401", "the sequence has no part `calking`"),
    ]


def test_an_attribute_of_a_thing_that_cannot_be_read_is_not_missed(bench: Any) -> None:
    law = "thing gig is a boat\n  stands in hex hex\n  oars: whole = 2\nfact b: boat is manned\nrule m [1]\n  when b.oars > 1\n  b is manned\n"
    assert [d.code for d in bench.findings(law)] == ["HX204"]


HELPS = {
    "an effect without do": (
        "effect sink(u: boat):\n  remove u\neffect ram(u: boat):\n  sink(u)\n",
        ("HX204", 4, "to carry out an effect, write `do sink(u)`"),
    ),
    "an effect without anything": (
        "effect sink:\n  end the game\neffect ram(u: boat):\n  capsizing\n",
        ("HX204", 4, "if it is an effect, write `do capsizing()`"),
    ),
    "an attribute made": ("effect rest(u: boat):\n  u.crew = 8\n", ("HX204", 2, "write `set u.crew to 8`")),
    "an attribute added to": ("effect rest(u: boat):\n  add 2 to u.crew\n", ("HX204", 2, "`set u.crew to u.crew + 2`")),
    "a sign of other languages": ("effect rest(u: boat):\n  u.crew -= 2\n", ("HX204", 2, "`set u.crew to u.crew - 2`")),
    "another word for remove": ("effect rest(u: boat):\n  destroy u\n", ("HX204", 2, "write `remove u`")),
    "one of several values": ("effect rest(u: boat):\n  draw one of red, blue\n", ("HX204", 2, "`draw x in {red, blue}`")),
    "a statement in a rule": (
        "event e(u: boat)\nrule r [1]\n  after e\n  mark u as lit\n",
        ("HX204", 4, "then `then:`; what happens stands below that"),
    ),
    "a wrong word below then": (
        "event e(u: boat)\nrule r [1]\n  after e\n  then:\n    count u\n",
        ("HX204", 5, "did you mean `point`?"),
    ),
    "a set put into a set": (
        "fact f(h: hex) collects hexside\nrule r [1]\n  f(h) includes those s in sides-of(h) where s is reef\n",
        ("HX204", 3, "`for each s in sides-of(h)`"),
    ),
    "a text without quotes": ("option fog [1]\n  Fog may come up.\n", ("HX204", 2, 'write `"Fog may come up."`')),
    "an article": (
        "fact b: boat is slow\nrule r [1]\n  when the crew < 2\n  b is slow\n",
        ("HX204", 3, "leave it out, and say whose it is"),
    ),
    "a verb drawn together": (
        "fact b: boat is slow\nrule r [1]\n  when b isnt lit\n  b is slow\n",
        ("HX234", 3, "write `b is not lit`"),
    ),
    "a hex of some map": (
        "effect rest(u: boat):\n  move u to A1\n",
        ("HX236", 2, "give the hex an attribute on the board"),
    ),
    "a flag misspelt": ("effect rest(u: boat):\n  mark u as lid\n", ("HX251", 2, "did you mean `lit`?")),
    "the one that another quantifier looked for": (
        "action sail [1]\n  pick step(b: boat)\n"
        'rule r [1]\n  forbids sail.step\n  when any boat other in b\n  says "{other} is in the way"\n',
        ("HX234", 6, "where there is only one, write `(one boat other in b where ...)`"),
    ),
    "the one that a condition looked for": (
        "fact lead(b: boat): boat or none\n  otherwise none\nrule r [1]\n"
        "  when any other in {b} where other is lit\n  lead(b) is other\n",
        ("HX234", 5, "where there is only one, write `(one other in {b} where ...)`"),
    ),
    "a flag said of nobody": (
        "fact b: boat is slow\nrule r [1]\n  when lit\n  b is slow\n",
        ("HX234", 3, "write `b is lit`"),
    ),
    "a minus without blanks": (
        "effect rest(u: boat):\n  set u.crew to u.crew-1\n",
        ("HX237", 2, "a minus has blanks around it: write `u.crew - 1`"),
    ),
    "a minus between two names": (
        "effect rest(u: boat):\n  roll 1d6 as gust\n  set u.crew to gust-2\n",
        ("HX234", 3, "a minus has blanks around it: write `gust - 2`"),
    ),
    "a die and a number": (
        "effect rest(u: boat):\n  roll 1d6+1 as gust\n",
        ("HX204", 2, "write `roll 1d6 as x` alone"),
    ),
    "a title without quotes": ("chapter [1] The bay\n", ("HX204", 1, 'write `"The bay"`')),
    "an option that is not there": (
        'chapter [1] "Fog" if option mist\noption fog [1]\n',
        ("HX271", 1, "there are: `fog`"),
    ),
    "a keyword that is nearly one": (
        "quantity pull(u: boat): whole\n  start with 1\n  steps one\n", ("HX204", 2, "did you mean `starts`"),
    ),
    "the sign that compares where a fact gets its value": (
        "fact ahead(u: boat): hex\nrule r [1]\n  ahead(u) = one h in hexes where h is shoal\n",
        ("HX204", 3, "write `ahead(u) is ...`"),
    ),
    "for each in a rule of one value": (
        "fact cargo(u: boat): whole\nrule r [1]\n  for each boat b\n  cargo(u) is b.crew\n",
        ("HX267", 3, "a fact has one value: say what comes of all of them, as in `sum(... for ...)`"),
    ),
    "a name that several lines miss": (
        "fact b: boat is slow\nrule a [1]\n  when lonk(b) > 1\n  b is slow\nrule c [1]\n  when lonk(b) = 1\n  b is slow\n",
        ("HX234", 3, "1 more line names it"),
    ),
    "a flag that is to be no": (
        "fact b: boat is slow\nrule r [1]\n  when b.lit is no\n  b is slow\n", ("HX248", 3, "write `b is not lit`"),
    ),
    "a flag that is not to be no": (
        "fact b: boat is slow\nrule r [1]\n  when b.lit is not no\n  b is slow\n", ("HX248", 3, "write `b is lit`"),
    ),
    "one thing in another": (
        "thing chest\n  stands in boat\nfact c: chest is safe\nrule r [1]\n  when any boat b where c in b\n  c is safe\n",
        ("HX231", 5, "write `any chest v in b where v is c`"),
    ),
    "things looked for in a set of others": (
        "thing chest\n  stands in boat\nfact load() collects chest\nfact fleet(): set of boat\nrule fleet.all [1]\n  fleet() is those boat b where b is lit\n"
        "rule r [1]\n  for each chest c in fleet()\n  load() includes c\n",
        ("HX231", 8, "write `chest c where (any v in fleet() where (any chest w in v where w is c))`"),
    ),
    "a thing to pick from": (
        "thing chest\n  stands in boat\naction open-up [1]\n  pick chest(c: chest) from (one boat b where b is lit)\n",
        ("HX231", 4, "write `those chest v in ...`"),
    ),
    "where it stands when it may stand in several": (
        "thing chest\n  stands in hex or boat or crate\nthing crate\n  stands in hex\nfact c: chest is safe\nrule r [1]\n  when c.holder is a crate\n  c is safe\n",
        ("HX231", 7, "`.holder` is the `boat` that it stands in; of a `crate`, write `any crate v where (any chest w in v where w is c)`"),
    ),
    "a fact about nothing without its brackets": (
        "fact ebb(): whole\n  otherwise 1\nfact b: boat is slow\nrule r [1]\n  when ebb > 1\n  b is slow\n", ("HX234", 5, "write `ebb()`"),
    ),
    "an adjective before what it is said of": (
        "fact b: boat is slow\nfact b: boat is late\nrule r [1]\n  when not slow b\n  b is late\n", ("HX234", 4, "write `b is slow`"),
    ),
    "a die by itself in a let": (
        "effect rest(u: boat):\n  let x be 1d6\n", ("HX234", 2, "dice are thrown by a statement of their own: write `roll 1d6 as x`"),
    ),
    "a negative number in a step": (
        "quantity pull(u: boat): whole\n  starts with 1\n  steps one\nrule r [1]\n  at step pull.one\n  -2\n", ("HX261", 6, "write `subtracts 2`"),
    ),
    "a rule of a name that others begin with": (
        "fact b: boat is slow\nrule slow.all [1]\n  b is slow\nrule r [1]\n  limits slow.thunderstorms\n  when b is lit\n",
        ("HX262", 5, "the rules that begin so are `slow.all`"),
    ),
    "a rule that names itself among others": (
        "fact b: boat is slow\nrule slow.all [1]\n  b is slow\nrule slow.lit [1]\n  limits slow.*\n  when b is lit\n",
        ("HX282", 4, "`NAME.*` is this rule too where its name begins so"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", HELPS)
def test_what_to_write_is_told(name: str, bench: Any) -> None:
    law, (code, line, help_) = HELPS[name]
    (found,) = bench.findings(law)
    assert (found.code, found.span.line) == (code, line)
    assert help_ in found.help


TOLD_WHOLE = {
    # the whole word or number, and not the letters of it that are a word of the law
    "a name of two words, of which one begins like a word of the law": (
        "rule deep forest [1]\n  forbids sail.step\n", (1, 11, "`forest` is a second", "join them: `deep-forest`"),
    ),
    "a joining word that stands twice": (
        "fact b: boat is slow\nrule r [1]\n  when b is lit and and b is lit\n  b is slow\n",
        (3, 21, "`and` stands where a condition begins", "leave out one of the two"),
    ),
    "a decimal point": (
        "fact f(u: boat): exact\nrule r [1]\n  f(u) is 12.25\n", (3, 11, "written as fractions", "write `12 1/4`"),
    ),
    "a text whose first quote is missing": (
        'fact b: boat is slow\nrule r [1]\n  Boats are slow."\n  b is slow\n', (3, 3, "a text stands in quotes", 'write `"Boats are slow."`'),
    ),
    "what somebody has": (
        "fact b: boat is slow\nrule r [1]\n  when b's crew > 3\n  b is slow\n", (3, 9, "read with a dot", "write `b.crew`"),
    ),
    "a remark with dashes": (
        "fact b: boat is slow\nrule r [1] -- so\n  b is slow\n", (2, 12, "does not start with `--`", "starts with `#`"),
    ),
    "a round bracket too many": (
        "fact f(b: boat): whole\n  otherwise 1\nfact b: boat is slow\nrule r [1]\n  when f(b)) > 2\n  b is slow\n",
        (5, 12, "closes a bracket that nothing opened", "leave it out"),
    ),
    "braces around an item": (
        "fact b: boat is slow\nrule r [1] {\n  b is slow\n", (2, 12, "what belongs to a rule stands below it", "leave `{` out"),
    ),
    "a colon behind a choice": (
        "choice hue:\n  green, pink\n", (1, 11, "the first line of a choice does not end in `:`", "leave the `:` out"),
    ),
    "dashes before values": (
        "choice hue\n  - green\n  - pink\n", (2, 3, "no line begins with `-`", "write `green`, with a comma before the next"),
    ),
    "an adjective between two, declared": (
        "fact h: hex is free-for u: boat\n", (1, 13, "one that is between two is a verb", "write `fact h: hex free-for u: boat`"),
    ),
    "an adjective between two": (
        "fact b: boat is slow\nrule r [1]\n  when b.hex is adjacent-to b.hex\n  b is slow\n",
        (3, 14, "a verb between two has no `is` before it", "write `b.hex adjacent-to ...`"),
    ),
    "a fact that a rule gives, with a mistake further on": (
        "fact retreats(u: boat): set of hex\nrule r [1]\n  retreats(u) is those h in hexes where h is far-from u\n",
        (3, 43, "a verb between two has no `is` before it", "write `h far-from ...`"),
    ),
    "at least": ("fact b: boat is slow\nrule r [1]\n  when b.crew is at least 3\n  b is slow\n", (3, 15, "not a comparison", "write `b.crew >= 3`")),
    "at most": ("fact b: boat is slow\nrule r [1]\n  when b.crew is at most 3\n  b is slow\n", (3, 15, "not a comparison", "write `b.crew <= 3`")),
    "neither of two": (
        "fact b: boat is slow\nrule r [1]\n  when b.hue is neither red nor blue\n  b is slow\n", (3, 14, "not a comparison", "write `b.hue not in {red, blue}`"),
    ),
    "the number of": (
        "fact b: boat is slow\nrule r [1]\n  when number of boat in b.hex > 1\n  b is slow\n", (3, 8, "counted by `count`", "write `count(boat v in b.hex)`"),
    ),
    "with for where": (
        "fact b: boat is slow\nrule r [1]\n  when any boat v in b.hex with v is lit\n  b is slow\n", (3, 28, "narrowed by `where`", "write `where` for `with`"),
    ),
    "odds with a colon": (
        "fact b: boat is slow\nrule r [1]\n  when b.crew > 3:2\n  b is slow\n", (3, 17, "not a number", "odds are written `3-2`, a fraction `3/2`"),
    ),
    "a kind before a name in a fact": ("fact tired(boat u): whole\n", (1, 12, "a name stands before what it is of", "write `u: boat`")),
    "a let with a sign": ("effect e(u: boat):\n  let x = u.crew\n", (2, 9, "`=` is not expected here", "write `let x be u.crew`")),
    "then behind if": ("effect e(u: boat):\n  if u is lit then:\n    remove u\n", (2, 15, "`then` is not expected here", "write `if u is lit:`")),
    "for without each": ("effect e(u: boat):\n  for boat v:\n    remove v\n", (2, 7, "`each` is missing", "write `for each boat v`")),
    "removed from somewhere": ("effect e(u: boat):\n  remove u from map\n", (2, 12, "not expected here", "`move u to none`")),
    "every, narrowed": (
        "fact b: boat is slow\nrule r [1]\n  when every h in hexes where h is reef satisfies h is lit\n  b is slow\n",
        (3, 25, "`every` is not narrowed by `where`", "write `every h in (those h in hexes where h is reef) satisfies h is lit`"),
    ),
    "every of a kind, narrowed": (
        "fact b: boat is slow\nrule r [1]\n  when every boat v in b.hex where v is reef satisfies v is lit\n  b is slow\n",
        (3, 30, "`every` is not narrowed by `where`", "write `every v in (those boat v in b.hex where v is reef) satisfies v is lit`"),
    ),
    "what is looked for, without where": (
        "fact b: boat is slow\nrule r [1]\n  when any boat v adjacent-to b.hex\n  b is slow\n",
        (3, 19, "what is looked for is narrowed by `where`", "or `where v.hex adjacent-to ...`"),
    ),
    "a rule that overrides": ("rule r [1]\n  overrides sail.range\n  forbids sail.step\n", (2, 3, "a rule has no line `overrides`", "write `over sail.range`")),
    "what happens, right below after": (
        "rule r [1]\n  after sink:\n    end the game\n", (2, 13, "stands below `then:`", "write `after sink` without `:`, and `then:` on a line of its own"),
    ),
    "what happens, right below an edge": (
        "rule r [1]\n  at the end of watch:\n    end the game\n", (2, 22, "stands below `then:`", "write `at the end of watch` without `:`"),
    ),
    "a default without its sign": ("thing boat also\n  oars: whole 3\n", (2, 15, "the default stands behind `=`", "write `oars: whole = 3`")),
    "a part of the sequence without its word": (
        "sequence game [1]\n  phase watch:\n    phase noon\n    evening\n", (4, 5, "no statement begins with `evening`", "write `phase evening`"),
    ),
    "a statement that stands alone, misspelt": ("sequence game [1]\n  phase watch:\n    phase noon\n    finsh\n", (4, 5, "begins with `finsh`", "did you mean `finish`?")),
    "a citation below its rule": ("rule r\n  [2.4]\n  forbids sail.step\n", (2, 3, "stands on the first line of its item", "write `[2.4]` at the end of that line")),
    "a situation without a title": ("situation race [1]\n", (1, 1, "the situation has no title", 'write `situation race [1] "..."`')),
    "a value in great letters": (
        "fact b: boat is slow\nrule r [1]\n  when b.hue is Pink\n  b is slow\n", (3, 17, "`Pink` is not a name", "write `pink`"),
    ),
    "does on a line of its own": (
        "action hail [1]\n  pick caller(u: boat)\n  does:\n    remove u\n", (3, 3, "`does:` stands at the end of the line of its pick", "write it behind what is picked"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TOLD_WHOLE)
def test_a_habit_is_answered_at_its_place(name: str, bench: Any) -> None:
    law, (line, column, message, help_) = TOLD_WHOLE[name]
    (found,) = bench.findings(law)
    assert (found.code, found.span.line, found.span.column) == ("HX204", line, column)
    assert message in found.message
    assert help_ in found.help


def test_a_table_is_not_what_a_rule_says(bench: Any) -> None:
    law = "table wind(n: whole): whole [1]\nrule r [1]\n  wind(n) is 3\n"
    (found,) = (d for d in bench.findings(law) if d.code == "HX261")
    assert found.help == "it is a table: what it gives stands in `tables/wind.yaml`"


@pytest.mark.parametrize(
    ("law", "line"),
    [
        ("thing boat also\n  worn: whole = 0\neffect sail(b: boat):\n  set b.worn to b.worn + 1/2\n", 4),
        (
            "thing boat also\n  worn: whole = 0\nfact toll(b: boat): exact\n  otherwise 1/2\naction sail [1]\n  pick sailor(b: boat)\n"
            "  pick step(there: hex) repeatedly from neighbours(b.hex) costs toll(b) counted in b.worn does:\n    move b to there\n",
            7,
        ),
    ],
)
def test_a_fraction_may_have_been_meant_where_whole_numbers_are_kept(law: str, line: int, bench: Any) -> None:
    (found,) = bench.findings(law)
    assert (found.code, found.span.line) == ("HX231", line)
    assert found.help.startswith("write `rounded-down(...)` or `rounded-up(...)`, or declare `worn` as `exact`")


def test_an_action_is_followed_by_way_of_its_picks(bench: Any) -> None:
    law = "action hail [1]\n  pick caller(u: boat)\n  pick called(v: boat)\nrule r [1]\n  after hail\n  then:\n    end the game\n"
    (found,) = (d for d in bench.findings(law) if d.level == "error")
    assert (found.code, found.span.line) == ("HX405", 5)
    assert found.message == "`hail` is an action: what something follows is one of its picks"
    assert found.help == "write `hail.caller`, `hail.called`"


def test_an_option_in_a_rule_is_answered_though_the_rule_concludes_something(bench: Any) -> None:
    law = (
        "option fog [1]\naction hail [1]\n  pick caller(u: boat)\nrule r [1]\n  if option fog\n  forbids hail.caller\n"
    )
    (found,) = (d for d in bench.findings(law) if d.level == "error")
    assert found.span.line == 5
    assert "an option switches a whole chapter" in found.help


def test_a_fact_named_without_what_it_is_about_is_answered_with_it(bench: Any) -> None:
    law = "fact fare(b: boat, h: hex): whole\n  otherwise 1\nrule r [1]\n  fare is 3\n"
    (found,) = bench.findings(law)
    assert (found.code, found.span.line) == ("HX261", 4)
    assert found.help == "a rule repeats what the fact is about: write `fare(b, h) is ...`"


@pytest.mark.parametrize(
    ("law", "line", "help_"),
    [
        ("choice hue\n  green\nchoice hue\n  pink\n", 3, "to add to the first, write `also` behind the name"),
        ("option fog [1]\noption fog [1]\n", 2, "give one of the two another name"),
    ],
)
def test_what_one_folder_declares_twice_may_have_been_meant_to_be_added_to(
    law: str, line: int, help_: str, bench: Any
) -> None:
    (found,) = bench.findings(law)
    assert (found.code, found.span.line) == ("HX212", line)
    assert found.help.startswith(help_)


FOLLOWS = {
    "an attribute of an unknown type": (
        "thing gig is a boat\n  oars: number = 2\nfact b: gig is manned\nrule m [1]\n  when b.oars > 1\n  b is manned\n",
        ["HX211"],
    ),
    "a choice whose name is none": (
        "choice Hue\n  green, pink\nthing boat also\n  hue: hue = green\nfact b: boat is bright\nrule m [1]\n  when b.hue is pink\n  b is bright\n",
        ["HX204"],
    ),
    "a parameter of an unknown type": (
        "quantity pull(u: baot): whole\n  starts with 1\n  steps one\nrule p [1]\n  at step pull.one\n  adds 1\n",
        ["HX211"],
    ),
    "a pick of an unknown type": (
        "action hail [1]\n  pick caller(b: baot) where b is lit\nrule h [1]\n  forbids hail.caller\n",
        ["HX211"],
    ),
    "something drawn from nothing": ("effect e(u: boat):\n  draw boat x in ferry\n  mark x as lit\n", ["HX234"]),
    "words of what could not be read": (
        'action hail [1]\n  pick caller(b boat)\nwords\n  pick hail.caller reads "caller"\n',
        ["HX204"],
    ),
    "a kind that cannot be read, and a sort of it": (
        "thing gig is boat\n  oars: whole = 2\nthing skiff is a gig\nfact g: gig is manned\nrule m [1]\n  when g is a skiff\n  g is manned\n"
        "effect e(u: skiff):\n  move u to u.hex\n  set u.oars to 3\n",
        ["HX204"],
    ),
    "an attribute that cannot be read": (
        "thing gig is a boat\n  oars whole\nthing skiff is a gig\nfact u: skiff is manned\nrule m [1]\n  when u.oars > 1\n  u is manned\n",
        ["HX204"],
    ),
    "a measure that several facts are of": (
        "measure yards whole\nfact long(u: boat): yerds\nfact wide(u: boat): yerds\nfact deep(u: boat): yerds\n", ["HX211"],
    ),
    "a fact that several rules ask": (
        "fact long(u: boat): whole\n  otherwise 1\nfact b: boat is slow\nrule a [1]\n  when lonk(b) > 1\n  b is slow\n"
        "rule c [1]\n  when lonk(b) = 1\n  b is slow\nwords\n  fact lonk reads \"the length of {u}\"\n",
        ["HX234"],
    ),
    "a sequence that is not there to be added to": (
        "choice side\n  reds, blues\nsequence gam [1]\n  phase day:\n    phase sailing\nsequence game also\n  before day:\n    phase night\n"
        "action wave [1]\n  open in night\n  pick waver(u: boat)\n",
        ["HX211"],
    ),
    "one value for each of several": (
        "fact cargo(u: boat): whole\nrule r [1]\n  for each boat b\n  cargo(u) is sum(b.crew for boat b in u)\n", ["HX267"],
    ),
    "a rule that stands indented in another item": (
        "fact f(u: boat): whole\nrule a [1]\n  f(u) is 1\n  rule c [1]\n  over a\n  when u is lit\n  f(u) is 2\n"
        "rule d [1]\n  over c\n  when u is lit\n  f(u) is 3\n",
        ["HX204"],
    ),
    "a rule with capitals": (
        "fact f(u: boat): whole\nrule a [1]\n  f(u) is 1\nRule C.big [1]\n  over a\n  when u is lit\n  f(u) is 2\n"
        "rule d [1]\n  over c.big\n  when u is lit\n  f(u) is 3\n",
        ["HX204"],
    ),
    "sides that cannot be read": (
        "choice side:\n  reds, blues\nsequence game [1]\n  phase day:\n    phase sailing\nadvice [HA 1] \"Advice\"\nrule g\n  goal of s worth 1\n",
        ["HX204"],
    ),
    "sides at the margin": (
        "choice side\nreds, blues\nsequence game [1]\n  phase day by reds:\n    phase sailing\nadvice [HA 1] \"Advice\"\nrule g\n  goal of s worth 1\n",
        ["HX204"],
    ),
    "two lines that name what each might have made for the other": (
        "fact time(u: boat): whole\n  otherwise 1\neffect e(u: boat):\n  if time(v) > 1:\n    mark u as lit\n"
        "  if time(v) > 2:\n    clear lit from u\n",
        ["HX234"],
    ),
    "two facts each of which takes the other for a type": (
        "fact long(u: wide): whole\nfact wide(u: long): whole\n", ["HX211"],
    ),
    "an own mistake of an item that is lost": (
        "thing gig is a boat\n  oars: number = 2\nfact b: gig is manned\nrule m [1]\n  when b.oar > 1\n  b is manned\n",
        ["HX211", "HX237"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FOLLOWS)
def test_what_only_follows_is_not_told(name: str, bench: Any) -> None:
    law, codes = FOLLOWS[name]
    assert [d.code for d in bench.findings(law)] == codes

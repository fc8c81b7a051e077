"""Libraries: law that leaves names open, in the names of the modules that use it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.format.law_text import format_law
from hexlaw.compiler.pipeline import compile_modules

LIBRARY = "module: {}\ntitle: A library\nversion: 0.1.0\nlibrary: yes\n"
WATCH = """chapter [0] "Lookouts"

open choice side
  ours, theirs

open thing ship
  side: side
  tired: whole

open fact u: ship keeps-watch
  "It looks out for others."

fact home(u: ship): side
  otherwise ours

fact u: ship is-watched

rule is-watched.near [1]
  when any ship w where w.side is not u.side and w keeps-watch
  u is-watched

open sequence game
  phase moving

thing ship also
  worn: whole = 0 lasting until end of moving

open event goes(u: ship) [2]
  "A ship gets about."

rule goes.watched [2]
  "Nobody goes who is watched."
  forbids goes
  when u is-watched and u.tired > 1
  says "{u} of {u.side} is watched"
"""
GAME = """choice side
  red, blue

thing hull
  stands in hex
  flag: side = red
  age: whole = 0

sequence game [1]
  phase sailing for each s in {red, blue} by s

action sail [1]
  open in sailing
  pick sailor(h: hull) where h.flag is acting

event goes also
  by sail.sailor with u = h

rule keeps-watch.old [1]
  when u.age > 1
  u keeps-watch
"""
GOES = "event goes also\n  by sail.sailor with u = h\n"
ASKS = """
fact u: hull is-seen

fact guards(s: side): whole

rule guards.all [1]
  guards(s) is count(hull h where h keeps-watch)
"""
BINDING = {"ship": "hull", "ship.side": "flag", "ship.tired": "age", "ours": "red", "moving": "sailing", "under": '"3"'}


class Fleet:
    """A game and a library, with something changed in either."""

    def __init__(self, bench: Any) -> None:
        self.bench = bench
        self.add_library(WATCH)

    def add_library(self, law: str, name: str = "watch", more: str = "") -> Path:
        manifest = LIBRARY.format(name) + more
        found: Path = self.bench.write(law, name=name, words=False, manifest=manifest)
        return found

    def game(self, uses: str, law: str = GAME, name: str = "fleet", more: str = "") -> Path:
        manifest = f"module: {name}\ntitle: A game\nversion: 0.1.0\n{more}"
        if "extends" not in more:
            manifest += "sources: {F: {title: Fleets}}\nspeaks-for: [F]\ndefault-source: F\n"
        manifest += f"uses: {{{uses}}}\n" if uses else ""
        found: Path = self.bench.write(law, name=name, words=False, manifest=manifest)
        return found

    def told(self, game: Path) -> list[tuple[str, str, str]]:
        found = self.bench.findings(game)
        return [(d.code, d.message, d.help or "") for d in found if d.level == "error"]


@pytest.fixture
def fleet(bench: Any) -> Fleet:
    return Fleet(bench)


def bound(binding: Mapping[str, str], name: str = "watch") -> str:
    return f"{name}: {{{', '.join(f'{key}: {value}' for key, value in binding.items())}}}"


WATCHED = bound(BINDING)


def without(*names: str, **changed: str) -> str:
    return bound({key: value for key, value in BINDING.items() if key not in names} | changed)


def test_a_library_stands_in_the_names_of_who_uses_it(fleet: Fleet) -> None:
    graph = fleet.bench.compiled(fleet.game(without(version="0.1.0"))).graph
    rule = graph.rules["goes.watched"]
    assert [str(cite) for cite in rule.cites] == ["F 3.2"]
    assert [condition.text for condition in rule.when] == ["u is-watched and u.tired > 1"]  # as written there
    assert rule.conclusion.picks == ("sail.sailor",)
    assert graph.kinds["hull"].attributes["worn"].lasting.span == "sailing"
    assert "ship" not in graph.kinds
    assert [part.name for part in rule.says if not isinstance(part, str)] == ["u", "flag"]
    assert graph.facts["home"].otherwise.value == "red"


@pytest.mark.parametrize(
    ("uses", "law", "says", "help_"),
    [
        (
            without("ship"), GAME,
            "`watch` is about a kind `ship`, and there is none",
            "write `ship: NAME`, one of `hull`",
        ),
        (
            without(ship="hall"), GAME,
            "`watch` is about a kind `hall`, and there is none",
            "did you mean `hull`?",
        ),
        (
            without("ship.side"), GAME,
            "`hull` has no `side`, which `watch` asks of it",
            "write `ship.side: ATTRIBUTE`; it has `age`, `flag`, `worn`",
        ),
        (
            bound(BINDING | {"ship.tired": "flag"}), GAME,
            "`flag` of `hull` is `side`, and `watch` asks for `whole`",
            "bind another attribute, or another hull",
        ),
        (
            without("ours"), GAME,
            "`ours` is a value of `side` in `watch`; here that has `red`, `blue`",
            "write `ours: red`",
        ),
        (
            without(theirs="green"), GAME,  # of which the library does not speak
            "`green` is a value of `side` in `watch`; here that has `red`, `blue`",
            "write `theirs: red`",
        ),
        (
            without("moving"), GAME,
            "`watch` is about a part `moving` of the sequence, and there is none",
            "write `moving: PART`, one of `sailing`",
        ),
        (
            without(shop="hull"), GAME,
            "`watch` leaves no `shop` open",
            "did you mean `ship`?",
        ),
        (
            without(goes="sail"), GAME,
            "`goes` is an event, which is not bound by name",
            "write `event goes also` and below it `by` what brings it about",
        ),
        (
            without("under"), GAME,
            "it is not said where the chapter of `watch` stands",
            'write `under: "4"`, with the number of one of your chapters',
        ),
        (
            without(prefix="Spy"), GAME,
            "no name can begin with `Spy`",
            "write a word such as `spy`",
        ),
        (
            without(side="home"), GAME,
            "`watch` calls something else `home`",
            "give your own `home` another name, or that of the library",
        ),
        (
            WATCHED, GAME.partition("rule keeps-watch")[0],
            "`watch` leaves the fact `keeps-watch` to its user, and nobody answers it",
            "write a rule that concludes `keeps-watch`",
        ),
        (
            WATCHED, GAME.replace("u keeps-watch", "u is-seen") + ASKS,  # a value that speaks of it is no answer
            "`watch` leaves the fact `keeps-watch` to its user, and nobody answers it",
            "write a rule that concludes `keeps-watch`",
        ),
        (
            WATCHED, GAME.replace(GOES, ""),
            "`watch` leaves the event `goes` to its user, and nobody answers it",
            "write `event goes also` and below it `by` what brings it about",
        ),
        (
            WATCHED, GAME + "fact h: hull keeps-watch\n",
            "`keeps-watch` has other parameters or another type here than `watch` asks for",
            "it is `keeps-watch(u: hull): yes/no` there; leave your declaration out",
        ),
        (
            WATCHED, GAME + "fact u: hull is-watched\n",
            "`watch` declares `is-watched`, and so does `fleet`",
            "write `prefix: WORD` in the use: its own names then begin so",
        ),
        (
            without(library="guard"), GAME,
            "`fleet` uses `guard`, which cannot be found",
            None,
        ),
        (
            without(version="0.0.9"), GAME,
            "`fleet` uses `watch`, written for its version 0.0.9; it is version 0.1.0 here",
            "leave `version` out, see by `hexlaw test` what has changed, and write 0.1.0",
        ),
        (
            without(library="fleet"), GAME,
            "`fleet` uses `fleet`, which is no library",
            "a module that is changed is named after `extends`",
        ),
        (
            "", GAME.partition("event goes")[0] + "open fact h: hull is-old\n",
            "only a library leaves something open",
            "a library says `library: yes` in its module.yaml; here, leave `open` out",
        ),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_told_once_at_the_use(
    fleet: Fleet, uses: str, law: str, says: str, help_: str | None
) -> None:
    game = fleet.game(uses, law)
    [(code, message, help_found)] = fleet.told(game)
    assert (code, message) == ("HX310", says)
    assert help_ is None or help_found == help_
    [finding] = [d for d in fleet.bench.findings(game) if d.level == "error"]
    assert finding.span is not None
    assert finding.span.source.name.endswith("fleet/module.yaml" if uses else "fleet/10-law.law")


def test_a_law_that_cannot_be_read_is_not_told_to_lack_what_may_stand_there(fleet: Fleet) -> None:
    unclosed = GAME.replace("thing hull\n", 'thing hull\n  "What floats\n  on the sea"\n')
    told = fleet.told(fleet.game(WATCHED, unclosed))
    assert {code for code, _, _ in told} == {"HX204"}
    assert "a text in quotes is not closed on its line" in {message for _, message, _ in told}


def test_a_game_without_things_is_told_to_declare_one(fleet: Fleet) -> None:
    told = fleet.told(fleet.game(without("ship", "ship.side", "ship.tired"), "choice side\n  red, blue\n"))
    assert (
        "HX310",
        "`watch` is about a kind `ship`, and there is none",
        "declare one in your law: `thing ship`",
    ) in told


def test_an_event_may_be_announced_and_a_fact_have_an_answer(fleet: Fleet) -> None:
    fleet.add_library(WATCH.replace('"It looks out for others."', "otherwise no").partition("rule goes.watched")[0])
    law = GAME.partition("event goes")[0] + "effect slip(x: hull) [1]:\n  announce goes(x)\n"
    law = law.replace("where h.flag is acting", "where h.flag is acting does:\n    do slip(h)")
    assert fleet.told(fleet.game(WATCHED, law)) == []


def test_a_second_use_has_names_of_its_own(fleet: Fleet) -> None:
    spies = bound(BINDING | {"library": "watch", "prefix": "spy", "under": '"4"', "title": "Spies"}, "spies")
    answers = (
        GAME[GAME.index("event goes") :]
        .replace("event goes", "event spy-goes")
        .replace("keeps-watch", "spy-keeps-watch")
    )
    graph = fleet.bench.compiled(fleet.game(f"{WATCHED}, {spies}", GAME + answers)).graph
    assert {"goes.watched", "spy-goes.watched", "is-watched.near", "spy-is-watched.near"} <= graph.rules.keys()
    assert {"worn", "spy-worn"} <= graph.kinds["hull"].attributes.keys()
    assert [str(cite) for cite in graph.rules["spy-goes.watched"].cites] == ["F 4.2"]
    assert graph.rules["spy-goes.watched"].origin.chapter == "Spies"
    [answered, *_] = fleet.told(fleet.game(f"{WATCHED}, {spies}"))
    assert answered[1] == "`spies` leaves the fact `spy-keeps-watch` to its user, and nobody answers it"


LANES = """chapter [0] "Lanes"

thing hexside also
  lane: yes/no

thing game also
  fee: whole = 1

rule fee.anew [1]
  at the start of sailing
  then:
    set game.fee to count(h in hexes where side-between(h, h) is lane)
"""


def test_a_prefix_leaves_alone_what_the_library_only_adds_to(fleet: Fleet) -> None:
    fleet.add_library(LANES, "lanes")
    law = GAME + "thing hexside also\n  lane: yes/no\n"
    kinds = fleet.bench.compiled(fleet.game(f'{WATCHED}, lanes: {{prefix: alt, under: "4"}}', law)).graph.kinds
    assert {"lane", "alt-lane"} <= kinds["hexside"].attributes.keys()
    assert "alt-fee" in kinds["game"].attributes


def test_an_attribute_that_the_game_has_already_names_the_use(fleet: Fleet) -> None:
    fleet.add_library(LANES, "lanes")
    game = fleet.game(f'{WATCHED}, lanes: {{under: "4"}}', GAME + "thing hexside also\n  lane: yes/no\n")
    [finding] = [d for d in fleet.bench.findings(game) if d.level == "error"]
    assert (finding.code, finding.message) == ("HX212", "`hexside` has an attribute `lane` already")
    assert finding.help == "leave yours out, or write `prefix: WORD` in the use of `lanes`"
    assert finding.span is not None
    places = [finding.span, *(span for span, _ in finding.labels)]
    assert ["/".join(span.source.name.split("/")[-2:]) for span in places] == ["fleet/10-law.law", "lanes/10-law.law"]


def test_the_order_of_uses_means_nothing(fleet: Fleet) -> None:
    fleet.add_library('chapter [0] "Rest"\n\nopen thing ship\n\nfact u: ship is-rested\n  otherwise yes\n', "rest")
    rest = bound({"ship": "hull", "under": '"5"'}, "rest")
    hashes = {fleet.bench.compiled(fleet.game(uses)).law_hash for uses in (f"{WATCHED}, {rest}", f"{rest}, {WATCHED}")}
    assert len(hashes) == 1


def test_libraries_share_what_they_use_alike(fleet: Fleet) -> None:
    """Both bring `watch` along under the names that the game gives them."""
    for name in ("raids", "blockades"):
        law = f"fact v: vessel is-in-{name}\nrule is-in-{name}.watched [1]\n  when v is-watched\n  v is-in-{name}\n"
        law = f'chapter [0] "{name}"\n\nopen thing vessel\n\n{law}'
        fleet.add_library(law, name, f"uses: {{{bound(BINDING | {'ship': 'vessel'})}}}\n")
    uses = ", ".join(bound({"vessel": "hull", "under": f'"{n}"'}, name) for n, name in ((7, "raids"), (8, "blockades")))
    graph = fleet.bench.compiled(fleet.game(uses)).graph
    assert {"is-in-raids.watched", "is-in-blockades.watched", "goes.watched"} <= graph.rules.keys()
    assert [str(type_) for _, type_ in graph.facts["is-watched"].params] == ["hull"]


def test_libraries_answer_each_other(fleet: Fleet) -> None:
    """One leaves a fact open, another concludes it: nobody writes glue."""
    eyes = "open fact {0}: ship keeps-watch\n\nrule keeps-watch.always [1]\n  {0} keeps-watch\n"
    eyes = 'chapter [0] "Eyes"\n\nopen thing ship\n\n' + eyes
    uses = f"{WATCHED}, {bound({'ship': 'hull', 'under': '5'}, 'eyes')}"
    law = GAME.partition("rule keeps-watch")[0]
    fleet.add_library(eyes.format("u"), "eyes")
    assert fleet.told(fleet.game(uses, law)) == []
    fleet.add_library(eyes.format("w"), "eyes")
    [(code, message, _)] = fleet.told(fleet.game(uses, law))
    assert (code, message) == ("HX310", "two libraries leave `keeps-watch` open, with other parameters or another type")


def test_a_kind_may_be_one_of_the_machine(fleet: Fleet) -> None:
    law = "open thing place\n  fog: yes/no\n\nfact p: place is-dim\nrule is-dim.fog [1]\n  when p is fog\n  p is-dim\n"
    law = f'chapter [0] "Fog"\n\n{law}'
    fleet.add_library(law, "haze")
    uses = bound({"place": "hex", "place.fog": "misty", "under": "5"}, "haze")
    game = GAME.partition("event goes")[0] + "thing hex also\n  misty: yes/no\n"
    assert fleet.told(fleet.game(uses, game)) == []


def test_libraries_that_use_each_other_are_refused(fleet: Fleet) -> None:
    fleet.add_library(WATCH, "watch", 'uses: {guard: {under: "1"}}\n')
    fleet.add_library('chapter [0] "Guard"\n', "guard", 'uses: {watch: {under: "1"}}\n')
    [(code, message, _)] = fleet.told(fleet.game(WATCHED))
    assert (code, message) == ("HX310", "`guard` uses `watch`, which comes to use itself")


def test_a_library_is_not_extended(fleet: Fleet) -> None:
    [(code, message, _)] = fleet.told(fleet.game("", GAME, more="extends: watch\n"))
    assert (code, message) == ("HX310", "`watch` is a library, which is used and not extended")


def test_a_mistake_in_a_library_names_the_use(fleet: Fleet) -> None:
    fleet.add_library(WATCH.replace("u.tired > 1", "u.tired is u"))
    [finding] = [d for d in fleet.bench.findings(fleet.game(WATCHED)) if d.level == "error"]
    assert finding.span is not None
    assert finding.span.source.name.endswith("watch/10-law.law")
    [(place, text)] = finding.labels
    assert place.source.name.endswith("fleet/module.yaml")
    assert text.startswith("used here: `ship` is `hull`")


def test_a_variant_limits_a_rule_of_a_library(fleet: Fleet) -> None:
    fleet.game(WATCHED)
    law = "rule goes.old [1]\n  limits goes.watched\n  when u.age > 5\n"
    graph = fleet.bench.compiled(fleet.game("", law, "later", "extends: fleet\ndefault-source: F\n")).graph
    assert [link.target for link in graph.rules["goes.old"].links] == ["goes.watched"]


def test_open_declarations_are_formatted() -> None:
    found = Diagnostics()
    assert format_law(Source("watch.law", WATCH), found) == WATCH
    assert not found.found
    untidy = re.sub(r"open fact u: ship", "open  fact   u:ship", WATCH)
    assert format_law(Source("watch.law", untidy), found) == WATCH


def test_a_library_is_read_by_itself(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(fleet.bench.folder)
    found = Diagnostics()
    assert compile_modules("./watch", found) is None
    assert not found.found

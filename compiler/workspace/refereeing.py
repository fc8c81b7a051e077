"""Journals and played cases refereed: played under their own law, and looked at by add-ons whose rules refuse nothing.

An add-on is one whose `module.yaml` says `referee: yes`, and that fits the module; or any that is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from hexlaw.compiler.base.diagnostic import Diagnostic, Diagnostics
from hexlaw.compiler.base.texts import Texts
from hexlaw.compiler.data.load import CASES, MAX_DATA_SIZE, load, shipped_modules
from hexlaw.compiler.data.manifest import read_manifest
from hexlaw.compiler.data.yaml_tree import Listing
from hexlaw.compiler.desk.cases.script import Begins, Script
from hexlaw.compiler.situations.games import game_begun, modules_of, on_printed_law, open_journal
from hexlaw.compiler.situations.situate import situate
from hexlaw.compiler.workspace.compiled_laws import Compiled, Laws, law_in_force, read_by
from hexlaw.compiler.workspace.testing import cases_of
from hexlaw.runtime.explain.event_lines import ended, entry_in_words
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.law import Configuration, Law, configure
from hexlaw.runtime.play.referee_rules import Referee, Refereed, refereed

BEFORE = 4
"""How many answers before a remark are printed with it, to show how it came about."""


@dataclass(frozen=True)
class Remark:
    """What a referee remarks: `sort` is `illegal`, `broken` or `cannot tell`, of steps of a case also `legal`; `rule`
    names the rule with its sources, or the step, and is empty where there is none. `before` are the last answers, that
    which it is about the last."""

    place: str
    sort: str
    rule: str
    texts: tuple[str, ...]
    before: tuple[str, ...]


@dataclass(frozen=True)
class RefereedGame:
    name: str
    add_ons: tuple[str, ...]
    answers: int  # as far as it could be followed
    remarks: tuple[Remark, ...]
    result: tuple[str, ...]  # how the game came out, where it is over
    found: tuple[Diagnostic, ...]  # what is amiss with the journal


def referees_for(spec: str, texts: Texts) -> tuple[str, ...]:
    """Returns the shipped add-ons that referee a module."""
    chain = read_by(partial(load, spec, texts=texts), Diagnostics())
    names, fitting = {layer.name for layer in chain.layers}, []
    for name, folder in shipped_modules().items():
        source = texts.read(folder / "module.yaml", name, MAX_DATA_SIZE, Diagnostics())
        manifest = None if source is None else read_manifest(source, Diagnostics())
        if manifest is not None and manifest.referee and name not in names and names.intersection(manifest.add_on_for):
            fitting.append(name)
    return tuple(fitting)


def compiled_for(
    spec: str, by: Sequence[str], texts: Texts, laws: Laws
) -> tuple[Compiled, frozenset[str], tuple[str, ...]]:
    """Returns a module with the add-ons that look at it, those named or those that are shipped; their requirements,
    without which it is played; and the add-ons."""
    add_ons = tuple(by) or referees_for(spec, texts)
    base = {layer.name for layer in read_by(partial(load, spec, texts=texts), Diagnostics()).layers}
    compiled = laws.compiled(" + ".join([spec, *add_ons]))
    rules = compiled.compilation.graph.rules.values()
    required = (r.id for r in rules if isinstance(r.conclusion, g.Requires) and r.origin.module not in base)
    return compiled, frozenset(required), add_ons


def referee_of(law: Law, required: frozenset[str]) -> Referee:
    """Returns who looks at a game that is played under a law without these requirements."""
    chosen = Configuration(law.options, law.readings, law.year, situation=law.situation)
    whole = configure(law.graph, chosen)
    return Referee(whole, [rule for rule in whole.requirements if rule.id in required])


def referee(path: Path, by: Sequence[str], texts: Texts, laws: Laws) -> Iterator[RefereedGame]:
    """Yields what is wrong in a journal, or in each played case of a file of cases."""
    if path.name.endswith(CASES):
        yield from _cases(path, by, texts, laws)
        return
    found = Diagnostics()
    journal = read_by(partial(open_journal, path, texts=texts), found)
    compiled, required, add_ons = compiled_for(modules_of(path, journal.header), by, texts, laws)
    game = read_by(partial(game_begun, compiled.compilation, journal, Configuration(without=required)), found)
    lines = [f"{number:>5}  {entry_in_words(entry)}" for number, entry in enumerate(journal.entries, 1)]
    number, remarks = 0, list[Remark]()
    for step in refereed(on_printed_law(game, len(lines)), journal.entries, referee_of(game.law, required)):
        number = step.number
        line = 1 + number + sum(after < number for after, _ in journal.laws)
        remarks += remarks_on(step, f"{path.name}:{line}", tuple(lines[max(number - 1 - BEFORE, 0) : number]))
    result = [*map(str.strip, ended(game))] if game.over else []
    yield RefereedGame(path.name, add_ons, number, tuple(remarks), tuple(result), tuple(found))


def _cases(path: Path, by: Sequence[str], texts: Texts, laws: Laws) -> Iterator[RefereedGame]:
    """Yields of each case that is played what is to be said of each of its steps, legal ones too."""
    those = cases_of(path, texts, laws)
    compiled, required, add_ons = compiled_for(those.spec, by, texts, laws)
    lines = those.file.source.text.splitlines()
    for case in those.file.cases:
        steps, chosen = case.node.get("play"), replace(case.configuration(), without=required)
        if not isinstance(steps, Listing):
            continue
        law = law_in_force(compiled, chosen)
        at = read_by(partial(situate, case, compiled.compilation, law), Diagnostics())
        script = Script(law, at.position, Begins.of(case), Diagnostics(), None, lambda *_: (True, ""))
        looking, remarks = referee_of(law, required), list[Remark]()
        looking.look(at.position)
        for step, illegal, unclear in script.verdicts(steps):
            place, said = f"{path.name}:{step.span.line}", lines[step.span.line - 1].strip().removeprefix("- ")
            sort = "illegal" if illegal else "cannot tell" if unclear else "legal"
            remarks.append(Remark(place, sort, said, (*illegal, *([unclear] if unclear else [])), ()))
            remarks += remarks_on(Refereed(0, (), *looking.look(script.position)), place, ())
        yield RefereedGame(f"{path.name}: {case.id}", add_ons, len(steps.items), tuple(remarks), (), ())


def remarks_on(step: Refereed, place: str, before: tuple[str, ...]) -> Iterator[Remark]:
    for sort, those in (("illegal", step.illegal), ("broken", step.broken)):
        yield from (Remark(place, sort, one.rule, one.texts, before) for one in those)
    yield from (Remark(place, "cannot tell", "", (text,), before) for text in step.unclear)

"""Which rules differ between two laws, how, and what each bears on.

Idea: a rule that only has another name is found first: rules of one law alone are paired with rules of the other that
say the same, names aside. INVARIANT: what is paired so differs in nothing but names, the names of other paired rules in
its links included; where several could be meant, none is paired.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexlaw.compiler.desk.book.printed_rules import Standing
from hexlaw.compiler.desk.compare.differences import Difference, Named
from hexlaw.compiler.desk.compare.meaning import alike, dress, meaning
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.figures import as_printed, figures_of
from hexlaw.runtime.law.links import targets_of
from hexlaw.runtime.words import law_in_words
from hexlaw.runtime.words.spans import plain

NOWHERE = g.Origin("", "")


MAX_LIFTED = 3
"""Prohibitions shown together with what lifts them."""


def renamed_rules(old: Mapping[str, g.Rule], new: Mapping[str, g.Rule]) -> dict[str, str]:
    """Rules of the one law that the other has under another name."""
    gone = {name: rule for name, rule in old.items() if name not in new}
    came = {name: rule for name, rule in new.items() if name not in old}
    blind = frozenset((*gone, *came))
    by_content: dict[object, tuple[list[str], list[str]]] = {}
    for side, rules in enumerate((gone, came)):
        for name, rule in rules.items():
            by_content.setdefault(repr(_rule(rule, dict.fromkeys(blind, "?"))), ([], []))[side].append(name)
    found = {ours[0]: theirs[0] for ours, theirs in by_content.values() if len(ours) == len(theirs) == 1}
    while True:  # a pair whose links turn out to lead elsewhere is none, and takes others with it
        wrong = [name for name, other in found.items() if _rule(gone[name], found) != _rule(came[other], {})]
        if not wrong:
            return found
        for name in wrong:
            del found[name]


def _rule(rule: g.Rule, called: Mapping[str, str]) -> object:
    """What a rule says, without its name and its place, with other names for the rules that it has links to."""
    links = frozenset((k.how, called.get(k.target, k.target), k.step, k.wild) for k in rule.links)
    stands = (rule.origin.option, rule.origin.situation, rule.against, rule.by_ruling is None)
    return meaning(replace(rule, id="", origin=NOWHERE, links=())), links, stands


def rules_that_differ(old: Standing, new: Standing, renamed: Mapping[str, str]) -> Iterator[Difference]:
    words = law_in_words.Words(old.graph), law_in_words.Words(new.graph)
    came = frozenset(renamed.values())
    figures = figures_of(old.graph), figures_of(new.graph)
    for name, rule in new.rules.items():
        before = old.rules.get(name)
        if figures[0] == figures[1] and alike(before, rule) and not any(k.target in renamed for k in rule.links):
            continue
        if before is None and name not in came:
            displaced = _displaced(rule, old, new)
            was = " ".join(standing_said(words[0], old.rules[target]) for target in displaced)
            now, on = standing_said(words[1], rule), bears_on(rule, new.graph)
            cited = tuple(cite for target in displaced for cite in cites_of(old.rules[target]))
            yield Difference("new", "rule", name, was, now, on, cites_of(rule), replaces=displaced, cited_before=cited)
        elif before is not None and _rule(as_printed(before, figures[0]), renamed) != _rule(
            as_printed(rule, figures[1]), {}
        ):
            was = said_of(words[0], before) + _over(words[0], before, rule, old.graph)
            now = said_of(words[1], rule) + _over(words[1], rule, before, new.graph)
            yield Difference("changed", "rule", name, was, now, bears_on(rule, new.graph), cites_of(rule))
        elif before is not None and dress(before) != dress(rule):
            yield Difference("worded", "rule", name, said_of(words[0], before), said_of(words[1], rule))
    replaced = {target for rule in new.rules.values() if rule.id not in came for target in _displaced(rule, old, new)}
    for name, rule in old.rules.items():
        if name not in new.rules and name not in renamed and name not in replaced:
            drops = [drop for drop in new.graph.drops if drop.rule == name]
            said_why = [
                *(str(cite) for drop in drops for cite in drop.cites),
                *(f'"{d.reason}"' for d in drops if d.reason),
            ]
            undone = words[0].undone(rule)
            now = "" if undone is None else plain(undone)
            cites = tuple(said_why) or cites_of(rule)
            yield Difference("dropped", "rule", name, said_of(words[0], rule), now, bears_on(rule, old.graph), cites)


def _displaced(rule: g.Rule, old: Standing, new: Standing) -> tuple[str, ...]:
    """The rules that a new rule stands in the place of, and that are gone for it."""
    if rule.id in old.rules:
        return ()
    targets = (link.target for link in rule.links if link.how == "replaces")
    return tuple(target for target in targets if target in old.rules and target not in new.rules)


def concluded(rule: g.Rule) -> list[Named]:
    """What a rule concludes something about."""
    match rule.conclusion:
        case g.Gives(fact=fact) | g.Collects(fact=fact):
            return [("fact", fact)]
        case g.Forbids(picks=picks):
            return [("pick", pick) for pick in picks]
        case g.Changes(quantity=quantity) | g.Rounds(quantity=quantity):
            return [("quantity", quantity)]
        case g.Remembers(memory=memory):
            return [("memory", memory)]
        case g.Counts(tally=tally):
            return [("tally", tally)]
        case g.TaskRule(task=task):
            return [("task", task)]
        case g.Then() if rule.after is not None:
            return [("after", rule.after)]
        case g.Then() if rule.at_edge is not None:
            return [("part", rule.at_edge[1])]
        case _:
            return []


def bears_on(rule: g.Rule, graph: g.Graph) -> tuple[Named, ...]:
    """What the answer to which may be another because of a rule: what it concludes, and the rules it has links to."""
    found = concluded(rule)
    for link in rule.links:
        found += [("step", link.target)] if link.step else [("rule", name) for name in targets_of(graph, link)]
    return tuple(dict.fromkeys(found))


def _over(words: law_in_words.Words, rule: g.Rule, other: g.Rule, graph: g.Graph) -> str:
    """Before which rules one goes that goes before no such rule in the other law: no sentence about it says that."""
    over, there = ({k.target for k in each.links if k.how == "over" and not k.wild} for each in (rule, other))
    said = (said_of(words, graph.rules[name]) for name in sorted(over - there) if name in graph.rules)
    return "".join(f" It goes before the rule: {each}" for each in said)


def said_of(words: law_in_words.Words, rule: g.Rule) -> str:
    """What a rule says; of one that only lifts prohibitions, also what these say."""
    said = " ".join(plain(line.said).strip() for line in words.rule(rule))
    if rule.conclusion is not None or any(link.how != "lifts" for link in rule.links):
        return said
    lifted = (words.graph.rules[name] for link in rule.links for name in targets_of(words.graph, link))
    known = [other for other in dict.fromkeys(lifted) if other.id in words.graph.rules][:MAX_LIFTED]
    anchors = (", ".join(map(str, words.graph.shown_cites(other.cites))) or other.id for other in known)
    whats = (" ".join(plain(line.said).strip() for line in words.rule(other)) for other in known)
    return " ".join([said, *(f"({anchor}: {what})" for anchor, what in zip(anchors, whats, strict=True))])


def standing_said(words: law_in_words.Words, rule: g.Rule) -> str:
    """What a rule says, behind the option or the like with which alone it stands."""
    standing = plain(words.standing(rule))
    said = said_of(words, rule)
    return f"{standing[:1].upper()}{standing[1:]}: {said}" if standing else said


def cites_of(rule: g.Rule) -> tuple[str, ...]:
    return tuple(map(str, rule.cites))

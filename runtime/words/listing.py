"""Conditions below each other: what would make too long a sentence, a condition a line.

A row of conditions that all have to hold, or of which one has to, is taken apart down to where each fits in a line. The
short ones stay in the sentence; what is left stands in a list below it, the last of its lines with the full stop.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law.dependence import variables
from hexlaw.runtime.words import english
from hexlaw.runtime.words.clauses import joined
from hexlaw.runtime.words.composing import with_tail
from hexlaw.runtime.words.pronouns import scoped, spoken
from hexlaw.runtime.words.quantifiers import is_var, one, that_one
from hexlaw.runtime.words.spans import Draft, SoFar, Text, plain, sentence, text, with_head
from hexlaw.runtime.words.steps import StepLine, Told
from hexlaw.runtime.words.teller import Teller

MAX_LENGTH = 180
"""Letters of a sentence beyond which its conditions stand below it."""
SHORT = 90
"""Letters that stay in a sentence before a list."""

ADDED = 40
"""Letters of what is said of one thing that stay with its noun."""

HEADS = {"all": "all of this holds:", "one": "one of these holds:"}
LINKS = {"all": "; and", "one": "; or"}


@dataclass(frozen=True)
class Group:
    """Conditions that all have to hold, or of which one has to; each with whether it has to hold or not to."""

    how: Literal["all", "one"]
    members: tuple[Member, ...]


@dataclass(frozen=True)
class Head:
    """What is said before its conditions, the words between, and of what it is said; without words it is not said."""

    words: Draft
    link: str = " if "
    about: e.Expr | None = None


Member = Group | tuple[e.Expr, bool]


def grouped(conditions: Sequence[e.Expr]) -> Group:
    """What has to hold, taken apart."""
    return Group("all", tuple(member for condition in conditions for member in _members(condition, True, "all")))


def _members(node: e.Expr, holds: bool, how: Literal["all", "one"]) -> Iterable[Member]:
    """The members that a condition adds to a group: its own ones where it joins them as the group does."""
    match node:
        case e.Not(inner=inner):
            yield from _members(inner, not holds, how)
        case e.All(parts=parts) | e.Any(parts=parts):
            inside: Literal["all", "one"] = "all" if isinstance(node, e.All) == holds else "one"
            members = tuple(member for part in parts for member in _members(part, holds, inside))
            if inside == how:
                yield from members
            else:
                yield Group(inside, members)
        case _:
            yield node, holds


def render_if(teller: Teller, head: Draft, conditions: Sequence[e.Expr], so_far: SoFar, link: str = " if ") -> Told:
    """That something holds if all of the conditions do: in one sentence, or with a list below it."""
    clauses = [clause for condition in conditions for clause in teller.clauses(condition, True)]
    given = text(link, joined(clauses, "and")) if clauses else text()
    core, behind = spoken(head, so_far)
    said, behind = spoken(given, behind)
    too_long = len(plain(core)) + len(plain(said)) > MAX_LENGTH and len(plain(said)) > SHORT
    below = _listed_below(teller, head, conditions, so_far, link) if too_long else None
    return below or ([StepLine(0, sentence(core, said))], behind)


def plainest(teller: Teller, forbidden: Head, allowed: Head, conditions: Sequence[e.Expr], so_far: SoFar) -> Told:
    """That something is not so if all of the conditions hold; where that says `not` twice, in the words that say it
    least often. It is so only if one of them does not hold; or if the others hold, it is so only if that one does
    not."""
    rendered = render_if(teller, forbidden.words, conditions, so_far, forbidden.link)
    conditions = e.conjuncts(e.All(tuple(conditions)))
    fewest = negations(rendered)
    for turned in (*reversed(conditions), None) if fewest > 1 and conditions and allowed.words else ():
        others = [condition for condition in conditions if condition is not turned] if turned is not None else []
        if not all(_may_stand_first(teller, each, allowed.about) for each in others):
            continue
        afresh = teller.afresh()
        so = turned if turned is not None else e.All(tuple(conditions))
        words = text(_first(afresh, others, allowed.about), allowed.words)
        other = render_if(afresh, words, (e.Not(so),), so_far, allowed.link)
        if negations(other) < fewest:
            rendered, fewest = other, negations(other)
    return rendered


def _first(teller: Teller, conditions: Sequence[e.Expr], subject: e.Expr | None) -> Draft:
    """Conditions before that of which they are; where they do not speak of its subject, nothing in them is "it"."""
    given = [clause for condition in conditions for clause in teller.clauses(condition, True)]
    said = text("if ", joined(given, "and"), ", ") if given else text()

    def without_it(so_far: SoFar) -> tuple[Text, SoFar]:
        words, behind = spoken(said, replace(so_far, leads=frozenset()))
        return words, replace(behind, leads=so_far.leads)

    return said if any(clause.subject == subject for clause in given) else (without_it,)


def negations(rendered: Told) -> int:
    """How often lines say that something is not so."""
    return sum(english.negations(plain(line.said)) for line in rendered[0])


def _may_stand_first(teller: Teller, condition: e.Expr, subject: e.Expr | None) -> bool:
    """Whether a condition can be said before the one it is part of: it says something of the same, or nothing."""
    about = {*variables(subject)} if subject is not None else set()
    if len(about) != 1 or about.isdisjoint(variables(condition)):
        return True
    return all(clause.subject == subject for clause in teller.afresh().clauses(condition, True))


def _listed_below(teller: Teller, head: Draft, conditions: Sequence[e.Expr], so_far: SoFar, link: str) -> Told | None:
    """A sentence with its conditions in a list below it; nothing where only one could be listed."""
    group = grouped(conditions)
    if not group.members:
        return None
    if len(group.members) == 1 and isinstance(group.members[0], Group):
        group = group.members[0]
    started, behind = spoken(head, so_far)
    if len(group.members) == 1:
        if (found := _of_one(teller, group.members[0], 0, behind)) is None:
            return None
        (first, *lines), behind = found
        said = text(started, link, first.said)
    else:
        lead, rest, behind = _in_the_sentence(teller, group, behind)
        lines, behind = _lines(teller, rest, 1, behind)
        said = text(started, link, lead, " and " if lead else "", HEADS[rest.how])
    last = lines[-1]
    return [StepLine(0, sentence(said)), *lines[:-1], StepLine(last.depth, text(last.said, "."))], behind


def _in_the_sentence(teller: Teller, group: Group, so_far: SoFar) -> tuple[Text, Group, SoFar]:
    """What stays in the sentence, and what is listed: where all but one group of alternatives is short, that alone."""
    apart = [member for member in group.members if isinstance(member, Group)]
    if group.how == "one" or len(apart) != 1:
        return text(), group, so_far
    others = [member for member in group.members if not isinstance(member, Group)]
    lead, behind = spoken(joined([c for node, holds in others for c in teller.clauses(node, holds)], "and"), so_far)
    return (lead, apart[0], behind) if len(plain(lead)) <= SHORT else (text(), group, so_far)


def _lines(teller: Teller, group: Group, depth: int, so_far: SoFar) -> Told:
    """The members of a group below each other; in all but the last a link to the next."""
    found: list[StepLine] = []
    for number, member in enumerate(group.members, 1):
        lines, so_far = _told(teller, member, depth, so_far)
        if number < len(group.members):
            link = LINKS[group.how] if number == len(group.members) - 1 else ";"
            lines[-1] = StepLine(lines[-1].depth, text(lines[-1].said, link))
        found += lines
    return found, so_far


def _told(teller: Teller, member: Member, depth: int, so_far: SoFar) -> Told:
    """A member in a line, or where that would be too long, with what it is made of below it."""
    said, behind = spoken(teller.clause_text(_node(member)), so_far)
    if len(plain(said)) > SHORT:
        if isinstance(member, Group):
            below, so_far = _lines(teller, member, depth + 1, so_far)
            return [StepLine(depth, text(HEADS[member.how])), *below], so_far
        if (found := _of_one(teller, member, depth, so_far)) is not None:
            return found
    return [StepLine(depth, without_brackets(said))], behind


def _of_one(teller: Teller, member: Member, depth: int, so_far: SoFar) -> Told | None:
    """That there is one, or none, of which several things hold, with these below; nothing where it says less.

    What one word or a short clause says of it stays with its noun. Where nothing else is said but that there is another
    of which so much holds, both stand in the first line.
    """
    heads: list[Text] = []
    left: list[tuple[SoFar, str]] = []  # what was known before each of them, and its variable
    while isinstance(member, tuple):
        node, holds = member
        if not isinstance(node, e.Quantified) or node.how == "every" or isinstance(node.binder.domain, e.MakeSet):
            return None
        there, binder = (node.how == "any") == holds, node.binder
        if heads and not there:
            return None
        near, far = _near_and_far(teller, binder)
        noun = one(teller, replace(binder, where=e.All(near) if near else None), "a" if there else "no")
        words, so_far = spoken(text("there is ", noun), so_far)
        heads.append(words)
        left.append((so_far, binder.var))
        so_far = so_far.inside(binder.var, that_one(teller, binder, so_far))
        member = grouped(far)
        if len(member.members) == 1:
            member = member.members[0]
    if len(member.members) < 2:
        return None
    below, so_far = _lines(teller, member, depth + 1, so_far)
    for before, variable in reversed(left):
        so_far = before.behind(so_far, variable)
    first = text(*[piece for head in heads for piece in (head, " for which ")], HEADS[member.how])
    return [StepLine(depth, first), *below], so_far


def _near_and_far(teller: Teller, binder: e.Binder) -> tuple[tuple[e.Expr, ...], tuple[e.Expr, ...]]:
    """The conditions on what is bound that stay with its noun, and the others."""
    near, far = list[e.Expr](), list[e.Expr]()
    for condition in e.conjuncts(binder.where):
        clause = teller.clause(condition, True)
        said = plain(spoken(scoped(binder.var, "it", clause.said), SoFar())[0])
        (near if is_var(clause.subject, binder.var) and len(said) <= ADDED else far).append(condition)
    return tuple(near), tuple(far)


def without_brackets(said: Text) -> Text:
    """A text without the brackets that go all around it: a line needs none."""
    words = plain(said)
    if not words.startswith("(") or _closes(words) != len(words) - 1:
        return said
    opened = with_head(said, said[0].text[1:])
    return with_tail(opened, opened[-1].text[:-1])


def _closes(words: str) -> int:
    """Where the bracket closes with which the words begin."""
    depth = 0
    for at, letter in enumerate(words):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return at
    return -1


def _node(member: Member) -> e.Expr:
    """A group as one condition again."""
    if not isinstance(member, Group):
        node, holds = member
        return node if holds else e.Not(node)
    parts = tuple(_node(each) for each in member.members)
    return e.All(parts) if member.how == "all" else e.Any(parts)

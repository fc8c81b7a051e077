"""Prints an item as lines of law, in the order that the canonical form gives to clauses.

`item_lines` gives one line a clause; the formatter puts comments between them, and breaks what is too long.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hexlaw.compiler.format import expression_printer as xp
from hexlaw.compiler.format.statement_printer import print_span, print_statements
from hexlaw.compiler.format.wrap import SOFT, WIDTH, WrappedLine, comma, fill
from hexlaw.compiler.parse import syntax as s

LINKS = ("over", "limits", "lifts", "replaces")


def item_lines(item: s.Item) -> list[WrappedLine]:
    if isinstance(item, s.Open):
        return [WrappedLine(0, _head(item)), *item_lines(item.item)[1:]]
    pieces = fill(doc, WIDTH - 4) if (doc := getattr(item, "doc", "")) else []
    docs = [WrappedLine(1, f'"{piece}"', is_doc=True) for piece in pieces]
    return [WrappedLine(0, _head(item)), *docs, *_body(item)]


# ---- heads


def _head(item: s.Item) -> str:
    match item:
        case s.Open():
            return f"open {_head(item.item)}"
        case s.Chapter():
            hangs = f" if option {item.option.text}" if item.option else ""
            if item.situation:
                hangs = f" if situation {item.situation.text}"
            return f'{"advice" if item.is_advice else "chapter"}{xp.citation(item.cite)} "{item.title}"{hangs}'
        case s.Settle():
            return f"settle {item.dispute.text}: {item.reading.text}{xp.citation(item.cite)}"
        case s.Drop():
            sort = f"{item.sort} " if item.sort else ""
            return f"drop {sort}{item.name.text}{xp.citation(item.cite)}{xp.quoted(item.reason)}"
        case s.Measure():
            return f"measure {item.name.text} {'exact' if item.exact else 'whole'}{xp.quoted(item.text)}"
        case s.Situation():
            return f'situation {item.name.text}{xp.citation(item.cite)} "{item.title}"'
        case s.Words():
            return "words"
        case s.Prose():
            return "\n".join(f"| {line}".rstrip() for line in item.lines)
        case s.Section():
            place = "" if item.cite is None else f" {s.section_place(item.cite.text)}"
            return f"section{place} {item.heading}".rstrip()
        case s.ToldOf():
            named = (f"{f'{each.sort} ' if each.sort != 'rule' else ''}{each.name.text}" for each in item.covers)
            return f"from {item.module.text}: {comma(named)}"
        case s.Fact():
            value = f" collects {xp.print_type(item.type)}" if item.type and item.collects else xp.returns(item.type)
            return f"fact {_shape(item)}{value}{xp.citation(item.cite)}"
        case s.Memory():
            return f"memory {_shape(item)}{xp.citation(item.cite)}"
        case s.Quantity() if item.figure:
            return f"quantity {item.name.text} of {xp.param(item.params[0])}{xp.citation(item.cite)}"
    also = getattr(item, "also", False)
    parent = ""
    if isinstance(item, s.Thing | s.Action):
        above = item.parents if isinstance(item, s.Thing) else (item.parent,) if item.parent is not None else ()
        parent = f" is {item.article} {', '.join(one.text for one in above)}" if above else ""
    has_params = isinstance(item, s.Quantity | s.Table | s.Tally | s.Task | s.Reach)
    if isinstance(item, s.Effect | s.Action | s.Event):
        has_params = bool(item.params) or not (also or isinstance(item, s.Action))
    given = xp.params(getattr(item, "params", ())) if has_params else ""
    type_ = xp.returns(item.type) if isinstance(item, s.Quantity | s.Table | s.Tally | s.Reach) else ""
    ordered = " in order" * (isinstance(item, s.Choice) and item.ordered)
    begins = f"{type(item).__name__.lower()} {item.name.text}{' also' * also}{ordered}{parent}"
    return f"{begins}{given}{type_}{xp.citation(item.cite)}{':' * isinstance(item, s.Effect)}"


def _shape(item: s.Fact | s.Memory) -> str:
    match item.shape:
        case "call":
            return item.name.text + xp.params(item.params)
        case "adjective":
            return f"{xp.param(item.params[0])} is {item.name.text}"
        case "verb":
            return " ".join([xp.param(item.params[0]), item.name.text, *map(xp.param, item.params[1:])])


# ---- bodies


def _body(item: s.Item) -> Iterator[WrappedLine]:
    match item:
        case s.Choice():
            yield WrappedLine(1, xp.names(item.values), continued=0)
        case s.Effect():
            yield from _varied(item)
            yield from print_statements(item.body, 1)
        case s.Action():
            for open_in in item.open_in:
                yield WrappedLine(1, f"open in {xp.names(open_in.spans)}{xp.behind(f'{SOFT}to', open_in.to, xp.SUM)}")
            yield from _lines([_said("except", item.excepts), "gives up" * item.gives_up])
            yield from _varied(item)
            yield from print_statements(item.lines, 1)
        case s.Task():
            yield from _lines(_task(item))
            if item.done:
                yield WrappedLine(1, "done:")
                yield from print_statements(item.done, 2)
        case s.Sequence():
            for span in item.spans:
                yield from print_span(span, 1)
            for beside in item.beside:
                yield WrappedLine(1, f"{beside.how} {beside.anchor.text}:")
                for span in beside.spans:
                    yield from print_span(span, 2)
        case s.Rule():
            yield from _rule(item)
        case _:
            yield from _lines(_clauses(item))


def _lines(clauses: Iterable[str]) -> Iterator[WrappedLine]:
    """Yields a line for each clause that says something."""
    return (WrappedLine(1, clause) for clause in clauses if clause)


def _said(words: str, what: s.Ident | Sequence[s.Ident] | int | None) -> str:
    """Returns words with a name, several names or a number behind them; nothing where there is none."""
    if what is None or what == ():
        return ""
    return f"{words} {what if isinstance(what, int) else xp.names([what] if isinstance(what, s.Ident) else what)}"


def _varied(item: s.Effect | s.Action) -> Iterator[WrappedLine]:
    """Yields what it replaces, and what it puts beside the parts of the one below."""
    yield from _lines([_said("replaces", item.anew)])
    for beside in item.beside:
        yield WrappedLine(1, "at the start:" if beside.how == "start" else f"{beside.how} {beside.anchor.text}:")
        yield from print_statements(beside.body, 2)


def _clauses(item: s.Item) -> Iterator[str]:
    match item:
        case s.Option():
            yield f"default {'on' if item.default else 'off'}"
            yield _said("needs", item.needs)
            yield _said("excludes", item.excludes)
        case s.Settle():
            yield _said("replaces", item.anew)
        case s.Dispute():
            for reading in item.readings:
                yield f"reading {reading.name.text}{xp.quoted(reading.text)}{xp.after_break(xp.citation(reading.cite))}"
            if item.default:
                because = f'{SOFT}because "{item.because}"' if item.because else ""
                yield f"default {item.default.text}{because}"
        case s.Thing():
            if item.stands:
                yield _stands(item.stands)
            yield from map(_attribute, item.attributes)
            for anew in item.defaults:
                remarks = xp.after_break(xp.citation(anew.cite)) + xp.after_break(xp.quoted(anew.doc))
                yield f"replaces {anew.name.text} = {xp.soft(anew.value, xp.SUM)}{remarks}"
        case s.Plan():
            yield from map(_attribute, item.attributes)
        case s.Record():
            yield from map(_attribute, item.fields)
        case s.Fact():
            yield xp.behind("otherwise", item.otherwise)
        case s.Quantity():
            yield xp.behind("starts with", item.start)
            yield _said("steps", item.steps)
            for step in item.extra:
                yield f"step {step.name.text} {'after' if step.after else 'before'} {step.anchor.text}"
        case s.Table():
            for edge in item.edges:
                yield f"{'below' if edge.below else 'above'} {edge.axis.text} reads {edge.reads}"
        case s.Reach():
            if item.by.text:
                yield f"by {item.by.text}"
        case s.Event():
            yield from map(_comes_by, item.by)
        case s.Order():
            yield _said("falls due in", item.due)
            yield from map(_attribute, item.fields)
        case s.Situation():
            yield from (f"with option {option.text} {'on' if on else 'off'}" for option, on in item.options)
            yield from (f"with reading {dispute.text}: {taken.text}" for dispute, taken in item.readings)
        case s.Words():
            for phrase in item.phrases:
                forms = f"{SOFT}/ ".join(f'"{form}"' for form in phrase.forms)
                yield f"{phrase.sort.text} {phrase.name.text} reads{SOFT}{forms}"
        case s.Ruling():
            yield from _ruling(item)


def _stands(stands: s.Stands) -> str:
    """The depth is said where it can matter: nothing that stands in a hex alone lies deeper than one."""
    kinds = " or ".join(kind.text for kind in stands.kinds)
    plain = stands.depth == 1 and kinds == "hex"
    secret = ", secret" * stands.secret + (f" while {stands.hidden.text}" if stands.hidden is not None else "")
    return f"stands in {kinds}" + ("" if plain else f", at most {stands.depth} deep") + secret


def _attribute(attribute: s.Attribute) -> str:
    default = xp.behind(" =", attribute.default, xp.SUM)
    lasting = f"{SOFT}lasting until {xp.print_moment(attribute.lasting)}" if attribute.lasting else ""
    remarks = (
        " secret" * attribute.secret
        + xp.after_break(xp.citation(attribute.cite))
        + xp.after_break(xp.quoted(attribute.doc))
    )
    return f"{attribute.name.text}: {xp.print_type(attribute.type)}{default}{lasting}{remarks}"


def _comes_by(line: s.ComesBy | s.ByMoves) -> str:
    if isinstance(line, s.ByMoves):
        return f"by every move of {line.thing.text} to {line.to.text}"
    if not line.given:
        return f"by {xp.names(line.picks)}"
    given = comma(f"{each.name.text} = {xp.soft(each.value, xp.SUM)}" for each in line.given)
    return f"by {xp.names(line.picks)}{SOFT}with {given}"


def _task(task: s.Task) -> Iterator[str]:
    if task.crew:
        yield f"crew {task.crew[0].text}" + (f" at most {task.crew[1]}" if task.crew[1] is not None else "")
    if task.works:
        yield f"works at the {task.works[0]} of {task.works[1].text}"
    yield xp.behind("gains", task.gains, xp.SUM)
    for stage in task.stages:
        opens = f"{SOFT}opens {stage.opens.text}" if stage.opens else ""
        lasts, when = xp.behind(f"{SOFT}lasts", stage.lasts, xp.SUM), xp.behind(f"{SOFT}when", stage.when, xp.EITHER)
        yield f"stage {stage.name.text}{lasts}{opens}{when}"


# ---- rules and rulings


def stands_before_conditions(conclusion: s.Conclusion) -> bool:
    """A prohibition is read before its conditions, like a link, and so is what ends something; the rest after them."""
    match conclusion:
        case s.Forbids() | s.TaskRule() | s.Begins(lapses=True) | s.Counts(amount=None):
            return True
        case _:
            return False


def _rule(rule: s.Rule) -> Iterator[WrappedLine]:
    yield from _lines(_standing(rule))
    for conclusion in filter(stands_before_conditions, rule.conclusions):
        yield WrappedLine(1, _conclusion(conclusion))
    yield from _lines(_case(rule))
    for conclusion in rule.conclusions:
        if isinstance(conclusion, s.Then):
            yield WrappedLine(1, "then:")
            yield from print_statements(conclusion.body, 2)
        elif not stands_before_conditions(conclusion):
            yield WrappedLine(1, _conclusion(conclusion))
    if rule.says:
        yield WrappedLine(1, f'says "{rule.says.text}"')


def _standing(rule: s.Rule) -> Iterator[str]:
    """Yields what brings the rule about (ruling, reading, year), its links to other rules, and what it comes after."""
    yield _said("by ruling", rule.by_ruling)
    if rule.under:
        yield f"under {rule.under[0].text}: {rule.under[1].text}"
    yield _said("against ruling", rule.against)
    yield _said("in force from", rule.from_year)
    yield _said("in force until", rule.until_year)
    for link in sorted(rule.links, key=lambda link: LINKS.index(link.how)):
        targets = (f"{'step ' * one.step}{one.path.text}{'.*' * one.wild}" for one in link.targets)
        yield f"{link.how} {comma(targets)}"
    yield _said("after", rule.after)
    if rule.at_edge:
        yield f"at the {rule.at_edge[0]} of {rule.at_edge[1].text}"
    yield _said("follows", rule.follows)


def _case(rule: s.Rule) -> Iterator[str]:
    """In which cases the rule says what it says."""
    if rule.sampled:  # as it was written once: see old_words.py
        yield "at rest" if rule.sampled == "rest" else "at all times"
    yield _said("at step", rule.at_step)
    for binder in rule.for_each:
        yield f"for each {xp.print_binder(binder)}"
    for condition in rule.when:
        yield f"when {xp.soft(condition, xp.EITHER)}"


def _conclusion(conclusion: s.Conclusion) -> str:
    match conclusion:
        case s.Concludes(s.Literal_("text", text)):
            return f'("{text}")'  # bare it would be a doc
        case s.Concludes(expr):
            return xp.soft(expr, xp.EITHER)
        case s.Goal():
            return _goal(conclusion)
        case s.Forbids(picks):
            return f"forbids {xp.names(picks)}"
        case s.Requires(condition):
            return f"requires {xp.soft(condition, xp.EITHER)}"
        case s.Changes():
            return _changes(conclusion)
        case s.Rounds(quantity, "keep"):
            return f"keeps fractions of {quantity.text}"
        case s.Rounds(quantity, how, each_step):
            return f"rounds {quantity.text} {how} {'after each step' if each_step else 'at the end'}"
        case s.Leaves(text):
            return f'leaves "{text}" to the players'
        case s.Begins(memory, lapses):
            return f"{'lapses' if lapses else 'begins'} {xp.soft(memory, xp.RELATION)}"
        case s.Counts(None, tally):
            return f"resets {xp.print_call(tally)}"
        case s.Counts(amount, tally) if amount is not None:
            return f"counts {xp.soft(amount, xp.SUM)}{SOFT}towards {xp.print_call(tally)}"
        case s.TaskRule(how, task):
            return f"{how} {task.text}"
        case _:
            raise AssertionError(f"no printer for {type(conclusion).__name__}")


def _goal(goal: s.Goal) -> str:
    parts = [f"goal of {goal.side.text}", xp.behind("to keep", goal.keeps)]
    if goal.that is not None:
        that = xp.soft(goal.that, xp.EITHER)
        parts.append(f"that ({that})" if isinstance(goal.that, s.Quantified) else f"that {that}")
    parts += [xp.behind("with", goal.things), xp.behind("at", goal.places), xp.behind("worth", goal.worth, xp.SUM)]
    parts.append(xp.behind("by", goal.by, xp.SUM) + xp.behind(" counted in", goal.clock, xp.POSTFIX))
    return SOFT.join(filter(None, parts))


def _changes(changes: s.Changes) -> str:
    amount = xp.soft(changes.amount, xp.SUM) if changes.amount is not None else ""
    match changes.how:
        case "halves" | "doubles":
            return f"{changes.how} it"
        case "multiplies" | "divides":
            return f"{changes.how} it by {amount}"
        case "makes":
            return f"makes it {amount}"
        case "at-most" | "at-least":
            return f"holds it to at {changes.how[3:]} {amount}"
        case _:
            return f"{changes.how} {amount}"


def _ruling(ruling: s.Ruling) -> Iterator[str]:
    if ruling.asks:
        yield f'asks "{ruling.asks}"'
    if ruling.answers:
        yield f"answers {_answer(ruling.answers)}"
    yield _said("dated", ruling.dated)
    yield _said("authority", ruling.authority)
    yield _said("confirms", ruling.confirms)
    yield _said("amends", ruling.amends)
    yield _said("supersedes", ruling.supersedes)
    yield _said("shown by", ruling.shown)
    for note in ruling.notes:
        yield f'notes "{note}"'


def _answer(answer: str) -> str:
    word, colon, rest = answer.partition(": ")
    if word not in ("yes", "no"):
        return f'"{answer}"'
    return f'{word}, "{rest}"' if colon else word

"""The steps of a case that is played: picks, dice, refusals, questions on the way. Steps in, the game after them out.

A step answers what the game asks at that moment; a step that does not fit says what is asked instead. So a case reads
like the account of a turn, and nothing happens in it that is not written there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from hexlaw.compiler.base.diagnostic import ONE_OF, Diagnostics, did_you_mean, listed
from hexlaw.compiler.base.source import Span
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Node, Scalar, entries_in, texts_in
from hexlaw.compiler.situations.case_files import Case
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.evaluate.verdict import Permission
from hexlaw.runtime.law.graph import Graph, Rule
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import Value
from hexlaw.runtime.play.agenda import agenda_of
from hexlaw.runtime.play.blockers import legal_instead
from hexlaw.runtime.play.dice import BY_NUMBER
from hexlaw.runtime.play.game import ACTION, Game, Setup, played_on
from hexlaw.runtime.play.questions import DONE, ByLot, Choose, Take, Throw
from hexlaw.runtime.play.replay import in_short
from hexlaw.runtime.play.state import WindowFrame
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words import in_words

OVER = "over"
HAPPENS = {"roll": "thrown", "draw": "drawn"}
MAX_NAMED = 12
"""Members of a draw that a message names."""


class Unlike(Exception):
    """The game did not go as the case has it: what was expected at a step, and what happened."""

    def __init__(self, expected: str, got: str, *, refused: bool = False) -> None:
        super().__init__(f"{expected}: {got}")
        self.expected, self.got, self.refused = expected, got, refused


class WrongStep(Exception):
    """A step that cannot be read; it has been reported."""


@dataclass(frozen=True)
class Begins:
    """The beginning of play: with the game, amid a part of the sequence, or outside of all, with all actions open. With
    the seed of a game, new things get the names that they have there."""

    with_the_game: bool
    amid: str | None
    seed: str | None = None

    @classmethod
    def of(cls, case: Case) -> Begins:
        amid = case.node.text("now")
        is_whole_game = case.node.text("situation") is not None and amid is None and case.node.text("acting") is None
        return cls(is_whole_game, amid, case.node.text("seed"))


class Script:
    """Plays the steps of a case from its position. `asks` judges a question that a step puts to the position. What has
    to be refused is refused by the rules that the case names, or `by_any`."""

    def __init__(
        self, law: Law, position: Position, begins: Begins, diagnostics: Diagnostics, seen: ReadSet | None,
        asks: Callable[[Position, Scalar, Node], tuple[bool, str]], *, by_any: bool = False,
    ) -> None:  # fmt: skip
        self.by_any = by_any
        self.diagnostics = diagnostics
        self.asks = asks
        self.refused: list[str] = []  # steps that were tried and refused, with the reasons
        self.lapses: list[str] = []  # what came to an end without an answer since the last one
        self.beyond: list[str] | None = None  # why steps are refused, where play goes on beyond them
        setup = Setup("", position, begins="" if begins.with_the_game else begins.amid)
        self.game = Game(
            agenda_of(law), setup, begins.seed or "", takes_back=False, has_viewers=False, seen=seen,
            chance=None if begins.seed is None else BY_NUMBER,  # without a seed new things are called in order
            beside=played_on(law.graph).follower(law, setup) if seen is None else None,
        )  # fmt: skip

    @property
    def position(self) -> Position:
        return self.game.position

    def play(self, steps: Listing) -> None:
        """Carries out all steps; stops with `Unlike` at the first that goes otherwise."""
        for step in steps.items:
            try:
                self._one(step)
            except Unlike as unlike:
                expected = f"line {step.span.line}: {unlike.expected}"
                raise Unlike(expected, unlike.got, refused=unlike.refused) from None

    def verdicts(self, steps: Listing) -> Iterator[tuple[Node, tuple[str, ...], str]]:
        """Carries out all steps, those as well that the law refuses, and yields after each why it is refused, and why
        it cannot be told or carried out. That a side is done need not be said."""
        for step in steps.items:
            self.beyond, why = [], ""
            try:
                self._one(step)
            except Unlike as unlike:
                why = unlike.got
            except LawStop as stop:
                why = stop.message
            except WrongStep:
                why = [*self.diagnostics][-1].message
            yield step, tuple(dict.fromkeys(self.beyond)), why

    def _one(self, step: Node) -> None:
        if isinstance(step, Scalar):
            self._word(step)
        elif isinstance(step, Mapping):
            self._step(step)

    def _word(self, step: Scalar) -> None:
        if step.text == OVER:
            if not self.game.over:
                raise Unlike("the game is over", _asked(self.game))
        elif step.text == DONE:
            self._answer(DONE, DONE)
        else:
            pick, _, value = step.text.partition(" ")
            help_ = (
                f"a colon stands between: `{pick}: {value}`" if "." in pick and value
                else "write `done`, `over`, or a key with what belongs to it"
            )  # fmt: skip
            raise self._wrong(step.span, f"`{step.text}` is not a step", help_)

    def _step(self, step: Mapping) -> None:
        (key, value), *rest = step.entries
        extra = {k.text: v for k, v in rest}
        match key.text:
            case "action":
                self._answer(self._text(value), self._text(value))
            case "done":
                _is_asked(self.game, self._text(value))
                self._answer(DONE, f"{DONE} with {self._text(value)}")
            case "roll" | "draw" as sort:
                self._fall(sort, value)
            case "refused":
                self._refused(value, extra.pop("by", None))
            case "options":
                self._options(value)
            case "turn":
                side, question = self._text(value), self.game.question
                if not isinstance(question, Take | Choose) or side not in (question.side, question.player):
                    raise Unlike(f"{side} has to decide", _asked(self.game))
            case "lapses":
                if not self.lapses or self.lapses.pop(0) != self._text(value):
                    raise Unlike(f"{self._text(value)} comes to an end, as nothing can be answered", _asked(self.game))
            case "ask":
                self._ask(value, extra.pop("expect", None))
            case pick:
                self._pick(pick, value)
        for left in extra:
            raise self._wrong(key.span, f"`{left}` does not belong to a step `{key.text}`")

    # -- answers

    def _pick(self, pick: str, value: Node) -> None:
        """A pick; where its action has not been taken yet, it is taken."""
        action = pick.partition(".")[0]
        if self.beyond is not None:
            self._let_end(pick, action)
        if _can_take(self.game, action):
            if not self.game.allows(action):
                asking = self._about_to(pick)
                answer = self._meant(value, asking)
                if not asking.allows(answer):  # why the pick is refused says more
                    self._refuse(f"{pick} {self._text(value)}", asking, answer)
            if not self.beyond:
                self._answer(action, pick)
            else:
                self._put(action)
        _is_asked(self.game, pick)
        self._answer(self._meant(value, self.game), f"{pick} {self._text(value)}")

    def _about_to(self, pick: str) -> Game:
        """Returns the game when a pick is asked; if its action is still to be taken, one after it, legal or not."""
        action = pick.partition(".")[0]
        asking = (self.game.followed(action) if _can_take(self.game, action) else None) or self.game
        _is_asked(asking, pick)
        return asking

    def _answer(self, answer: Any, expected: str) -> None:
        if isinstance(self.game.question, ByLot | None):
            raise Unlike(expected, _asked(self.game))
        if not self.game.allows(answer):
            self._refuse(expected, self.game, answer)
        self._put(answer)

    def _refuse(self, expected: str, asking: Game, answer: Value) -> None:
        refused = self._refusals(asking, answer)
        if self.beyond is None:
            raise Unlike(expected, refused, refused=True)
        self.beyond.append(refused)

    def _let_end(self, pick: str, action: str) -> None:
        """Lets picks and parts end, as accounts seldom say that they do, until a pick is asked or its action can be
        taken; none where dice fall first, or another side has to answer something else. Then the action is refused, as
        it is not open."""
        before = self.game, self.lapses
        side = getattr(self.game.question, "side", None)
        self.game = self.game.at(self.game.stand)
        while not _can_take(self.game, action) and getattr(question := self.game.question, "pick", "") != pick:
            if getattr(question, "side", None) != side or not self.game.allows(DONE):
                self.game, self.lapses = before
                if isinstance(question, Take) and action in self.game.law.graph.actions:
                    self._refuse(pick, self.game, action)
                return
            self._put(DONE)

    def _refusals(self, asking: Game, answer: Any) -> str:
        """Returns why an answer is refused, and which one would be legal in place of a pick."""
        picked = isinstance(asking.question, Choose) and answer != DONE
        instead = [in_words(other, asking.position) for other in legal_instead(asking, answer)] if picked else []
        reasons = refusals(asking.judge(answer), asking.law.graph)
        return reasons + (f"; legal instead: {', '.join(instead)}" if instead else "")

    def _put(self, answer: Any) -> None:
        number = len(self.game.entries)
        self.game.put(answer)
        self.lapses = [entry.asked for entry in self.game.entries[number + 1 :]]

    def _fall(self, sort: str, shown: Node) -> None:
        """Answers throws or draws with the values that the case gives for them."""
        for name, value in entries_in(shown):
            question, text = self.game.question, self._text(value)
            if not isinstance(question, ByLot) or question.name != name.text:
                raise Unlike(f"{name.text} is {HAPPENS[sort]}", _asked(self.game))
            if (asked := "roll" if isinstance(question, Throw) else "draw") != sort:
                message = f"`{name.text}` is {HAPPENS[asked]}, not {HAPPENS[sort]}"
                raise self._wrong(name.span, message, f"write `{asked}: {{{name.text}: {text}}}`")
            if isinstance(question, Throw):
                answer = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None
                says, most = "does not show", question.count * question.faces
                help_ = f"it shows {question.count} to {most}"
            else:
                names = ", ".join(in_words(each, self.position) for each in question.members[:MAX_NAMED])
                more = " and others" if len(question.members) > MAX_NAMED else ""
                answer, says, help_ = self.game.meant(text), "cannot be", f"it is drawn from {names}{more}"
            if answer is None or not self.game.allows(answer):
                raise self._wrong(value.span, f"`{name.text}` {says} {text}", help_)
            self._put(answer)

    # -- what is looked at on the way

    def _refused(self, what: Node, by: Node | None) -> None:
        if not isinstance(what, Mapping) or len(what.entries) != 1:
            raise self._wrong(what.span, "what is refused is one pick with its answer")
        key, value = what.entries[0]
        asking = self.game
        if key.text == "action":
            answer: Any = self._text(value)
        elif key.text == DONE:
            _is_asked(asking, self._text(value))
            answer = DONE
        else:
            asking = self._about_to(key.text)
            answer = self._meant(value, asking)
        step = f"{key.text} {self._text(value)}"
        expected = f"{step} is refused"
        if asking.allows(answer):
            raise Unlike(expected, f"{step} is legal")
        verdict, graph = asking.judge(answer), asking.law.graph
        refusing = {r.rule.id for r in verdict.refusals if r.rule is not None}
        if by is not None and not self.by_any and self._text(by) not in refusing:
            raise Unlike(f"{expected} by {self._text(by)}", self._refusals(asking, answer))
        reasons = [f"{r.text} {graph.cited(r.rule.cites) if r.rule else ''}".rstrip() for r in verdict.refusals]
        self.refused.append(f"{expected}: {'; '.join(dict.fromkeys(reasons))}")

    def _options(self, value: Node) -> None:
        if not isinstance(value, Listing):
            raise self._wrong(value.span, "options are a list")
        wanted = {*texts_in(value)}
        found = {in_words(option, self.position) for option in self.game.options()}
        if wanted != found:
            raise Unlike(f"the options are {', '.join(sorted(wanted))}", ", ".join(sorted(found)) or "there are none")

    def _ask(self, asked: Node, expect: Node | None) -> None:
        if not isinstance(asked, Scalar) or expect is None:
            raise self._wrong(asked.span, "a question on the way needs what is expected", "add `expect:`")
        passed, got = self.asks(self.position, asked, expect)
        if not passed:
            raise Unlike(asked.text, got)

    # -- words

    def _meant(self, value: Node, asking: Game) -> Any:
        text = self._text(value)
        if (found := asking.meant(text)) is None:
            there = [in_words(candidate, self.position) for candidate in asking.eligible()]
            near = did_you_mean(text, there) or (f"{ONE_OF}{listed(there)}" if there else None)
            raise self._wrong(value.span, f"`{text}` is nothing that can be picked here", near)
        return found

    def _text(self, node: Node) -> str:
        if not isinstance(node, Scalar):
            raise self._wrong(node.span, "here stands one word")
        return node.text

    def _wrong(self, span: Span, message: str, help_: str | None = None) -> WrongStep:
        self.diagnostics.report("HX324", span, message, help=help_)
        return WrongStep()


def waits_for(game: Game) -> str | None:
    """Returns the dice that play waits for, if it does."""
    return _asked(game) if isinstance(game.question, ByLot) else None


def _can_take(game: Game, action: str) -> bool:
    return isinstance(game.question, Take) and action in game.question.actions


def _is_asked(game: Game, pick: str) -> None:
    asked = game.question.pick if isinstance(game.question, Choose) else ""
    if (ACTION if isinstance(game.question, Take) else asked) != pick:
        raise Unlike(f"{pick} is asked", _asked(game))


def _asked(game: Game) -> str:
    if (question := game.question) is None:
        return "the game asks nothing more"
    if isinstance(question, Take):
        with suppress(LawStop):
            options = " or ".join(map(str, game.options()))
            if (part := game.ends_with_done) is not None:
                return f"the game asks {question.who}, in `{part}`: {options}"
            window = game.to_read.frames[-1]
            assert isinstance(window, WindowFrame)
            offer, offered = "a demand for" if window.duty else "an offer of", listed(question.actions)
            return f"the game asks {question.who}, with {offer} {offered}: {options}"
    return f"the game asks {in_short(question)}"


def refusals(verdict: Permission, cited_by: Graph | None = None) -> str:
    """Returns which rules refuse, and their texts, also for what would follow; with a graph, their sources."""

    def named(rule: Rule) -> str:
        return f"{rule.id} {cited_by.cited(rule.cites)}".rstrip() if cited_by is not None else rule.id

    by = ", ".join(dict.fromkeys(named(r.rule) for r in verdict.refusals if r.rule is not None))
    further = (f"{r.text} ({named(r.rule)})" if r.rule else r.text for r in verdict.further)
    texts = dict.fromkeys((*(r.text for r in verdict.refusals), *further))
    return f"refused{f' by {by}' if by else ''}: {'; '.join(texts)}"

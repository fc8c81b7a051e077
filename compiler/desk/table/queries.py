"""What a player asks beside the game: why, with what odds, what is there, where, what has happened.

In comes what was typed behind such a word; the answer goes to the terminal. Nothing here changes a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from hexlaw.compiler.base.diagnostic import did_you_mean
from hexlaw.compiler.desk.table.finish import MAX_GAMES, Rest
from hexlaw.compiler.desk.table.odds import Odds
from hexlaw.compiler.desk.table.output import ODDS, TextOfData, tell
from hexlaw.compiler.desk.table.page_state import TableQuery, ToldLine
from hexlaw.compiler.desk.table.screen import Screen
from hexlaw.compiler.desk.table.shorthand import END, MANY, TO, acted, are_numbers, several
from hexlaw.runtime.board.geometry import Hex, distance, neighbours
from hexlaw.runtime.draw.pieces import printable
from hexlaw.runtime.explain.event_lines import log_lines
from hexlaw.runtime.explain.explain import stop_lines
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import Thing, Value
from hexlaw.runtime.play.game import Game, Way
from hexlaw.runtime.play.questions import DONE, ByLot, Choose, Question, Take
from hexlaw.runtime.position.visibility import is_hiding
from hexlaw.runtime.words.english import counted

MAX_WEIGHED = 8
"""Of a pick that no one has made yet, the answers whose odds are printed."""
MAX_ABLE = 12
"""Pieces that are named as still able to act, for each action."""


GONE, UNSEEN_OR_GONE = "{} is no longer in the game", "{} is not seen from your side, or no longer in the game"

Telling = Callable[["Queries", Value, str], None]
"""Tells something of an answer that was called so."""


@dataclass
class Queries:
    """Questions of a player, answered at once."""

    game: Game
    screen: Screen
    asked_from: Game | None = None  # the game as it is, where another one is asked about

    def __post_init__(self) -> None:
        self.rest = Rest(self.game)

    @property
    def options(self) -> list[Value]:
        """Returns every legal answer, in the order in which they are listed; none in a game that has stopped."""
        with suppress(LawStop):
            return self.game.options()
        return []

    def of(self, game: Game) -> Queries:
        """Returns the same asked of another game: of this one as it would be further on, or as it was before."""
        return Queries(game, replace(self.screen, game=game), self.asked_from or self.game)

    def is_open(self, action: str) -> bool:
        """Returns whether an action may be named in this part of the sequence."""
        declared = self.game.law.graph.actions.get(action)
        return declared is not None and any({*where.spans} & {*self.game.running} for where in declared.open_in)

    def words_of_it(self, words: Sequence[str]) -> int:
        """Returns how many of the next words belong to the action under way."""
        anew = (n for n, word in enumerate(words) if word.lower() == END or self.is_open(word.lower()))
        return next(anew, len(words))

    def is_for_later(self, action: str) -> bool:
        """Returns whether it is an action, and not of this part of the sequence."""
        return action in self.game.law.graph.actions and not self.is_open(action)

    def comes_later(self, action: str) -> bool:
        """Returns whether an action can be taken later in this turn, before others decide or dice fall."""
        known = self.is_for_later(action) and isinstance(self.game.question, Take)
        return known and any(True for _ in self.game.open_later(action))

    def picking_after(self, answer: Value) -> Queries | None:
        """Returns the same asked of the game once an answer has been given, where something is picked then."""
        ahead = self.game.followed(answer)
        return self.of(ahead) if ahead is not None and isinstance(ahead.question, Choose) else None

    def meant(self, typed: str) -> Value | None:
        """Returns the answer that a text stands for: one of that name, in small or capitals, else one of the list."""
        options = self.options
        for text in (typed, typed.lower(), typed.upper()):
            answer = self.game.meant(text)
            if isinstance(answer, Hex) and answer not in options and self.several(typed):
                return None  # it stands for those who are there
            if answer is not None:
                return self._where_it_stands(answer) or answer
        if typed.lower() == END and isinstance(self.game.question, Take) and self.game.ends_with_done is not None:
            return DONE
        place = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 5 else 0
        return options[place - 1] if 1 <= place <= len(options) and not are_numbers(options) else None

    def _where_it_stands(self, named: Value) -> Hex | None:
        """Returns the hex of a piece of others that was named where hexes are picked; one's own may act."""
        question, options = self.game.question, self.options
        hexes = bool(options) and all(isinstance(option, Hex) or option == DONE for option in options)
        if not hexes or not isinstance(named, Thing) or not isinstance(question, Choose):
            return None
        return None if self.screen.owner(named) == question.side else self.screen.position.hex_of(named)

    def begun_with(self, typed: str, following: str = "") -> list[str]:
        """Returns the actions that what is named can begin, where an action is asked for; of several those that can go
        on with the word that follows, if any can."""
        question = self.game.question
        ways = [] if not isinstance(question, Take) else [
            (action, inside) for action in question.actions for inside in self.after(action, typed)
        ]  # fmt: skip
        if not ways and following and isinstance(question, Take):
            begun = ((action, self.picking_after(action)) for action in question.actions)
            return [action for action, at in begun if at is not None and at.is_asked_after(typed, following)]
        going_on = [action for action, inside in ways if following and inside.goes_on_with(following)]
        return going_on or [action for action, _ in ways]

    def explains_no_beginning(self, typed: str, following: str) -> bool:
        """Tells why a thing that was named can begin no action, if it is one with which some begin; of several actions
        the first that goes by steps where steps follow, else the first of all."""
        question = self.game.question
        thing = self.screen.position.things.get(typed.lower())
        if not isinstance(question, Take) or thing is None:
            return False
        actions = self.game.law.graph.actions
        by_steps = [one for one in question.actions if any(pick.repeatedly for pick in actions[one].picks)]
        owner = self.screen.owner(thing)
        for action in (*(by_steps if following.lower() == TO else ()), *question.actions):
            asked = self.picking_after(action)
            if asked is None or not asked.game.offers(thing):
                continue
            if owner in ("", question.side) or owner in {asked.screen.owner(one) for one in asked.things()}:
                asked.tell_why(thing, typed)
                return True
        if owner not in ("", question.side):
            tell([f"  {thing.name} is not yours: it belongs to {owner}"])
        return owner not in ("", question.side)

    def things(self) -> list[Thing]:
        """Returns the things that can be picked."""
        return [option for option in self.options if isinstance(option, Thing)]

    def _asked_of_action(self, typed: str, there: str) -> str:
        """Returns by which action to ask why what is named cannot act upon a hex: first by one that is done to somebody
        of another side there, or to the hex in which such stand, then by one that goes there by steps."""
        h, question = self.screen.hex_named(there), self.game.question
        if h is None or not isinstance(question, Take):
            return ""
        others = [t for t in self.screen.seen.by_hex.get(h, []) if self.screen.owner(t) not in ("", question.side)]
        lines: list[tuple[int, str]] = []
        for action in question.actions:
            for inside in self.after(action, typed):
                line, game = f"{action} {typed} ", inside.game
                if any(map(game.offers, others)):
                    lines.append((0, line + next(other.name for other in others if game.offers(other))))
                elif game.goes_by_steps:
                    lines.append((2, f"{line}{TO} {there}"))
                elif game.offers(h):
                    lines.append((1 if others else 3, line + there))
        return min(lines, key=lambda line: line[0])[1] if lines else ""

    def after(self, action: str, typed: str) -> Iterator[Queries]:
        """Yields the questions once an action was begun with what is named; None where it cannot be."""
        begun = self.picking_after(action)
        for named in [] if begun is None else begun._can_be_picked(typed)[:1]:
            if (after := self.game.followed(action, named)) is not None:
                yield self.of(after)

    def goes_on_with(self, word: str) -> bool:
        """Returns whether a word answers what is asked in the middle of an action."""
        if not isinstance(self.game.question, Choose):
            return False
        return self.game.goes_by_steps if word.lower() == TO else self._asks_for(word)

    def _asks_for(self, word: str) -> bool:
        """Returns whether a word stands for an answer, legal or not."""
        return any(map(self.game.offers, self._named_by(word)))

    def lists_others(self, word: str) -> bool:
        """Returns whether a word lists things, none of which is an answer here, legal or not."""
        listed = map(self.meant, several(word, [*self.screen.position.things]))
        known = [answer for answer in listed if answer is not None]
        return bool(known) and not any(map(self.game.offers, known))

    def _can_be_picked(self, word: str) -> list[Value]:
        """Returns what a word stands for that can be picked."""
        options = self.options
        return [one for one in self._named_by(word) if one in options]

    def tell_several_begin(self, typed: str, actions: Sequence[str]) -> None:
        called = [self.screen.readings.called("action", action) for action in actions]
        first = printable(f"{called[0]} {typed}")
        tell([f"  {printable(typed)} can {', '.join(called[:-1])} or {called[-1]}: say which, as in `{first}`"])

    def tell_unknown(self, typed: str, question: Question) -> None:
        named = several(typed, [*self.screen.position.things]) if isinstance(question, Choose) else []
        if named and (first := self.meant(named[0])) is not None:
            tell([f"  none of those can be picked; of {named[0]}:"])
            self.tell_why(first, named[0])
            return
        typed, asked = printable(typed), self.screen.asked(question)
        declared = self.game.law.graph.actions.get(typed.lower())
        if declared is not None and self.is_for_later(declared.name):
            called = self.screen.readings.called
            spans = ", ".join(called("part", span) for where in declared.open_in for span in where.spans)
            further = f"; `{END}` goes on to it" if self.comes_later(declared.name) else ""
            opens, action = f": it is open in {spans}" if spans else "", called("action", declared.name)
            tell([f"  `{action}` cannot be taken now{opens}{further}"])
            return
        if declared is not None and isinstance(question, Choose):
            tell([f"  first `{asked}` has to be answered"])  # who typed `A,B` has typed no action here
            self.tell_way_out(question)
            return
        if self.screen.is_gone(typed):
            tell([f"  {self._gone(typed)}\n  asked: {asked}"])
            return
        if isinstance(question, Take) and typed.lower() in self.screen.position.things and self.game.running:
            tell([f"  {typed} {self._part_of(typed, question)}\n  asked: {asked}"])
            return
        near = did_you_mean(typed, [self.screen.shown(option) for option in self.options])
        tell([f"  `{typed}` is not an answer here{f'; {near}' if near else ''}"])
        tell([f"  asked: {asked}; `help` says what can be typed"])

    def _part_of(self, typed: str, question: Take) -> str:
        """Returns what a piece that begins no action can do: take part in those that pick another first."""
        begun = ((action, self.picking_after(action)) for action in question.actions)
        later = [action for action, inside in begun if inside is not None and inside.pick_behind(typed) is not None]
        if later:
            said = " or ".join(self.screen.readings.called("action", action) for action in later)
            return f"can take part in {said}, where something else is picked first"
        return f"can begin nothing in {self.screen.readings.called('part', self.game.running[-1])}"

    def tell_way_out(self, question: Question) -> None:
        """What is asked in the middle of an action, and how to get out of it."""
        if isinstance(question, Choose):
            undo = "; `undo` takes back what led here, `cancel` the whole action" if self.game.undoable else ""
            tell([f"  asked: {self.screen.asked(question)}{undo}"])

    def ask(self, word: str, name: str) -> None:
        """Tells why an answer may be given, or may not, or what its odds are."""
        if name:
            self._about(name, {"why": Queries.tell_why, "odds": Queries.tell_odds}[word])
        else:
            of = "why what" if word == "why" else "odds of what"
            tell([f"  {of}? type `{word}` and an answer, or its number in the list"])

    def finish(self, games: str) -> None:
        """What comes of the rest of the game by chance, once or so many times."""
        if games in ("", "1") or (games.isascii() and games.isdecimal() and 1 < int(games[:5]) <= MAX_GAMES):
            for line in self.rest.lines(int(games or 1), self.screen):
                tell((f"  {line}",))
        else:
            tell([f"  finish how often? type `finish`, or behind it a number up to {MAX_GAMES:,}"])

    def _about(self, name: str, tell_it: Telling) -> None:
        """Tells of an answer to what is asked; of several, of the last, as if the others had been given."""
        answer, question = self.meant(name), self.game.question
        first, _, rest = (whole := name).partition(" ")
        if answer is None and rest and self.is_asked_after(first, rest.partition(" ")[0]):
            second, _, others = rest.partition(" ")
            first, rest = second, f"{first} {others}".strip()
            whole = name = f"{first} {rest}"
        if (given := self.where_named(first)) is not None:
            self.of(given)._about(name, tell_it)
            return
        if answer is None and isinstance(question, Choose) and (names := self.several(first)):
            self._about_several(names, rest, tell_it)
            return
        if answer is None and rest:
            answer, name = self.meant(first), first
            ahead = None if answer is None else self.game.followed(answer)
            over = answer == DONE and isinstance(question, Choose)
            if ahead is not None and isinstance(ahead.question, Choose | Take if over else Choose):
                self.of(ahead)._about(rest, tell_it)
                return
            if ahead is not None and answer in self.options:
                tell([f"  nothing is picked after `{printable(first)}`"])
                return
        if answer is None and first.lower() == TO and rest and (going := self.way_to(rest)) is not None:
            self.tell_way(*going, rest)
            return
        if (behind := self.pick_behind(name)) is not None:
            self.tell_order(behind)
        elif answer is not None:
            tell_it(self, *self.of_one_there(answer, name))
        elif tell_it is Queries.tell_why and (line := self._asked_of_action(first, rest)):
            self._about(line, tell_it)
        elif begun := self.begun_with(first, rest.partition(" ")[0]):
            if len(begun) > 1:
                self.tell_several_begin(first, begun)
            else:
                self._about(f"{begun[0]} {whole}", tell_it)
        elif (apart := self._apart_from_this(first)) is not None:
            self.of(apart)._about(whole, tell_it)
        elif (later := self._later(first.lower(), rest.partition(" ")[0])) is not None:
            part = self.screen.readings.called("part", later.running[-1])
            tell([f"  in {part}, as it is if nothing more is done before:"])
            self.of(later)._about(whole, tell_it)
        elif question is not None and not self.explains_no_beginning(first, rest.partition(" ")[0]):
            self.tell_unknown(name, question)

    def is_asked_after(self, word: str, following: str) -> bool:
        """Returns whether a word stands for nothing that is asked here, but for what another pick asks once the word
        that follows it is answered: a player has typed them in the order of a sentence, not in that of the law. A thing
        that is asked for here may be meant so too, if it can be picked there alone and the other is not of its side."""
        if not isinstance(self.game.question, Choose) or self._can_be_picked(word):
            return False
        known = self._asks_for(word)
        owners = [
            {self.screen.owner(one) if isinstance(one, Thing) else "" for one in self._named_by(each)}
            for each in (word, following)
        ]
        if known and not owners[0].isdisjoint(owners[1]):
            return False
        return any(self._pick_asking(option, word, legal=known) for option in self._can_be_picked(following)[:1])

    def pick_behind(self, word: str) -> str | None:
        """Returns the pick of the same action that asks for what a word stands for once something is answered here;
        None where it stands for something here."""
        if not isinstance(self.game.question, Choose) or self._asks_for(word):
            return None
        answers = [option for option in self.options if option != DONE][:MAX_WEIGHED]
        return next(filter(None, (self._pick_asking(option, word) for option in answers)), None)

    def _pick_asking(self, answer: Value, word: str, *, legal: bool = False) -> str | None:
        """Returns the other pick that follows upon an answer, if it asks for what a word stands for."""
        ahead = self.picking_after(answer)
        if ahead is None or not isinstance(ahead.game.question, Choose) or not isinstance(self.game.question, Choose):
            return None
        here, there = self.game.question.pick, ahead.game.question.pick
        asks = ahead._can_be_picked(word) if legal else ahead._asks_for(word)
        return there if there != here and asks else None

    def tell_order(self, behind: str) -> None:
        """Says that one pick is made before another."""
        assert isinstance(self.game.question, Choose)
        here, there = (self.screen.readings.called("pick", pick) for pick in (self.game.question.pick, behind))
        tell([f"  {here} is picked before {there}"])

    def where_named(self, word: str) -> Game | None:
        """Returns the game behind the only answer, where what is named is asked for only there."""
        options = self.options
        if not isinstance(self.game.question, Choose) or len(options) != 1:
            return None
        inside = self.picking_after(options[0])
        if inside is None or options[0] in self._named_by(word):
            return None
        return inside.game if inside._asks_for(word) else None

    def _named_by(self, word: str) -> list[Value]:
        """Returns what a word stands for, or each of several."""
        named = (self.meant(name) for name in (word, *self.several(word)))
        return [answer for answer in named if answer is not None]

    def _apart_from_this(self, first: str) -> Game | None:
        """Returns the game in which an action, or `end`, can be asked about while another is under way: once that is
        over, or where that cannot be yet, as if it had not been taken."""
        question = self.game.question
        known = first.lower() == END or first.lower() in self.game.law.graph.actions
        if not isinstance(question, Choose) or not known:
            return None
        over = self.game.followed(DONE) if self.game.allows(DONE) else None
        if over is not None and isinstance(over.question, Take) and over.question.who == question.who:
            return over
        return self.game.before_the_action()

    def way_to(self, name: str) -> tuple[Thing, Hex, Way | None] | None:
        """Returns what is on its way, the hex that is named and the cheapest way there, if there is one; None where
        nothing goes by steps or there is no such hex."""
        there, mover = self.screen.hex_named(name), self.game.mover if self.game.goes_by_steps else None
        if mover is None or there is None:
            return None
        is_there = there == self.screen.position.hex_of(mover)
        return mover, there, Way((), 0) if is_there else self.game.cheapest_way(mover, there)

    def tell_way(self, mover: Thing, there: Hex, way: Way | None, name: str, *, gone: bool = False) -> None:
        """Tells by which way a thing comes to a hex, or why it cannot."""
        shown = self.screen.shown
        if way is None:
            self._tell_why_not_there(mover, there, name)
        elif way.answers:
            by = " ".join(map(shown, way.answers))
            tell([f"  {mover.name} {'went' if gone else 'goes'} by {by}, for {shown(way.cost)}"])
        else:
            tell([f"  {mover.name} is in {shown(there)} already"])

    def _tell_why_not_there(self, mover: Thing, there: Hex, name: str) -> None:
        """What stands against the last step, from where that is nearest; or how near it can come."""
        tell([f"  {mover.name} cannot come to rest in {self.screen.shown(there)}"])
        ways, here = self.game.ways(mover), self.screen.position.hex_of(mover)
        if here is not None:
            ways = {here: Way((), 0), **ways}
        beside = [hex for hex in neighbours(there) if hex in ways]
        nearest = min(beside, key=lambda hex: ways[hex].cost) if beside else None
        ahead = None if nearest is None else self.game.followed(*ways[nearest].answers)
        if nearest is not None and ahead is not None and ahead.offers(there):
            arrived = ahead.followed(there)
            if arrived is not None and arrived.repeats:  # it gets there and may not stay
                self.of(arrived).tell_verdict(DONE, name)
                return
            if nearest != here:
                tell([f"  from {self.screen.shown(nearest)}:"])
            self.of(ahead).tell_verdict(there, name)
        elif ways:
            nearest = min(ways, key=lambda hex: (distance(hex, there), ways[hex].cost))
            further = self._refused_towards(ways[nearest], nearest, there)
            if nearest != here:
                says_why = "; from there:" if further is not None else ""
                tell([f"  the nearest that it can come to is {self.screen.shown(nearest)}{says_why}"])
            if further is not None:
                further[0].tell_verdict(further[1], self.screen.shown(further[1]))

    def _refused_towards(self, way: Way, nearest: Hex, there: Hex) -> tuple[Queries, Hex] | None:
        """Returns the step towards a hex that is refused from where a way ends, asked about there."""
        ahead = self.game.followed(*way.answers)
        nearer = [hex for hex in neighbours(nearest) if distance(hex, there) < distance(nearest, there)]
        for step in nearer if ahead is not None else ():
            if ahead is not None and ahead.offers(step) and not ahead.allows(step):
                return self.of(ahead), step
        return None

    def several(self, word: str) -> list[str]:
        """Returns the names that a word stands for where things are picked: those with commas and patterns, and of a
        hex those that stand in it and can be picked."""
        options = self.options
        names = several(word, [self.screen.shown(option) for option in options])
        there = None if names else self.screen.hex_named(word)
        if there is None or there in options:
            return names
        position = self.screen.position
        return [o.name for o in options if isinstance(o, Thing) and position.hex_of(o) == there]

    def of_one_there(self, answer: Value, name: str) -> tuple[Value, str]:
        """Returns the piece to explain where a hex was named that cannot be picked: one that stands in it."""
        there = self.standing_in(answer) if answer not in self.options else None
        if there is None:
            return answer, name
        tell([f"  of those in {self.screen.shown(answer)}, {there.name}:"])
        return there, there.name

    def standing_in(self, here: Value) -> Thing | None:
        """Returns one of this side's own that stands in what is named, if that is a hex, where things are picked and
        none of those there can be."""
        question, picks_hexes = self.game.question, any(isinstance(option, Hex) for option in self.options)
        if not isinstance(question, Choose) or not isinstance(here, Hex) or picks_hexes:
            return None
        return next((thing for thing in self.screen.seen.by_hex.get(here, []) if self.game.offers(thing)), None)

    def _about_several(self, names: list[str], rest: str, tell_it: Telling) -> None:
        """Tells of the last of several that do the same, as if the others had done it; where one pick is made several
        times, of what is picked last."""
        question = self.game.question
        assert isinstance(question, Choose)
        if self.game.repeats or len(names) < 2:
            self._about(" ".join((*names, rest)).strip(), tell_it)
            return
        name, *others = names
        words = rest.split()
        if (done := self._done_so([name, *words[: self.words_of_it(words)]])) is None:
            self._about(f"{name} {rest}".strip(), tell_it)  # which says what stands in its way
            return
        begun = " ".join((question.pick.partition(".")[0], *self.screen.picked(question), MANY.join(others), rest))
        self.of(done)._about(begun.strip(), tell_it)

    def _done_so(self, words: list[str]) -> Game | None:
        """Returns the game once the action under way is over with these picks; None where it cannot be."""
        game: Game | None = self.game
        going = iter(words)
        for word in going:
            if game is None:
                return None
            if word.lower() == TO:
                found = self.of(game).way_to(next(going, ""))
                way = None if found is None else found[2]
                game = None if way is None else game.followed(*way.answers)
                continue
            for name in self.of(game).several(word) or [word]:
                game = None if game is None else self.of(game).answered(name)
        while game is not None and isinstance(game.question, Choose):
            game = game.followed(DONE) if game.allows(DONE) else None
        return game

    def answered(self, name: str) -> Game | None:
        """Returns the game once what is named has been answered; None where it cannot be."""
        answer = self.meant(name)
        return None if answer is None else self.game.followed(answer)

    def _later(self, action: str, name: str = "") -> Game | None:
        """Returns the game later in the turn, where an action can be taken that is not open yet; of several parts, the
        first in which it may begin with what is named."""
        parts = [*self.game.open_later(action)] if self.is_for_later(action) else []
        fitting = (part for part in parts if self.of(part).may_begin(action, name))
        return next(fitting, parts[0] if parts else None)

    def may_begin(self, action: str, name: str) -> bool:
        begun = self.picking_after(action)
        return begun is not None and (not name or bool(begun._can_be_picked(name)))

    def tell_why(self, answer: Value, name: str) -> None:
        """Why something can be picked or cannot, and what else can be."""
        question = self.game.question
        if isinstance(question, Choose) and self.is_of_another_sort(answer):
            self.tell_unknown(name, question)
            return
        self.tell_verdict(answer, name, self.options)

    def is_of_another_sort(self, answer: Value) -> bool:
        """Returns whether all that can be picked here is of another sort: a piece where hexes are picked."""
        sorts = {type(option) for option in self.options if option != DONE}
        return answer != DONE and bool(sorts) and type(answer) not in sorts

    def tell_verdict(self, answer: Value, name: str, instead: Sequence[Value] = ()) -> None:
        """Tells why something can be picked or cannot, and which of these can be in its stead."""
        tell(f"  {line}" for line in self.screen.why(answer, name, instead))
        ends = isinstance(self.game.question, Take) and self.game.ends_with_done is not None
        if answer == DONE and ends and DONE in self.options:
            tell(f"  {line}" for line in self.still_able())

    def still_able(self, *, again: bool = False) -> Iterator[str]:
        """Yields a line for each action that can be taken, or for several that the same can begin: with things that
        have done nothing yet in this part, or `again`. No one regrets what would have given something up."""
        able: dict[tuple[str, ...], list[str]] = {}
        question = self.game.question
        done = acted(self.game.entries, question.who) if isinstance(question, Take) and not again else set[str]()
        for action in self.options:
            if action == DONE or self.game.law.graph.actions[action].gives_up:
                continue
            names = tuple(map(self.screen.shown, self.who_can(action)))
            left = tuple(name for name in names if name not in done)
            if left or not names:
                able.setdefault(left, []).append(action)
        for names, actions in able.items():
            more = [f"{len(names) - MAX_ABLE} more"] if len(names) > MAX_ABLE else []
            called = " or ".join(self.screen.readings.called("action", action) for action in actions)
            yield f"can still {called}" + (f": {', '.join([*names[:MAX_ABLE], *more])}" if names else "")

    def who_can(self, action: str) -> list[Thing]:
        """Returns the things that an action can be taken with: those of its first pick, or where that asks whom it is
        done to, those of this side that the next asks for."""
        if (ahead := self.picking_after(action)) is None:
            return []
        question, options, things = ahead.game.question, ahead.options, ahead.things()
        if not isinstance(question, Choose) or any(self.screen.owner(one) in ("", question.side) for one in things):
            return things
        behind = (ahead.picking_after(option) for option in options[:MAX_WEIGHED] if option != DONE)
        after = [one for inside in behind if inside is not None for one in inside.things()]
        return [*dict.fromkeys(one for one in after if self.screen.owner(one) == question.side)] or things

    def tell_odds(self, answer: Value, name: str) -> None:
        if answer not in self.options:
            self.tell_why(answer, name)
            return
        ahead, here = self.picking_after(answer), self.game.question
        following = [] if ahead is None else self._odds_of_each(ahead)
        there = None if ahead is None else ahead.game.question
        is_one_of_several = isinstance(here, Choose) and isinstance(there, Choose) and here.pick == there.pick
        if ahead is None or not following or (is_one_of_several and ahead.game.allows(DONE)):  # no more need be picked
            tell(Odds(self.screen, self._before()).lines(answer), ODDS)
            tell(["with one more:"] if following else [], ODDS)
        tell(following, ODDS)

    def _odds_of_each(self, ahead: Queries) -> list[TextOfData]:
        """Returns a line for each next pick that dice fall about, some time in this part of the turn."""
        odds = Odds(ahead.screen, self._before())
        options = [option for option in ahead.game.options() if option != DONE][:MAX_WEIGHED]
        weighed = ((ahead.screen.shown(option), odds.in_a_line(option)) for option in options)
        return [
            TextOfData.of(f"{name}: {chances}", ToldLine(chances, pick=name)) for name, chances in weighed if chances
        ]

    def _before(self) -> Game | None:
        """Returns the game as it is without the action that is asked about, or that is under way."""
        now = self.asked_from or self.game
        return now if isinstance(now.question, Take) else now.before_the_action()

    def _named(self, name: str) -> Hex | Thing | None:
        """Returns a hex or a piece, in small or capital letters."""
        position = self.screen.position
        for text in (name, name.lower(), name.upper()):
            found = position.things.get(text) or (position.map.find(text) if position.map is not None else None)
            if found is not None:
                return found
        gone = self.screen.is_gone(name)
        tell([f"  {self._gone(name)}" if gone else f"  there is no hex and no piece `{printable(name)}`"])
        return None

    def _gone(self, name: str) -> str:
        """Returns that a piece is gone; where some may hide, it says the same of those that do."""
        return (UNSEEN_OR_GONE if is_hiding(self.game.law.graph) else GONE).format(printable(name))

    def tell_of(self, asked: TableQuery | None, more: Mapping[str, Callable[[str], None]] | None = None) -> bool:
        """Tells what was asked beside the game; whether it can be asked, where without `more` nobody is to answer."""
        about: dict[str, Callable[[str], None]] = {
            "look": self.look, "map": self.map, "units": self.units, "log": self.log,
            "score": lambda _: tell(f"  {line}" for line in self.screen.score()),
            "wins": lambda _: tell(f"  {line}" for line in self.screen.wins()),
        }  # fmt: skip
        if more is not None:
            by_word = {word: partial(self.ask, word) for word in ("why", "odds")}
            about |= {**by_word, "reach": self.reach, "finish": self.finish, **more}
        if asked is None or asked.of not in about:
            return False
        try:
            about[asked.of](asked.name)
        except LawStop as stop:
            self.tell_stop(stop)
        return True

    def tell_stop(self, stop: LawStop) -> None:
        first, *more = stop_lines(stop, self.screen.position)
        tell([f"  that cannot be worked out: {first}", *(f"  {line}" for line in more)])

    def look(self, name: str) -> None:
        if not name:
            tell(self.screen.about_the_game())
            return
        if (subject := self._named(name)) is not None:
            tell(self.screen.look(subject))

    def map(self, name: str) -> None:
        subject = self._named(name) if name else None
        around = self.screen.position.hex_of(subject) if isinstance(subject, Thing) else subject
        drawn = self.screen.position.map
        if name and (around is None or drawn is None or not drawn.contains(around)):
            known = self.screen.known_hexes(subject) if isinstance(subject, Thing) and drawn is not None else {}
            if subject is not None:
                kind = subject.kind if isinstance(subject, Thing) else "hex"
                called = ", ".join(self.screen.attribute(kind, one) for one in known)
                marked = f"; in brackets: its {called}" if known else ""
                tell([f"  {name} is not on the map{marked}"])
            if known:
                tell(self.screen.map([*dict.fromkeys(h for found in known.values() for h in found)]).splitlines())
            return
        tell(self.screen.map(self.screen.answers_on_the_map(), around).splitlines())

    def reach(self, name: str) -> None:
        """Marks where a piece can come to rest by steps, with the first action that moves it so, now or later."""
        picked = self.game.question
        if not name and isinstance(picked, Choose) and self.screen.side in (None, picked.side):
            name = self.game.mover.name if self.game.mover is not None else ""
        if not name:
            tell(["  reach of what? type `reach` and a piece"])
            return
        mover = self._named(name)
        part, ways = self.ways_of(mover) if isinstance(mover, Thing) else ("", {})
        if part:
            tell([f"  in {part}, as it is if nothing more is done before:"])
        if isinstance(mover, Thing) and ways:
            costs = sorted({way.cost for way in ways.values()})
            least_to_most = " to ".join(map(self.screen.shown, dict.fromkeys((costs[0], costs[-1]))))
            tell([f"  {mover.name} can come to {counted(len(ways), 'hex')}, for {least_to_most}; `to HEX` goes there"])
            tell(self.screen.map([*ways], self.screen.position.hex_of(mover), whole=True).splitlines())
        elif mover is not None:
            tell([f"  {printable(name)} can go nowhere now"])

    def ways_of(self, mover: Thing) -> tuple[str, dict[Hex, Way]]:
        """Returns the hexes in which a thing can come to rest, by the first action that moves it step by step, and in
        which later part of the turn that is, if it is not in this one."""
        question = self.game.question
        if question is None or isinstance(question, ByLot) or self.screen.side not in (None, question.side):
            return "", {}
        if isinstance(question, Choose):
            if mover == self.game.mover:
                return "", self.game.ways(mover)
            apart = self._apart_from_this(question.pick.partition(".")[0])
            return ("", {}) if apart is None else self.of(apart).ways_of(mover)
        here = self.screen.position.hex_of(mover)
        open_now = question.actions if isinstance(question, Take) else ()
        by_steps = [action for action in self.game.law.graph.actions if action in self.game.agenda.by_steps]
        later = [action for action in by_steps if open_now and action not in open_now]
        for action in (*(one for one in open_now if one in by_steps), *later):
            at = self.game if action in open_now else self._later(action, mover.name)
            begun = None if at is None else self.of(at).picking_after(action)
            picked = begun.game.followed(mover) if begun is not None and begun.game.allows(mover) else None
            if picked is not None and (ways := picked.ways(mover)).keys() - {here}:
                now = at is None or at is self.game
                return "" if at is None or now else self.screen.readings.called("part", at.running[-1]), ways
        return "", {}

    def units(self, word: str) -> None:
        lines = [*self.screen.units(word)]
        tell(lines if lines else [f"  nothing has `{printable(word)}` in its line"])

    def log(self, number: str) -> None:
        entries = [*map(self.screen.redacted, self.game.entries)]
        lines = [f"  {line}" for line in log_lines(entries, readings=self.screen.readings)]
        last = int(number[:6]) if number.isdecimal() else len(lines)
        tell(lines[max(len(lines) - last, 0) :] if lines else ["  nothing has happened yet"])

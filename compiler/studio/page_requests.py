"""What can be asked of a studio: a message each, told apart by `do`, the first word of its class."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.workspace.workspace import Ended, HandWork, Workspace
from hexlaw.runtime.law.stops import LawStop


class Request(
    msgspec.Struct, tag_field="do", tag=lambda name: re.split(r"(?<=[a-z])(?=[A-Z])", name)[0].lower(),
    forbid_unknown_fields=True,
):  # fmt: skip
    """A request of a page. Its tag is the first word of the class name: `OpenModule` is `open`."""


_T = TypeVar("_T")


def decoded(decoder: msgspec.json.Decoder[_T], message: str | bytes) -> _T:
    try:
        return decoder.decode(message)
    except msgspec.ValidationError as problem:
        raise Refused(f"this is not asked as it should be: {problem}") from None
    except msgspec.DecodeError as problem:
        raise Refused(f"this is not JSON: {problem}") from None
    except RecursionError:
        raise Refused("this is not asked as it should be: it is nested too deep") from None


MAX_SAID = 500
Data = dict[str, Any]
"""What JSON can hold."""
Tell = Callable[[Data], None]


class AnswersPage:
    """Answers the messages of a page, by any transport. Abstract: the studio and the table define `answer`."""

    workspace: Workspace
    module: str

    def answer(self, message: str | bytes, tell: Callable[[Data], None]) -> Mapping[str, object]:
        raise NotImplementedError

    def reply(self, message: str | bytes, tell: Callable[[Data], None]) -> Data:
        """Returns what is sent back for a message: its answer, or why there is none."""
        try:
            return {"value": self.answer(message, tell)}
        except Refused as refused:
            return {"refused": refused.message, "help": refused.help}
        except Ended:
            return {"refused": "it was ended", "help": None}
        except LawStop as stop:
            return {"refused": f"the law stops here: {stop.message}", "help": stop.help}
        except Exception as problem:  # a mistake of Hexlaw ends this request, and no other of the page
            said = f"Hexlaw failed at this: {type(problem).__name__}: {str(problem)[:MAX_SAID]}"
            return {"refused": said, "help": "this is a mistake of Hexlaw; the page goes on"}


Position = Data
"""A case as it stands in a file of cases, and under `maps` what the file says of maps."""


class OpenModule(Request):
    """The files, cases and situations of the module. A page sends the stamp of what it has `seen`, and the digests of
    the files that it has `read`; where nothing has changed, the stamp alone comes back."""

    seen: str = ""
    read: dict[str, str] = {}


class ReadFile(Request):
    """The text of a file, and the days of which an older one is kept; or that one, of a `day` before."""

    path: str
    day: str = ""


class EditFile(Request):
    """A text that is not saved, on top of a file or of none: what is wrong with the law now."""

    path: str
    text: str


class CheckModule(Request):
    """All that is wrong with the module, its clashes among it."""


class SaveFile(Request):
    """Writes a file, unless it is not any more as it was `read`: a digest."""

    path: str
    text: str
    read: str


class PackModule(Request):
    """The module as it stands, with what it extends, as an archive."""


class TakeCase(Request):
    """A case as a position that can be changed."""

    id: str


class JudgePosition(Request):
    """The verdict on a position now and before, and a picture of the `whole` map, or of the part that is used."""

    position: Position
    whole: bool = False


class ReachOf(Request):
    """Where a piece gets to, and for what."""

    position: Position
    piece: str


class WhyNot(Request):
    """Why a piece may or may not go to a hex."""

    position: Position
    piece: str
    hex: str


class KeepCase(Request):
    """The text of a file with a position as a case, in place of one of this id or as one more, and what is so."""

    position: Position
    path: str
    id: str
    expect: str


class PaletteOf(Request):
    """What can be put and drawn on the map of a position, and marked on a piece of it."""

    position: Position
    piece: str = ""


class ColumnsOf(Request):
    """The attributes that a chart of units may have columns for, and the values to choose from."""

    path: str


class LayOut(Request):
    """A position, or the texts of the files that say it, after something is done to it by hand."""

    position: Position
    work: HandWork


class FormsToFill(Request):
    """What can be begun, and what has to be said for it."""


class NewThing(Request):
    """A module, or the texts of the files with something more in them: of a `sort`, with a name. `base` is what a
    module extends; `answers` are to what was asked back, in this order."""

    sort: str
    name: str
    base: str = ""
    answers: tuple[str, ...] = ()


class TouchedBy(Request):
    """Asks what the last new item has changed on the map of a position."""

    position: Position


class WordsAll(Request):
    """The words of the language, which have a colour of their own."""


class MayStandAt(Request):
    """What may stand at a place of a text that is not saved; places are counted from 0."""

    path: str
    text: str
    line: int
    column: int


class FindInLaw(Request):
    """What in the law speaks of words."""

    words: str


class StandsAt(Request):
    """What the name at a place of a file is, where it is declared, and where else it stands."""

    path: str
    line: int
    column: int


class RenameTo(Request):
    """The files of the module as they are where the name at a place of one is another."""

    path: str
    line: int
    column: int
    new: str


class HelpOn(Request):
    """Recipes and sections of the reference that speak of words; of recipes the text too."""

    words: str


class ProseRead(Request):
    """Prose of the module that was not read beside its law as that is saved; a name says that at this one it holds."""

    holds: str = ""


class AnewRule(Request):
    """The text of a rule in place of one of a base, which says at first what that says."""

    rule: str


class LookAhead(Request):
    """Looks through some cases under the law as it was, for later."""


class ChangedCases(Request):
    """The cases that come out otherwise now, `first` of all that of this name. Asked again, it goes on."""

    first: str = ""
    seconds: int = 2


class WitnessOf(Request):
    """The smallest positions in which what was changed matters."""


class PlayPairs(Request):
    """What comes of pairs of games under the law now and before."""

    situation: str
    pairs: int = 200
    players: tuple[str, ...] = ("greedy",)


class CardOf(Request):
    """Who wins a situation, by how each side is played: so many games a cell, told as they come. Those that were played
    count, so it goes on where it was ended."""

    situation: str
    games: int = 20


class KeptCardOf(Request):
    """The card of a situation that is kept beside the module."""

    situation: str


StudioRequest = (
    OpenModule | ReadFile | EditFile | CheckModule | SaveFile | PackModule | TakeCase | JudgePosition | ReachOf
    | WhyNot | KeepCase | PaletteOf | ColumnsOf | LayOut | FormsToFill | NewThing | TouchedBy | WordsAll | MayStandAt
    | FindInLaw | StandsAt | RenameTo | HelpOn | ProseRead | AnewRule | LookAhead | ChangedCases | WitnessOf
    | PlayPairs | CardOf | KeptCardOf
)  # fmt: skip
OF_STUDIO = msgspec.json.Decoder(StudioRequest)

"""What may stand at a place of a file, and what stands there: to complete or explain a name."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.base.texts import Texts
from hexlaw.compiler.data.load import MAX_LAW_SIZE, load
from hexlaw.compiler.here.in_data import may_stand_in_data
from hexlaw.compiler.here.names_in_data import data_uses, name_in_data
from hexlaw.compiler.here.ranked import MayStand
from hexlaw.compiler.here.ranked import may_stand as may_stand_in_law
from hexlaw.compiler.here.surroundings import Surroundings, Unheard, item_around
from hexlaw.compiler.uses import VARIABLE, Use, name_at, uses_of
from hexlaw.compiler.workspace.compiled_laws import Compiled, one_at_a_time, read_by
from hexlaw.compiler.workspace.saying import Sentence, say

MAX_SAID = 6
Known = dict[str, Surroundings]
"""By the module that was asked about last, what has been read of its law: once for all that is typed in one item."""


@dataclass(frozen=True)
class StandsHere:
    """The name at a place: what it stands for, in words, and where it stands, where it is declared first."""

    use: Use
    said: tuple[str, ...]
    uses: tuple[Use, ...]


@one_at_a_time
def may_stand(texts: Texts, known: Known, module: str, path: str | Path, line: int, column: int) -> MayStand:
    chain = read_by(lambda found: load(module, found, texts), Unheard())
    wanted = texts.at(path).resolve()
    laws = [law for layer in chain.layers for law in layer.laws if texts.path_of(law.name) == wanted]
    read = laws or [read_by(lambda found: texts.read(texts.at(path), str(path), MAX_LAW_SIZE, found), Unheard())]
    source, place = read[0], read[0].offset_at(line, column)
    around = known.get(module)
    if around is None or not around.still_count(chain, source.name, *item_around(source.text, place)):
        known.clear()
        around = known[module] = Surroundings(chain)
    return may_stand_in_law(around, source, place) if laws else may_stand_in_data(around, source, place)


@one_at_a_time
def stands_at(
    read: Compiled, texts: Texts, path: str | Path, line: int, column: int, also_data: bool = False
) -> StandsHere | None:  # fmt: skip
    compilation, wanted = read.compilation, texts.at(path).resolve()
    found = [source for source in compilation.chain.sources if texts.path_of(source.name) == wanted]
    law = next((source for source in found if source.name.endswith(".law")), None)
    if law is not None:
        use = name_at(compilation, law.name, law.offset_at(line, column))
    else:
        data = read_by(lambda found: texts.read(wanted, str(path), MAX_LAW_SIZE, found), Unheard())
        use = name_in_data(compilation, data, data.offset_at(line, column))
    if use is None:
        return None
    said = list[str]()
    with suppress(Refused):  # of a step or a part of an action nothing is said
        lines = say(read, [use.meaning.name], None)[0].lines if use.meaning.sort != VARIABLE else ()
        said = [line.lines()[0] for line in lines if isinstance(line, Sentence)]
    uses = uses_of(compilation, use.meaning)
    if also_data and use.meaning.sort != VARIABLE:
        uses += [Use(span, use.meaning) for span, _ in data_uses(compilation, texts, use.meaning)]
    return StandsHere(use, tuple(said[:MAX_SAID]), tuple(uses))

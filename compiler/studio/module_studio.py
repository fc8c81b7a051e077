"""What the page of the studio asks, as data.

A `Studio` holds one module: its files as they are being edited, and the law before, as it was when the studio was
opened or that of another module. A request is a message of JSON (`page_requests.py`); what comes back is data for JSON.
What cannot be had raises `Refused`.

A position is a case as data. Whoever moves a counter sends the whole case with another hex, so nothing is kept between
two requests but texts. Those that are not saved are of one tab: each tab has a `Studio`, over a workspace of its own.
"""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import date
from functools import partial
from hashlib import sha256
from importlib import import_module
from itertools import chain
from pathlib import Path
from threading import Lock
from time import monotonic_ns
from typing import TYPE_CHECKING

from hexlaw.compiler.base.diagnostic import Diagnostic, Refused
from hexlaw.compiler.base.files import write_whole, writing
from hexlaw.compiler.base.render import in_order
from hexlaw.compiler.data.load import taken_along
from hexlaw.compiler.data.yaml_tree import Plain, flow
from hexlaw.compiler.studio import page_requests as r
from hexlaw.compiler.workspace.workspace import CardWanted, CaseInFile, HandWork, Look, Pairs, Place, Workspace

if TYPE_CHECKING:
    from hexlaw.compiler.workspace.compiled_laws import Compiled
    from hexlaw.compiler.workspace.workspace import AnswerWithOthers, Balance, BalanceCard, Editing, Use

NEWS, EDIT = "hexlaw.compiler.studio.new_things", "hexlaw.compiler.data.yaml_edit"
"""What begins and changes things; a page that judges alone does not load it."""
POSITION = ".position.cases.yaml"
"""The file that a position is asked from: a text on no disk, hidden among the files of the module."""
BEFORE = ".before"  # the folder in a module in which texts that are written over are kept, the last one of each day
MAX_FOUND, MAX_USES, MAX_HELPING = 25, 500, 8
MAX_TEXT, MAX_GAMES = 2_000_000, 1_000
NANO_BETWEEN = 500_000_000
"""Nanoseconds between two reports of a card that is being played."""
EDITED = (".law", ".yaml", ".csv", ".md")
DISK = Workspace()
"""The files without what is edited."""


class Studio(r.AnswersPage):
    def __init__(self, workspace: Workspace, module: str, editing: Editing) -> None:
        self.workspace, self.module, self.editing = workspace, module, editing
        self.files = files = workspace.files(module)
        self.home = Workspace(workspace.texts.folder if files.is_shipped else files.folder.resolve().parent)
        self._is_broken = False  # when a page was told what there is
        self._edited: set[str] = set()
        self._read_as: dict[str, str] = {}  # digests of what an edit lies on
        self._before_new: Compiled | None = None  # the law before the last thing that was begun
        self._asking = Lock()  # a position is put where it is asked from, and asked: one after the other

    def answer(self, message: str | bytes, tell: r.Tell) -> r.Data:
        """Returns the answer to a message. What takes long is told part by part."""
        request = r.decoded(r.OF_STUDIO, message)
        match request:
            case r.OpenModule(seen, read):
                return self._open(seen, read)
            case r.ReadFile(path, day):
                return {"text": DISK.read(self._before(path, day))} if day else self._read(path)
            case r.EditFile(path, text):
                return self._edit(path, text)
            case r.CheckModule():
                checked = self.workspace.thorough(self.module)
                return {"found": self._found(checked.diagnostics), "summary": checked.summary}
            case r.SaveFile(path, text, read):
                return self._save(path, text, read)
            case r.PackModule():
                return self._pack()
            case r.TakeCase(id):
                with suppress(Refused):  # a law that is broken has cases, and no situations
                    if id in self.workspace.situations(self.module)[2]:
                        return {"id": id, "situation": id}
                return self.workspace.case(self.module, id)
            case r.JudgePosition(position, whole):
                return self._judge(position, whole)
            case r.ReachOf(position, piece):
                with self._asking:
                    found = self.workspace.reach(self.module, self._asked(self._acted(position, piece)), piece)
                return {"costs": found.costs, "pick": found.pick}
            case r.WhyNot(position, piece, hex):
                return self._why(position, piece, hex)
            case r.KeepCase():
                return self._keep(request)
            case r.PaletteOf(position, piece):
                with self._asking:
                    return self.workspace.palette(self.module, self._asked(position), piece)
            case r.ColumnsOf(path):
                return {"columns": self.workspace.columns(self.module, self._place(path))}
            case r.LayOut(position, work):
                return self._laid_out(position, work)
            case r.FormsToFill():
                return dict(import_module(NEWS).forms(self.home, is_within=not self.files.is_shipped))
            case r.NewThing():
                return self._new(request)
            case r.TouchedBy(position):
                with self._asking:
                    touched, left = self.workspace.touched(self.module, self._before_new, self._asked(position))
                return {"touched": [{"what": a, "costs": b, "gone": c} for a, b, c in touched], "left": left}
            case r.WordsAll():
                return {"words": self.workspace.keywords()}
            case r.MayStandAt(path, text, line, column):
                return self._may_stand(path, text, line, column)
            case r.RenameTo(path, line, column, new):
                return self._rename(path, line, column, new)
            case r.StandsAt(path, line, column):
                return self._stands(path, line, column)
            case r.FindInLaw(words):
                return self._find(words)
            case r.HelpOn(words):
                return self._help(words)
            case r.ProseRead(holds):
                return self._prose(holds)
            case r.AnewRule(rule):
                return {"text": self.workspace.rule_anew(self.module, rule)}
            case r.LookAhead():
                known, all_ = self.editing.look()
                return {"known": known, "all": all_}
            case r.ChangedCases(first, seconds):
                return self._changed(first, seconds)
            case r.WitnessOf():
                with self.workspace.comparing(self.editing.spec, self.module) as comparing:
                    tell({"lines": [difference.title for difference in comparing.structure.that_count]})
                    comparing.witnesses(games_follow=True)
                    return {"witnesses": comparing.as_data()["witnesses"]}
            case r.PlayPairs():
                return self._balance(request, tell)
            case r.CardOf(situation, games):
                return self._card(situation, games, tell)
            case r.KeptCardOf(situation):
                return {"card": self.workspace.kept_cards(self.module, [situation]).get(situation)}
        raise AssertionError("no other request is decoded")

    # -- files

    def _open(self, seen: str, read: dict[str, str]) -> r.Data:
        names = [
            name for name in self.workspace.texts.names_in(self.files.folder, lambda _: None) if name.endswith(EDITED)
        ]
        now = _digest(repr([*self._stamps(names)]))
        if now == seen:
            return {"seen": now}
        situations: dict[str, str | None] = {}
        cases: list[r.Data] = []
        self._is_broken = True
        with suppress(Refused):  # a broken law is opened to be mended
            cases = [asdict(case) for case in self.workspace.cases(self.module)]
            *_, situations = self.workspace.situations(self.module)
            self._is_broken = False
        return {
            "seen": now, "module": self.module, "title": self.files.title, "writable": not self.files.is_shipped,
            "files": names, "below": [*self.files.below], "cases": cases,
            "situations": [{"name": name, "title": said or name} for name, said in situations.items()],
            "written": dict(self._written(read)),
            "modules": {"here": self.home.modules(), "shipped": self.home.shipped()},
        }  # fmt: skip

    def _stamps(self, names: Iterable[str]) -> Iterator[tuple[object, ...]]:
        """Yields what tells whether there is something new in files. Of unsaved texts it is the cases, and where the
        law was broken everything, as that may have mended it."""
        for name in names:
            path = self.files.folder / name
            counts = name in self._edited and (self._is_broken or name.endswith(".cases.yaml"))
            stat = path.stat() if path.is_file() else None
            yield name, stat and (stat.st_mtime_ns, stat.st_size), self.workspace.read(path) if counts else ""

    def _written(self, read: dict[str, str]) -> Iterator[tuple[str, r.Data]]:
        """Yields the files that are not any more as a page has read them; those that are gone and edited stay."""
        for name, before in read.items():
            there = DISK.read(path := self._place(name), missing="")
            if _digest(there) != before and (there or self.workspace.read(path, missing="") == there):
                yield name, {"text": there, "read": _digest(there)}

    def _path(self, name: str) -> str:
        """Returns the path of a file of the module; of a new one too, if it may be there."""
        is_hidden = any(part.startswith((".", "__")) or not part for part in name.split("/"))
        path, inside = self.files.folder / name, False
        with suppress(OSError, ValueError, RuntimeError):  # no file can have this name, or links lead round in a circle
            inside = path.resolve().is_relative_to(self.files.folder.resolve())
        if is_hidden or "\\" in name or not inside or not name.endswith(EDITED):
            raise Refused(f"`{name}` is not a file of a module", "it ends in .law, .yaml, .csv or .md, in its folder")
        return str(path)

    def _place(self, name: str) -> str:
        """Returns the path of a file that may be read."""
        below = self.files.below.get(name)
        return self._path(name) if below is None else str(below)

    def _before(self, name: str, day: str) -> Path:
        """Returns where a file is kept as it was at the end of a day."""
        path, kept = self.files.folder / BEFORE / day / name, self.files.folder.resolve() / BEFORE
        if not path.resolve().is_relative_to(kept):
            raise Refused(f"nothing is kept of `{name}`")
        return path

    def _read(self, name: str) -> r.Data:
        path = self._place(name)
        text, saved = self.workspace.read(path), DISK.read(path, missing="")
        if name not in self._edited:
            self._read_as[name] = _digest(saved)
        days = sorted(day.name for day in (self.files.folder / BEFORE).glob("*") if (day / name).is_file())
        return {"text": text, "saved": saved, "read": self._read_as.setdefault(name, _digest(saved)), "days": days}

    def _edit(self, name: str, text: str) -> r.Data:
        if len(text) > MAX_TEXT:
            raise Refused(f"`{name}` is longer than {MAX_TEXT:,} characters")
        self._lay(name, text)
        return {"found": self._found(self.workspace.quick(self.module))}

    def _lay(self, name: str, text: str) -> None:
        """Lets a text count for a file, which is edited where that has another."""
        path = self._path(name)
        if text == DISK.read(path, missing=""):
            self.workspace.take_back(path)
            self._edited.discard(name)
        else:
            self.workspace.put(path, text)
            self._edited.add(name)

    def _save(self, name: str, text: str, read: str) -> r.Data:
        """Writes a file, unless somebody else has written it since it was read: then that text is given."""
        path = self._path(name)
        if self.files.is_shipped:
            instead = f"`hexlaw new module NAME --extends {self.module}` begins one of your own"
            raise Refused("this module comes with Hexlaw and is not changed", instead)
        self._lay(name, text)
        there = DISK.read(path, missing="")
        if there not in ("", text) and _digest(there) != read:
            return {"conflict": there, "read": _digest(there)}
        with writing(name):
            (own := self.files.folder / name).parent.mkdir(parents=True, exist_ok=True)
            if there not in ("", text):
                kept = self._before(name, date.fromtimestamp(own.stat().st_mtime).isoformat())
                kept.parent.mkdir(parents=True, exist_ok=True)
                write_whole(self.files.folder / BEFORE / ".gitignore", b"*\n")
                write_whole(kept, there.encode())
        write_whole(own, text.encode())
        self._lay(name, text)
        self._read_as[name] = _digest(text)
        return self._read(name)

    def _pack(self) -> dict[str, str]:
        taken, stays = taken_along(self.workspace.files(self.module).layer, self.workspace.texts)
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
            for name in taken:
                text = self.workspace.read(str(self.files.folder / name))
                archive.writestr(f"{self.files.folder.name}/{name}", text.encode("utf-8", "surrogatepass"))
        data = base64.b64encode(made.getvalue()).decode()
        return {"name": f"{self.files.folder.name}.zip", "data": data, "stays": stays}

    def _found(self, found: Iterable[Diagnostic]) -> list[r.Data]:
        return [
            {
                "code": d.code, "level": d.level, "message": d.message, "help": d.help,
                **({} if d.span is None else self._at(self.workspace.place(d.span))),
                "fixes": [{**self._at(self.workspace.place(fix.span)), "text": fix.text} for fix in d.fixes],
            }
            for d in in_order(found)
        ]  # fmt: skip

    def _at(self, place: Place) -> r.Data:
        return {"path": self._name_of(place.path), "start": place.start, "end": place.end}

    def _name_of(self, path: Path | None) -> str | None:
        """Returns the name under which a page has a file."""
        folder = self.files.folder.resolve()
        if path is None or path.is_relative_to(folder):
            return None if path is None else path.relative_to(folder).as_posix()
        return next((name for name, below in self.files.below.items() if below.resolve() == path), None)

    def _line(self, where: str) -> r.Data:
        """Returns a place `NAME:LINE` as a page has it."""
        name, _, place = where.partition(":")
        return {"path": self._name_of(self.workspace.texts.path_of(name)), "line": int(place.split(":")[0] or 1)}

    def _prose(self, holds: str) -> r.Data:
        """Returns what is in doubt, each with what the law said and says; keeps first what was found to hold."""
        reader = DISK.prose(self.module)
        doubts = {f"{doubt.text.cite.text} {doubt.key}": doubt for doubt in reader.doubts()}
        if (doubt := doubts.pop(holds, None)) is not None:
            reader.accept(doubt)
            reader.save()
        return {
            "doubts": [
                {
                    "name": name, "place": str(one.text.cite), "prose": one.passage.said,
                    "was": one.before.said if one.before is not None and one.differs else "", "now": one.now.said,
                    "unlike": [*one.unlike], "outdated": [*one.outdated],
                }
                for name, one in doubts.items()
            ]
        }  # fmt: skip

    def _find(self, words: str) -> r.Data:
        found = self.workspace.find(self.module, [words])
        entries = [
            {"sort": e.sort, "name": e.name, "said": e.said, **self._line(e.where)} for e in found.entries[:MAX_FOUND]
        ]
        return {"entries": entries, "more": max(0, len(found.entries) - MAX_FOUND), "near": found.near}

    def _help(self, words: str) -> r.Data:
        entries = self.workspace.help(words.split(), ()).entries[:MAX_HELPING]
        texts = {e: recipe.plain() for e in entries if e.sort == "recipe" and (recipe := self.workspace.recipe(e.name))}
        return {"found": [{"name": e.name, "said": e.said, "where": e.where, "text": texts.get(e)} for e in entries]}

    def _may_stand(self, path: str, text: str, line: int, column: int) -> r.Data:
        if path not in self.files.below:
            self._lay(path, text[:MAX_TEXT])
        here = self.workspace.may_stand(self.module, self._place(path), line, column)
        found = [{"text": f.text, "sort": f.sort, "type": f.type, "doc": f.doc, "fits": f.fits} for f in here.found]
        return {**self._at(self.workspace.place(here.typed)), "found": found}

    def _stands(self, path: str, line: int, column: int) -> r.Data:
        """Returns what the name at a place is in words, and where it stands, as `_find` returns what it has found."""
        if (here := self.workspace.stands_at(self.module, self._place(path), line, column)) is None:
            raise Refused("no name of the law stands there")
        at, meant = self._at(self.workspace.place(here.use.span)), here.use.meaning
        entries, more = [*map(self._use, here.uses[:MAX_USES])], len(here.uses[MAX_USES:])
        about = {"name": meant.name, "sort": meant.sort, "type": here.use.type, "said": here.said}
        return {**at, **about, "entries": entries, "more": more, "near": None, "place": [path, line, column]}

    def _rename(self, path: str, line: int, column: int, new: str) -> r.Data:
        renamed = self.workspace.rename(self.module, self._place(path), line, column, new)
        names = [self._name_of(file.path) for file in renamed.files]
        files = [{"path": n, "text": f.text} for n, f in zip(names, renamed.files, strict=True) if n is not None]
        left = [f"{span.source.name}:{span.line}: {span.source.line_text(span.line).strip()}" for span in renamed.left]
        return {"files": files, "places": renamed.places, "left": left[:MAX_USES]}

    def _use(self, use: Use) -> r.Data:
        at, meant = self.workspace.place(use.span), use.meaning
        path, line, text = self._name_of(at.path), at.start[0] + 1, use.span.source.line_text(use.span.line).strip()
        where, place = {"path": path, "line": line}, f"{path}:{line}"
        if use.declares:
            return {"sort": meant.sort, "name": meant.name, "said": f"{place}: {text}", **where}
        return {"sort": "used", "name": place, "said": text, **where}

    def _new(self, wanted: r.NewThing) -> r.Data:
        found = import_module(NEWS).begun(self.workspace, self.home, self.module, wanted)
        files = [{**file, "path": self._name_of(file["path"])} for file in found.get("files", ())]
        with suppress(Refused):  # a law that is broken touches nothing
            self._before_new = self.workspace.compiled(self.module) if files else self._before_new
        return {**found, "files": files} if files else found

    # -- positions

    def _asked(self, position: r.Position) -> CaseInFile:
        given = {key: value for key, value in position.items() if key != "maps"}
        case = {"expect": "legal", **given, "id": "position"}
        maps = {"maps": position["maps"]} if position.get("maps") else {}
        text = json.dumps({**maps, "cases": [case]}, ensure_ascii=False)
        if len(text) > MAX_TEXT:
            raise Refused("this position is too large")
        path = str(self.files.folder / POSITION)
        self.workspace.put(path, text)
        return CaseInFile(path, "position")

    def _acted(self, position: r.Position, piece: str) -> r.Position:
        """Returns a position in which the side of a piece acts, where it does not say who does."""
        where = self._asked(position)
        _, fits = self.workspace.moment(self.module, where, piece)
        return {**fits, **position}

    def _judge(self, position: r.Position, whole: bool) -> r.Data:
        with self._asking:
            where = self._asked(position)
            picture = self.workspace.draw(self.module, where, Look(whole=whole, everything=whole))
            data: r.Data = {"svg": picture.svg, "broken": self._found(picture.broken)}
            if position.get("ask"):
                data["now"] = _verdict(partial(self.workspace.ask, self.module), where)
                with suppress(Refused):  # a position that cannot be set up
                    data["choices"], fits = self.workspace.moment(self.module, where)
                    if "stop" in data["now"] and fits:
                        data["fits"], where = fits, self._asked({**fits, **position})
                        data["now"] = _verdict(partial(self.workspace.ask, self.module), where)
                data["now"]["by"] = self._rules_of(data["now"])
                data["before"] = data["now"]
                if not self.editing.is_now(self.workspace.compiled(self.module)):
                    data["before"] = _verdict(partial(self.editing.ask, texts=self.workspace.texts), where)
        return data

    def _rules_of(self, verdict: r.Data) -> list[r.Data]:
        """Returns the rules that had a say, those that refuse first, with where they stand."""
        lifted = verdict.get("lifted", ())
        said = (verdict.get("refusals", ()), lifted, *(each["by"] for each in lifted), verdict.get("rules", ()))
        rules = {each["rule"]: each for each in chain(*said) if "rule" in each}
        return [{"rule": id_, "cites": each["cites"], **self._line(each["where"])} for id_, each in rules.items()]

    def _why(self, position: r.Position, piece: str, hex: str) -> r.Data:
        with self._asking:
            position = self._acted(position, piece)
            where = self._asked(position)
            found = self.workspace.reach(self.module, where, piece, hex)
            if hex in found.costs:
                return {"legal": True, "answer": f"it gets there, for {found.costs[hex]}"}
            question = f"may {found.pick}({piece}, hex({json.dumps(hex)}))"
            given = self.workspace.ask(self.module, where, question)
            data = given.as_data()
            if (refusals := data.get("refusals")) is None:
                return {**data, "told": given.explained("talk")}
            if says := _of_law(refusals):
                return {"legal": False, "answer": f"refused: {says}"}
            stops = [self._stop(position, piece, hex, question, last, found.costs[last]) for last in found.beside]
        return {"legal": False, "answer": min(stops, default=(0, "it does not get so far"))[1]}

    def _stop(
        self, position: r.Position, piece: str, hex: str, question: str, last: str, cost: str
    ) -> tuple[int, str]:  # fmt: skip
        """Returns why a piece that gets to `last` does not go on, and how much other reasons would be preferred: it is
        put there, to be asked again."""
        pieces = position.get("pieces") or {}
        own = {key: value for key, value in (pieces.get(piece) or {}).items() if key != "in"}
        there = self._asked({**position, "pieces": {**pieces, piece: {**own, "at": last}}})
        costs = self.workspace.reach(self.module, there, piece).costs
        so_far = f"it gets to {last}, for {cost}"
        if hex in costs:
            return 0, f"{so_far}, and would go on from there only if it began there"
        says = _of_law(self.workspace.ask(self.module, there, question).as_data().get("refusals", ()))
        if says and costs.keys() - {last}:  # it is this way that is closed to it, and not every way
            return 1, f"{so_far}, and from there: {says}"
        return 2, f"{so_far}, and no further"

    def _laid_out(self, position: r.Position, work: HandWork) -> r.Data:
        """Returns what comes of work by hand: of a situation as it begins, in its file; else in the position."""
        name = position.get("situation")
        file = f"situations/{name}.yaml" if name and name == position.get("id") else ""
        said = self._said(file) if file else position
        work = replace(work, has_base=bool(file))
        with self._asking:
            board, changes = self.workspace.laid_out(self.module, self._asked(position), said, work, self._said)
        file = board or file
        text = self.workspace.read(self._path(file), missing="") if file else flow(position)
        for path, value in changes:
            text = import_module(EDIT).with_value(text, path, value)
        return {"files": [{"path": file, "text": text}]} if file else {"position": import_module(EDIT).plain_of(text)}

    def _said(self, name: str) -> Mapping[str, Plain]:
        return dict(import_module(EDIT).plain_of(self.workspace.read(self._path(name), missing="")))

    def _keep(self, wanted: r.KeepCase) -> r.Data:
        """Returns the text of a file of cases with a position in it, and the line where that begins: in place of the
        case of this id, whose remarks stay, or as one case more. It is written when it is saved."""
        before = text = self.workspace.read(self._path(wanted.path), missing="hexlaw: 1\ncases:\n")
        said: r.Data = {**import_module(EDIT).plain_of(text)}
        position = {**wanted.position}
        cases, maps = said.get("cases") or [], position.pop("maps", {})
        if (drawn := position.get("map")) in maps and drawn not in said.get("maps", {}):
            position["map"] = maps[drawn]  # that of another file
        number = next((at for at, case in enumerate(cases) if case.get("id") == wanted.id), len(cases))
        was: r.Data = cases[number] if number < len(cases) else {}
        left = {"shows", "doc"} if position.get("id") != wanted.id else set()
        case = {"id": wanted.id, **{key: value for key, value in position.items() if key not in left}}
        case |= {"id": wanted.id, "expect": import_module(EDIT).plain_of(f"expect: {wanted.expect}").get("expect", "")}
        if not was:
            text = import_module(EDIT).with_value(text, ("cases", number), case)
        for key in {**was, **case} if was else ():
            if was.get(key) != case.get(key):
                text = import_module(EDIT).with_value(text, ("cases", number, key), case.get(key))
        line = import_module(NEWS).line_of_news(before.splitlines(), text.splitlines())
        return {"path": wanted.path, "text": text, "line": line}

    # -- what a change does

    def _changed(self, first: str, seconds: int) -> r.Data:
        found = self.editing.changed(self.workspace.compiled(self.module), seconds, first)
        return {
            "asked": found.all, "not-asked": found.not_asked,
            "causes": [
                {"told": cause.in_words, "cases": [
                    {"id": case.id, "asked": case.in_words or case.asked, "before": case.base.short,
                     "now": case.variant.short, "reasons": case.variant.reasons}
                    for case in cause.cases
                ]}
                for cause in found.causes
            ],
        }  # fmt: skip

    def _balance(self, wanted: r.PlayPairs, tell: r.Tell) -> r.Data:
        """Plays pairs of games, and reports when they are ready to be played and the running score."""

        def counted(balance: Balance) -> None:
            won = {law: dict(balance.won(law)) for law in ("base", "variant")} if balance.names_winner else {}
            tell({"pairs": len(balance.pairs), "won": won})

        with self.workspace.comparing(self.editing.spec, self.module, counted=counted) as comparing:
            comparing.games(wanted.situation, Pairs(wanted.players, wanted.pairs, is_fixed=True))
            [played] = comparing.as_data()["balance"]
            beside = [f"under the {law}, {line.strip()}" for law, lines in played["not-done"].items() for line in lines]
            return {"balance": [played | {"in-words": ". ".join([played["in-words"], *beside])}]}

    def _card(self, situation: str, games: int, tell: r.Tell) -> r.Data:
        """Plays what is missing of the card of a situation, and tells now and then how it stands."""
        reported_at = -NANO_BETWEEN

        def heard(card: BalanceCard, played: int, wanted: int) -> None:
            nonlocal reported_at
            if monotonic_ns() - reported_at >= NANO_BETWEEN:
                tell({"card": card.as_data(), "played": played, "wanted": wanted})
                reported_at = monotonic_ns()

        asked = CardWanted(max(1, min(games, MAX_GAMES)))
        return {"card": self.workspace.balance_card(self.module, situation, asked, heard=heard).as_data()}


def _verdict(ask: Callable[[CaseInFile], AnswerWithOthers], where: CaseInFile) -> r.Data:
    try:
        given = ask(where)
    except Refused as refused:
        return {"answer": "cannot be asked", "told": str(refused)}
    data = given.as_data()
    return {**data, "told": given.explained("talk"), "expects": _expected(data)}


def _expected(verdict: r.Data) -> str:
    """Returns what a case expects that is judged so, as it is written; nothing where the law stops."""
    if "legal" in verdict:
        rules = list(dict.fromkeys(each["rule"] for each in verdict["refusals"] if "rule" in each))
        refused = {"refused-by": rules[0] if len(rules) == 1 else rules} if rules else "refused"
        return flow("legal" if verdict["legal"] else refused)
    keyed = {"chances": verdict.get("chances"), "reaches": verdict.get("reach")}
    found = next(({key: value} for key, value in keyed.items() if value), verdict.get("value"))
    return "" if found is None else flow(found)


def _of_law(refusals: Iterable[r.Data]) -> str:
    """Returns what is said by refusals, but for those that only say what a question may ask."""
    return "; ".join(dict.fromkeys(refusal["says"] for refusal in refusals if refusal["how"] != "not offered"))


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()

"""`hexlaw lsp`: what editors ask by the Language Server Protocol, answered by a workspace.

Requests are translated, and nothing else: what fits, what a name means and what a rename changes is said by the door.
Findings come in three steps: those of the law (`quick`), all of them (`thorough`), and which cases show each rule. A
thread of its own takes the steps; the next key ends it and begins them anew, and a request interrupts it.
INVARIANT: columns are counted in units of UTF-16 on both sides, which every client understands.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop, get_running_loop
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from pathlib import Path
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from lsprotocol import types as l
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.uris import to_fs_path

from hexlaw.compiler.base.diagnostic import Diagnostic, Fix, listed
from hexlaw.compiler.base.render import in_order
from hexlaw.compiler.base.source import Span
from hexlaw.compiler.workspace.workspace import Ended, Refused, Workspace, ended_by
from hexlaw.runtime.words.english import counted

if TYPE_CHECKING:
    from hexlaw.compiler.workspace.completing import StandsHere
    from hexlaw.compiler.workspace.workspace import CaseOutcome

P = TypeVar("P")
R = TypeVar("R")
LEVELS = {"error": l.DiagnosticSeverity.Error, "warning": l.DiagnosticSeverity.Warning}
ICONS = {
    "word": l.CompletionItemKind.Keyword, "variable": l.CompletionItemKind.Variable,
    "value": l.CompletionItemKind.EnumMember, "attribute": l.CompletionItemKind.Field,
    "field": l.CompletionItemKind.Field, "kind": l.CompletionItemKind.Class, "choice": l.CompletionItemKind.Enum,
    "rule": l.CompletionItemKind.Reference, "fact": l.CompletionItemKind.Function,
    "quantity": l.CompletionItemKind.Function, "unit": l.CompletionItemKind.Constant,
}  # fmt: skip
"""How editors mark names by their sort; all others as text."""
STEPS = 3  # quick findings, thorough ones, what cases show


class InUtf16(LanguageServerProtocol):
    """Counts columns in units of UTF-16, whatever else a client proposes."""

    @lsp_method(l.INITIALIZE)
    def lsp_initialize(
        self, params: l.InitializeParams
    ) -> Generator[object, object, l.InitializeResult]:  # fmt: skip
        if params.capabilities.general is not None:
            params.capabilities.general.position_encodings = None
        return (yield from super().lsp_initialize(params))


class Shown(NamedTuple):
    """A rule in a file, and what its cases come to."""

    path: Path
    line: int
    said: str


class EditorDesk:
    """The files that an editor has open, and what has been found in the module of the last one that changed."""

    def __init__(self, server: LanguageServer, workspace: Workspace) -> None:
        self.server, self.workspace = server, workspace
        self._loop: AbstractEventLoop | None = None
        self._uris: dict[Path, str] = {}  # as the editor spells them
        self._module: str | None = None
        self._step = self._keys = 0  # which comes next, and how often a text has changed
        self._found: dict[str, dict[Path, list[Diagnostic]]] = {}  # by modules
        self._lenses: dict[str, list[Shown]] = {}
        self._wake, self._counting, self._asking = Event(), Lock(), 0

    # -- files

    def change(self, params: l.DidOpenTextDocumentParams | l.DidChangeTextDocumentParams) -> None:
        """Takes the text of a file over that has been opened or edited; with the first, looking begins."""
        if self._loop is None:
            self._loop = get_running_loop()
            Thread(target=self._look, daemon=True).start()
        uri = params.text_document.uri
        self._uris[_path(uri)] = uri
        self.take(_path(uri), self.server.workspace.get_text_document(uri).source)

    def take(self, path: Path, text: str | None) -> None:
        """Takes a text over, or what is saved in its place, and begins to look for what is wrong with it."""
        if text is None:
            self.workspace.take_back(path)
        else:
            self.workspace.put(path, text)
        with self._counting:
            self._module, self._step = self.workspace.module_of(path) or self._module, 0
            self._keys += 1
        self._wake.set()

    def _place(self, document: l.TextDocumentIdentifier, at: l.Position) -> tuple[str, Path, int, int]:
        """Returns what the door wants to know of a place: the module, the file, the line and the column."""
        path = _path(document.uri)
        if (module := self.workspace.module_of(path)) is None:
            raise Refused(f"`{path.name}` lies in no module")
        return module, path, at.line, at.character

    def _location(self, span: Span) -> l.Location | None:
        there = self.workspace.place(span)
        if there.path is None:
            return None
        range_ = l.Range(l.Position(*there.start), l.Position(*there.end))
        return l.Location(self._uris.get(there.path) or there.path.as_uri(), range_)

    # -- requests

    def answering(self, answer: Callable[[P], R]) -> Callable[[P], R | None]:
        """Returns what answers a request in a thread of its own, while nothing else is looked for; a request that is
        refused has no answer."""

        def answered(params: P) -> R | None:
            with self._counting:
                self._asking += 1
            try:
                return answer(params)
            except Refused:
                return None
            finally:
                with self._counting:
                    self._asking -= 1
                self._wake.set()

        return self.server.thread()(answered)

    def complete(self, params: l.CompletionParams) -> l.CompletionList:
        here = self.workspace.may_stand(*self._place(params.text_document, params.position))
        typed = self._location(here.typed)
        range_ = l.Range(params.position, params.position) if typed is None else typed.range
        items = [
            l.CompletionItem(
                label=one.text, kind=ICONS.get(one.sort, l.CompletionItemKind.Text), sort_text=f"{at:04}",
                detail=f"{one.sort} {one.type}".rstrip(), documentation=one.doc or None,
                text_edit=l.TextEdit(range_, one.text),
            )
            for at, one in enumerate(here.found)
        ]  # fmt: skip
        return l.CompletionList(is_incomplete=True, items=items)  # what is likely depends on what has been typed

    def _stands(
        self, document: l.TextDocumentIdentifier, at: l.Position, also_data: bool = False
    ) -> tuple[StandsHere, l.Range]:  # fmt: skip
        """Returns what stands at a place, and where it begins and ends."""
        here = self.workspace.stands_at(*self._place(document, at), also_data=also_data)
        there = None if here is None else self._location(here.use.span)
        if here is None or there is None:
            raise Refused("no name of the law stands there")
        return here, there.range

    def hover(self, params: l.HoverParams) -> l.Hover:
        here, range_ = self._stands(params.text_document, params.position)
        meant = here.use.meaning
        title = f"{meant.sort} `{meant.name}` {here.use.type}".rstrip()
        return l.Hover(l.MarkupContent(l.MarkupKind.Markdown, "\n\n".join([title, *here.said])), range_)

    def uses(self, params: l.DefinitionParams | l.ReferenceParams) -> list[l.Location]:
        """Returns where a name is declared, or where it is used."""
        used = isinstance(params, l.ReferenceParams)
        here, _ = self._stands(params.text_document, params.position, used)
        declared = params.context.include_declaration if isinstance(params, l.ReferenceParams) else True
        wanted = (use for use in here.uses if (declared if use.declares else used))
        return [*filter(None, (self._location(use.span) for use in wanted))]

    def rename(self, params: l.RenameParams) -> l.WorkspaceEdit:
        """Returns each file whole, as the door has it under the new name."""
        try:
            renamed = self.workspace.rename(*self._place(params.text_document, params.position), params.new_name)
        except Refused as refused:
            raise JsonRpcException(str(refused), l.LSPErrorCodes.RequestFailed) from None
        edits = dict[str, list[l.TextEdit]]()
        for file in renamed.files:
            if (all_ := self._location(file.source.span(0, len(file.source.text)))) is not None:
                edits[all_.uri] = [l.TextEdit(all_.range, file.text)]
        return l.WorkspaceEdit(changes=edits)

    def mend(self, params: l.CodeActionParams) -> list[l.CodeAction]:
        """Returns the fixes of what was found where the caret is."""
        path, actions = _path(params.text_document.uri), list[l.CodeAction]()
        for one in self._found.get(self.workspace.module_of(path) or "", {}).get(path, ()):
            found = self._finding(one)
            if found.range.start <= params.range.end and params.range.start <= found.range.end:
                actions += [self._action(fix, found) for fix in one.fixes]
        return actions

    def _action(self, fix: Fix, found: l.Diagnostic) -> l.CodeAction:
        at, text = self._location(fix.span), fix.text.strip()
        title = f"write {text}" if text else "indent it" if fix.text else "take it out"
        edit = l.WorkspaceEdit(changes={} if at is None else {at.uri: [l.TextEdit(at.range, fix.text)]})
        return l.CodeAction(title, l.CodeActionKind.QuickFix, diagnostics=[found], edit=edit)

    def lenses(self, params: l.CodeLensParams) -> list[l.CodeLens]:
        path = _path(params.text_document.uri)
        shown = [one for one in self._lenses.get(self.workspace.module_of(path) or "", ()) if one.path == path]
        starts = ((l.Position(one.line, 0), l.Command(one.said, "")) for one in shown)
        return [l.CodeLens(l.Range(start, start), command) for start, command in starts]

    # -- findings

    def _look(self) -> None:
        """Takes the steps that are left, until a key or a request ends it; then begins again."""
        while self._wake.wait():
            self._wake.clear()
            while self._module is not None and self._step < STEPS and not self._asking:
                with self._counting:
                    module, step, keys = self._module, self._step, self._keys
                is_over = lambda keys=keys: self._keys != keys or self._asking > 0  # noqa: E731
                try:
                    with ended_by(is_over):
                        self._take(step, module)
                except Ended:
                    continue
                except Refused:
                    pass  # the findings say why
                except Exception as problem:
                    said = l.LogMessageParams(l.MessageType.Error, repr(problem))
                    self._tell(partial(self.server.window_log_message, said))
                with self._counting:
                    self._step = step + 1 if self._keys == keys else 0

    def _take(self, step: int, module: str) -> None:
        if step == 0:
            self._publish(module, self.workspace.quick(module))
        elif step == 1:
            self._publish(module, self.workspace.thorough(module).diagnostics)
        else:
            self._shown(module)

    def _shown(self, module: str) -> None:
        """Runs the cases of a module, and says above each rule which of them show it."""
        tests = self.workspace.test([module], noting=True)
        shown = (self._above(rule.origin.where, cases) for rule, cases in tests.showing())
        self._lenses[module] = [*filter(None, shown)]
        capability = self.server.client_capabilities.workspace
        if capability is not None and capability.code_lens is not None and capability.code_lens.refresh_support:
            self._tell(partial(self.server.workspace_code_lens_refresh, None))

    def _above(self, where: str, cases: list[CaseOutcome]) -> Shown | None:
        name, line, *_ = where.split(":")
        path = self.workspace.texts.path_of(name)
        failing = [case.case.id for case in cases if not case.passed]
        said = f"shown by {counted(len(cases), 'case') if cases else 'no case'}"
        said += f"; failing: {listed(failing)}" if failing else ""
        return None if path is None else Shown(path, int(line) - 1, said)

    def _publish(self, module: str, found: Iterable[Diagnostic]) -> None:
        """Tells an editor what is found in a module, file by file; files in which nothing is found any more, too."""
        before, now = self._found.get(module, {}), dict[Path, list[Diagnostic]]()
        for one in in_order(found):
            path = None if one.span is None else self.workspace.place(one.span).path
            now.setdefault(path or Path(module, "module.yaml").resolve(), []).append(one)
        self._found[module] = now
        for path in {**before, **now}:
            uri = self._uris.get(path) or path.as_uri()
            given = l.PublishDiagnosticsParams(uri, [self._finding(one) for one in now.get(path, ())])
            self._tell(partial(self.server.text_document_publish_diagnostics, given))

    def _finding(self, one: Diagnostic) -> l.Diagnostic:
        at = None if one.span is None else self._location(one.span)
        others = [(self._location(span), said) for span, said in one.labels]
        related = [l.DiagnosticRelatedInformation(there, said) for there, said in others if there is not None]
        return l.Diagnostic(
            at.range if at is not None else l.Range(l.Position(0, 0), l.Position(0, 0)),
            f"{one.message}\n{one.help}" if one.help else one.message,
            LEVELS.get(one.level, l.DiagnosticSeverity.Information), one.code, source="hexlaw",
            related_information=related,
        )  # fmt: skip

    def _tell(self, what: Callable[[], object]) -> None:
        """Sends from the thread that all sends come from."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the editor has gone
                self._loop.call_soon_threadsafe(what)


def _path(uri: str) -> Path:
    path = to_fs_path(uri)
    if path is None:  # what has not been saved anywhere
        return Path(uri)
    return Path(path).resolve()


def language_server(workspace: Workspace) -> LanguageServer:
    """Returns a server for one editor, to be begun on a stream."""
    server = LanguageServer("hexlaw", version("hexlaw"), protocol_cls=InUtf16)
    desk = EditorDesk(server, workspace)
    heard: dict[str, Callable[..., None]] = {
        l.TEXT_DOCUMENT_DID_OPEN: desk.change, l.TEXT_DOCUMENT_DID_CHANGE: desk.change,
        l.TEXT_DOCUMENT_DID_CLOSE: lambda params: desk.take(_path(params.text_document.uri), None),
    }  # fmt: skip
    asked: dict[str, Callable[..., object]] = {
        l.TEXT_DOCUMENT_COMPLETION: desk.complete, l.TEXT_DOCUMENT_HOVER: desk.hover,
        l.TEXT_DOCUMENT_DEFINITION: desk.uses, l.TEXT_DOCUMENT_REFERENCES: desk.uses,
        l.TEXT_DOCUMENT_PREPARE_RENAME: lambda params: desk.hover(params).range, l.TEXT_DOCUMENT_RENAME: desk.rename,
        l.TEXT_DOCUMENT_CODE_ACTION: desk.mend, l.TEXT_DOCUMENT_CODE_LENS: desk.lenses,
    }  # fmt: skip
    options = {
        l.TEXT_DOCUMENT_COMPLETION: l.CompletionOptions(trigger_characters=[".", "("]),
        l.TEXT_DOCUMENT_RENAME: l.RenameOptions(prepare_provider=True),
    }
    for method, hear in heard.items():
        server.feature(method)(partial(hear))
    for method, answer in asked.items():
        server.feature(method, options.get(method))(desk.answering(answer))
    return server

"""The modules that one studio shows: that with which it was opened, those beside it, those that come with Hexlaw.

A tab of the browser asks for one by its name, and is answered by a `Studio` of its own; a module stands beside what it
was when it was first asked for. Where there is none yet, the page begins one.
"""

from __future__ import annotations

import os
from contextlib import ExitStack, suppress
from threading import Lock

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.studio import page_requests as r
from hexlaw.compiler.studio.module_studio import Studio
from hexlaw.compiler.studio.new_things import begun, forms
from hexlaw.compiler.workspace.workspace import Workspace


class ModulesHere:
    """Opens modules for tabs; what is opened stays so as long as it is `held`. `first` answers for the module that was
    asked for, or says where there is none that one can be begun."""

    def __init__(self, workspace: Workspace, module: str, against: str | None, held: ExitStack) -> None:
        self._against, self._held = against, held
        self._shared: dict[str, Studio] = {}
        self._opening = Lock()
        folder = workspace.texts.at(module)
        if folder.is_dir() and not any(name.endswith((".law", ".yaml", ".yml")) for name in os.listdir(folder)):
            self.home = Workspace(folder)
            self.first: r.AnswersPage = NoModule(self.home, "")
        else:
            self.first = studio = self._edited(workspace, module)
            self.home = studio.home
            self._shared = {"": studio, studio.files.folder.resolve().name: studio}

    def for_tab(self, name: str) -> r.AnswersPage:
        """Returns what answers one tab: the texts that it has not saved count for itself alone."""
        try:
            with self._opening:
                if name not in self._shared and name:
                    self._shared[name] = self._edited(self.home, self._spec(name))
        except Refused as refused:
            return NoModule(self.home, str(refused))
        return studio_of_tab(self._shared[name]) if name in self._shared else NoModule(self.home, "")

    def _spec(self, name: str) -> str:
        if name in self.home.modules():
            return f"./{name}"
        if name in self.home.shipped():
            return name
        raise Refused(f"there is no module `{name[:80]}` here")

    def _edited(self, workspace: Workspace, module: str) -> Studio:
        return Studio(workspace, module, self._held.enter_context(workspace.editing(module, self._against)))


class NoModule(r.AnswersPage):
    """Answers a page that has no module: what there is here, and what can be begun."""

    def __init__(self, home: Workspace, trouble: str) -> None:
        self.workspace, self.module, self.trouble = home, "", trouble

    def answer(self, message: str | bytes, tell: r.Tell) -> r.Data:
        match r.decoded(r.OF_STUDIO, message):
            case r.OpenModule():
                listed = {"here": self.workspace.modules(), "shipped": self.workspace.shipped()}
                return {"begin": True, "trouble": self.trouble, "modules": listed}
            case r.FormsToFill():
                return forms(self.workspace, is_within=False)
            case r.NewThing("module") as wanted:
                return begun(self.workspace, self.workspace, "", wanted)
        raise Refused("there is no module here yet", "begin one, or open one that is there")


def studio_of_tab(shared: Studio) -> Studio:
    studio = Studio(Workspace(shared.workspace.texts.folder), shared.module, shared.editing)
    with suppress(Refused):  # it is the last good law where the tab goes on with a text that is broken
        studio.workspace.compiled(shared.module)
    return studio

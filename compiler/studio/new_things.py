"""What a page can begin, as forms, and what comes of a form that is filled in: a module, or texts to be looked at."""

from __future__ import annotations

from collections.abc import Sequence

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.studio import page_requests as r
from hexlaw.compiler.studio.versions import count_alike
from hexlaw.compiler.workspace.workspace import Workspace


class AskedBack(Exception):
    """An answer is missing that the next question depends on."""


def forms(home: Workspace, *, is_within: bool) -> r.Data:
    """Returns the sorts of what can be begun, each with what to fill in: things within a module, and modules."""
    about = "A folder of its own: a small game to change, or a variant, which holds its differences alone."
    bases = [*home.modules(), *home.shipped()]
    module = {"sort": "module", "about": about, "how": home.sorts_begun()["table"].how, "bases": bases}
    if not is_within:
        return {"forms": [module]}
    within = [{"sort": sort, "about": one.about, "how": one.how} for sort, one in home.sorts_begun().items()]
    recipes = [[part, [[one.name, one.question] for one in these]] for part, these in home.recipes()]
    about = "An idea as law, with its cases; or a library, which is put to use. It is refused where it does not fit."
    file = {"sort": "file", "about": "An empty file.", "how": "like `20-storms.law` or `cases/storms.cases.yaml`"}
    return {"forms": [*within, {"sort": "recipe", "about": about, "how": "", "listed": recipes}, file, module]}


def begun(workspace: Workspace, home: Workspace, module: str, wanted: r.NewThing) -> r.Data:
    """Begins what a form asks for. A new module is written, and its name returned. Of anything within a module, returns
    the texts of its files, each with the line on which it begins; or the questions to be answered before that, which
    for a recipe come one at a time."""
    if wanted.sort == "module":
        home.new_module(wanted.name, wanted.base or None)
        return {"open": wanted.name}
    answers, is_recipe = iter(wanted.answers), wanted.sort == "recipe"
    questions: list[r.Data] = []

    def ask(what: str, fitting: Sequence[str]) -> str:
        if (given := next(answers, None)) is None:
            said = f"What is {what} here?" if is_recipe else what
            questions.append({"asks": said, "fitting": [*fitting], "required": is_recipe})
            if is_recipe:
                raise AskedBack
            return fitting[0] if fitting else ""
        return given

    if wanted.sort not in (*workspace.sorts_begun(), "recipe"):
        raise Refused(f"there is nothing called `{wanted.sort[:80]}` to begin")
    try:
        planned = workspace.planned(wanted.sort, wanted.name, module, None, ask)
    except AskedBack:
        planned = []
    if questions:
        return {"questions": questions}
    before = [workspace.read(plan.path, missing="").splitlines() for plan in planned]
    files = zip(planned, map(line_of_news, before, [plan.text.splitlines() for plan in planned]), strict=True)
    return {"files": [{"path": plan.path.resolve(), "text": plan.text, "line": line} for plan, line in files]}


def line_of_news(before: Sequence[str], after: Sequence[str]) -> int:
    """Returns the number of the first line with something on it that is new."""
    same = count_alike(before, after)
    return next((number for number, line in enumerate(after[same:], same + 1) if line.strip()), len(after))

"""Finds the modules that are asked for and reads their files into a chain of layers.

A spec is one or more modules joined by `+`: the first with all it extends makes the base of the chain, the
others are add-ons applied on top, in order. A module is a name (looked up beside the asking module, then among
the shipped ones) or a folder. The current folder counts only for what was typed, never for the base of a module.

Modules come from strangers: nothing outside a module's folder is read, links included, and sizes are bounded.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path

from hexlaw.compiler.base.cache import digest
from hexlaw.compiler.base.diagnostic import Diagnostics, Refused, did_you_mean, listed
from hexlaw.compiler.base.files import why_not
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.base.texts import DISK, Texts
from hexlaw.compiler.data.manifest import LibraryUse, Manifest, read_manifest
from hexlaw.compiler.data.yaml_tree import Mapping, read_yaml

MAX_CHAIN_LENGTH = 12
MAX_NAME_LENGTH = 200  # of a module, or of the path of its folder
MAX_FILES = 2_000
MAX_LAW_SIZE = 1_000_000  # characters in all .law files of a chain; the largest shipped one has a tenth of it
MAX_DATA_SIZE = 8_000_000
MAX_CASES_SIZE = 4_000_000
MAX_MODULE_SIZE = 64_000_000
LIBRARIES = "libraries"  # the folder of those that are shipped
TOY = "toy"  # the folder in a library of the game that it is tried in

CaseSources = dict[Path, Source]


@dataclass(frozen=True)
class Layer:
    """One module of the chain, its files read."""

    manifest: Manifest
    folder: Path
    shown: str  # how the folder is called in messages
    laws: tuple[Source, ...]
    tables: dict[str, Source]
    units: tuple[Source, ...]
    boards: dict[str, Source]
    situations: dict[str, Source]
    style: Source | None
    claims: Source | None
    cases: tuple[Path, ...]
    sources: tuple[Source, ...]  # all that was read of it: what is made of a module depends on nothing else
    unread: tuple[str, ...] = ()  # names of the other files in its folder
    use: LibraryUse | None = None  # of a library: how the module above calls what it leaves open

    @property
    def name(self) -> str:
        return self.manifest.name


@dataclass
class Chain:
    layers: list[Layer] = field(default_factory=list)
    tops: list[str] = field(default_factory=list)  # the modules that were asked for, each on top of those before it
    texts: Texts = DISK  # what its files are read by

    @property
    def name(self) -> str:
        return " + ".join(self.tops)

    @property
    def own(self) -> list[Layer]:
        """Returns the module itself, and the abstract modules under it, which have no cases of their own."""
        layers = self.layers
        return [layer for at, layer in enumerate(layers) if all(one.manifest.abstract for one in layers[at:-1])]

    @property
    def shown_here(self) -> list[Layer]:
        """Returns those of its own whose law its cases have to show; that of a library is shown by its toy."""
        top = self.layers[-1].folder
        library = top.resolve().parent if top.name == TOY else None
        return [layer for layer in self.own if layer.use is None or layer.folder.resolve() == library]

    @property
    def sources(self) -> list[Source]:
        """Returns every file that was read, in a fixed order."""
        return [source for layer in self.layers for source in layer.sources]

    def key(self, *what: str) -> str:
        """Returns a name for something that is made of all these files, and of what is said besides."""
        return digest(*what, *(f"{source.name}:{source.text}" for source in self.sources))

    def played(self) -> list[str]:
        """Returns the names and texts of the games and cards that are kept with the layers, which a book may print."""
        folders = (layer.folder / name for layer in self.layers for name in KEPT_IN)
        paths = (path for folder in folders for path in sorted(folder.glob(KEPT_IN[folder.name])))
        return [part for path in paths for part in (path.name, path.read_text("utf-8", "replace"))]

    def case_sources(self, diagnostics: Diagnostics) -> CaseSources:
        """Returns the texts of the case files of all layers but libraries (see `cases_of_uses.py`), base first."""
        own = (layer for layer in self.layers if layer.use is None)
        return {path: source for layer in own for path, source in self.read_cases(layer, diagnostics).items()}

    def read_cases(self, layer: Layer, diagnostics: Diagnostics) -> CaseSources:
        found: CaseSources = {}
        for path in layer.cases:
            shown = f"{layer.shown}/{path.relative_to(layer.folder).as_posix()}"
            if (source := self.texts.read(path, shown, MAX_CASES_SIZE, diagnostics)) is not None:
                found[path] = source
        return found


def shipped_folders(*names: str) -> list[Path]:
    """Returns folders of the shipped rules, those of the first place last."""
    rules = find_spec("hexlaw.rules")
    places = rules.submodule_search_locations if rules is not None else None
    folders = (Path(place, name) for place in reversed([*(places or ())]) for name in names)
    return [folder for folder in folders if folder.is_dir()]


def shipped_modules() -> dict[str, Path]:
    """Returns the modules that come with Hexlaw, by name."""
    found = {entry.name: entry for folder in shipped_folders(".", LIBRARIES) for entry in folder.iterdir()}
    return {name: found[name] for name in sorted(found) if (found[name] / "module.yaml").is_file()}


def shipped_games() -> list[str]:
    """Specs of all that is shipped: each module, and each add-on on top of every shipped module that it is made for. No
    game is played with those that referee, and libraries are part of the games that use them."""
    modules = shipped_modules()
    found: list[str] = []
    for name, folder in modules.items():
        source = DISK.read(folder / "module.yaml", f"{shown_as(folder)}/module.yaml", MAX_DATA_SIZE, Diagnostics())
        manifest = read_manifest(source, Diagnostics()) if source is not None else None
        if manifest is not None and (manifest.referee or manifest.is_library):
            continue
        bases = manifest.add_on_for if manifest is not None else ()
        found += [f"{base} + {name}" for base in bases if base in modules] if bases else [name]
    return found


CASES = ".cases.yaml"
ON = re.compile(r"on-([^/]*)/")  # a folder of an add-on, `on-NAME`: what counts where the add-on is put on NAME
WELL_KNOWN = ("module.yaml", "style.yaml", "claims.csv", "book.yaml", "prose.lock")
YAML = (".law", ".yaml")
CARD = re.compile(r"balance/[^/]+\.csv")
KEPT_IN = {"journals": "*.journal", "balance": "*.csv"}  # what was played, which is no part of the law
READ_IN = {"tables": YAML, "boards": YAML, "situations": YAML, "units": (".law", ".csv")}


def load(spec: str, diagnostics: Diagnostics, texts: Texts = DISK) -> Chain | None:
    """Returns the chain of layers of a spec; None if a module is missing or unfit. A library is read with its toy."""
    names = [part.strip() for part in spec.split("+")]
    if not all(names):
        diagnostics.report("HX301", None, f"`{spec}` does not name a module", help="write `name`, or `name + add-on`")
        return None
    chain = Chain(texts=texts)
    for position, name in enumerate(names):
        folder = _find(name, chain.layers[-1].folder.parent if chain.layers else None, diagnostics, texts)
        before = len(chain.layers)
        if folder is not None and is_module(folder / TOY, texts):
            folder = folder / TOY
        if folder is None or not _extend(chain, folder, add_on=position > 0, diagnostics=diagnostics):
            return None
        if len(chain.layers) > before:
            chain.tops.append(chain.layers[-1].name)
    if sum(len(law.text) for layer in chain.layers for law in layer.laws) > MAX_LAW_SIZE:
        message = f"`{spec}` has more than {MAX_LAW_SIZE:,} characters of law"
        diagnostics.report("HX304", None, message, help="split it into modules that are played apart")
        return None
    return chain


def _find(name: str, beside: Path | None, diagnostics: Diagnostics, texts: Texts) -> Path | None:
    """Returns the folder that somebody has typed, or the module of that name."""
    if len(name) > MAX_NAME_LENGTH:
        diagnostics.report("HX301", None, f"the name of a module has at most {MAX_NAME_LENGTH} characters")
        return None
    folder = texts.at(name)
    if is_module(folder, texts):
        return folder
    if (found := _named(name, beside, texts)) is not None:
        return found
    if os.path.isdir(folder) and _refusal(folder) is not None:
        diagnostics.report("HX101", None, f"the folder `{name}` cannot be read: {_refusal(folder)}")
    elif os.path.isdir(folder):
        misnamed = next((n for n in ("module.yml", "Module.yaml") if os.path.isfile(folder / n)), None)
        help_ = f"rename `{misnamed}` to `module.yaml`" if misnamed else "every module has one"
        diagnostics.report("HX301", None, f"the folder `{name}` holds no module.yaml", help=help_)
    elif os.path.isfile(folder):
        module = os.path.dirname(name) or "."
        help_ = f"give its folder: `{module}`" if is_module(texts.at(module), texts) else _NO_FILE
        diagnostics.report("HX301", None, f"`{name}` is a file, not a module", help=help_)
    else:
        modules = _modules_in(os.path.dirname(name), texts)
        known = _misnamed(os.path.basename(name), modules, texts) or did_you_mean(name, modules)
        is_path = bool(os.path.dirname(name))
        help_ = known or ("" if is_path else _other_name(name, "; or give the path of a folder")) or _NO_FILE
        diagnostics.report("HX301", None, f"there is no {'folder' if is_path else 'module'} `{name}`", help=help_)
    return None


_NO_FILE = "a module is named, or given by its folder"


def _modules_in(folder: str, texts: Texts) -> list[str]:
    """Returns the folders of modules in a folder, each with that in front of its name."""
    try:
        with os.scandir(texts.at(folder)) as inside:
            return [os.path.join(folder, entry.name) for entry in inside if is_module(entry.path, texts)]
    except (OSError, ValueError):
        return []


def _misnamed(name: str, folders: list[str], texts: Texts) -> str | None:
    """Says which of these folders has another name than the module in it, which is looked for by its own."""
    for folder in sorted(folders):
        source = texts.read(texts.at(folder) / "module.yaml", folder, MAX_DATA_SIZE, Diagnostics())
        manifest = read_manifest(source, Diagnostics()) if source is not None else None
        if manifest is not None and manifest.name == name:
            folder = os.path.basename(folder)
            return f"the folder `{folder}` holds it; a module is found by the name of its folder: write `{folder}`"
    return None


def _named(name: str, beside: Path | None, texts: Texts) -> Path | None:
    """Returns a module by its name: beside the one that asks for it, else among the shipped ones."""
    if os.sep in name or "/" in name:
        return None
    is_beside = beside is not None and is_module(beside / name, texts)
    return beside / name if beside is not None and is_beside else shipped_modules().get(name)


def is_module(folder: str | Path, texts: Texts = DISK) -> bool:
    return texts.is_file(os.path.join(folder, "module.yaml"))


def module_around(path: Path, texts: Texts = DISK) -> str | None:
    """Returns the folder of the module that a file lies in."""
    return next((str(folder) for folder in path.resolve().parents if is_module(folder, texts)), None)


def _other_name(name: str, more: str = "") -> str:
    known = sorted(shipped_modules())
    return did_you_mean(name, known) or f"shipped modules: {', '.join(known)}{more}"


def _refusal(folder: Path) -> str | None:
    """Returns why a folder cannot be looked into, None where it can."""
    try:
        os.scandir(folder).close()
    except OSError as error:
        return why_not(error)
    return None


def _extend(chain: Chain, folder: Path, *, add_on: bool, diagnostics: Diagnostics) -> bool:
    """Puts a module on top of the chain, with all it extends below it (a base that is there already is shared)."""
    pile: list[Layer] = []
    present = {layer.folder.resolve() for layer in chain.layers}
    next_folder: Path | None = folder
    while next_folder is not None:
        resolved = next_folder.resolve()
        if resolved in {layer.folder.resolve() for layer in pile}:
            names = " -> ".join([layer.name for layer in pile] + [next_folder.name])
            said = f"the modules extend each other in a circle: {names}"
            diagnostics.report("HX302", pile[-1].manifest.places.get("extends"), said)
            return False
        if len(pile) >= MAX_CHAIN_LENGTH:
            diagnostics.report("HX302", None, f"more than {MAX_CHAIN_LENGTH} modules extend each other here")
            return False
        if resolved in present:
            break
        layer = _read_layer(next_folder, {below.name for below in chain.layers}, diagnostics, chain.texts)
        if layer is None:
            return False
        if layer.manifest.is_library and (pile or add_on):
            place = pile[-1].manifest.places.get("extends") if pile else None
            message = f"`{layer.name}` is a library, which is used and not extended"
            help_ = "name it under `uses` in the module.yaml of the module whose names it is to have"
            diagnostics.report("HX310", place, message, help=help_)
            return False
        pile.append(layer)
        base = layer.manifest.extends
        next_folder = None if base is None else _named(base, resolved.parent, chain.texts)
        if base is not None and next_folder is None:
            message = f"`{layer.name}` extends `{base}`, which cannot be found"
            modules = _modules_in(str(folder.resolve().parent), chain.texts)
            help_ = _misnamed(base, modules, chain.texts) or _other_name(base)
            diagnostics.report("HX302", layer.manifest.places.get("extends"), message, help=help_)
            return False
    top = pile[0] if pile else None
    if add_on and top is not None and not _fits(chain, top, diagnostics):
        return False
    if not add_on and top is not None and top.manifest.is_add_on:
        wanted = " or ".join(f"`{n}`" for n in top.manifest.add_on_for)
        said = f"`{top.name}` is an add-on: it cannot stand alone"
        help_ = f"write `MODULE + {top.name}`, with {wanted} as MODULE"
        diagnostics.report("HX303", top.manifest.places.get("add-on-for"), said, help=help_)
        return False
    for layer in reversed(pile):
        if not _use_libraries(chain, layer, layer, (), diagnostics):
            return False
        chain.layers.append(layer)
    return True


def _use_libraries(chain: Chain, layer: Layer, user: Layer, users: tuple[Path, ...], diagnostics: Diagnostics) -> bool:
    """Puts the libraries that a layer uses below it, in the order of their names; equal ones are shared."""
    for use in layer.manifest.uses:
        use = use.within(layer.use)
        around = layer.folder.resolve().parent
        is_its_toy = layer.folder.name == TOY and around.name == use.module and is_module(around, chain.texts)
        folder = around if is_its_toy else _named(use.module, around, chain.texts)
        # what lies beside a module is called as that is
        beside = os.path.normpath(os.path.join(layer.shown, os.pardir, use.module))
        shown = beside if folder is not None and folder.parent == around else None
        library = None if folder is None else _read_layer(folder, set(), diagnostics, chain.texts, shown)
        why, help_ = "", ""
        if folder is None:
            why, help_ = "which cannot be found", _other_name(use.module)
        elif library is None:
            return False
        elif not library.manifest.is_library:
            why, help_ = "which is no library", "a module that is changed is named after `extends`"
        elif folder.resolve() in users or len(users) >= MAX_CHAIN_LENGTH:
            why, help_ = "which comes to use itself", "leave one of these uses out"
        elif use.version not in (None, library.manifest.version):
            why = f"written for its version {use.version}; it is version {library.manifest.version} here"
            help_ = f"leave `version` out, see by `hexlaw test` what has changed, and write {library.manifest.version}"
        if why or library is None or folder is None:
            diagnostics.report("HX310", use.place, f"`{layer.name}` uses `{use.module}`, {why}", help=help_)
            return False
        if any(one.folder == folder and one.use == use for one in chain.layers):
            continue
        if use.under is not None:
            library = replace(library, manifest=replace(library.manifest, default_source=user.manifest.default_source))
        library = replace(library, use=use)
        if not _use_libraries(chain, library, user, (*users, folder.resolve()), diagnostics):
            return False
        chain.layers.append(library)
    return True


def _fits(chain: Chain, layer: Layer, diagnostics: Diagnostics) -> bool:
    names = {below.name for below in chain.layers}
    wanted = set(layer.manifest.add_on_for) or ({layer.manifest.extends} if layer.manifest.extends else set())
    if wanted and not names & wanted:
        message = f"`{layer.name}` does not fit on `{chain.layers[-1].name}`"
        help_ = f"it is made for {' or '.join(f'`{n}`' for n in sorted(wanted))}"
        diagnostics.report("HX303", layer.manifest.places.get("add-on-for"), message, help=help_)
        return False
    return True


def _read_layer(
    folder: Path, below: set[str], diagnostics: Diagnostics, texts: Texts, called: str | None = None
) -> Layer | None:
    """Returns what is in the folder of a module; of an add-on without what is meant for others than those below it."""
    shown = shown_as(folder)
    shown = called if called is not None and os.path.isabs(shown) else shown
    if not _stays_inside(folder / "module.yaml", folder.resolve()):
        _leads_out(f"{shown}/module.yaml", diagnostics)
        return None
    source = texts.read(folder / "module.yaml", f"{shown}/module.yaml", MAX_DATA_SIZE, diagnostics)
    manifest = read_manifest(source, diagnostics) if source else None
    if source is None or manifest is None:
        return None
    paths = list(_files(folder, shown, diagnostics, texts))
    if manifest.is_add_on:
        paths = [each for each in paths if (on := ON.match(each[1])) is None or on[1] in below]
    _tell_apart([inner for _, inner in paths], shown, diagnostics)
    read: dict[str, Source] = {}
    size, is_whole = 0, True
    for path, inner in paths:
        if not is_read(inner) or inner.endswith(CASES) or inner == "module.yaml":
            continue
        limit = MAX_LAW_SIZE if path.suffix == ".law" else MAX_DATA_SIZE
        if (text := texts.read(path, f"{shown}/{inner}", limit, diagnostics)) is not None:
            size += len(text.text)
            read[inner] = text
        elif inner.endswith(".law"):
            is_whole = False  # what stands in it would be missing everywhere else
        if size > MAX_MODULE_SIZE:
            message = f"the module `{manifest.name}` is larger than {MAX_MODULE_SIZE} characters"
            diagnostics.report("HX304", None, message)
            return None
    if not is_whole:
        return None

    def under(start: str, end: str) -> dict[str, Source]:
        inside = ((ON.sub("", name, count=1), source) for name, source in read.items())
        return {n[len(start) : -len(end)]: s for n, s in inside if n.startswith(start) and n.endswith(end)}

    return Layer(
        manifest=manifest,
        folder=folder,
        shown=shown,
        laws=tuple(s for n, s in read.items() if n.endswith(".law")),
        tables=under("tables/", ".yaml"),
        units=tuple(under("units/", ".csv").values()),
        boards=under("boards/", ".yaml"),
        situations=under("situations/", ".yaml"),
        style=read.get("style.yaml"),
        claims=read.get("claims.csv"),
        cases=tuple(path for path, inner in paths if inner.endswith(CASES)),
        sources=(source, *read.values()),
        unread=tuple(inner for _, inner in paths if not is_read(inner)),
    )


def is_read(name: str) -> bool:
    """Returns whether a file of this name in the folder of a module is read."""
    if name.endswith(CASES) or name in WELL_KNOWN:
        return True
    folder = ON.sub("", name, count=1).partition("/")[0]
    return folder != "cases" and name.endswith(READ_IN.get(folder, ".law"))


def taken_along(layer: Layer, texts: Texts) -> tuple[list[str], str]:
    """Returns the files of a module to publish or pack, by their names in its folder: what is read,
    the game that its book tells and the cards that it prints. And a line that says what else lies there and stays."""
    book = next((source for source in layer.sources if source.name == f"{layer.shown}/book.yaml"), None)
    plan = None if book is None else read_yaml(book, Diagnostics())
    played = plan.get("played") if isinstance(plan, Mapping) else None
    of_book = f"journals/{played.text('journal')}.journal" if isinstance(played, Mapping) else ""
    names = [*texts.names_in(layer.folder, lambda _: None)]
    taken = [name for name in names if is_read(name) or name == of_book or CARD.fullmatch(name)]
    for name in taken:
        if os.path.islink(layer.folder / name):
            help_ = "a module is taken along with its own files alone; copy the file into it"
            raise Refused(f"`{layer.shown}/{name}` is a link, and is not followed", help_)
    of, folders = set(taken), {name.partition("/")[0] for name in taken if "/" in name}
    left = [name for name in names if name not in of]
    stay = [name if (top := name.split("/")[0]) in folders or top == name else f"{top}/" for name in left]
    said = f"stays at home, as no law, data or book of `{layer.name}` reads it: {listed([*dict.fromkeys(stay)])}"
    return taken, said if left else ""


def shown_as(path: Path) -> str:
    """Shipped modules are called `rules/name` wherever they are installed; others as they were given."""
    resolved = path.resolve()
    for name, folder in shipped_modules().items():
        if resolved.is_relative_to(folder.resolve()):
            above = ("rules", LIBRARIES) if folder.parent.name == LIBRARIES else ("rules",)
            return "/".join((*above, name, *resolved.relative_to(folder.resolve()).parts))
    return os.path.normpath(str(path))


def _files(folder: Path, shown: str, diagnostics: Diagnostics, texts: Texts) -> Iterator[tuple[Path, str]]:
    """Yields all files of a module in a fixed order, with their names inside it; links that lead out are refused."""
    root = folder.resolve()

    def unreadable(error: OSError) -> None:
        inner = Path(error.filename).relative_to(folder).as_posix()
        diagnostics.report("HX101", None, f"the folder `{shown}/{inner}` cannot be read: {why_not(error)}")

    for count, inner in enumerate(texts.names_in(folder, unreadable), 1):
        if count > MAX_FILES:
            diagnostics.report("HX304", None, f"the module in `{shown}` has more than {MAX_FILES} files")
            return
        path = folder / inner
        if inner.startswith(f"{TOY}/") and is_module(folder / TOY, texts):
            continue  # a module of its own
        # no linked folder is walked into, so only a linked file can lead out
        if os.path.islink(path) and not _stays_inside(path, root):
            _leads_out(f"{shown}/{inner}", diagnostics)
            continue
        yield path, inner


def _tell_apart(names: list[str], shown: str, diagnostics: Diagnostics) -> None:
    """No two files may answer to one name: some systems cannot hold both, and one board would hide another."""
    called: dict[str, str] = {}
    for name in names:
        known_by = name if name.endswith(".law") else ON.sub("", name, count=1)
        other = called.setdefault(known_by.casefold().replace("boards/board-", "boards/"), name)
        if other != name:
            message = f"`{shown}/{other}` and `{shown}/{name}` go by one name"
            diagnostics.report("HX308", None, message, help="rename one of them")


def _stays_inside(path: Path, root: Path) -> bool:
    try:
        return path.resolve().is_relative_to(root)
    except (OSError, RuntimeError):  # links that lead round in a circle
        return False


def _leads_out(shown: str, diagnostics: Diagnostics) -> None:
    diagnostics.report(
        "HX305", None, f"`{shown}` is a link that leads out of its module, or nowhere",
        help="a module holds its own files; copy the file into it",
    )  # fmt: skip

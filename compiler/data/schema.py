"""The shape of a data file, checked by its public JSON Schema and told in a designer's words.

The schemas in `schemas/` are written for two readers: editors, which show their descriptions while a file
is typed, and `validate`, which puts each mistake at the key or value that makes it. In a schema, `title`
says in a few words what a value is; the sentences here use it.

Whether a file is well formed is asked of `jsonschema-rs`, a thousand times as fast, and where there is none of
`well_formed.py`; what is wrong with one that is not, of `jsonschema`, which is not even loaded before.

Of files of one name in several layers of a chain, the later ones say what is different, or, with `replaces: yes`, stand
for all earlier ones. That has to be said: a file that hides another in silence would also hide what is later mended
there.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from hexlaw.compiler.base.cache import digest, once_clean
from hexlaw.compiler.base.diagnostic import Diagnostics, did_you_mean, listed, quoted
from hexlaw.compiler.base.patience import MAX_FINDINGS, BoundedFindings, patience
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data.well_formed import fits
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Node, Scalar, entries_in, read_yaml
from hexlaw.runtime.base.relations import grouped

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError
from collections.abc import Callable, Sequence

VERSION = 1
"""Of the language and the files of a module: what a module or a case file says after `hexlaw:`."""
SCHEMAS = Path(__file__).parent / "schemas"

_SHAPES = {"object": "keys with values", "array": "a list", "string": "a single value"}


def validate(node: Node, schema_name: str, diagnostics: Diagnostics) -> bool:
    """Returns whether a tree has the shape of `schemas/<schema_name>.schema.json`; every mistake is reported.

    A file that says it was written for a newer Hexlaw is refused for that alone: what else it says is not known here.
    """
    plain = node.plain()
    said = node.get("hexlaw") if isinstance(node, Mapping) else None
    if isinstance(said, Scalar) and said.text.isdecimal() and int(said.text[:9]) > VERSION:
        message = f"this is written for version {said.text} of the language, and this Hexlaw reads version {VERSION}"
        diagnostics.report("HX182", said.span, message, help="install a newer Hexlaw to read it")
        return False
    with suppress(ValueError):  # a text that the fast one cannot take
        if _fast_validator(schema_name)(plain):
            return True
    with patience(diagnostics) as found:
        for error in _validator(schema_name).iter_errors(plain):
            _tell(error, node, found)
        return not found.failed
    return False


def read_file(source: Source, schema_name: str, diagnostics: Diagnostics) -> Mapping | None:
    """Returns what a whole file says; None when it has not this shape. Well formed once, it is not looked at again.

    Then `jsonschema-rs` is not even loaded, which takes longer than to read all that a check finds unchanged.
    """
    if (tree := read_yaml(source, diagnostics)) is None:
        return None
    key = digest(schema_name, source.text)
    is_valid = once_clean("valid", key, lambda found: validate(tree, schema_name, found), diagnostics)
    return tree if is_valid and isinstance(tree, Mapping) else None


def validate_part(node: Node, schema_name: str, diagnostics: Diagnostics) -> bool:
    """Returns the same for what is drawn inside a file: well formed once, it is not looked at again."""
    key = digest(schema_name, json.dumps(node.plain()))
    return once_clean("valid-part", key, lambda found: validate(node, schema_name, found), diagnostics)


@cache
def _schemas() -> dict[str, dict[str, Any]]:
    contents = [json.loads(path.read_text("utf-8")) for path in sorted(SCHEMAS.glob("*.schema.json"))]
    return {schema["$id"]: schema for schema in contents}


@cache
def _fast_validator(schema_name: str) -> Callable[[object], bool]:
    name = f"{schema_name}.schema.json"
    try:
        import jsonschema_rs
    except ImportError:  # there is none for every kind of machine
        return lambda plain: fits(plain, _schemas()[name], name, _schemas())
    registry = jsonschema_rs.Registry(list(_schemas().items()))
    is_valid: Callable[[object], bool] = jsonschema_rs.validator_for(_schemas()[name], registry=registry).is_valid
    return is_valid


@cache
def _validator(schema_name: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource

    resources = [(name, Resource.from_contents(schema)) for name, schema in _schemas().items()]
    registry: Registry[Any] = Registry().with_resources(resources)
    return Draft202012Validator(_schemas()[f"{schema_name}.schema.json"], registry=registry)


def _tell(error: ValidationError, root: Node, found: BoundedFindings) -> None:
    """Reports one mistake; of alternatives, the mistakes in the one that was meant."""
    if error.validator in ("anyOf", "oneOf") and error.context and (meant := _meant_alternative(error)):
        for inner in meant:
            _tell(inner, root, found)
        return
    node = _at(root, error)
    rule = cast(dict[str, Any], error.schema)
    if "propertyNames" in error.absolute_schema_path:
        _tell_key(error, node, rule, found)
        return
    match error.validator:
        case "additionalProperties" | "unevaluatedProperties":
            _tell_unknown_keys(node, rule, found)
        case "required":
            _tell_missing_keys(error, node, found)
        case "enum" | "const":
            allowed = [str(value) for value in rule.get("enum", [rule.get("const")])]
            shown = _shown(node)
            help = did_you_mean(node.text, allowed) if isinstance(node, Scalar) else None
            found.report("HX105", node.span, f"{shown} is not one of {listed(allowed)}", help=help)
        case "minItems" | "minProperties":
            least = error.validator_value
            message = "this must not be empty" if least == 1 else f"at least {least} values are needed here"
            found.report("HX105", node.span, message)
        case "maxItems" | "maxProperties" | "maxLength":
            found.report("HX105", node.span, f"at most {error.validator_value} are allowed here")
        case "uniqueItems":
            found.report("HX105", node.span, "the same value stands twice in this list")
        case _:
            found.report(
                "HX105", node.span, f"expected {_wanted(rule)}, found {_shown(node)}", help=_rather(node, rule)
            )


def _rather(node: Node, rule: dict[str, Any]) -> str | None:
    """Returns what to write for what has not the shape that is wanted."""
    types = rule.get("type", [])
    wanted, is_name = [types] if isinstance(types, str) else types, str(rule.get("title", "")).startswith("a name")
    if isinstance(node, Scalar) and is_name and "/" in node.text:
        return "write the name alone: what is not shipped lies beside this folder"
    if isinstance(node, Scalar) and "pattern" in rule and re.search(r"[ _A-Z]", node.text):
        name = re.sub(r"[ _]+", "-", node.text.strip().lower())
        return f"write `{name}`" if re.fullmatch(rule["pattern"], name) else None
    if isinstance(node, Scalar) and "array" in wanted and (row := letters_in(node.text)):
        return f"write them all: `[{', '.join(row)}]`"
    if isinstance(node, Scalar) and node.text and "array" in wanted:
        return f"put it in square brackets: `[{node.text}]`"
    if isinstance(node, Scalar) and node.text and wanted == ["object"]:
        required = [str(key) for key in rule.get("required", [])]
        closed = "properties" in rule and rule.get("additionalProperties") is False
        name = "ATTRIBUTE" if str(rule.get("title", "")).startswith("attributes") else "NAME"
        key = required[0] if len(required) == 1 else None if closed else name
        return f"write `{{{key}: {node.text}}}`" if key else None
    if isinstance(node, Scalar) and "pattern" in rule:
        longer = (node.text.removeprefix("v") + more for more in ("", ".0", ".0.0"))
        return next((f"write `{text}`" for text in longer if re.fullmatch(rule["pattern"], text)), None)
    if isinstance(node, Listing) and wanted == ["object"] and node.items:
        return _rather_than_items(node.items[0], rule)
    if isinstance(node, Listing) and wanted == ["string"]:
        return "write one of them, without brackets"
    return "begin each of them with `- `" if isinstance(node, Mapping) and "array" in wanted else None


def letters_in(text: str) -> list[str]:
    """Returns the letters from one to another, of what is written as `A..G`; none of anything else."""
    found = re.fullmatch(r"([A-Z])\.\.([A-Z])", text)
    return [chr(n) for n in range(ord(found[1]), ord(found[2]) + 1)] if found else []


def _rather_than_items(first: Node, rule: dict[str, Any]) -> str | None:
    """Returns what to write for a list where keys with values are wanted; of its items, the first."""
    required = [str(key) for key in rule.get("required", [])]
    if isinstance(first, Listing):
        return "write a name and a colon in place of each `-`, as in `NAME: [...]`"
    if not isinstance(first, Mapping):
        return None
    of_lists = [key for key in required if rule.get("properties", {}).get(key, {}).get("type") == "array"]
    if len(required) == 1 and of_lists and first.get(of_lists[0]) is None:
        return f"write `{of_lists[0]}:` above the list"
    return "leave the `-` at the beginning of each line out"


def _meant_alternative(error: ValidationError) -> list[ValidationError]:
    """Returns the mistakes within the one alternative whose outer shape fits; empty when none or several fit."""
    branches = grouped((inner.schema_path[0], inner) for inner in error.context or ())
    fitting = [errors for errors in branches.values() if not any(e.validator == "type" and not e.path for e in errors)]
    return [*fitting[0]] if len(fitting) == 1 else []


def _at(root: Node, error: ValidationError) -> Node:
    node = root
    for step in error.absolute_path:
        if isinstance(node, Mapping):
            node = node.get(str(step)) or node
        elif isinstance(node, Listing) and isinstance(step, int):
            node = node.items[step]
    return node


def _tell_key(error: ValidationError, node: Node, rule: dict[str, Any], found: BoundedFindings) -> None:
    key = node.key(str(error.instance)) if isinstance(node, Mapping) else None
    span = key.span if key else node.span
    help = did_you_mean(str(error.instance), [str(value) for value in rule.get("enum", [])])
    found.report("HX105", span, f"the key {quoted(str(error.instance))} is not {_wanted(rule)}", help=help)


def _tell_unknown_keys(node: Node, rule: dict[str, Any], found: BoundedFindings) -> None:
    properties: dict[str, Any] = rule.get("properties", {})
    known = list(properties)
    help_ = f"the keys here are {listed(known, 20)}"
    gone: dict[str, str] = rule.get("x-gone", {})  # keys of earlier versions, and what to do about each
    unknown = [entry for entry in entries_in(node) if entry[0].text not in known and entry[0].text not in gone]
    for key in (key for key, _ in entries_in(node) if key.text in gone):
        found.report("HX105", key.span, f"there is no key `{key.text}` here any more", help=gone[key.text])
    misspelt = {key.text for key, _ in unknown[:MAX_FINDINGS] if did_you_mean(key.text, known) is not None}
    strange = [key for key, _ in unknown if key.text not in misspelt]
    if strange and all(isinstance(value, Scalar) for key, value in unknown if key.text not in misspelt):
        titled = [(key, one) for key, one in properties.items() if "title" in one and one.get("type") == "object"]
        own = [(key, one) for key, one in titled if "additionalProperties" in one and "properties" not in one]
        free = [f"{one['title']} under `{key}`" for key, one in own]  # there stand keys of somebody's own
        help_ += f"; {', '.join(free)}" if free else ""
    if len(strange) > 1:
        message = f"there are no keys {listed([key.text for key in strange])} here"
        found.report("HX105", strange[0].span, message, help=help_)
    for key, _ in unknown:
        if len(strange) < 2 or key.text in misspelt:
            found.unknown("HX105", key, "there is no key", known, rest=" here", help=help_)


def _tell_missing_keys(error: ValidationError, node: Node, found: BoundedFindings) -> None:
    present = {key.text for key, _ in node.entries} if isinstance(node, Mapping) else set()
    known: dict[str, dict[str, Any]] = cast(dict[str, Any], error.schema).get("properties", {})
    for key in cast(list[str], error.validator_value):
        if key not in present and did_you_mean(key, present - known.keys()) is None:  # else it is reported as misspelt
            means = known.get(key, {}).get("description")
            help_ = f"it says: {means[0].lower()}{means[1:].rstrip('.')}" if means else None
            found.report("HX105", node.span, f"the key {quoted(key)} is missing here", help=help_)


def _wanted(rule: dict[str, Any]) -> str:
    if "title" in rule:
        return str(rule["title"])
    if "enum" in rule:
        return f"one of {listed([str(value) for value in rule['enum']])}"
    types = rule.get("type", [])
    names = [types] if isinstance(types, str) else list(types)
    return " or ".join([_SHAPES[name] for name in names if name in _SHAPES]) or "something else"


def _shown(node: Node) -> str:
    match node:
        case Scalar(text):
            return quoted(text) if text else "nothing"
        case Listing():
            return "a list"
        case _:
            return "keys with values"


_REPLACES = "replaces"


def read_layers(sources: Sequence[Source], schema: str, diagnostics: Diagnostics) -> list[Mapping] | None:
    """Returns what counts of some files of one name, base first: the last that replaces all before it, and what changes
    that.

    None after reporting what is wrong with any of them.
    """
    trees: list[Mapping] = []
    failed = False
    for source in sources:
        if (tree := read_file(source, schema, diagnostics)) is None:
            failed = True
            continue
        if is_replacing(tree):
            if source is sources[0]:
                tell_of_nothing_replaced(tree, diagnostics)
                failed = True
            trees.clear()
        trees.append(tree)
    return None if failed else trees


def is_replacing(tree: Mapping) -> bool:
    """Returns whether a file stands for all earlier ones of its name."""
    return tree.text(_REPLACES) == "yes"


def tell_of_nothing_replaced(tree: Mapping, diagnostics: Diagnostics) -> None:
    """Reports a file that stands for all earlier ones, where there are none."""
    key = tree.key(_REPLACES)
    assert key is not None
    message = "there is nothing to replace: no module that is extended has a file of this name"
    diagnostics.report("HX176", key.span, message, help="leave the line out")

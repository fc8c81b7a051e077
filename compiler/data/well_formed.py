"""Says of data whether it has the shape of a JSON Schema, as far as those in `schemas/` go.

In: texts, lists and keys with values; a schema, and all schemas by what they are called. Out: yes or no. What is wrong,
and where, is for `jsonschema` to say. INVARIANT: a schema says nothing that is not asked here; a test holds that.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

Json = Any
"""What JSON can hold: lists, keys with values and texts."""
KINDS = {"object": dict, "array": list, "string": str}
ASKED = {
    "$ref", "additionalProperties", "else", "enum", "if", "items", "maxItems", "maxProperties", "minItems",
    "minProperties", "pattern", "properties", "propertyNames", "required", "then", "type",
}  # fmt: skip


def fits(value: Json, schema: Json, file: str, schemas: Mapping[str, Json]) -> bool:
    """Returns whether a value has the shape of a schema that stands in a file."""
    if isinstance(schema, bool):
        return schema

    inner = partial(fits, file=file, schemas=schemas)
    if "$ref" in schema:
        of, _, path = schema["$ref"].partition("#/")
        at: Json = schemas[of or file]
        for name in path.split("/") if path else ():
            at = at[name]
        if not fits(value, at, of or file, schemas):
            return False
    types = schema.get("type", [*KINDS])
    wanted = [types] if isinstance(types, str) else types  # numbers among them are for editors: here they are texts
    if type(value) not in [KINDS[name] for name in wanted if name in KINDS]:
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if "if" in schema and not inner(value, schema.get("then" if inner(value, schema["if"]) else "else", True)):
        return False
    if isinstance(value, str):
        return "pattern" not in schema or re.search(schema["pattern"], value) is not None
    kind = "Items" if isinstance(value, list) else "Properties"
    if not schema.get(f"min{kind}", 0) <= len(value) <= schema.get(f"max{kind}", len(value)):
        return False
    if isinstance(value, list):
        return "items" not in schema or all(inner(item, schema["items"]) for item in value)
    known, others, names = (schema.get(key, {}) for key in ("properties", "additionalProperties", "propertyNames"))
    return value.keys() >= {*schema.get("required", ())} and all(
        inner(key, names) and inner(item, known.get(key, others)) for key, item in value.items()
    )

"""What pages ask and are sent, in TypeScript: `python bench/page_types.py > compiler/studio/app/table_types.d.ts`.

The page of a table is checked by them; they are printed of the structs that go there and back.
"""

from __future__ import annotations

from msgspec import inspect

from hexlaw.compiler.desk.table import page_state
from hexlaw.compiler.studio import published_table, table_requests
from hexlaw.compiler.studio.table_answers import ANSWERS, SavedFile, StepOfOthers, TableUpdate, WaitsFor

SENT: list[type] = [page_state.TableState, WaitsFor, StepOfOthers]
ASKED = (
    table_requests.TableRequest | table_requests.RoomRequest | published_table.KeepGame | published_table.RestoreGame
)


def printed() -> str:
    """Returns the types of all that is sent and asked, those that others have in them last."""
    waiting, found = [*SENT], dict[str, str]()
    found["Asked"] = f"export type Asked = {_in_typescript(inspect.type_info(ASKED), waiting)};"
    asked = dict[object, str]()
    for request, answers in (
        ANSWERS | {published_table.KeepGame: (SavedFile,), published_table.RestoreGame: (TableUpdate,)}
    ).items():
        info = inspect.type_info(request)
        assert isinstance(info, inspect.StructType)
        asked[info.tag] = " | ".join(_in_typescript(inspect.type_info(of), waiting) for of in answers)
    found["Answers"] = "\n".join(["export type Answers = {", *(f"  {name}: {of};" for name, of in asked.items()), "};"])
    while waiting:
        struct = waiting.pop(0)
        if struct.__name__ in found:
            continue
        lines, optional = [f"export type {struct.__name__} = {{"], "?"
        info = inspect.type_info(struct)
        assert isinstance(info, inspect.StructType | inspect.TypedDictType)
        if isinstance(info, inspect.StructType):
            config = info.cls.__struct_config__
            optional = (
                "?" if config.omit_defaults or config.forbid_unknown_fields else ""
            )  # which is so of what is asked
            lines += [f'  {info.tag_field}: "{info.tag}";'] if info.tag is not None else []
        for field in info.fields:
            name, of = field.encode_name, _in_typescript(field.type, waiting)
            quoted = name if name.isidentifier() else f'"{name}"'
            lines.append(f"  {quoted}{'' if field.required else optional}: {of};")
        found[struct.__name__] = "\n".join([*lines, "};"])
    return "\n\n".join(["// Printed by bench/page_types.py.", *found.values()]) + "\n"


def _in_typescript(of: inspect.Type, waiting: list[type]) -> str:
    match of:
        case inspect.StrType():
            return "string"
        case inspect.IntType():
            return "number"
        case inspect.BoolType():
            return "boolean"
        case inspect.LiteralType(values=values):
            return " | ".join(f'"{value}"' for value in values)
        case inspect.NoneType():
            return "null"
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            one = _in_typescript(item, waiting)
            return f"({one})[]" if "|" in one else f"{one}[]"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(_in_typescript(item, waiting) for item in items)}]"
        case inspect.DictType(value_type=value):
            return f"Record<string, {_in_typescript(value, waiting)}>"
        case inspect.UnionType(types=types):
            return " | ".join(_in_typescript(one, waiting) for one in types)
        case inspect.CustomType():
            return "unknown"
        case inspect.StructType(cls=cls) | inspect.TypedDictType(cls=cls):
            waiting.append(cls)
            return cls.__name__
    raise TypeError(f"there is no type of TypeScript for {of}")


if __name__ == "__main__":
    print(printed(), end="")

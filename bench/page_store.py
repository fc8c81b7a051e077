"""How a page takes in what it is sent of how something stands (`store.js` does the same)."""

from __future__ import annotations

from typing import Any


def brought(state: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """Returns the state once what differs was taken in."""
    data = {**(state if given["had"] else {}), **given["values"]}
    for name in given["gone"]:
        del data[name]
    for name, edits in given["edits"].items():
        was, data[name] = state[name], [*state[name]]
        for first, last, items in edits:
            data[name][first:last] = [_whole(item, was) for item in items]
    return data


def _whole(item: Any, was: list[Any]) -> Any:
    """Returns an item that is sent as the place of one that is like it, with what differs."""
    if not isinstance(item, list | tuple):
        return item
    place, start, end, between = item
    return was[place][:start] + between + was[place][end:]

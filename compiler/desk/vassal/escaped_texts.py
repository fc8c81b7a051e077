"""How VASSAL writes several texts as one: with a delimiter between them that is escaped inside each.

A text that begins with a backslash, or stands in quotes by itself, is put in quotes. Sequences are nested by being
tokens of others: each level escapes the delimiters of its own kind alone.
"""

from __future__ import annotations

import re


def joined(delimiter: str, *tokens: object) -> str:
    written: list[str] = []
    for token in tokens:
        text = str(token)
        escaped = text.replace(delimiter, "\\" + delimiter) if delimiter in text else text
        is_odd = text.startswith("\\") or (text.startswith("'") and text.endswith("'"))
        written.append(f"'{escaped}'" if is_odd else escaped)
    return delimiter.join(written)


def parted(delimiter: str, text: str) -> list[str]:
    """Returns the texts that are written as one."""
    tokens = re.split(rf"(?<!\\){re.escape(delimiter)}", text)
    found = [token.replace("\\" + delimiter, delimiter) for token in tokens]
    return [token[1:-1] if len(token) > 1 and token[0] == token[-1] == "'" else token for token in found]


def nested(parts: list[str]) -> str:
    """Returns parts as VASSAL nests what is wrapped around something: each holds all that come after it."""
    *outer, text = parts
    for part in reversed(outer):
        text = joined("\t", part, text)
    return text


def unnested(text: str) -> list[str]:
    """Returns the parts that are nested in each other, the outermost first."""
    found: list[str] = []
    while len(pair := parted("\t", text)) > 1:
        found.append(pair[0])
        text = pair[1]
    return [*found, text]

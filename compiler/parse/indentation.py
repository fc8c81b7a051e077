"""Layout: turns line ends into the tokens that open and close bodies and blocks.

Three sentences: a line that ends in ":" opens a block; the first deeper line after an item's head opens its
body; any other deeper line, and any line after a comma, continues the line above. Inside brackets line ends
mean nothing.

Lark hands over each line end as one `_NL` token holding the next line's indentation, so that decisions are
made from that token alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token

OPENING = {"LPAR", "LBRACE"}
CLOSING = {"RPAR", "RBRACE"}


class Indentation:
    always_accept = ("_NL",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        indents = [0]
        brackets = 0
        last: Token | None = None
        for token in stream:
            if token.type == "_NL":
                if brackets or last is None or last.type == "COMMA":
                    continue
                indent = len(token.value.rsplit("\n", 1)[1])
                if indent > indents[-1]:
                    if last.type == "COLON":
                        indents.append(indent)
                        yield Token.new_borrow_pos("_INDENT", "", token)
                    elif len(indents) == 1:
                        indents.append(indent)
                        yield Token.new_borrow_pos("_BODY", "", token)
                    continue
                yield token
                while indent < indents[-1]:
                    indents.pop()
                    yield Token.new_borrow_pos("_DEDENT", "", token)
                continue
            brackets += (token.type in OPENING) - (token.type in CLOSING)
            last = token
            yield token

"""Says in a designer's words what the parser stumbled over.

The parser knows which token it met and which it could have used; this file knows what people usually mean.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from hexlaw.compiler.base.diagnostic import Diagnostics, did_you_mean
from hexlaw.compiler.parse.grammar_text import WORDS, first_words
from hexlaw.compiler.parse.habits import HabitFound, habit_in
from hexlaw.compiler.parse.items import ItemText

ITEM_WORDS = first_words("_item")
RULE_WORDS = first_words("_rule_line")
STATEMENTS_STAND_IN = {"effect", "action", "sequence", "task"}
WHAT_HAPPENS = first_words("_statement") - {"pick", "point"}
"""What statements begin with, wherever they stand."""
BESIDE = first_words("anew") | first_words("beside_part")
STATEMENTS_OF = {
    "action": first_words("_action_line") - BESIDE, "sequence": {"phase"}, "task": first_words("task_line"),
}  # fmt: skip
"""What else lines begin with in an item of this sort."""
ALONE = {"finish", "otherwise", "done"}
"""What stands alone on its line, or with a colon behind it."""
STATEMENT_WORDS = WHAT_HAPPENS.union(*STATEMENTS_OF.values(), BESIDE, {"otherwise"})
OTHERWISE = ("else", "elif", "elsif", "elseif")

# what a terminal of the grammar is called when it was expected; the rest are shown as the word itself
CALLED = {
    "NAME": "a name", "STRING": "a text in quotes", "CITE": "a citation in square brackets", "INT": "a number",
    "DIGEST": "the digest of what was read",
    "RID": "the number of a ruling (such as `FAQ-012`)", "ODDS": "odds", "COMPARE": "a comparison",
    "PLACE": "a hex", "_NL": "the end of the line", "_BODY": "indented lines", "_INDENT": "indented lines",
    "_DEDENT": "the end of the item", "LPAR": "`(`", "RPAR": "`)`", "COLON": "`:`", "COMMA": "`,`", "DOT": "`.`",
    "EQUAL": "`=`", "$END": "the end of the item", "LBRACE": "`{`", "RBRACE": "`}`",
}  # fmt: skip
UNINTERESTING = {
    "MIXED", "FRACTION", "NEGATIVE", "PLUS", "MINUS", "TIMES", "SLASH", "DOT", "YES", "NO", "NONE", "LEAST", "MOST",
    "LBRACE", "ODDS", "PLACE", "ANY", "EVERY", "NOT", "COUNT", "SUM", "WILD",
}  # fmt: skip


@dataclass(frozen=True)
class _Stumble:
    """Where the parser stopped in the text of an item: what it met there, and what it could have used."""

    text: str
    offset: int
    met: str
    expected: frozenset[str]
    above: str | None = None
    """With which word the item right above begins, where nothing stands below its first line."""

    @property
    def line_start(self) -> int:
        return self.text.rfind("\n", 0, self.offset) + 1

    @property
    def line(self) -> str:
        return self.text[self.line_start :].split("\n")[0]

    @property
    def before(self) -> str:
        """Returns what stands before it on its line."""
        return self.text[self.line_start : self.offset]

    @property
    def is_head(self) -> bool:
        """Returns whether it stands on the first line of the item."""
        return "\n" not in self.text[: self.offset]

    @property
    def item(self) -> str:
        """Returns the word with which the item begins."""
        found = re.match(r"[a-z]+", self.text)
        return found.group() if found else ""

    @property
    def begins_a_line(self) -> bool:
        return bool(self.met) and "\n" in self.text[: self.offset] and not self.before.strip()

    def near(self, pattern: str, before: int = 2) -> str | None:
        found = re.search(pattern, self.text[max(self.offset - before, 0) : self.offset + 2])
        return found.group() if found else None

    @property
    def end_above(self) -> int:
        """Returns where the last line before it that says something ends."""
        lines = [line.split("#")[0].rstrip() for line in self.text[: self.offset].split("\n")]
        while lines and not lines[-1].strip():
            lines.pop()
        return len("\n".join(lines))


Words = tuple[str, str | None]
_WORD = re.compile(r"\w+(?:-\w+)*")
NOT_CLOSED = ("a round bracket is not closed", "write `)` where it ends")


def explain(error: UnexpectedInput, item: ItemText, diagnostics: Diagnostics) -> None:
    offset = min(max(error.pos_in_stream or 0, 0), max(len(item.text.rstrip()) - 1, 0))
    met = ""
    if isinstance(error, UnexpectedToken):
        token: Token = error.token
        met = str(token).strip("\r\n ")
        if token.type in ("$END", "_NL", "_DEDENT", "_BODY", "_INDENT") or not met:
            met = ""
        elif met.isalpha():  # a word of the law can be the beginning of another word
            met = _WORD.match(item.text, offset)[0]  # type: ignore[index]
    elif isinstance(error, UnexpectedCharacters):
        met = item.text[offset : offset + 1]
    expected = getattr(error, "accepts", None) or getattr(error, "expected", None) or getattr(error, "allowed", None)
    stumble = _Stumble(item.text, offset, met, frozenset(expected or ()), _lonely_above(item))
    help_: str | None
    start, width = offset, max(len(met.split("\n")[0]), 1)
    above = _line_above(stumble)
    if (inside := _item_inside(item.text, offset)) is not None:
        start, width = inside.start(1), len(inside[1])
        message, help_ = f"`{inside[1]}` begins an item, and stands indented in another", "an item begins at the margin"
    elif above is not None:
        message, help_ = above
        start, width = max(stumble.end_above - 1, 0), 1
    elif (signs := _signs(stumble)) is not None:
        message, help_ = signs
    elif (found := _decimal(stumble) or _habit(stumble) or _unknown_line(stumble)) is not None:
        start, width = stumble.line_start + found.start, found.end - found.start
        message, help_ = found.message, found.help
    else:
        message, help_ = _words(stumble)
    if not met and _goes_on_at_the_margin(item):
        return  # told there
    span = item.source.span(item.start + start, item.start + start + width)
    diagnostics.report("HX204", span, message, help=help_)


def _goes_on_at_the_margin(item: ItemText) -> bool:
    """Returns whether an item ends with its first line, and what should stand below that begins the next line."""
    word = re.match(r"([a-z-]+)( [a-z\[])?", item.source.text[item.start + len(item.text) :].lstrip("\n"))
    if word is None or "\n" in item.text.strip() or word[1] in ITEM_WORDS:
        return False
    return word[1] in RULE_WORDS or not word[2] or did_you_mean(word[1], ITEM_WORDS) is None


def _lonely_above(item: ItemText) -> str | None:
    """Returns the word of the item right above, where that is its first line alone: this line may belong to it."""
    above = item.source.text[: item.start].rstrip().rpartition("\n")[2]
    word = re.match(r"[a-z]+\b", above)
    return word[0] if word is not None and word[0] in ITEM_WORDS else None


def _line_above(stumble: _Stumble) -> Words | None:
    """Returns a mistake that is noticed at the next line, and made at the end of the one above."""
    if not stumble.begins_a_line and stumble.met:
        return None
    above = stumble.text[_begin(stumble, stumble.end_above) : stumble.end_above]
    if stumble.begins_a_line and "RPAR" in stumble.expected and above.count("(") > above.count(")"):
        return NOT_CLOSED
    if "DOES" in stumble.expected and stumble.begins_a_line:
        return "a `does:` is missing at the end of this line", "what happens stands below it, indented"
    if "COLON" in stumble.expected and (stumble.begins_a_line or _OPENS.match(stumble.text)):
        return "a `:` is missing at the end of this line", "what belongs to it stands below it, indented"
    return None


_ITEM_INSIDE = re.compile(
    r"^[ \t]+(rule|fact|quantity|table|effect|action|ruling|dispute|settle|drop) [^\n]*\[", re.MULTILINE
)
"""The first line of an item that is not at the margin; with a citation, as other lines may begin with these words."""


def _item_inside(text: str, offset: int) -> re.Match[str] | None:
    """Returns an item that begins indented where the parser stumbled, or on the next line that says something."""
    found = _ITEM_INSIDE.search(text)
    if found is None or "\n" not in text[: found.start(1)]:
        return None
    between = text[offset : found.start(1)].split("\n")[1:-1]
    return None if any(line.strip() for line in between) else found


SIGNS = {
    "&": "write `and`", "|": "write `or`", "≥": "write `>=`", "≤": "write `<=`", "≠": "write `is not` or `/=`",
    "×": "write `*`", "÷": "write `/`", "%": "write a fraction: half is `1/2`", "½": "write `1/2`", "!": "write `not`",
    "–": "write `-`", "—": "write `-`", "\u2212": "write `-`", "\u2010": "write `-`",
    "\u2011": "write `-`", "→": "write what it leads to in words", ";": "a line ends by itself: leave it out",
    "?": "a question needs no sign at its end: leave it out",
}  # fmt: skip
"""What people write from habit, and what the law has for it."""

_OPENS = re.compile(r"(effect|sequence)\b")
"""Items whose first line ends in `:`."""


def _habit(stumble: _Stumble) -> HabitFound | None:
    """Returns a habit in the line, read as one with those above that it continues."""
    begin = _begin(stumble)
    whole = stumble.text[begin : stumble.line_start + len(stumble.line)]
    whole = re.sub(r"#[^\n]*", lambda comment: " " * len(comment.group()), whole).replace("\n", " ")
    if (found := habit_in(whole, stumble.item, stumble.is_head)) is None:
        return None
    at = begin + found.start
    end = min(begin + found.end, (stumble.text + "\n").index("\n", at))
    return found._replace(start=at - stumble.line_start, end=end - stumble.line_start)


def _decimal(stumble: _Stumble) -> HabitFound | None:
    """Returns a number with a decimal point or comma, and its fraction; in the head of a rule it is a citation."""
    if stumble.is_head and stumble.item == "rule":
        return None
    for number in re.finditer(r"([0-9]+)[.,]([0-9]{1,6})(?![0-9])", stumble.line):
        if number.start() <= len(stumble.before) <= number.end():
            part = Fraction(int(number[2]), 10 ** len(number[2]))
            whole = "" if number[1].strip("0") == "" and part else f"{int(number[1])} "
            sign = "comma" if "," in number[0] else "point"
            help_ = f"write `{f'{whole}{part}'.removesuffix(' 0')}`, not a decimal {sign}"
            return HabitFound(*number.span(), "numbers are written as fractions here", help_)
    return None


def _begin(stumble: _Stumble, of: int | None = None) -> int:
    """Returns where the line of the stumble, or of another place, begins, with those above that it continues."""
    begin = stumble.line_start if of is None else stumble.text.rfind("\n", 0, of) + 1
    while (above := _continued(stumble.text, begin)) is not None:
        begin = above
    return begin


def _continued(text: str, begin: int) -> int | None:
    """Returns where the line begins that the one that begins here continues: the next above that is less indented,
    unless it opens what stands below it, at its end or at the end of the deeper lines by which it goes on itself."""
    indent = _indent(text[begin:])
    ends = ""
    while begin > 0:
        begin = text.rfind("\n", 0, begin - 1) + 1
        line = text[begin:].split("\n")[0].split("#")[0].rstrip()
        if line and _indent(line) < indent:
            return None if begin == 0 or (ends or line).endswith(":") else begin
        if line:
            ends = "" if _indent(line) == indent else ends or line
    return None


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _unknown_line(stumble: _Stumble) -> HabitFound | None:
    """Returns a line that begins with a word that begins none: most often it is misspelt."""
    first = re.match(r"\s*([a-z-]+)", stumble.line)
    happens = stumble.item in STATEMENTS_STAND_IN or (stumble.item == "rule" and _below_then(stumble))
    known = STATEMENT_WORDS if happens else RULE_WORDS if stumble.item == "rule" else None
    if known is None or first is None or stumble.is_head or first[1] in known or first[1] in OTHERWISE:
        return None
    if not happens and re.match(r"\(| is ", stumble.line[first.end() :]):
        return None  # what a rule concludes: its mistake is further on
    word, at = first[1], first.span(1)
    if not happens and word in WHAT_HAPPENS:
        help_ = "say when, as in `after sail.step`, then `then:`; what happens stands below that, indented"
        return HabitFound(*at, f"a rule has no line `{word}`", help_)
    alone = happens and stumble.line.split("#")[0].strip().rstrip(":") == word
    near = did_you_mean(word, ALONE if alone else known)
    if not happens and _continued(stumble.text, stumble.line_start) is not None:
        return None  # no word has to begin it
    if not happens:
        return HabitFound(*at, f"no line of a rule begins with `{word}`", near) if near else None
    if near is None and not stumble.begins_a_line:
        return None
    lines = sorted(WHAT_HAPPENS | STATEMENTS_OF.get(stumble.item, set()))
    effect = f"if it is an effect, write `do {word}()`; " if alone else ""
    if alone and stumble.item == "sequence":
        effect = f"if it is a part of the sequence, write `phase {word}`; {effect}"
    return HabitFound(
        *at, f"no statement begins with `{word}`", near or f"{effect}statements begin with: {', '.join(lines)}"
    )


def _below_then(stumble: _Stumble) -> bool:
    """Returns whether the line stands in what a rule says happens: below `then:`, and indented deeper."""
    above = [line for line in stumble.text[: stumble.line_start].split("\n") if line.strip() == "then:"]
    return any(_indent(line) < _indent(stumble.line) for line in above)


def _signs(stumble: _Stumble) -> Words | None:
    """Returns what is wrong with signs, quotes, brackets and numbers; and an item that begins with no known word."""
    text, offset, met, line = stumble.text, stumble.offset, stumble.met, stumble.line
    if stumble.near("//", before=1):
        return "a comment does not start with `//`", "a comment starts with `#` and goes to the end of the line"
    if (offset == 0 or not text[:offset].strip()) and "LPAR" not in stumble.expected:  # a question may begin so
        word = re.match(r"[A-Za-z-]*", text)
        return _bad_item((word.group() if word else "") or met, stumble.above, "," in line)
    if re.match(
        r"--+ ", text[offset - 1 if stumble.near("--", before=1) and text[offset - 1 : offset] == "-" else offset :]
    ):
        return "a comment does not start with `--`", "a comment starts with `#` and goes to the end of the line"
    if (whose := re.match(r"'s ([a-z][\w-]*)", text[offset:])) is not None and (
        who := re.search(r"[\w.-]+$", stumble.before)
    ):
        return "what somebody or something has is read with a dot", f"write `{who[0]}.{whose[1]}`"
    if met == "'" and stumble.before.endswith("n"):
        return "no word of the law is shortened by an apostrophe", "write `not`: `u is not lit`"
    is_open = stumble.before.count("(") > stumble.before.count(")") and "RPAR" in stumble.expected
    if is_open and re.fullmatch(r"[<>=/]+", met):
        return "a round bracket is not closed on this line", f"write `)` before `{met}`"
    if met and met in "\u201c\u201d\u201e\u201f\u2018\u2019\u00ab\u00bb'`":
        quote = "this" if met == "`" else f"`{met}`"
        return f"{quote} is not a quote of the law", 'put texts in straight double quotes, `"..."`'
    if line.count('"') == 1 and (ends := re.match(r'\s+(?:(says) )?([^"#]+)"\s*$', line)) is not None:
        return "a text stands in quotes", f'write `{ends[1] + " " if ends[1] else ""}"{ends[2]}"`'
    if met == '"' or line.count('"') % 2:
        return (
            "a text in quotes is not closed on its line",
            'end it with `"`; a long doc may be several texts below each other',
        )
    if met.startswith("[") and "]" not in line:
        return "a square bracket is not closed on its line", "end the citation with `]`"
    if met.startswith("[") and stumble.is_head and re.fullmatch(r"[a-z]+ ", stumble.before):
        cited, _, name = line[offset - stumble.line_start :].partition("]")
        return ("the name stands before the citation", f"write `{stumble.item} {name.strip() or 'NAME'} {cited}]`")
    above = stumble.text[: stumble.line_start].rstrip("\n")  # it is to be the first of the item, and cite nothing
    if met.startswith("[") and stumble.begins_a_line and not {"\n", "["} & {*above}:
        return "a citation stands on the first line of its item", f"write `{line.strip()}` at the end of that line"
    if met.startswith("["):
        return (
            "a square bracket stands where no citation can stand",
            "square brackets are citations, nothing else: use `( )` or `{ }`",
        )
    twice = stumble.near(r"==|!=", before=1)
    if twice:
        return f"`{twice}` is not a comparison of the law", "write `is` or `=`, and `is not` or `/=`"
    if met[:1] and not met[:1].isprintable():
        what = "looks like a blank and is another sign" if met[:1].isspace() else "cannot be seen"
        return f"a sign that {what} stands here", "type the blank anew" if met[:1].isspace() else "delete it"
    if re.match(r"[^\W\d_]", met) and not met[:1].isascii():
        return f"`{met[:1]}` cannot stand in a name", "names are written with the letters from a to z, and hyphens"
    return (f"`{met[:1]}` is not a sign of the law", SIGNS[met[:1]]) if met[:1] in SIGNS else None


def _words(stumble: _Stumble) -> Words:
    text, offset, met, line = stumble.text, stumble.offset, stumble.met, stumble.line
    if text.startswith("rule") and (habit := _habit_of_a_rule(stumble)) is not None:
        return habit
    if met in OTHERWISE:
        return f"`{met}` is not a word of the law", "write `otherwise:`, and an `if` below it for a further case"
    if (die := re.search(r"\b[0-9]+d[0-9]+", stumble.before)) is not None:
        help_ = f"write `roll {die[0]} as x` alone; add to it where it is read, as in `x + 1`"
        return "dice are thrown by a `roll` of their own", help_
    if met.startswith("_"):
        return "an underscore cannot stand in a name", "join words by hyphens, such as `entry-cost`"
    if stumble.item == "chapter" and stumble.is_head and re.match(r"[A-Za-z]", met) and "]" in stumble.before:
        title = line[len(stumble.before) :].partition(" if ")[0].strip()
        return "the title of a chapter stands in quotes", f'write `"{title}"`'
    if re.match(r"[A-Z]", met) and "CITE" in stumble.expected:
        return "a source stands in square brackets", f"write `[{line[line.find(met) :].partition(chr(34))[0].strip()}]`"
    if re.match(r"[A-Z]", met):
        word = re.match(r"[A-Za-z0-9-]+", text[offset:])
        name = word[0] if word else met
        return f"`{name}` is not a name", _in_small_letters(stumble, name)
    if stumble.is_head and (met == ":" or (met == "{" and line.rstrip().endswith(met))):
        a = "an" if stumble.item[:1] in "aeiou" else "a"
        if met == "{":
            return (
                f"what belongs to {a} {stumble.item} stands below it, indented",
                "leave `{` out, and `}` where it ends",
            )
        return f"the first line of {a} {stumble.item} does not end in `:`", "leave the `:` out"
    if met == ")" and text[_begin(stumble) : offset].count("(") <= text[_begin(stumble) : offset].count(")"):
        return "`)` closes a bracket that nothing opened", "leave it out, or write `(` where it opens"
    if not met and stumble.expected & {"_BODY", "_INDENT"}:
        return "nothing stands below this line", "what belongs to it stands below it, indented"
    if not met:
        begun = text[_begin(stumble) : offset]
        if begun.count("(") > begun.count(")"):
            return NOT_CLOSED
        joins = re.search(r"\b(and|or|not|is|in|where)\s*$", stumble.before)
        more = "what goes on stands on the same line, or indented deeper than its first word" if joins else None
        return f"the line or item ends too early: {_expected(stumble)}", more
    if text.startswith("choice") and re.match(r"[a-z0-9]", met):
        return f"a comma is missing before `{met}`", "the values of a choice are separated by commas"
    first = re.match(r"[a-z-]+", line.strip())
    if stumble.begins_a_line and first and first.group() in RULE_WORDS and "_NL" in stumble.expected:
        help_ = "begin it as far to the left as the other lines of the item"
        return f"`{met}` is indented too far: so it continues the line above", help_
    expected = {
        name.lower().strip("_") for name in stumble.expected if not name.startswith("__") and name not in CALLED
    }
    near = did_you_mean(met, expected)
    if met == "collects" and (fact := re.match(r"fact ([a-z0-9-]+)\(.*\): *([a-z-]+) $", stumble.before)):
        near = f"write `fact {fact[1]}(...) collects {fact[2]}`"
    if near is None and met == "," and re.match(r"\s*when ", line):
        near = "conditions are joined by `and`, or stand in a `when` line each"
    before, known = re.search(r"([a-z][a-z0-9-]*) $", stumble.before), WORDS | RULE_WORDS
    if near is None and before and re.fullmatch(r"[a-z][a-z0-9-]*", met) and not {before[1], met} & known:
        near = f"a name is one word: if this is one, join it, as in `{before[1]}-{met}`"
    return f"`{met}` is not expected here: {_expected(stumble)}", near


def _in_small_letters(stumble: _Stumble, word: str) -> str:
    """Returns what helps against a word with capitals: the same in small letters, or a comma before a hex."""
    is_open = stumble.before.count("(") > stumble.before.count(")")
    if is_open and "COMMA" in stumble.expected and re.search(r"[\w)] $", stumble.before):
        return f"if it is a hex, write a comma before it: `, {word}`"
    if re.fullmatch(r"[A-Z][A-Za-z]+(-[A-Za-z]+)*", word):
        return f"names are lower case words joined by hyphens: write `{word.lower()}`"
    return "names are lower case words joined by hyphens, such as `entry-cost`"


def _habit_of_a_rule(stumble: _Stumble) -> Words | None:
    """Returns what people write in a rule who know it from elsewhere."""
    met, words = stumble.met, stumble.before.split()
    if met == "." and (named := re.search(r"(?<![\w-])is ((an?)\.[a-z][\w-]*)", stumble.line)) is not None:
        return f"`is {named[2]}` asks for a kind", f"write `is ({named[1]})`, or call `{named[2]}` otherwise"
    if stumble.is_head and len(words) == 2 and re.fullmatch(r"[a-z][a-z0-9-]*", met):
        return f"a name is one word, and `{met}` is a second", f"join them: `{words[1]}-{met}`"
    if (concluded := re.match(r"\s+([a-z][\w-]*\([^)]*\)) = ", stumble.before)) is not None:
        return "what a fact comes to stands behind `is`", f"write `{concluded[1]} is ...`; `=` compares two numbers"
    if met == ":" and words and words[0] in ("for", "if") and not _below_then(stumble):
        return "what happens stands below `then:`", "write `then:` above this line, and indent this line below it"
    if words and words[0] in ("over", "limits", "lifts", "replaces") and re.fullmatch(r"[a-z][a-z0-9-]*", met):
        return f"`{met}` is not expected here", f"the parts of a rule's name are joined by dots: `{words[-1]}.{met}`"
    return None


def _bad_item(word: str, above: str | None, listed: bool) -> Words:
    if word in ("{", "}"):
        return f"no item starts with `{word}`", "leave it out: an item ends where the next one begins"
    if word in ("<", ">", "="):
        return (
            f"no item starts with `{word}`",
            "if a merge has left this line: keep one of the two texts, and no such mark",
        )
    if word in RULE_WORDS:
        return f"`{word}` stands at the margin, where an item begins", "indent it below the first line of its rule"
    near = did_you_mean(word, ITEM_WORDS)
    if above is not None and (near is None or listed):
        return f"`{word}` stands at the margin, where an item begins", f"indent it below the first line of its {above}"
    return f"no item starts with `{word}`", near or f"items start with: {', '.join(sorted(ITEM_WORDS))}"


def _expected(stumble: _Stumble) -> str:
    named = {name for name in stumble.expected if not name.startswith("__")}  # the parser's own names of words
    interesting = sorted(named - UNINTERESTING) or sorted(named)
    words = [CALLED.get(n) or f"`{n.lower().strip('_').replace('_', ' ')}`" for n in interesting]
    if not words:
        return "nothing more was expected"
    shown = words[:8]
    more = ", ..." if len(words) > len(shown) else ""
    return f"expected {' or '.join(shown) if len(shown) < 3 else ', '.join(shown)}{more}"

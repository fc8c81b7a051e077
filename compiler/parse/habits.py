"""What people write who know rules from elsewhere, and what the law has for it.

A habit is looked for where the parser stumbled, in the line on which it did, so a pattern is never asked of law that
reads well. Each is a line of `HABITS`: in which items, what the line looks like (its group `at` is what is pointed at),
what is said of it, and what to write. The first that fits is told.
"""

# ruff: noqa: E501 - a line of a table is read across

from __future__ import annotations

import re
from typing import NamedTuple

RULE = r"rule"
DOING = r"effect|action|sequence|rule|task"
HAPPENING = r"effect|action|sequence|task"
DECLARED = r"fact|quantity|table|effect|action|reach|event|memory|tally|task"
HEAD = True  # of a habit of the first line of an item
NUMBER = r"\d[\d/ ]*"
NAME = r"[a-z][a-z0-9-]*"
WHAT = r"[^\s(]+(?:\([^()]*\))?"
"""What a condition is about: a name, an attribute, or what is asked with brackets."""
JOINS = r"(?:and|or|then|where|satisfies|worth|counted|by|with|at|does|costs|until|for|gives)"
MAX_LINE_LENGTH = 500
"""Characters of a line in which a habit is looked for: how long that takes grows faster than the line."""
NOT_BUT = "a rule has no line `{at}`"


class Habit(NamedTuple):
    items: str
    line: str
    message: str
    help: str
    head: bool = False


class HabitFound(NamedTuple):
    """A habit in a line: where, and what to say of it."""

    start: int
    end: int
    message: str
    help: str


OPTION = 'an option switches a whole chapter: `chapter [...] "..." if option {option}`'

HABITS = tuple(
    Habit(*habit)
    for habit in (
        # ---- lines of rules
        (RULE, rf"(?P<at>(if|under|when) option) (?P<option>{NAME})", "a rule has no option of its own", OPTION),
        (RULE, rf"rule .*\] (?P<at>if option) (?P<option>{NAME})", "a rule has no option of its own", OPTION, HEAD),
        (RULE, r"(?P<at>if|where)\b", NOT_BUT, "write `when ...`"),
        (RULE, r"(?P<at>unless)\b", NOT_BUT, "write `when not ...`"),
        (RULE, rf"(?P<at>overrides|overrules|beats|supersedes|trumps) (?P<x>{NAME}\S*)", NOT_BUT, "write `over {x}`: where both apply, the value of this rule counts; or `limits`, `lifts`, `replaces` in its place"),
        (RULE, rf"after (?P<x>{NAME}(?:\.{NAME})?)(?P<at>:)$", "what happens stands below `then:`", "write `after {x}` without `:`, and `then:` on a line of its own; what happens stands below that, indented"),
        (RULE, rf"at the (?P<edge>start|end) of (?P<x>{NAME})(?P<at>:)$", "what happens stands below `then:`", "write `at the {edge} of {x}` without `:`, and `then:` on a line of its own; what happens stands below that, indented"),
        (RULE, r"(?P<at>costs)\b", NOT_BUT, "name the fact that it decides, such as `cost(u, here, there) is 2`"),
        (RULE, r"(?P<at>and|or)\b", "`{at}` begins a line of the rule", "indent it deeper than `when`: so it continues the line above"),
        (RULE, r"(?P<at>else|otherwise)\b", "a rule has no other case", "write a second rule; the narrower one stands `over` the other"),
        (RULE, rf"{NAME}\(.*?\) includes (?P<at>those (?P<v>{NAME}) in (?P<set>.+?))(?= where|$)", "a rule puts one after the other into a set", "write `for each {v} in {set}` as a line of its own, what stands behind `where` as `when`, and `includes {v}`"),
        (DOING, r"(?P<if>if .*\S) (?P<at>then)\b", "`then` is not expected here", "write `{if}:`"),
        (RULE, r".*\S (?P<at>then)\b", "`then` is not expected here", "what a rule concludes stands on a line of its own, without `then`"),
        (RULE, rf"at (?P<at>(steps? )?(?P<x>{NAME}\.{NAME}))$", "at which step a rule works is said with `step`", "write `at step {x}`"),
        (RULE, r"rule \S+ (?P<at>\((?P<cite>[^)]*)\))", "a citation stands in square brackets", "write `[{cite}]`", HEAD),
        (RULE, r"rule \S+ (?P<at>\d+(\.\d+)*)$", "a citation stands in square brackets", "write `[{at}]`", HEAD),
        (RULE, r"(?P<at>at (?P<edge>start|end) of) (?P<part>.+)", "`{at}` is not expected here", "write `at the {edge} of {part}`"),
        (RULE, r"says (?P<at>[a-zA-Z{].*)", "what a rule says stands in quotes", 'write `says "{at}"`'),
        (RULE, rf"(?P<at>\+) ?(?P<n>{NUMBER})$", "what happens to a number is said in words", "write `adds {n}`"),
        (RULE, rf"(?P<at>-) ?(?P<n>{NUMBER})$", "what happens to a number is said in words", "write `subtracts {n}`"),
        (RULE, r"adds (?P<at>\+) ?(?P<n>.+)", "a number has no plus before it", "write `adds {n}`"),
        (RULE, rf"(?P<at>plus) (?P<n>{NUMBER})$", NOT_BUT, "write `adds {n}`"),
        (RULE, rf"(?P<at>minus) (?P<n>{NUMBER})$", NOT_BUT, "write `subtracts {n}`"),
        (RULE, rf"(?P<at>times|\*|x) ?(?P<n>{NUMBER})$", NOT_BUT, "write `multiplies it by {n}`"),
        (RULE, rf"(?P<at>(?P<how>multiplies|divides) by) (?P<n>{NUMBER})$", "what is multiplied or divided is called `it`", "write `{how} it by {n}`"),
        (RULE, rf"(?P<at>at (?P<end>most|least)) (?P<n>{NUMBER})$", NOT_BUT, "write `holds it to at {end} {n}`"),
        (RULE, r"in force (?P<at>since|after)\b", "`{at}` is not expected here", "write `in force from` and the year"),
        (RULE, r"in force (?P<at>till|before|to)\b", "`{at}` is not expected here", "write `in force until` and the year"),
        (RULE, r"when (.*\b(and|or|not) )?(?P<at>there (are|is (any|an?|no|one|two|three|four|more|at)))\b", "things are not counted with `{at}`", "write `when count(unit v in here) >= 2`, or `when any unit v in here`"),
        (RULE, r"(?P<at>.*\b(cannot|can|may|must|mustn|shall))\b", "a rule does not say `{at}`", "write `forbids ACTION.PICK`, and below it `when` this is so"),
        (RULE, r'(?!when\b)[^"]*\S (?P<at>when (?P<c>.+))', "a condition stands on a line of its own", "write `when {c}` below"),
        (RULE, r'(?!when\b)[^"]*\S (?P<at>(if|provided) (?P<c>.+))(?<!:)$', "a condition stands on a line of its own", "write `when {c}` below"),
        (RULE, r"(?P<how>adds|subtracts) (?P<n>.+?) (?P<at>(to|from) .+)", "what a number is added to is said by `at step`", "write `{how} {n}`, and `at step QUANTITY.STEP` as a line of its own"),
        ("", rf"draw (?P<v>{NAME}) in .*?(?P<at>as) (?P<name>{NAME})", "`draw` names what is drawn by its first word", "leave `as {name}` out, or write `draw {name} in ...`"),
        ("", rf".*?for each (?P<v>{NAME}) (?P<at>of|off|from|out of|among) (?P<set>\{{.+?\}}|{NAME})", "`{at}` does not say through what `for each` runs", "write `for each {v} in {set}`"),
        # ---- conditions
        ("", rf".*?(?P<at>(?P<how>more than|fewer than|less than|at least|at most) (?P<n>\d+) (?P<kind>{NAME}) (?P<rest>(?:{NAME} )?in \S+))", "things are not counted with `{at}`", "write `count({kind} {rest})` and a comparison, such as `> {n}`"),
        ("", r".*?\blinked (?P<at>from)\b", "`from` is not expected here", "write `linked to`: what is found is linked to it"),
        ("", rf".*?\bevery (?P<v>{NAME}) in (?P<set>[^\s()]+) (?P<at>where) (?P<c>[^()]+?) satisfies (?P<d>.+)", "`every` is not narrowed by `where`", "write `every {v} in (those {v} in {set} where {c}) satisfies {d}`"),
        ("", rf".*?\bevery (?P<kind>{NAME}) (?P<v>{NAME})(?P<rest>( in [^\s()]+)?) (?P<at>where) (?P<c>[^()]+?) satisfies (?P<d>.+)", "`every` is not narrowed by `where`", "write `every {v} in (those {kind} {v}{rest} where {c}) satisfies {d}`"),
        ("", rf"(?!goal\b).*?\b(any|no|one|those|count\() ?(?P<kind>{NAME}) (?P<v>{NAME}) (?P<at>(?!in\b|where\b|within\b|and\b|or\b|linked\b|with\b|whose\b|which\b|who\b|having\b){NAME}-{NAME}) ", "what is looked for is narrowed by `where`", "write `where` before what holds of it, as in `where {v} {at} ...`, or `where {v}.hex {at} ...`"),
        ("", rf".*?\b(?P<x>{NAME}(\.{NAME})*) (is )?(?P<at>(adjacent|next) to) (?P<y>\S+)", "`{at}` is not a comparison of the law", "write `{x} adjacent-to {y}`"),
        ("", rf".*?\b(?P<x>{NAME}(\.{NAME})*) (is )?(?P<at>within) (?P<n>\d+)( hex(es)?)? (of|from) (?P<y>\S+)", "`{at}` is not a comparison of the law", "write `distance({x}, {y}) <= {n}`"),
        ("", r".*?(?P<x>[^\s(]+(\([^()]*\))?) is (?P<at>(less|smaller|fewer|lower) than) (?P<y>\S+)", "`{at}` is not a comparison of the law", "write `{x} < {y}`"),
        ("", r".*?(?P<x>[^\s(]+(\([^()]*\))?) is (?P<at>(more|greater|larger|bigger|higher) than) (?P<y>\S+)", "`{at}` is not a comparison of the law", "write `{x} > {y}`"),
        ("", rf".*?\b(?P<x>{NAME}) is (?P<at>in) (?P<y>\S+)", "`is in` is not a comparison of the law", "a thing stands in its hex: write `{x}.hex is {y}`; of a set, `{x} in {y}`"),
        ("", rf".*?(?P<x>{WHAT}) (?P<at>is at least) (?P<y>\S+)", "`{at}` is not a comparison of the law", "write `{x} >= {y}`"),
        ("", rf".*?(?P<x>{WHAT}) (?P<at>is at most) (?P<y>\S+)", "`{at}` is not a comparison of the law", "write `{x} <= {y}`"),
        ("", rf".*?(?P<x>{WHAT}) (?P<at>is neither) (?P<y>{NAME}) nor (?P<z>{NAME})", "`{at}` is not a comparison of the law", "write `{x} not in {{{y}, {z}}}`"),
        ("", rf".*?(?P<x>{WHAT}) (?P<at>is either) (?P<y>{NAME}) or (?P<z>{NAME})", "`{at}` is not a comparison of the law", "write `{x} in {{{y}, {z}}}`"),
        ("", rf".*?(?P<x>{WHAT}) (?P<at>is (?P<verb>{NAME}(?<=-to|-by|-of|-on|-in|-at)|{NAME}(?<=-for)|{NAME}(?<=-from|-with))) (?!{JOINS}\b){NAME}", "a verb between two has no `is` before it", "write `{x} {verb} ...`"),
        ("", rf".*?\b(?P<at>number of (?P<kind>{NAME}) in (?P<x>[^\s)]+))", "things are counted by `count`", "write `count({kind} v in {x})`"),
        ("", rf"(?!goal\b).*?\b(any|no|every|each|those|one) {NAME} {NAME}( in \S+)? (?P<at>with|whose|which|who|having)\b", "what is looked for is narrowed by `where`", "write `where` for `{at}`, and say in full what holds, as in `where v.side is ...`"),
        ("", r".*?(?<![\w.:])(?P<at>(?P<m>\d+):(?P<n>\d+))(?![\w:])", "`{at}` is not a number of the law", "odds are written `{m}-{n}`, a fraction `{m}/{n}`"),
        ("", r".*?\b(and|or|where|when) (?P<at>and|or|where|is|in)\b", "`{at}` stands where a condition begins", "leave out one of the two"),
        ("", r".*?\bin (?P<at>those \S+( in \S+)?)", "what a set is chosen by has no end here", "put it in round brackets: `in (those ... where ...)`"),
        ("", r".*?(?P<a>[^ <>]+) ?(?P<op><=?) ?(?P<b>[^<>]+?) ?(?P<at><=?) ?(?P<c>[^ <>]+)", "two comparisons stand in one", "write `{a} {op} {b} and {b} {at} {c}`"),
        ("", r".*?\buntil (?P<at>the) (?P<edge>start|end) of\b", "a moment has no `the`", "write `until {edge} of` and a part of the sequence"),
        ("", r".*?\b(?P<at>max|maximum|highest|largest|greatest)\((?=.* for )", "`{at}` is not a word of the law", "write `most(... for v in ...)`"),
        ("", r".*?\b(?P<at>min|minimum|lowest|smallest)\((?=.* for )", "`{at}` is not a word of the law", "write `least(... for v in ...)`"),
        ("", r".*?\b(?P<at>(?P<how>sum|least|most) of) (?P<n>.+?) for (?P<v>.+)", "what is added up or chosen stands in round brackets", "write `{how}({n} for {v})`"),
        ("", rf".*?(?<![\w.-])(?P<at>(?P<n>\d+)(?P<x>(?!d\d){NAME}))", "a number and a name stand in one word", "to multiply, write `{n} * {x}`"),
        ("thing", rf"replaces (?P<a>{NAME}) = .*? (?P<at>secret)\b", "whether `{a}` is a secret is said where it is declared, and `replaces` gives it another default alone", "leave `secret` out; to hide what rules read as `{a}`, declare an attribute of another name as secret, and `quantity {a} of ...` whose rule makes it that"),
        ("", rf".*?[<>=] ?\d[\d/ ]*? (?P<at>(?!(?:and|as|or|then|where|satisfies|worth|counted|by|with|at|does|costs|until|for|gives)\b){NAME})", "a number stands alone", "leave `{at}` out: a written number is of the measure that is wanted there"),
        # ---- statements
        (DOING, r"roll (?P<at>\d*d\d+)$", "the die has no name", "write `roll {at} as pips`: what it shows is then called `pips`"),
        (DOING, r"(?P<at>while) (?P<c>.+):$", "no statement is repeated `while` something holds", "a number of times is `for each n in numbers(1, 3):`; a part of the sequence can run `while {c}`"),
        (DOING, r"(?:if|let|set) .*?(?P<at>roll (?P<die>\d*d\d+))", "dice are thrown by a statement of their own", "write `roll {die} as x` on a line above, and `x` here"),
        (DOING, r"set (?P<x>\S+) (?P<at>(?P<sign>[+-]) ?(?P<y>.+))", "`to` is missing before the new value", "write `set {x} to {x} {sign} {y}`"),
        (DOING, r"set (?P<x>\S+) (?P<at>=|:=|is) ?(?P<y>.+)", "`{at}` is not expected here", "write `set {x} to {y}`"),
        (DOING, r"(?P<at>unmark|unset) (?P<x>.+) as (?P<flag>\S+)", "no statement begins with `{at}`", "write `clear {flag} from {x}`"),
        (DOING, r"(?P<at>delete|destroy|discard|eliminate|erase|kill) (?P<x>.+)", "no statement begins with `{at}`", "write `remove {x}`"),
        (DOING, r"(?P<at>add|increase) (?P<n>\S+) to (?P<x>\S+)$", "no statement begins with `{at}`", "write `set {x} to {x} + {n}`"),
        (DOING, r"(?P<at>increase|raise) (?P<x>\S+) by (?P<n>\S+)$", "no statement begins with `{at}`", "write `set {x} to {x} + {n}`"),
        (DOING, r"(?P<at>subtract|take) (?P<n>\S+) from (?P<x>\S+)$", "no statement begins with `{at}`", "write `set {x} to {x} - {n}`"),
        (DOING, r"(?P<at>decrease|lower|reduce) (?P<x>\S+) by (?P<n>\S+)$", "no statement begins with `{at}`", "write `set {x} to {x} - {n}`"),
        (HAPPENING, rf"(?P<x>{NAME}(\.{NAME})+) ?(?P<at>(?P<sign>[+-])=) ?(?P<y>.+)", "`{at}` is not a sign of the law", "write `set {x} to {x} {sign} {y}`"),
        (HAPPENING, rf"(?P<x>{NAME}(\.{NAME})+) ?(?P<at>=|:=) ?(?P<y>.+)", "a statement begins with what is done", "write `set {x} to {y}`"),
        (DOING, rf"let (?P<x>{NAME}) (?P<at>=|:=|is|to) ?(?P<y>.+)", "`{at}` is not expected here", "write `let {x} be {y}`"),
        (DOING, rf"for (?P<at>(?!each\b){NAME}[^:]*):?$", "`each` is missing behind `for`", "write `for each {at}`"),
        (DOING, rf"remove (?P<x>{NAME}) (?P<at>from\b.*)", "`{at}` is not expected here", "leave it out: what is removed is gone; to take it off the map and keep it, write `move {x} to none`"),
        ("action", r"(?P<at>does):?$", "`does:` stands at the end of the line of its pick", "write it behind what is picked; what happens stands below that, indented"),
        (HAPPENING, rf"(?P<at>(?!(?:if|and|or|not|in|is)\b){NAME})(?P<given>\(.*\))$", "no statement begins with `{at}`", "to carry out an effect, write `do {at}{given}`"),
        (DOING, rf"draw (?P<at>(one|a|any) (of )?)(?P<of>{NAME}(, *{NAME})+)( as .*)?$", "what is drawn has a name, and what it is drawn from is a set", "write `draw x in {{{of}}}`"),
        (DOING, rf"(?P<how>do|announce) (?P<at>{NAME})$", "what `{at}` is about is not said", "write `{how} {at}(...)`; where it is about nothing, `{how} {at}()`"),
        (DOING, rf"(?P<at>(?P<x>{NAME}) ?(:?=|is) ?(roll\W*)?(?P<die>\d*d\d+)\)?)", "a statement begins with what is done", "write `roll {die} as {x}`"),
        (DOING, rf"pick {NAME}\((?P<at>(?P<type>{NAME}) (?P<x>{NAME}))\)", "a name stands before what it is of", "write `({x}: {type})`"),
        (DOING, rf"pick (?P<at>(?P<type>{NAME}) (?!optionally|repeatedly|does)(?P<x>{NAME}))", "a pick has a name, and in brackets what is picked", "write `pick NAME({x}: {type})`"),
        (DOING, r"pick .*\bfrom (?P<at>(?P<m>-?\d+) ?(to|until|-|\.\.) ?(?P<n>\S+))", "what is picked is one of a set", "write `from numbers({m}, {n})`"),
        (DOING, rf"(?P<x>{NAME}(\.{NAME})+) (?P<at>becomes|is now|gets|is(?! now)) (?P<y>.+)", "a statement begins with what is done", "write `set {x} to {y}`"),
        (DOING, rf"mark (?P<x>\S+) as (?P<name>{NAME}) (?P<at>(?!until\b).+)", "what is marked is yes or no, and has no other value", "write `set {x}.{name} to {at}`"),
        (DOING, rf"mark (?P<x>{NAME}) (?P<at>(?!as\b){NAME})$", "`{at}` is not expected here", "write `mark {x} as {at}`"),
        (DOING, rf"move (?P<x>{NAME}) (?P<at>((in|into|onto|on) )?(?P<y>(?!(?:to|in|into|onto|on)\b){NAME}(\.{NAME})*))$", "`{at}` is not expected here", "write `move {x} to {y}`"),
        ("sequence", rf"phase {NAME} .*?(?P<at>until) (?P<c>[^:]+)", "a part is not run `until` something", "write `while not ({c})`: it is run again as long as that holds"),
        ("action", r"open (?P<at>during|at|on|while)\b", "`{at}` is not expected here", "write `open in` and a part of the sequence"),
        ("sequence", rf"phase {NAME} .*?(?P<at>for (?!each\b)(?P<x>[^:]+?))(?=:|$| if | while )", "whose turn it is stands behind `by`", "write `by {x}`; for several, `for each s in ...`"),
        ("thing", rf"{NAME}: .*?(?<!lasting )(?P<at>(until|for|till) (?P<rest>(the )?(end|start|beginning) of .*))", "how long it lasts is not expected here", "write `lasting until end of PART`"),
        ("words", rf"(?P<what>{NAME} [^\s\":]+):? (?P<at>(?P<forms>\".*))", "`reads` is missing before the phrase", "write `{what} reads {forms}`"),
        ("words", rf"(?P<what>{NAME} \S+ reads) (?P<at>[^\"\s].*)", "a phrase stands in quotes", 'write `{what} "..."`, each form in quotes of its own'),
        ("words", rf"(?P<what>{NAME} \S+ reads \"[^\"]*\").*?(?P<at>,)", "the forms of a phrase are divided by `/`", "write `/` for `,`"),
        ("sequence", rf"phase {NAME}.*? (?P<at>(?P<where>before|after) (?P<part>{NAME}))", "`{at}` is not expected here", "write `{where} {part}:` on a line of its own, and the phase below it, indented deeper"),
        ("quantity", r"starts? (?P<at>at|from|as)\b", "`{at}` is not expected here", "write `starts with`"),
        ("action", r"pick (?!.*\bcounted\b).*?(?P<at>costs (?P<n>.+?))(?= does\b|$)", "in what the cost is added up is not said", "write `costs {n} counted in x.ATTRIBUTE`"),
        ("action", r"pick .*(?<!does)(?P<at>:)$", "`:` is not expected here", "what a pick does stands below `does:`"),
        (DOING, r"(?P<at>otherwise (?P<if>if .+?)):?$", "`otherwise` has no condition", "write `otherwise:`, and `{if}:` below it, indented"),
        (DOING, rf"pick (?P<at>(?P<x>{NAME}): ?(?P<type>{NAME}))", "a pick has a name, and in brackets what is picked", "write `pick NAME({x}: {type})`"),
        # ---- the first line of an item, and what is declared
        (DECLARED, rf"[a-z]+ {NAME}\(([^()]*, ?)?(?P<at>(?P<type>{NAME}) (?P<x>{NAME})) ?[,)]", "a name stands before what it is of", "write `{x}: {type}`", HEAD),
        ("fact", rf"fact (?P<a>{NAME}: ?{NAME}) (?P<at>is (?P<verb>{NAME})) (?P<b>{NAME}: ?{NAME})", "an adjective is said of one thing: one that is between two is a verb, and has no `is`", "write `fact {a} {verb} {b}`", HEAD),
        (DECLARED, rf"[a-z]+ {NAME}\(([^()]*,)? ?(?P<at>{NAME}) ?[,)]", "of what type `{at}` is, is not said", "write it behind a colon, such as `{at}: hex`", HEAD),
        ("fact|quantity|table|tally|reach", rf"(?P<head>[a-z]+ {NAME} ?\([^()]*\)) (?P<at>(set of )?{NAME}( or none)?)( *\[.*)?", "a `:` is missing before the type", "write `{head}: {at}`", HEAD),
        ("fact", rf"fact (?P<name>{NAME}) (?P<at>(of|for)) (?P<of>{NAME}: ?{NAME})", "what a fact is about stands in round brackets", "write `fact {name}({of}): TYPE`", HEAD),
        ("fact", rf"fact (?P<name>{NAME}): ?(?P<at>(set of )?{NAME}(/no)?( or none)?)( *\[.*)?$", "what the fact is about is not said", "write `fact {name}(...): {at}`; of nothing, `fact {name}(): {at}`", HEAD),
        ("choice", rf"(?P<at>[-*]) (?P<x>{NAME})", "no line begins with `{at}`", "write `{x}`, with a comma before the next"),
        ("thing|record|order|words", r"(?P<at>[-*]) (?P<rest>.+)", "no line begins with `{at}`", "write `{rest}`"),
        ("choice", r'(?P<at>"[^"]*")\s*(,.*)?$', "a value of a choice is a name, not a text", "leave the quotes out, and join its words by hyphens"),
        ("quantity", rf"quantity (?P<name>{NAME}) (?P<at>also)\s*(\[.*)?$", "what the quantity is about stands behind its name", "repeat it from where `{name}` is declared: `quantity {name} also (...)`", HEAD),
        ("chapter", rf'chapter .*" if (?P<at>(?!option|situation){NAME})', "what `{at}` is, is not said", "write `if option {at}`, or `if situation {at}`", HEAD),
        ("situation", rf"(?P<at>situation {NAME}( \[.*\])?)$", "the situation has no title", 'write `{at} "..."`', HEAD),
        ("situation", rf"with (?P<at>(?P<option>{NAME}) (?P<how>on|off))$", "what is switched is an option", "write `with option {option} {how}`"),
        ("chapter", r'chapter (?P<at>".*")', "a chapter cites its source before its title", "write `chapter [SOURCE 1] {at}`", HEAD),
        ("chapter", r"chapter (?P<at>\[.*\])$", "the chapter has no title", 'write `chapter {at} "..."`', HEAD),
        ("drop", r"drop .*?(?P<at>,)", "one thing is dropped at a time", "write a line `drop ...` for each", HEAD),
        ("drop", rf"drop (?P<at>{NAME} {NAME})", "`{at}` cannot be dropped", "`drop` takes the name of a rule, or `action`, `effect`, `part`, `phase`, `default` or `settlement` and a name", HEAD),
        ("thing", rf"stands (?P<at>on|at|upon) (?P<y>{NAME})", "`{at}` is not expected here", "write `stands in {y}`"),
        ("thing", rf"stands in {NAME}(?P<at>,) ?(?P<y>{NAME})", "the places that a thing can stand in are joined by `or`", "write `or {y}`"),
        ("thing", rf"(?P<at>secret) (?P<rest>{NAME}: ?\S+.*)", "`secret` stands behind the type", "write `{rest} secret`"),
        ("thing|record|order", rf"(?P<at>(?!(?:stands|replaces)\b)(?P<x>{NAME}) (?P<type>yes/no|whole|exact|text|set of {NAME}))\b", "a `:` is missing behind `{x}`", "write `{x}: {type}`"),
        ("thing", rf"(?P<x>{NAME}): (?P<type>whole|exact|text|{NAME}) (?P<at>{NUMBER}|\"[^\"]*\"$)", "the default stands behind `=`", "write `{x}: {type} = {at}`"),
        ("thing|record|order", rf"(?P<at>{NAME})$", "of what type `{at}` is, is not said", "write it behind a colon, such as `{at}: yes/no` or `{at}: whole = 0`"),
        ("option", r"default (?P<at>yes|true)\b", "`{at}` is not expected here", "an option is `on` or `off`: write `default on`"),
        ("option", r"default (?P<at>no|false)\b", "`{at}` is not expected here", "an option is `on` or `off`: write `default off`"),
        ("ruling", r'answers (?P<at>(?!(yes|no)\b|")\S+)', "`{at}` is not an answer", 'write `yes` or `no`, or the answer in quotes'),
        # ---- anywhere
        ("", r"(?P<at>[A-Z][\w'-]* .+)", "a text stands in quotes", 'write `"{at}"`'),
        ("", rf".*?\b(?P<at>the) (?!start|end|players|game){NAME}", "`the` is not a word of a condition", "leave it out, and say whose it is: `there.ground`, not `the ground`"),
        # ---- questions
        ("after", rf"after (?P<e>{NAME}\(.*?\)) (?P<at>(?P<x>{NAME}.*))", "a `:` is missing behind what is tried", "write `after {e}: {x}`", HEAD),
        ("", rf"(?P<at>{NAME}\.{NAME})\(", "`{at}` is a pick, and has no value", "to ask whether it may be made, write `may {at}(...)`", HEAD),
    )
)  # fmt: skip
PATTERNS = tuple((re.compile(habit.items), re.compile(habit.line), habit) for habit in HABITS)


def habit_in(line: str, item: str, is_head: bool) -> HabitFound | None:
    """Returns the habit that a line shows; `item` is the word that the item begins with."""
    written = line.split("#")[0].strip()
    if len(written) > MAX_LINE_LENGTH:
        return None
    for items, pattern, habit in PATTERNS:
        if habit.head != is_head or (habit.items and not items.fullmatch(item)):
            continue
        found = pattern.match(written)
        if found is not None:
            start = line.index(written) + found.start("at")
            words = found.groupdict()
            return HabitFound(
                start, start + len(found["at"]), habit.message.format(**words), habit.help.format(**words)
            )
    return None

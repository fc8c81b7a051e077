"""What every code of a finding means: its title and one sentence for whoever meets it the first time.

The codes of the data readers (HX1..) are explained where they are used, in `data/`; they are taken over here, so that
this table knows them all. HX20: the text; HX21 - 24: names and types; HX25: declarations; HX26: rules; HX27: options,
disputes and rulings; HX28, HX29: the law as a whole; HX30: modules; HX31, HX32: cases, questions and games; HX40,
HX41: what moves a game on.
"""

from __future__ import annotations

from dataclasses import dataclass

from hexlaw.compiler.data import CODES as DATA_CODES


@dataclass(frozen=True)
class Meaning:
    title: str
    sentence: str


def _of_data(title: str) -> Meaning:
    return Meaning(title, f"A data file of the module cannot be used as it stands: {title}.")


_LAW: dict[str, tuple[str, str]] = {
    "HX201": (
        "a line outside every item",
        "Text is indented before the first item, so nothing says what it belongs to.",
    ),
    "HX202": (
        "an item out of bounds",
        "An item is too long, its brackets go too deep or a number in it has too many digits.",
    ),
    "HX203": ("a tab", "Indentation is made of blanks, because editors disagree about the width of a tab."),
    "HX204": (
        "text that is no law",
        "The grammar has no place for what stands here; the rest of the item was not read.",
    ),
    "HX205": ("no question", "A question is one line of law; this one is empty, too long or of several lines."),
    "HX206": ("a line that stands twice", "An item says once what can only be said once; a second line would be lost."),
    "HX207": (
        "law that cannot be formatted",
        "The canonical form would lose a line that nothing reads, or mean something else; the file was not touched.",
    ),
    "HX208": ("a file that is not formatted", "It is a link, is read-only or holds no law; it was left as it was."),
    "HX211": (
        "an unknown type or kind",
        "A type, choice or kind of thing is named that was not declared, or cannot be one.",
    ),
    "HX212": ("a name that is taken", "The name is declared twice, or is one of the machine's own words."),
    "HX213": ("an unfinished quantity", "A quantity needs a type and a line that says what it starts with."),
    "HX221": ("an unknown source", "A citation begins with a key that no manifest of the chain declares."),
    "HX231": ("types that do not go together", "A value stands where one of another type is wanted."),
    "HX232": ("`it` outside a step", "`it` is the number a step works on, and means nothing elsewhere."),
    "HX233": ("an ambiguous word", "Several choices have this value, and nothing here tells which is meant."),
    "HX234": ("an unknown name", "Nothing of this name is known where it is used."),
    "HX235": ("a malformed number", "The number cannot be read, such as a fraction with nothing below its line."),
    "HX236": ("an unknown hex or unit", "The map has no such hex, the charts have no such unit, or no map is in play."),
    "HX237": ("an unknown attribute", "What it is asked of has no attribute or field of this name."),
    "HX238": ("wrong arguments", "Something is called with too many, too few or wrongly named arguments."),
    "HX239": ("a name used twice in one scope", "A new name would hide one that already means something here."),
    "HX240": ("something nested too deeply", "An expression or a block goes deeper than anybody could read aloud."),
    "HX241": ("a word that describes nothing here", "After `is` stands a word that cannot be true of such a thing."),
    "HX251": ("something that cannot be set", "Only attributes of things are set, marked and counted in."),
    "HX252": ("a place it cannot stand in", "The kind is not declared to stand in places of this sort."),
    "HX253": ("dice out of range", "Too many dice at once, or dice with too few or too many faces."),
    "HX254": ("a default that is none", "A default is a written value of an attribute; fields of records have none."),
    "HX255": ("an unknown axis", "A table is told how to read an axis that it does not have."),
    "HX256": (
        "a reach that follows no pick",
        "A reach follows a repeated pick with a cost, and takes what that pick takes.",
    ),
    "HX257": ("a pick from nothing", "What a pick chooses from is neither said nor plain from its type."),
    "HX258": ("a table file without a declaration", "No `table` names this file, so nobody would ever read it."),
    "HX261": (
        "a rule without one conclusion",
        "A rule concludes exactly one thing, in one of the forms that rules know.",
    ),
    "HX262": ("an unknown rule", "A link, a ruling or a `drop` names a rule or step that is not there."),
    "HX263": ("an unknown action or pick", "A prohibition or question names an action or pick that is not there."),
    "HX264": ("an unknown quantity or step", "A change, rounding or limit names a quantity or step wrongly."),
    "HX265": ("a requirement without a moment", "A requirement says whether it holds at all times or at rest."),
    "HX266": ("parameters renamed", "A rule repeats the parameters of its fact as they are declared."),
    "HX267": ("a line in the wrong rule", "A line of this sort belongs to rules with another conclusion."),
    "HX271": ("an unknown option", "An option is named that was not declared."),
    "HX272": ("an unknown dispute or reading", "A dispute or reading is named wrongly, or a dispute is unfinished."),
    "HX273": (
        "an unknown ruling",
        "A ruling is named that was not declared, or rulings supersede each other in a circle.",
    ),
    "HX274": ("a ruling that no case shows", "Every ruling names cases that exist, so that it can be tried."),
    "HX275": (
        "options that do not go together",
        "An option can never be on, or what is on by default or in a situation excludes something else that is on.",
    ),
    "HX276": ("a ruling whose cases show others", "Its cases show entries of the same source, and none of them is it."),
    "HX281": ("a rule without a source", "Every rule and ruling cites the place it was taken from."),
    "HX282": ("a link that does not fit", "A link joins rules that it cannot join, or a rule to itself."),
    "HX283": ("a circle", "Answering a question, or carrying something out, would lead back to itself."),
    "HX284": ("fractions left open", "A quantity is halved or divided, and no rule says what becomes of fractions."),
    "HX285": ("a fact that nothing decides", "No rule gives the fact a value, and it has no `otherwise`."),
    "HX286": ("a rule of another game", "The rule cites none of the sources that the game speaks for."),
    "HX287": (
        "a limit that speaks of the unknown",
        "What limits or lifts a rule uses names that are not known in that rule's case.",
    ),
    "HX288": ("a cell that nothing reads", "A table, or some of its cells, is printed and read by no rule."),
    "HX289": ("a name that nothing uses", "It is declared, and nothing begins it, asks it or hangs on it."),
    "HX290": ("a name that looks misspelt", "A word of a name stands nowhere else, and is nearly one that does."),
    "HX291": ("a rule that never applies", "The conditions of the rule exclude each other, whatever the position."),
    "HX292": ("a limit that never bites", "The rule and what it limits or lifts can never hold together."),
    "HX293": ("rules that contradict each other", "In some position both apply, disagree, and neither gives way."),
    "HX294": (
        "a pick that nobody can make",
        "What a pick is chosen from is empty, or what forbids it does so wherever it could be made.",
    ),
    "HX301": ("no such module", "The module that is asked for cannot be found."),
    "HX302": (
        "a chain that does not hold",
        "What a module extends is missing, goes round in a circle or goes on too long.",
    ),
    "HX303": ("an add-on that does not fit", "An add-on stands alone, or on a module that it was not made for."),
    "HX304": ("a module too large", "The module has more files, text, items or links than the machine reads."),
    "HX305": ("a link out of the module", "A file of the module is a link to something that is not in it."),
    "HX306": ("a need that is not met", "An add-on needs a name of the law below that is not there."),
    "HX307": ("an abstract module", "An abstract module is asked through the games that extend it."),
    "HX308": (
        "files that go by one name",
        "Their names differ in great and small letters alone, or in a board's prefix.",
    ),
    "HX311": ("a case that is there twice", "Two cases of a file have one name."),
    "HX312": (
        "no such board or map",
        "A case names a board or map that is not there, or boards that cannot be joined.",
    ),
    "HX313": ("a piece that cannot be placed", "A piece of a case has no sort, an unknown one, or no place to stand."),
    "HX314": (
        "an attribute that cannot be given",
        "A case gives something an attribute that it does not have, or a wrong value.",
    ),
    "HX315": ("a `let` without a value", "A name of a case stands for something that has no value in its position."),
    "HX316": ("a case that cannot be run", "The case asks nothing, or asks or expects what no case can."),
    "HX317": ("an expectation that does not fit", "What is expected cannot be the answer to what is asked."),
    "HX318": ("no such case", "No case of this name was found."),
    "HX319": ("no case files", "The folder holds no file called `NAME.cases.yaml`."),
    "HX401": ("an unknown part of the sequence", "The sequence has no turn, phase, step or other part of this name."),
    "HX402": (
        "a moment of nobody",
        "Whose moment it is, is said by a side, or in an attribute by `its` and another attribute that names a side.",
    ),
    "HX403": ("an unknown point", "An action goes back only to a point that stands further up in it."),
    "HX404": ("a borrowed pick out of place", "The pick of another action speaks of names that mean nothing here."),
    "HX405": ("an unknown event", "A hook or an `announce` names an event that was not declared."),
    "HX406": ("an unknown order", "An order is written that was not declared."),
    "HX407": ("an unknown task", "A task is named that was not declared."),
    "HX408": ("a happening without a time", "A hook says after what, or at which edge of the sequence, it happens."),
    "HX409": (
        "an unknown memory or tally",
        "What begins, lapses, counts or resets names a memory or tally wrongly, or with too many or too few things.",
    ),
    "HX410": ("nobody who plays", "A law with a sequence, orders or tasks declares its sides as `choice side`."),
    "HX411": ("crews of several kinds", "All tasks of a law have crews of one kind."),
    "HX412": ("a task without a stage", "A task goes through stages, one at least."),
    "HX413": ("an order that never falls due", "Nothing says when the order is carried out, and nothing looks for it."),
    "HX414": (
        "hooks that write over each other",
        "Both surely happen at one moment and set one attribute differently, so their order has to be said.",
    ),
    "HX415": (
        "a repeat that need not end",
        "What is done again and again uses nothing up that decides whether it may be done again.",
    ),
    "HX416": (
        "a pick that gives a secret away",
        "Which picks a side has hangs on a secret attribute of things that need not be its own.",
    ),
    "HX417": ("a secret that nobody knows", "What belongs to no side has no secrets, and whose a thing is, is none."),
    "HX320": (
        "a midst of play that cannot be",
        "A case names a side, a part of the sequence, a memory or a tally that the law does not have.",
    ),
    "HX321": ("a situation that cannot be played", "Its file or its declaration is missing, or says what cannot be."),
    "HX322": ("options that do not go together", "A game is asked for under options or readings that the law refuses."),
    "HX323": ("a journal that is not whole", "The journal of a game was torn off or changed, or is no journal."),
    "HX324": (
        "a step that cannot be played",
        "A step of a case is none, or names what cannot be picked at that moment.",
    ),
    "HX327": (
        "a zone that cannot be",
        "A zone names no hex, or what is on no board, or far too many hexes.",
    ),
    "HX328": ("too many pieces", "A case or situation counts more pieces than a position has room for."),
    "HX329": (
        "a written answer that does not fit",
        "A side plays by a file of answers, and one of them cannot be given in this game.",
    ),
    "HX326": ("an unknown claim", "A case shows, or a ruling answers, what `claims.csv` does not list of its source."),
}

CODES: dict[str, Meaning] = {code: _of_data(title) for code, title in DATA_CODES.items()} | {
    code: Meaning(title, sentence) for code, (title, sentence) in _LAW.items()
}

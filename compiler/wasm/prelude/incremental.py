"""Sums that know what they read: what a position is worth behind an answer, by working out what that has changed.

A program asks what thousands of positions are worth that lie a few writes behind the one it plans from. There (`base`)
the answer is worked out by copies of the functions that note each cell they load (`noting.py`). Each call of a function
whose answers are kept is a term: its value, and behind each cell and each term, the terms that read it. Later the
writes since then are gone through, and what read a written cell is spoiled, with what read that in turn; a call of a
term that is not spoiled has the value of the base (self-adjusting computation: Acar, 2005; Adapton, 2014).

A term may be spoiled for nothing, never spared wrongly: the cells that stamp a part of the position are written with
it, so code that looks at a stamp depends on all of that part; and what is not found out by loads spoils a term always.
"""

# mypy: ignore-errors

base_of = 0  # one more than the side for which the terms hold, 0 without a base
base_mark = 0
based = 0  # whether terms are looked up: behind the base, while what it is worth is worked out
base_epoch = 0
noting = 0  # whether each cell that is read is noted
reading = 0  # the term that is worked out then, 0 outside of all
checked = 0  # whether each answer is held against one that is worked out from scratch
differing = 0  # how often the two were not the same
readers = 0  # where the next note of a reader lies
spoiled = 1  # the number of this look: terms that are spoiled bear it


def base(side):
    """What the position in hand is worth to a side; what is asked behind it goes by this answer."""
    global base_of, base_mark, base_epoch, noting, reading, readers
    base_of = 0
    if not NOTES_READS:
        return worth(side)
    base_mark, base_epoch, readers = logged, base_epoch + 1, READERS
    noting, reading = 1, 0
    found = worth(side)
    noting = reading = 0
    if found != NONE:
        base_of = side + 1
    return found


def worth_behind(side):
    """What the position in hand is worth, most often behind a base."""
    global based, differing, map_stamp
    if side + 1 != base_of or logged < base_mark:
        return worth(side)
    spoil_written()
    based = 1
    found = worth(side)
    based = 0
    if checked:
        before, map_stamp = map_stamp, mixed(map_stamp)  # nothing that is kept was kept under this
        differing = differing + (found != worth(side))
        map_stamp = before
    return found


def spoil_written():
    global spoiled
    spoiled = spoiled + 1
    entry = last_moved
    while entry >= base_mark and entry:
        spoil_readers(cell[entry])
        spoil_readers(cell[entry + 40])
        entry = cell[entry + 32]


def spoil_readers(at):
    note = first_reader(at)
    while note:
        term = cell[note + 8]
        if cell[term + T_SPOILED] != spoiled and cell[term + T_SPOILED] >= 0:
            cell[term + T_SPOILED] = spoiled
            spoil_readers(term)
        note = cell[note + 16]


def first_reader(at):
    """The last note of who read something, 0 where nobody did: what stands there of a base before is no such note."""
    note = cell[READ_BY + at if at < WRITTEN_END else at + T_READ_BY]
    return note if note >= READERS and note < readers and cell[note] == at else 0


def note_read(at):
    """Notes that the term in hand reads a cell, or another term."""
    global readers
    if reading == 0:
        return 0
    before = first_reader(at)
    if before and cell[before + 8] == reading:
        return 0
    if readers + 24 > READERS_END:
        return never_spared()
    cell[readers], cell[readers + 8], cell[readers + 16] = at, reading, before
    cell[READ_BY + at if at < WRITTEN_END else at + T_READ_BY] = readers
    readers = readers + 24
    return 0


def noted_load(at):
    """What a cell holds; the term in hand is noted behind it, if it belongs to the position."""
    if (at >= STAMPS and at < WRITTEN_END) or at == ACTING:
        note_read(at)
    return cell[at]


def never_spared():
    """The term in hand depends on more than is noted."""
    if reading:
        cell[reading + T_SPOILED] = -1
    return 0


def term_of(key):
    """Where a term lies, or may lie; 0 where there is no room."""
    for i in range(0, 8):
        term = TERMS + ((key + i) & (TERM_SLOTS - 1)) * TERM_SIZE
        if cell[term + T_EPOCH] != base_epoch or cell[term] == key:
            return term
    return 0


def holds_still(key):
    """The term with the value that a call had at the base, 0 where it is not known to have it here."""
    term = term_of(key)
    if term == 0 or cell[term] != key or cell[term + T_EPOCH] != base_epoch:
        return 0
    return term if cell[term + T_SPOILED] >= 0 and cell[term + T_SPOILED] != spoiled else 0


def term_begun(term, key):
    """Begins to work a term out; the one in which that is."""
    global reading
    outer = reading
    if term:
        cell[term], cell[term + T_EPOCH], cell[term + T_SPOILED] = key, base_epoch, 0
        reading = term
    return outer


def term_ended(term, outer, value):
    global reading
    if term:
        cell[term + T_VALUE] = value
        if stopped or value == MISSING:
            never_spared()
    reading = outer
    return term_read(term)


def term_read(term):
    """Notes that the term in hand reads another."""
    if term and reading:
        note_read(term)
        if cell[term + T_SPOILED] < 0:
            never_spared()
    return 0

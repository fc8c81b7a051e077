"""Incremental worth: behind an answer, only what reads a cell that the answer has written is evaluated again.

A program asks for the worth of thousands of positions that lie a few writes behind the one it plans from. At that one
(`base`) the worth is evaluated by copies of its functions that note each cell they load (`noting.py`). Each call of a
memoised function is a term, with its value; each cell and each term has a list of the terms that depend on it. Later
`invalidate_written` goes through the writes since the base and invalidates the terms that depend on these cells, and
their dependents. A call whose term is valid returns its value (self-adjusting computation: Acar, 2005; Adapton, 2014).

A valid term has the value that evaluating it now would give; one may be invalidated needlessly. A stamp is written
with each cell of its part, so code that reads it depends on the whole part; what loads do not show invalidates always.
"""

# mypy: ignore-errors

base_of = 0  # one more than the side for which the terms hold, 0 without a base
base_mark = 0
based = 0  # whether terms are looked up: while a worth behind the base is evaluated
base_epoch = 0
noting = 0  # whether each cell that is read is noted
reading = 0  # the term that is evaluated then, 0 outside of all
checked = 0  # whether each worth is compared with one evaluated from scratch
differing = 0  # how often the two were not the same
last_dependent = 0  # where the next entry of a list of dependents goes
looks = 1  # worths asked for behind a base: an invalid term has the number of this one


def base(side):
    """Returns the worth of the position in hand to a side, and makes it the base of those asked for behind it."""
    global base_of, base_mark, base_epoch, noting, reading, last_dependent
    base_of = 0
    if not NOTES_READS:
        return worth(side)
    base_mark, base_epoch, last_dependent = logged, base_epoch + 1, DEPENDENTS
    noting, reading = 1, 0
    found = worth(side)
    noting = reading = 0
    if found != NONE:
        base_of = side + 1
    return found


def worth_behind(side):
    """Returns the worth of the position in hand to a side, from the terms of the base where there is one."""
    global based, differing, map_stamp
    if side + 1 != base_of or logged < base_mark:
        return worth(side)
    invalidate_written()
    based = 1
    found = worth(side)
    based = 0
    if checked:
        before, map_stamp = map_stamp, mixed(map_stamp)  # so no memoised answer is found
        differing = differing + (found != worth(side))
        map_stamp = before
    return found


def invalidate_written():
    global looks
    looks = looks + 1
    entry = last_moved
    while entry >= base_mark and entry:
        invalidate_dependents(cell[entry])
        invalidate_dependents(cell[entry + 40])
        entry = cell[entry + 32]


def invalidate_dependents(at):
    note = first_dependent(at)
    while note:
        term = cell[note + 8]
        if cell[term + T_INVALID] != looks and cell[term + T_INVALID] >= 0:
            cell[term + T_INVALID] = looks
            invalidate_dependents(term)
        note = cell[note + 16]


def first_dependent(at):
    """Returns the first entry in the list of dependents of a cell or term, or 0; none of an earlier base."""
    note = cell[DEPENDENTS_OF + at if at < WRITTEN_END else at + T_DEPENDENTS]
    return note if note >= DEPENDENTS and note < last_dependent and cell[note] == at else 0


def note_read(at):
    """Adds the term in hand to the dependents of a cell or of another term."""
    global last_dependent
    if reading == 0:
        return 0
    before = first_dependent(at)
    if before and cell[before + 8] == reading:
        return 0
    if last_dependent + 24 > DEPENDENTS_END:
        return needs_all()
    cell[last_dependent], cell[last_dependent + 8], cell[last_dependent + 16] = at, reading, before
    cell[DEPENDENTS_OF + at if at < WRITTEN_END else at + T_DEPENDENTS] = last_dependent
    last_dependent = last_dependent + 24
    return 0


def noted_load(at):
    """Returns a cell; the term in hand depends on it, if it is part of the position."""
    if (at >= STAMPS and at < WRITTEN_END) or at == ACTING:
        note_read(at)
    return cell[at]


def needs_all():
    """Notes that the term in hand depends on more than its loads show."""
    if reading:
        cell[reading + T_INVALID] = -1


def term_of(key):
    """Returns the address of a term, or of a free place for it; 0 where there is no room."""
    for i in range(0, 8):
        term = TERMS + ((key + i) & (TERM_SLOTS - 1)) * TERM_SIZE
        if cell[term + T_EPOCH] != base_epoch or cell[term] == key:
            return term
    return 0


def valid_term(key):
    """Returns the term of a call that still has its value of the base, or 0."""
    term = term_of(key)
    if term == 0 or cell[term] != key or cell[term + T_EPOCH] != base_epoch:
        return 0
    return term if cell[term + T_INVALID] >= 0 and cell[term + T_INVALID] != looks else 0


def term_begun(term, key):
    """Begins to evaluate a term; returns the one that encloses it."""
    global reading
    outer = reading
    if term:
        cell[term], cell[term + T_EPOCH], cell[term + T_INVALID] = key, base_epoch, 0
        reading = term
    return outer


def term_ended(term, outer, value):
    global reading
    if term:
        cell[term + T_VALUE] = value
        if stopped or value == MISSING:
            needs_all()
    reading = outer
    return needs_term(term)


def needs_term(term):
    """Notes that the term in hand depends on another."""
    if term and reading:
        note_read(term)
        if cell[term + T_INVALID] < 0:
            needs_all()

"""Views, which hide what one side does not see, and names by lot, which reveal nothing of it.

A view is a row of writes on top of the log: secret values become `UNSEEN`, and things in secret places are removed.
So answers are judged on it as on any position, its stamp differs from that of the position itself, and `take_off`
undoes it before the answer is given. It is put on where a side decides, and over the past where a requirement is
compared with a position from before the view (`turn_back`). Memories are not removed: those that depend on a secret
are `HIDDEN`, and not read.
"""

# mypy: ignore-errors

veiled = 0  # one more than the side that looks; 0 without a view
veil_mark = 0
veil_stamp = 0  # the change of the stamp by the view
veil_end = 0  # the end of its writes in the log
veil_heap = 0  # the end of the lasting lists before it
imagined_by = 0  # the key of what is imagined


def put_on(side):
    """Hides what a side does not see, until `take_off`."""
    global veiled, veil_mark, veil_stamp, veil_end, veil_heap
    veil_mark, veil_heap = logged, cell[HEAP]
    before = stamp
    if by_number(VEIL, side) + leave_out_others(side):
        veiled = side + 1
        veil_stamp, veil_end = stamp - before, logged


def is_covered(written):
    """Whether the view hides a cell that a hook had written before the view was put on."""
    if veiled and written < veil_heap:
        for entry in range(veil_mark, veil_end, ENTRY):
            if cell[entry] == cell[written]:
                return 1
    return 0


def take_off():
    global veiled
    if veiled:
        veiled = 0
        undo(veil_mark)


def put_on_past(mark):
    """Hides in a position from before the view what the side that looks does not see there."""
    global past_mark
    past_mark = 0
    if veiled and mark < veil_mark:
        past_mark = logged
        by_number(VEIL, veiled - 1)


def cover(found):
    """Hides attributes, given by their cells, and removes things, given as `-1 - number`; returns how many."""
    touched_before = cell[TOUCHED]
    for at in members(found):
        if at >= 0:
            lasts_no_more(0, at)
            write(at, UNSEEN)
    for at in members(found):
        if at < 0 and has(-1 - at):
            remove(-1 - at)
    for at in members(found):
        if at >= 0 and cell[at] == MISSING:
            write(at, UNSEEN)
    write(TOUCHED, touched_before)
    return size(found)


def imagine(key):
    """Guesses what the view hides, until it is taken back: any value that the law allows, with equal chances. Things in
    secret places stay removed, and in a simultaneous part others have done nothing."""
    global imagining, imagined_by
    imagining, imagined_by = 1, key
    write(SHARES_VEILED, 0)
    return guess_since(veil_mark, key)


def guess_since(mark, key):
    begun = pending
    for entry in range(mark, logged, ENTRY):
        at = cell[entry]
        if cell[at] == UNSEEN:
            add(at)
            add(by_number(GUESS, at, key))
        if at >= HIDDEN_ANY and at < HIDDEN_END and cell[at]:
            add(at)
            add(2)  # so that the stamp differs from that of the view
    for here in range(begun, pending, 16):  # all are guessed before any is written
        write(cell[here], cell[here + 8])
    return forget(begun)


def cover_again():
    """Hides what the side that looks does not see in a position that was restored, and guesses it as before."""
    mark = logged
    if veiled:
        by_number(VEIL, veiled - 1)
        if imagining:
            guess_since(mark, imagined_by)


def guess_among(count, or_none, key):
    """One of so many values, or none."""
    found = part_of(key, count + or_none) - or_none
    return NONE if found < 0 else found


def guess_member(of, or_none, key):
    """One of a list, or none; `NONE` where that is empty."""
    count = size(of) + or_none
    found = part_of(key, count) - or_none if count else -1
    return NONE if found < 0 else cell[of + 8 + (found << 3)]


def guess_as_seen(kind, column, nothing, key):
    """A value that is seen of another thing of the kind, or the default."""
    begun = pending
    things = of_kind(kind)
    for thing in members(things):
        x = cell[column + (thing << 3)]
        if x > UNSEEN or x == NONE:
            add(x)
    found = guess_member(listed(begun), 0, key)
    return nothing if found == NONE else found


def hide(thing, secret):
    """Marks a secret of a thing as hidden: memories that depend on it are not read."""
    write(HIDDEN_ANY + (secret << 3), 1)
    return write(HIDDEN + ((secret * THINGS + thing) << 3), 1)


def is_as(before):
    """Whether the position has the stamp that it had before; where a view is on, as far as can be seen."""
    return stamp == before or (veiled and stamp == before + veil_stamp)


def goes_round():
    """Stops where a part of the sequence runs again and nothing has changed, except perhaps behind a view."""
    return not_known(UNSEEN) if veiled else exhausted()


# ---- names by lot (`play/chance.py`)


def make_by_lot(first, lot, word):
    """Makes a thing with a name by lot, or in order where the game has no seed for names; it stands nowhere yet. A slot
    of the pool is used once in a game, since the journal has its name."""
    used = LOT_USED + (lot << 3)
    if cell[used] == MADE:
        full(MADE_FULL)
    x = MADE_AS[first + cell[used] - CAPACITY]
    write(used, cell[used] + 1)
    key = folded(folded(cell[NAMES_KEY], word), number_of_whole(cell[LOTS_DRAWN]))
    tried = number = 0
    while number == 0 or is_taken((lot << 32) + number):
        number = tried if cell[NAMES_KEY] == NONE else part_of(folded(key, number_of_whole(tried)), LOT_SPREAD + tried)
        number, tried = number + 1, tried + 1
    if cell[NAMES_KEY] != NONE:
        write(LOTS_DRAWN, cell[LOTS_DRAWN] + 1)
    write(LOT_NAME + (x << 3), (lot << 32) + number)
    write(THING_NUMBER + (x << 3), folded(folded(WORD_MADE, word), number))
    return come_into_being(x)


def is_taken(name):
    for x in range(0, CHARTS):
        if LOT_NAME[x] == name and has(x):
            return 1
    return 0


def place_by_lot(first, lot, word, place):
    if place == NONE:
        return stop()
    return put_new(make_by_lot(first, lot, word), place)

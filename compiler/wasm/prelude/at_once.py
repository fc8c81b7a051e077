"""Parts that sides run at once (`play/at_once.py`): each begins where all began, and when all are done what
each has changed is carried over, in their order.

A snapshot is a copy of the cells of a position from `ORDER` on, and of what will fall back. Snapshots lie in a row:
the one in which a part began, and behind it one for each side that is done. They are written past the log, above
`SNAP_TOP`, which is logged; so a look ahead may take more, and leaves them behind as room. To go back is to write what
differs. New things of two sides may be the same place of a pool: then those of the later one get another (`ALIAS`).
"""

# mypy: ignore-errors
from hexlaw.compiler.wasm.prelude.words import by_number, cell, copy_bytes

aliased = 0  # whether a new thing has another number than where it was made


def snapshot(side):
    """Keeps the position as it is, as what a side has made of it; gives its number."""
    number = cell[SNAP_TOP]
    if number == MAX_SNAPS:
        return exhausted()
    write(SNAP_TOP, number + 1)
    at = SNAPS + number * SNAP_SIZE
    cell[at] = side
    cell[at + 8] = cell[LASTING]
    cell[at + 16] = cell[NEXT_ORDER]
    cell[at + 24] = cell[DISORDERED]
    copy_bytes(at + 32, LASTS, cell[LASTING] * 40)
    copy_bytes(at + SNAP_HEAD, ORDER, WRITTEN_END - ORDER)
    return number


def at_in(number):
    """What has to be added to an address to find the cell in a snapshot."""
    return SNAPS + number * SNAP_SIZE + SNAP_HEAD - ORDER


def side_done(begun, side):
    """A side is done; the next begins where it began."""
    snapshot(side)
    back = at_in(begun)
    for at in range(ORDER, WRITTEN_END, 8):
        if cell[at] != cell[back + at]:
            write(at, cell[back + at])
    kept = SNAPS + begun * SNAP_SIZE
    for i in range(0, cell[kept + 8] * 5):
        write(LASTS + (i << 3), cell[kept + 32 + (i << 3)])
    write(LASTING, cell[kept + 8])
    write(NEXT_ORDER, cell[kept + 16])
    write(DISORDERED, cell[kept + 24])
    if veiled:
        by_number(VEIL, veiled - 1)


def is_unseen(begun):
    """Whether who looks ahead does not know yet what somebody has done in this part."""
    if judged:
        return 0
    for number in range(begun + 1, snaps_known):
        if cell[SNAPS + number * SNAP_SIZE] != cell[ASKED_BY]:
            return 1
    return 0


def come_together(begun):
    """Carries over what all have changed."""
    if is_unseen(begun):
        return unseen()
    for number in range(begun + 1, cell[SNAP_TOP]):
        carry_over(begun, number)
    write(SNAP_TOP, begun)
    by_number(CHANGED_TOGETHER, at_in(begun))
    return touched(-1)


def was_there(back, x):
    return shifted_bit(back + OF_KIND + KIND[x] * WORDS * 8, x)


def carry_over(begun, done):
    global aliased
    was = at_in(begun)
    is_ = at_in(done)
    aliased = 0
    for x in range(0, THINGS):
        ALIAS[x] = x
    for x in range(0, CHARTS):
        if was_there(was, x) and not was_there(is_, x) and has(x):
            remove(x)
    for i in range(0, CHARTS - CAPACITY):
        x = BY_NAME[i]
        if was_there(is_, x) and not was_there(was, x):
            carry_thing(x)
    for x in range(0, CHARTS):
        place = cell[is_ + PLACE + (x << 3)]
        if place != cell[was + PLACE + (x << 3)]:
            y = ALIAS[x]
            if has(y):
                stand(y, place if place < PLANE else PLANE + ALIAS[place - PLANE])
    for at in range(COLUMN_START, COLUMN_END, 8):
        if cell[is_ + at] != cell[was + at] and (at < PLACE or at >= FIRST_COLUMN):
            carry_value(at, cell[is_ + at])
    by_number(CARRY_KEPT, was, is_)
    carry_edges_of(begun, begun, done)
    carry_edges_of(done, begun, done)
    for at in range(SHOWN, NOW, 8):
        if cell[is_ + at] != cell[was + at]:
            if cell[is_ + at] == 0:
                write(at, 0)
            else:
                x = ((at - SHOWN) >> 3) % THINGS
                if has(ALIAS[x]):
                    write(at + ((ALIAS[x] - x) << 3), 1)


def carry_thing(x):
    """A new thing: where its place in the pool is taken, another one. The machine puts new things in the order of their
    names, and two sides may have drawn one name: things named by lot are handed back."""
    global aliased
    if LOT_NAMES:
        if LOT_NAME[x]:
            return exhausted()
    if not has(x):
        return come_into_being(x)
    aliased = 1
    first = CAPACITY + (x - CAPACITY) // MADE * MADE
    ALIAS[x] = make(KIND[x], first)
    return 0


def carry_value(at, value):
    last = FIRST_COLUMN + THING_COLUMNS * THINGS * 8
    if at >= FIRST_COLUMN and at < last:
        x = ((at - FIRST_COLUMN) >> 3) % THINGS
        y = ALIAS[x]
        if not has(y):
            return 0
        return write(at + ((y - x) << 3), by_number(CARRIED, at, value))
    return write(at, by_number(CARRIED, at, value))


def thing_now(x):
    """A thing as it is called where all comes together."""
    return x if x < 0 else ALIAS[x]


def carried_list(value):
    """A list or record; what it holds is called as it was."""
    if aliased and value >= 0:
        exhausted()
    return value


# ---- what falls back


def carry_edges_of(listed_in, begun, done):
    """Of each cell that one of the snapshots has edges of: those that the later one has, where they differ."""
    kept = SNAPS + listed_in * SNAP_SIZE
    for i in range(0, cell[kept + 8]):
        at = cell[kept + 32 + i * 40]
        if not (edges_within(at, begun, done) and edges_within(at, done, begun)):
            whose = cell[kept + 32 + i * 40 + 32]
            y = thing_now(whose)
            carried = at if whose < 0 else at + ((y - whose) << 3)
            lasts_no_more(0, carried)
            if has(y):
                add_edges(at, done, carried, y)


def edges_within(at, one, other):
    """Whether another snapshot has all edges of a cell that one has."""
    kept = SNAPS + one * SNAP_SIZE
    for i in range(0, cell[kept + 8]):
        here = kept + 32 + i * 40
        if cell[here] == at and not has_edge(here, other):
            return 0
    return 1


def has_edge(edge, number):
    kept = SNAPS + number * SNAP_SIZE
    for i in range(0, cell[kept + 8]):
        here = kept + 32 + i * 40
        if cell[here] == cell[edge] and cell[here + 8] == cell[edge + 8]:
            if cell[here + 16] == cell[edge + 16] and cell[here + 24] == cell[edge + 24]:
                return 1
    return 0


def add_edges(at, number, carried, whose):
    kept = SNAPS + number * SNAP_SIZE
    for i in range(0, cell[kept + 8]):
        here = kept + 32 + i * 40
        if cell[here] == at:
            lasts(carried, cell[here + 8], cell[here + 16], cell[here + 24], whose)


# ---- what is remembered and counted


def carry_kept(base, place, was, is_, how, is_tally):
    """Something that is kept has changed, for things that are there."""
    return set_kept(base, place, kept_value(base, place, how) + is_ - was if is_tally else is_ != 0, how)


def differs(first, count, back):
    """Whether one of some cells is not as it is in a snapshot."""
    for i in range(0, count):
        if cell[first + (i << 3)] != cell[back + first + (i << 3)]:
            return 1
    return 0

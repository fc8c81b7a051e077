"""Simultaneous parts: each side runs the part as if the others had done nothing.

What one side does in such a part is its share. The position at the beginning of the part is copied as a snapshot, and
so is the position that each share has left. After a share the beginning is restored by writes, which can be taken back
like all others. When all are done, the differences between the snapshot of a share and the beginning are carried over,
share after share. New things of two shares may have the same number: those of the later share are renumbered.

Snapshots are not logged. A look-ahead beyond the end of a part may reach a second one, whose snapshots lie elsewhere,
but no third. It leaves out the shares of others, and stops where their result matters.
"""

# mypy: ignore-errors

shares_live = 0  # one more than the half with the snapshots of the part that is really under way, or 0
renaming = 0  # whether any new thing is renumbered


def snapshot_of(share):
    """The distance from a cell of the position to its copy in the snapshot of a share, or of the beginning (0)."""
    before = (cell[SHARES_BEGUN] & 1) * (SIDES + 1) + share
    first = SNAPSHOTS + before * SNAPSHOT + 8  # behind the cell for its side
    return first - ORDER


def take_snapshot(snapshot):
    last = snapshot + WRITTEN_END
    copy_bytes(snapshot + ORDER, ORDER, WRITTEN_END - ORDER)
    cell[last] = cell[LASTING]
    copy_bytes(last + 8, LASTS, cell[LASTING] * 40)


def shares_begin():
    """A part begins that all run at once."""
    which = cell[SHARES_BEGUN] + 1
    if (which & 1) + 1 == shares_live and (games < 0 or not judged):
        return exhausted()
    write(SHARES_BEGUN, which)
    write(SHARES, 0)
    write(SHARES_LEFT_OUT, 0)
    return take_snapshot(snapshot_of(0))


def share_ends():
    """Ends the share of a side, and restores the beginning for the next; returns the stamp that it has left."""
    share, found = cell[SHARES] + 1, stamp
    cell[snapshot_of(share) + ORDER - 8] = cell[APART]
    take_snapshot(snapshot_of(share))
    write(SHARES, share)
    beginning = snapshot_of(0)
    last = beginning + WRITTEN_END
    for at_ in range(ORDER, WRITTEN_END, 8):
        if at_ < SHOWN or at_ >= NOW:
            write(at_, cell[beginning + at_])
    for i in range(0, cell[last] * 40, 8):
        write(LASTS + i, cell[last + 8 + i])
    write(LASTING, cell[last])
    cover_again()
    for at_ in range(SHOWN, NOW, 8):  # what has been shown since is seen there, too
        write(at_, cell[beginning + at_])
    return found


def leave_out_others(side):
    """Hides the shares of others from the side that looks; whether there are any."""
    found = 0
    for share in range(1, cell[SHARES] + 1):
        if cell[snapshot_of(share) + ORDER - 8] != side + 1:
            found = 1
    if found:
        write(SHARES_LEFT_OUT, cell[SHARES])
        write(SHARES_LEFT_TO, side + 1)
        write(SHARES_VEILED, 1)
    return found


def come_together():
    """Carries over the changes of all shares, in their order."""
    write(APART, 0)
    if cell[SHARES_LEFT_OUT] and cell[SHARES_VEILED]:
        return not_known(UNSEEN)
    beginning = SNAPSHOTS + 2 * (SIDES + 1) * SNAPSHOT + 8 - ORDER
    take_snapshot(beginning)
    for share in range(1, cell[SHARES] + 1):
        one = snapshot_of(share)
        if stopped == 0 and (share > cell[SHARES_LEFT_OUT] or cell[one + ORDER - 8] == cell[SHARES_LEFT_TO]):
            carry_over(one, beginning)
    write(SHARES, 0)
    touched(-1)
    return 0 if stopped else by_number(TOGETHER, beginning)


# ---- what has changed since the beginning


def carry_over(one, beginning):
    """Makes the changes of one share in the position as it is now."""
    global renaming, free
    before, begun = free, pending
    renaming = 0
    for x in range(0, CHARTS):
        CALLED[x] = x
        if became_of(x, one, beginning) == 1:
            add_by_name(begun, x)
    for at_ in range(begun, pending, 8):
        if has(cell[at_]) and stopped == 0:
            remove(cell[at_])
            by_number(TAKEN_OUT, 0)
    forget(begun)
    for x in range(0, CHARTS):
        if became_of(x, one, beginning) == 2:
            add_by_name(begun, x)
    for at_ in range(begun, pending, 8):
        call_new(cell[at_])
    forget(begun)
    for x in range(0, CHARTS):
        if became_of(x, one, beginning) >= 2 and has(CALLED[x]) and stopped == 0:
            carry_thing(one, beginning, x)
    for at_ in range(COLUMN_START, COLUMN_END, 8):  # of the game, hexes and hexsides
        if at_ < PLACE or at_ >= FIRST_COLUMN + THING_COLUMNS * THINGS * 8:
            carry_cell(one, beginning, at_, 0)
    if stopped == 0:
        by_number(KEPT_TOGETHER, one, beginning)
    carry_lasting(one, beginning)
    free = before


def became_of(x, one, beginning):
    """Whether a thing was taken out in a share (1), is new there (2), or is there as at the beginning (3)."""
    bits = OF_KIND + KIND[x] * WORDS * 8
    before, now = shifted_bit(beginning + bits, x), shifted_bit(one + bits, x)
    return before + 2 * now


def add_by_name(begun, x):
    """Adds a thing in the order of the names, as texts, of those that were added since."""
    add(x)
    at_ = pending - 8
    while at_ > begun and is_named_before(x, cell[at_ - 8]):
        cell[at_] = cell[at_ - 8]
        at_ = at_ - 8
    cell[at_] = x


def is_named_before(a, b):
    if LOT_NAMES and KIND[a] == KIND[b] and LOT_NAME[a] and LOT_NAME[b]:
        one, two = LOT_NAME[a] & 4294967295, LOT_NAME[b] & 4294967295
        shorter = one < two
        while one < 1000000000:
            one = one * 10
        while two < 1000000000:
            two = two * 10
        return shorter if one == two else one < two
    return RANK[a] < RANK[b]


def call_new(x):
    """Adds a thing that is new in a share to the game, under another number where its own is taken."""
    global renaming
    kind = KIND[x]
    if not has(x):
        if LOT_NAMES and LOT_NAME[x] and is_taken(LOT_NAME[x]):
            return exhausted()  # the journal has its name
        return come_into_being(x)
    if POOL_OF[kind] < 0 or (LOT_NAMES and LOT_NAME[x]):
        return exhausted()
    renaming = 1
    CALLED[x] = make(POOL_OF[kind])
    return 0


def called(x):
    """The number that a thing has now."""
    return x if x < 0 or x >= CHARTS else CALLED[x]


def carry_thing(one, beginning, x):
    """Carries over the place of a thing, its attributes, and what was shown of it."""
    here = CALLED[x]
    place = cell[one + PLACE + (x << 3)]
    if place != cell[beginning + PLACE + (x << 3)]:
        stand(here, PLANE + called(place - PLANE) if place >= PLANE else place)
    for i in range(0, THING_COLUMNS):
        carry_cell(one, beginning, FIRST_COLUMN + (i * THINGS + x) * 8, (here - x) * 8)
    for i in range(0, SECRETS * SIDES):
        at_ = SHOWN + (i * THINGS + x) * 8
        shown_ = cell[one + at_]
        if shown_ != cell[beginning + at_]:
            write(at_ + (here - x) * 8, shown_)


def carry_cell(one, beginning, at_, aside):
    """Carries over an attribute to a cell that lies `aside` bytes from where it was."""
    now, before = cell[one + at_], cell[beginning + at_]
    if now != before and not by_number(ALIKE, at_, now, before):
        write(at_ + aside, by_number(RENAMED, at_, now) if renaming else now)


# ---- memories and tallies


def changed_places(one, beginning, base, cells):
    """The places of a memory or tally in which two snapshots differ; where it is stored in rows, all that either
    has."""
    begun = pending
    for place in range(0, cells):
        if cell[one + base + (place << 3)] != cell[beginning + base + (place << 3)]:
            add(place)
    if not cells:
        add_firsts(begun, one + base, 16)
        add_firsts(begun, beginning + base, 16)
    return listed(begun)


def add_firsts(begun, rows, wide):
    """Adds the first cell of each row, once."""
    for i in range(0, cell[rows]):
        if not is_added(begun, cell[rows + 8 + i * wide], 8):
            add(cell[rows + 8 + i * wide])


def place_now(place, inner, size_):
    """The place for the same arguments with the present number of a thing among them; `NONE` if it is gone."""
    x = place // inner % size_ - 1
    if place == NONE or x < 0:
        return place
    return place + (called(x) - x) * inner if has(called(x)) else NONE


def carry_kept(one, beginning, base, cells, adds_up, place, here):
    """Carries over the entry at a place, which may have moved; counts of several shares add up."""
    now, before = kept_in(one + base, cells, place), kept_in(beginning + base, cells, place)
    if here == NONE or now == before:
        return 0
    if adds_up:
        now = kept_in(base, cells, here) + now - before
    return write(base + (here << 3), now) if cells else set_row(base, here, now)


def kept_in(base, cells, place):
    return cell[base + (place << 3)] if cells else row_value(base, place)


def differs(beginning, first, last):
    """Whether any of these cells is not as it was at the beginning."""
    for at_ in range(first, last, 8):
        if cell[at_] != cell[beginning + at_]:
            return 1
    return 0


# ---- what lasts until an edge


def carry_lasting(one, beginning):
    """Carries over when attributes expire, except those of things that are gone."""
    ones, before, begun = one + WRITTEN_END, beginning + WRITTEN_END, pending
    add_firsts(begun, ones, 40)
    add_firsts(begun, before, 40)
    for at_ in members(listed(begun)):
        if edges_of(ones, at_) != edges_of(before, at_):
            x = subject_at(at_)
            here = at_ if x < 0 else at_ + (CALLED[x] - x) * 8
            lasts_no_more(0, here)
            for row in range(ones + 8, ones + 8 + cell[ones] * 40, 40):
                if cell[row] == at_ and (x < 0 or has(CALLED[x])):
                    lasts(here, cell[row + 8], cell[row + 16], cell[row + 24], called(cell[row + 32]))


def subject_at(at_):
    """The thing whose attribute a cell holds, -1 where it is of none."""
    if at_ < FIRST_COLUMN or at_ >= FIRST_COLUMN + THING_COLUMNS * THINGS * 8:
        return -1
    return ((at_ - FIRST_COLUMN) >> 3) % THINGS


def edges_of(rows, at_):
    """A digest of the edges at which a cell expires."""
    found = 0
    for row in range(rows + 8, rows + 8 + cell[rows] * 40, 40):
        if cell[row] == at_:
            found = found + mixed(mixed(cell[row + 8] ^ cell[row + 16]) + cell[row + 24])
    return found

"""Records what a game reads of the watched parts of its law; only modules of a comparison have it.

Each entry of the journal has a mask of `READ_WORDS` cells: what was read since the entry before, to come to this one.
A memoised answer is stored with the mask of its reads. At the end of each turn the worth of the position is recorded.
"""

# mypy: ignore-errors

turns = 0  # that are over; -1 before the first answer
turn = 0  # what the game counts its turns by, as it was before this answer


def read_here():
    """The address of the mask in which reads are recorded now."""
    return READS + ((written - JOURNAL) >> 2) * READ_WORDS


def reads(word, mask):
    at = read_here() + word
    cell[at] = cell[at] | mask


def kept_reads(slot):
    """The address of the mask of a memoised answer."""
    return MEMO_READS + ((slot - MEMO) >> 1) * READ_WORDS


def reads_again(slot):
    """Records the reads of a memoised answer that is used again."""
    kept = kept_reads(slot)
    here = read_here()
    for i in range(0, READ_WORDS):
        cell[here + (i << 3)] = cell[here + (i << 3)] | cell[kept + (i << 3)]


@exported
def turn_over(of):
    """Records what the position is worth to each side, if a turn has ended since the last answer. That is not recorded
    as read."""
    global turn, turns, stopped, free
    now = cell[CLOCK]
    if turns < 0:
        turn = now
        turns = 0
    at = LEADS + ((turns * SIDES) << 3)
    if now == turn:
        return
    if at + (SIDES << 3) > LEADS_END:
        full(LEADS)
    turn = now
    here = read_here()
    before = free
    copy_bytes(LEADS_READ, here, READ_WORDS << 3)
    for side in range(0, SIDES):
        cell[at + (side << 3)] = by_number(WORTH, side)
    copy_bytes(here, LEADS_READ, READ_WORDS << 3)
    free = before
    if stopped:
        stopped = 0
    else:
        turns = turns + 1

"""What a game has read of the parts of a law that somebody watches; in modules of a comparison alone.

Each entry of the journal has a mask of `READ_WORDS` cells: what was read since the entry before, to come to this one.
An answer that is kept keeps what was read for it. And when a turn is over it is put down what the position is worth.
"""

# mypy: ignore-errors

turns = 0  # that are over; -1 before the first answer
turn = 0  # what the game counts its turns by, as it was before this answer


def read_here():
    """Where it is noted what is read now."""
    return READS + ((written - JOURNAL) >> 2) * READ_WORDS


def reads(word, mask):
    at = read_here() + word
    cell[at] = cell[at] | mask


def kept_reads(slot):
    """What was read for an answer that is kept."""
    return MEMO_READS + ((slot - MEMO) >> 1) * READ_WORDS


def reads_again(slot):
    """An answer is taken up that was kept: what was read for it counts here as well."""
    kept = kept_reads(slot)
    here = read_here()
    for i in range(0, READ_WORDS):
        cell[here + (i << 3)] = cell[here + (i << 3)] | cell[kept + (i << 3)]


@exported
def turn_over(of):
    """Puts down what the position is worth to each side, where a turn was over since the last answer. The game reads
    nothing by that."""
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

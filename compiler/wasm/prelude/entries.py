"""What searches share: entries, the heap of open entries, and the table of visited keys.

An entry stands for a position: it has the entry before it and the answer that leads from there. So memory holds one
position, and a log by which to take back. The first three cells of entries give their order in the heap.
"""

# mypy: ignore-errors

seen = 0  # positions that were visited for the plan in hand
weighed = 0  # ways to go on that were tried by the program that is asked
unanswered = 0  # those of them at which the law gives no answer


def passed_over(met):
    """Leaves out an answer because of a stop; a hole in the law is counted as such."""
    global weighed, unanswered
    wants_parts(met)
    weighed, unanswered = weighed + (met == 1), unanswered + (met == 1)


def comes_sooner(a, b):
    """Whether an entry comes before another; of equals the one that was found last."""
    if cell[a] != cell[b]:
        return cell[a] < cell[b]
    if cell[a + 8] != cell[b + 8]:
        return cell[a + 8] < cell[b + 8]
    return cell[a + 16] < cell[b + 16] if cell[a + 16] != cell[b + 16] else a > b


def push(heap, entry):
    """Adds an entry to a heap, whose first cell is the number of entries."""
    at_ = cell[heap] + 1
    cell[heap] = at_
    while at_ > 1 and comes_sooner(entry, cell[heap + ((at_ >> 1) << 3)]):
        cell[heap + (at_ << 3)] = cell[heap + ((at_ >> 1) << 3)]
        at_ = at_ >> 1
    cell[heap + (at_ << 3)] = entry


def pop(heap):
    """Removes the first entry."""
    found, count = cell[heap + 8], cell[heap] - 1
    last, cell[heap], at_ = cell[heap + ((count + 1) << 3)], count, 1
    while 2 * at_ <= count:
        child = 2 * at_
        if child < count and comes_sooner(cell[heap + ((child + 1) << 3)], cell[heap + (child << 3)]):
            child = child + 1
        if not comes_sooner(cell[heap + (child << 3)], last):
            break
        cell[heap + (at_ << 3)] = cell[heap + (child << 3)]
        at_ = child
    cell[heap + (at_ << 3)] = last
    return found


def go_to(entry, hand, root):
    """Moves from the position in hand, that of another entry or of none, to that of an entry: takes back to their
    common ancestor, and answers again from there. An entry has a higher address than the one before it."""
    global seen, weighed
    before, ways, shared = seen, weighed, entry
    while shared != hand:
        if shared > hand:
            shared = cell[shared + E_BEFORE]
        else:
            hand = cell[hand + E_BEFORE]
    undo(root if shared < 0 else cell[shared + E_LOGGED])
    answer_again(entry, shared)
    seen, weighed = before, ways


def answer_again(entry, shared):
    if entry != shared:
        answer_again(cell[entry + E_BEFORE], shared)
        if cell[entry + E_BEFORE] >= 0:
            follow(cell[entry + E_ANSWER])
        cell[entry + E_LOGGED] = logged


def noted(table, slots, key, epoch, new):
    """The address of the value of a key in this epoch; `new` at first."""
    slot = key & (slots - 1)
    for _ in range(0, slots):
        here = table + slot * 24
        if cell[here + 8] != epoch:
            cell[here], cell[here + 8], cell[here + 16] = key, epoch, new
        if cell[here] == key:
            return here + 16
        slot = (slot + 1) & (slots - 1)
    return full(table)


def key_of_frames(found, least, acted):
    """A key for the question and the frames above a depth of `least` actions, folded into a key of the position; with
    0 of the frame on top alone. What has acted in the outermost of these actions counts if wanted (`acted`), the points
    that it has passed always. Never 0."""
    found = mixed(found) + mixed(cell[ASKED_PICK] * 8 + cell[QUESTION])
    frame, level = cell[FRAME], depth()
    while frame and is_within(frame, level, least):
        found = mixed(found) + by_number(known_of(frame, FRAME_DIGEST), frame)
        if is_action(frame):
            if level > least or acted:
                found = mixed(found + digest_in_order(cell[frame + ACTED], 0))
            found = mixed(found + digest_in_order(cell[frame + POINTS], 1))
            level = level - 1
        frame = cell[frame + 16]
    return found if found else 1


def is_within(frame, level, least):
    """Whether a frame is among these, where so many actions are under way in it and around."""
    return level >= least if least else frame == cell[FRAME]

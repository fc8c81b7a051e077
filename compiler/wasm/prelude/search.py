"""Legality: an answer is legal if it stands by itself and the action can be completed from there.

The search is that of `runtime/play/lookahead.py`, with undo in place of copies: of the open positions that one goes on
which dice have decided, then that with the fewest offers taken, the least spent, the last found; one answer at a time.
An entry holds which answer leads to it from the one before, so the position in hand is moved to an entry by taking all
back and answering again. Positions that go on alike are looked at once: `visited` keeps by their digest what was spent
on the cheapest way there. A search that has looked at `MAX_POSITIONS` gives up, and the answer passes: in both alike.
"""

# mypy: ignore-errors
from hexlaw.compiler.wasm.prelude.words import by_number, cell, exported

entries = 0
waiting = 0
looked = 0
generation = 0
search_depth = 0
search_side = 0
search_mark = 0
in_hand = 0
silent = 0
lists = 0
candidates_known = 0  # whether what may be an answer to the question in hand has been worked out


def is_over():
    """Whether the action that is to be completed has come to an end, or as far as can be seen."""
    if cell[QUESTION] == 0:
        return 1
    if search_depth > 0:
        return depth() < search_depth
    return cell[QUESTION] != CHOOSE or depth() > 0


def is_completed():
    return (cell[UNRESTED] >> search_depth) & 1 == 0


def leads_on():
    """Whether the action can be completed from the position in hand, which stays as it is."""
    global entries, waiting, looked, generation, search_mark, in_hand, silent, lists, stopped, free
    if is_over():
        return is_completed()
    entries = 0
    waiting = 0
    looked = 0
    generation = generation + 1
    silent = 0
    room_before = free
    lists = SEARCH_LISTS
    search_mark = logged
    in_hand = new_entry(-1, NONE, 0, 0, 0)
    cell[in_hand + E_KEY] = sameness()
    push(in_hand)
    found = 0
    while waiting and not found and stopped == 0:
        entry = cell[SEARCH_HEAP]
        free = room_before
        go_to(entry)
        if cell[entry + E_LIST] == 0:
            open_ways(entry)
        if looked >= MAX_POSITIONS:
            break
        found = next_way(entry)
    undo(search_mark)
    free = room_before
    if looked >= MAX_POSITIONS:
        return 1  # who gives up lets it pass
    if not found and silent and stopped == 0:
        stopped = silent
    return found


def new_entry(before, answer, chosen, took, spent):
    global entries
    found = SEARCH + entries * E_SIZE
    entries = entries + 1
    if found + E_SIZE > SEARCH_END:
        exhausted()
        return SEARCH
    cell[found + E_BEFORE] = before
    cell[found + E_ANSWER] = answer
    cell[found + E_CHOSEN] = chosen
    cell[found + E_TOOK] = took
    cell[found + E_SPENT] = spent
    cell[found + E_RANK] = spent
    cell[found + E_LIST] = 0
    return found


# ---- which position is looked at next: a heap


def comes_sooner(a, b):
    if cell[a + E_CHOSEN] != cell[b + E_CHOSEN]:
        return cell[a + E_CHOSEN] < cell[b + E_CHOSEN]
    if cell[a + E_TOOK] != cell[b + E_TOOK]:
        return cell[a + E_TOOK] < cell[b + E_TOOK]
    if cell[a + E_RANK] != cell[b + E_RANK]:
        return cell[a + E_RANK] < cell[b + E_RANK]
    return a > b


def push(entry):
    global waiting
    at = waiting
    waiting = waiting + 1
    while at > 0 and comes_sooner(entry, SEARCH_HEAP[(at - 1) // 2]):
        SEARCH_HEAP[at] = SEARCH_HEAP[(at - 1) // 2]
        at = (at - 1) // 2
    SEARCH_HEAP[at] = entry


def pop():
    global waiting
    waiting = waiting - 1
    last = SEARCH_HEAP[waiting]
    at = 0
    while 2 * at + 1 < waiting:
        child = 2 * at + 1
        if child + 1 < waiting:
            if comes_sooner(SEARCH_HEAP[child + 1], SEARCH_HEAP[child]):
                child = child + 1
        if not comes_sooner(SEARCH_HEAP[child], last):
            break
        SEARCH_HEAP[at] = SEARCH_HEAP[child]
        at = child
    SEARCH_HEAP[at] = last


def go_to(entry):
    """Puts the position of an entry in hand."""
    global in_hand
    if entry == in_hand:
        return
    undo(search_mark)
    answer_again(entry)
    in_hand = entry


def answer_again(entry):
    if cell[entry + E_BEFORE] < 0:
        return 0
    answer_again(cell[entry + E_BEFORE])
    put(cell[entry + E_ANSWER])
    return run()


# ---- positions that were looked at


def sameness():
    """A number for what can decide how the action goes on above the frame that it began in; never 0. Having spent less
    is taken to close no way, so what was spent is left out."""
    account = account_in_hand()
    found = digest
    if account >= COUNTED and account < COUNTED_END:
        found = found - told_apart(account, cell[account])
    found = mixed(found) + mixed(cell[QUESTION] * 4096 + cell[ASKED_PICK])
    frame = cell[FRAME]
    level = depth()
    while frame and is_within(frame, level):
        found = mixed(found) + by_number(FRAME_DIGEST[cell[frame]], frame)
        if is_action(frame):
            level = level - 1
        frame = cell[frame + 16]
    return found if found else 1


def is_within(frame, level):
    """Whether a frame lies within what is to be completed, where so many actions are under way in it and around."""
    return level >= search_depth if search_depth > 0 else frame == cell[FRAME]


def account_in_hand():
    """Where the cost of the innermost pick under way is counted, or 0."""
    frame = cell[FRAME]
    level = depth()
    while frame and is_within(frame, level):
        found = by_number(ACCOUNT_OF, frame)
        if found:
            return found
        if is_action(frame):
            level = level - 1
        frame = cell[frame + 16]
    return 0


def is_cheaper(key, spent):
    """Whether a position is come to for the first time, or more cheaply than before; that is noted."""
    slot = key & (VISITED_SLOTS - 1)
    while 1:
        here = VISITED + slot * 24
        if cell[here + 8] != generation:
            cell[here] = key
            cell[here + 8] = generation
            cell[here + 16] = spent
            return 1
        if cell[here] == key:
            if cell[here + 16] <= spent:
                return 0
            cell[here + 16] = spent
            return 1
        slot = (slot + 1) & (VISITED_SLOTS - 1)
    return 0


# ---- the answers at a position


def open_ways(entry):
    """Lists the answers at the position in hand, in the order in which they are tried."""
    global lists, silent, stopped, free
    begun = pending
    if is_cheaper(cell[entry + E_KEY], cell[entry + E_SPENT]):
        asked = cell[QUESTION]
        if asked == TAKE:
            add_offers()
        elif asked == CHOOSE:
            add_picks()
        else:
            add_lots()
    count = (pending - begun) >> 3
    if lists + ((count + 2) << 3) > SEARCH_LISTS_END:
        forget(begun)
        exhausted()
        count = 0
    cell[entry + E_LIST] = lists
    cell[lists] = count
    cell[lists + 8] = 0
    for i in range(0, count):
        cell[lists + 16 + (i << 3)] = cell[begun + (i << 3)]
    lists = lists + ((count + 2) << 3)
    forget(begun)


def add_offers():
    """To be done comes first; others decline, but what is their duty."""
    frame = cell[FRAME]
    owes = cell[frame + W_DUTY] and cell[frame + W_OPEN] != NONE
    if not owes:
        add(DONE)
    if owes or who_is_asked() == search_side:
        open_now = cell[frame + W_OPEN]
        for x in members(open_now):
            add(x)


def add_picks():
    """To be done, then what can be picked, the last first; what the action has picked before comes last of all."""
    global silent, stopped, free
    if cell[MAY_END]:
        add(DONE)
    before = free
    found = eligible()
    if stopped == 2:
        stopped = 0
        add(OUT_OF_SIGHT)
        return
    if stopped:
        if silent == 0:
            silent = stopped
        stopped = 0
        forget_done()
        return
    frame = action_frame()
    acted = NONE
    if frame:
        acted = cell[frame + ACTED]
    if not IS_THING_PICK[cell[ASKED_PICK]]:
        acted = NONE
    at_ = end_of(found)
    first = first_of(found)
    while at_ > first:
        at_ = at_ - 8
        if acted == NONE or not among(cell[at_], acted, 0):
            add(cell[at_])
    if acted != NONE:
        at_ = end_of(found)
        while at_ > first:
            at_ = at_ - 8
            if among(cell[at_], acted, 0):
                add(cell[at_])
    free = before


def forget_done():
    global pending
    if cell[MAY_END]:
        pending = pending - 8


def add_lots():
    if cell[QUESTION] == DRAW:
        members = cell[DICE]
        for x in members(members):
            add(x)
        return
    for shows in range(cell[DICE], cell[DICE] * cell[FACES] + 1):
        add(shows * PART)


def next_way(entry):
    """Tries the next answer at the position in hand; whether the action is completed by it."""
    global looked, in_hand, silent, stopped
    answers = cell[entry + E_LIST]
    at = cell[answers + 8]
    if at == cell[answers]:
        pop()
        return 0
    cell[answers + 8] = at + 1
    answer = cell[answers + 16 + (at << 3)]
    if answer == OUT_OF_SIGHT:
        return 1
    asked = cell[QUESTION]
    spent = cell[entry + E_SPENT]
    took = cell[entry + E_TOOK] + (asked == TAKE and answer != DONE)
    looked = looked + 1
    if asked == CHOOSE:
        if answer == DONE:
            if not done_stands():
                return 0
        else:
            spent = spent + cost_of(answer)
    mark = logged
    put(answer)
    run()
    if not goes_on():
        undo(mark)
        return 0
    if is_over():
        if is_completed():
            return 1
        undo(mark)
        return 0
    key = sameness()
    step = new_entry(entry, answer, cell[QUESTION] < THROW, took, spent)
    cell[step + E_KEY] = key
    cell[step + E_RANK] = spent + far() * PART
    in_hand = step
    push(step)
    if cell[QUESTION] == CHOOSE and cell[MAY_END] and is_cheaper(key ^ 1442695040888963407, spent):
        return ends_here(step, took, spent)
    return 0


def ends_here(step, took, spent):
    """Whether the action is completed if nothing more is picked; where dice fall then, that goes on first."""
    global looked, in_hand, silent, stopped
    looked = looked + 1
    if not done_stands():
        return 0
    mark = logged
    put(DONE)
    run()
    if goes_on():
        if is_over():
            if is_completed():
                return 1
        elif cell[QUESTION] >= THROW:
            fall = new_entry(step, DONE, 0, took, spent)
            cell[fall + E_KEY] = sameness()
            push(fall)
    undo(mark)
    return 0


def goes_on():
    """Whether the game went on after an answer: as far as can be seen, or to where nothing is broken."""
    global stopped, silent
    if stopped == 0:
        return 1
    if stopped == 2:
        stopped = 0
        write(QUESTION, 0)
        return 1
    if stopped < 4 and silent == 0:
        silent = stopped
    stopped = 0
    return 0


def far():
    """How far the thing that does something is from the hexes that were picked before it."""
    return by_number(FAR, cell[ASKED_PICK]) if cell[QUESTION] == CHOOSE else 0


# ---- what stands by itself


def as_far_as_seen(fits):
    """What cannot be seen not to fit may be picked."""
    global stopped
    if stopped == 2:
        stopped = 0
        return 1
    return fits


def barred_as_seen(barred):
    """What cannot be seen to be forbidden is not."""
    global stopped
    if stopped == 2:
        stopped = 0
        return 0
    return barred > 0


def add_unless(answer, met):
    """Adds what nothing forbids, unless the law did not say of it whether it fits, or whether it is forbidden."""
    global silent
    if met or stopped:
        if silent == 0:
            silent = met if met else stopped
        return 0
    return add(answer)


def eligible():
    """The list of what can be picked, whatever it leads to."""
    return by_number(ELIGIBLE[cell[ASKED_PICK]], cell[FRAME])


def cost_of(answer):
    """What a pick costs; nothing where nobody can say."""
    global stopped
    found = by_number(COST_OF[cell[ASKED_PICK]], cell[FRAME], answer)
    if stopped:
        stopped = 0
        return 0
    return 0 if found == NONE else found


def done_stands():
    """Whether the pick in hand may be done with, whatever that leads to."""
    global stopped, silent
    if not cell[MAY_END]:
        return 0
    barred = by_number(DONE_BARRED[cell[ASKED_PICK]], cell[FRAME])
    if stopped:
        if silent == 0:
            silent = stopped
        stopped = 0
        return 0
    return barred <= 0


def owed():
    """Whether a duty is open here that can be done."""
    frame = cell[FRAME]
    if cell[QUESTION] != TAKE or not cell[frame + W_DUTY]:
        return 0
    open_now = cell[frame + W_OPEN]
    for x in members(open_now):
        if completes(x):
            return 1
    return 0


@exported
def allows(answer):
    """Whether one of the candidates is legal."""
    if answer == DONE:
        if cell[QUESTION] == TAKE:
            return 0 if owed() else by_number(PASSING_BARRED, cell[FRAME]) <= 0
        if not done_stands():
            return 0
    return completes(answer)


def completes(answer):
    """Whether an answer that stands by itself leads to the end of an action."""
    global stopped, search_depth, search_side
    if cell[QUESTION] >= THROW:
        return 1
    search_depth = depth() + (cell[QUESTION] == TAKE)
    search_side = who_is_asked()
    mark = logged
    put(answer)
    run()
    found = 0
    if stopped == 0:
        found = leads_on()
    elif stopped == 2:
        found = is_completed()
        stopped = 0
    elif stopped > 3:
        stopped = 0
    undo(mark)
    return found


@exported
def candidates():
    """What may be an answer: what can be picked, or the actions that are open; to be done last, where it may be. They
    are worked out once for the question in hand."""
    global candidates_known
    if not candidates_known:
        found = work_out_candidates()
        count = size(found)
        if count > 4095:
            exhausted()
        if stopped:
            count = 0
        cell[CANDIDATES] = count
        for i in range(0, count):
            cell[CANDIDATES + 8 + (i << 3)] = cell[found + 8 + (i << 3)]
        candidates_known = 1
    return CANDIDATES


def work_out_candidates():
    begun = pending
    if cell[QUESTION] == TAKE:
        open_now = cell[cell[FRAME] + W_OPEN]
        for x in members(open_now):
            add(x)
        add(DONE)
        return listed(begun)
    found = eligible()
    for x in members(found):
        add(x)
    if cell[MAY_END]:
        add(DONE)
    return listed(begun)


@exported
def legal():
    """The list of all legal answers."""
    global free
    tried = candidates()
    before = free
    begun = pending
    for x in members(tried):
        free = before
        if allows(x):
            add(x)
    free = before
    return listed(begun)


def has_answer():
    """Whether anything is legal; to be done is looked at first."""
    global free, stopped
    tried = candidates()
    before = free
    count = size(tried)
    for i in range(0, count):
        free = before
        if allows(cell[tried + ((count - i) << 3)]) or stopped:
            return 1
    return 0


def go_on():
    """Goes past dead ends, each of which is noted; how the game stopped, if it did."""
    global free
    lapses = 0
    while arrived() and not has_answer():
        lapses = lapses + 1
        passes_dead_end(lapses)
    free = FREE
    return stopped


def arrived():
    """Prepares the question in hand, on what the side that decides sees; whether it may be a dead end."""
    global free, candidates_known
    if stopped:
        return 0
    free = FREE
    candidates_known = 0
    memo_swept()
    if depth() == 0:
        settle()
    note_unrested()
    asked = cell[QUESTION]
    if asked != TAKE and asked != CHOOSE:
        return 0
    put_on(cell[ASKED_SIDE])
    return asked == CHOOSE or SPAN_OF[cell[cell[cell[FRAME] + 16]]] >= 0


def goes_past():
    """Goes on behind a question that has no answer, as far as is seen; whoever asks takes it back."""
    lapse()
    run()
    return goes_on()


def passes_dead_end(lapses):
    """Notes that nothing can be answered here, and goes on behind it; so many were passed in a row."""
    global judged
    if lapses > 1000:
        exhausted()
    take_off()
    note_lapse()
    judged = 1
    lapse()
    run()
    judged = 0
    return stopped

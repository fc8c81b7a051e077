"""Answers on trial, for questions at a table: `tried` and `taken_back`, and how far a thing can get.

`rests` is Dijkstra's search over the machine's own steps: the open positions of least cost first, of equals the first
that was found. Positions count as one where the same holds as far as it decides how the action goes on (`sameness`).
It uses the tables of `search.py`, which runs no search while a table asks.
"""

# mypy: ignore-errors

rests_pick = 0  # the name of the pick by which the thing moves


@exported
def tried(x, is_judged):
    """Answers on trial and goes on to the next question; returns how that stopped. It ends without a stop where
    something is not seen. Answers that are judged already, and dice, are not refused."""
    global candidates_known, judged
    judged = is_judged or cell[QUESTION] >= THROW
    put(x)
    run()
    judged = candidates_known = cell[DOUBTS] = 0
    return as_far_as_is_seen(stopped)


@exported
def picked_before():
    """Lets the pick in hand end, as if it had been made before."""
    global candidates_known
    candidates_known = cell[DOUBTS] = 0
    return write(MAY_END, 1)


@exported
def past_dead_ends():
    """Goes on to a question that has an answer, on trial; returns how that stopped."""
    global candidates_known, judged, says
    lapses_ = 0
    while stopped == 0 and may_lapse() and not has_answer():
        lapses_ = lapses_ + 1
        if lapses_ > MAX_LAPSES:
            says = 1
            exhausted()
        judged = 1
        lapse()
        run()
        judged = candidates_known = cell[DOUBTS] = 0
    return stopped


def over_undiced(frame):
    """Notes the frame of an effect that could have thrown dice, and the mark at which it was over."""
    here = OVER_UNDICED + 8 + cell[OVER_UNDICED] * 16
    if here + 16 > OVER_UNDICED_END:
        full(OVER_UNDICED)
    cell[here], cell[here + 8] = frame, logged
    cell[OVER_UNDICED] = cell[OVER_UNDICED] + 1


@exported
def taken_back(mark, room):
    global candidates_known, stopped, free
    undo(mark)
    stopped = candidates_known = cell[DOUBTS] = 0
    free = room


@exported
def price_of(x):
    """The cost of a pick; `NONE` where it costs nothing, or the law does not say."""
    global stopped
    found = by_number(known_of(ASKED_PICK, COST_OF), cell[FRAME], x)
    if stopped:
        stopped = 0
        return NONE
    return found


@exported
def rests(pick, mover, there):
    """Lists the hexes in which a thing can come to rest by repeating the pick in hand (`NONE`), or one asked later,
    however dice fall before, while others decline; each with the entry of the cheapest way there. If a hex is given, it
    alone is looked for."""
    return rests_by(known_of(ASKED_PICK, ASKED_NAME) if pick == NONE else pick, mover, depth(), there)


def rests_by(pick, mover, level, there):
    """The same by a pick of that name, where so many actions are under way when it is asked."""
    global searches, search_depth, search_side, free, looked, silent, stopped, rests_pick, says
    begins_search()
    room, begun, rests_pick, search_depth, search_side = free, pending, pick, level, who_is_asked()
    looked, silent, hand = 0, 0, -1
    comes_to(-1, NONE, 0, 0)
    while cell[search_heap] and stopped == 0 and (there == NONE or not is_added(begun, there, 16)):
        entry = pop(search_heap)
        free = room
        if cell[noted(visited, VISITED_SLOTS, cell[entry + E_KEY], search_epoch, MAX_NUMBER)] < cell[entry]:
            continue
        looked = looked + 1
        if looked > MAX_REACHED:
            says = 2
            exhausted()
        go_to(entry, hand, search_mark)
        hand = entry
        here = hex_of(mover)
        if not is_picked(entry):
            write(MAY_END, 1)  # as if it had been picked before
        if here != NONE and (there == NONE or here == there) and not is_added(begun, here, 16) and may_rest():
            add(here)
            add(entry)
        steps_on(entry)
        if silent and stopped == 0:
            stopped = silent
    undo(search_mark)
    free, searches = room, searches - 1
    return listed(begun)


def is_picked(entry):
    """Whether a pick leads to an entry."""
    while entry >= 0 and not cell[entry + E_RANK]:
        entry = cell[entry + E_BEFORE]
    return entry >= 0


def reached(record, args, given, mover, pick):
    """What a reach that the law asks for comes to: by turns each hex in which the thing may rest, and the least that
    getting there costs. So many arguments are those of the action, the others are picked; one of them moves. Nothing of
    it is left behind, and nothing that was looked for before is lost."""
    global pending, stopped, generation, silent
    begun, mark, refused = pending, logged, 0
    if searches >= MAX_SEARCHES:
        return exhausted()
    pending = begun + OVER_UNDICED_END - GLOBALS_OF_MACHINE
    if pending > PENDING_END:
        full(PENDING)
    copy_bytes(begun, GLOBALS_OF_MACHINE, OVER_UNDICED_END - GLOBALS_OF_MACHINE)
    write(QUESTION, 0)
    write(FRAME, 0)
    frame = begin_apart(record, size(args) > given, 0)
    copy_bytes(frame + NAMES, args + 8, given << 3)
    cell[frame + NAMES + (given << 3)] = cell[ACTING]
    run()
    for i in range(given + 1, size(args) + 1):
        refused = picked_anyway(cell[args + (i << 3)]) or refused
    found = NONE if stopped else rests_by(pick, NONE if mover < 0 else cell[args + ((mover + 1) << 3)], 1, NONE)
    added = pending
    for at_ in range(first_of(found), end_of(found), 16):
        if not (refused and is_picked(cell[at_ + 8])):
            add(cell[at_])
            add(cell[cell[at_ + 8]])
    found, last = listed(added), generation
    undo(mark)
    copy_bytes(GLOBALS_OF_MACHINE, begun, OVER_UNDICED_END - GLOBALS_OF_MACHINE)
    pending, generation, stopped = begun, last, 1 if stopped > 3 else stopped
    return found


def picked_anyway(x):
    """Picks something on trial, legal or not; whether it does not stand by itself."""
    global judged, listing, stopped
    if stopped or cell[QUESTION] != CHOOSE:
        return stop()
    doubts, listing = cell[DOUBTS], 1
    found = among(x, eligible(), known_of(ASKED_PICK, IS_LIST_PICK) and known_of(ASKED_PICK, SHAPE_OF))
    for doubt in range(doubts, cell[DOUBTS]):
        if DOUBTS[doubt * 2 + 1] == x:
            stopped = DOUBTS[doubt * 2 + 2]
    cell[DOUBTS], listing, judged = doubts, 0, 1
    put(x)
    run()
    judged = 0
    return not found


def least_to(found, here):
    """The cost of a hex in a reach."""
    for at_ in range(first_of(found), end_of(found), 16):
        if cell[at_] == here:
            return cell[at_ + 8]
    return NONE


def steps_on(entry):
    """Tries each candidate of the pick, and takes it back."""
    mark, found = logged, eligible()
    for x in members(NONE if stopped else found):
        price = price_of(x)
        if follow(x):
            comes_to(entry, x, cell[entry] + (0 if price == NONE else price), 1)
        undo(mark)
        if silent:
            break


def comes_to(before, answer, spent, is_pick):
    """Lets the position in hand wait to be gone on from where the pick is asked again, unless it was come to for no
    more before; else goes on to there, however dice fall, while others decline."""
    key, mark = sameness(), logged
    if cell[QUESTION] == CHOOSE:
        if known_of(ASKED_PICK, ASKED_NAME) == rests_pick and depth() == search_depth and is_cheaper(key, spent):
            push(search_heap, new_entry(before, answer, spent, entries, is_pick, spent, key))
        return
    if cell[QUESTION] == 0:
        return
    entry, begun = new_entry(before, answer, spent, entries, is_pick, spent, key), pending
    if cell[QUESTION] == TAKE:
        add(DONE)
    else:
        add_lots()
    end = pending
    for at_ in range(begun, end, 8):
        shows = cell[begun + end - 8 - at_]
        if follow(shows):
            comes_to(entry, shows, spent, 0)
        undo(mark)
    forget(begun)


def may_rest():
    mark, rests_ = logged, 0
    if done_stands():
        rests_ = follow(DONE)
    undo(mark)
    return rests_

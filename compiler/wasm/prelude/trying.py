"""Answers on trial, for who asks at a table what could be done: `tried` and `taken_back`, and how far a thing gets.

`rests` is Dijkstra's search over the machine's own steps: the open positions of least cost first, of equals the first
that was found. Positions count as one where the same holds as far as it decides how the action goes on (`sameness`).
It shares the tables of `search.py`, which is never under way when somebody at a table asks.
"""

# mypy: ignore-errors

rests_pick = 0  # the pick by which a thing moves whose reach is looked for


@exported
def tried(x, is_judged):
    """Answers on trial and goes on to the next question; how that stopped. What is not seen ends it without a stop, and
    what is judged already, or what dice have decided, nothing refuses."""
    global candidates_known, judged, stopped
    judged = is_judged or cell[QUESTION] >= THROW
    put(x)
    run()
    judged = candidates_known = cell[DOUBTS] = 0
    if stopped == 2:
        stopped = 0
        write(QUESTION, 0)
    return stopped


@exported
def picked_before():
    """The pick in hand may be over now, as if it had been made before."""
    global candidates_known
    candidates_known = cell[DOUBTS] = 0
    return write(MAY_END, 1)


@exported
def past_dead_ends():
    """Goes on to a question that has an answer, on trial; how that stopped."""
    global candidates_known, judged
    lapses_ = 0
    while stopped == 0 and may_lapse() and not has_answer():
        lapses_ = lapses_ + 1
        if lapses_ > MAX_LAPSES:
            exhausted()
        judged = 1
        lapse()
        run()
        judged = candidates_known = cell[DOUBTS] = 0
    return stopped


def over_undiced(frame):
    """Notes the frame of an effect that is over and could have thrown dice, with the mark at which it was."""
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
    """What a pick would cost; `NONE` where it costs nothing, or nobody can say."""
    global stopped
    found = by_number(known_of(ASKED_PICK, COST_OF), cell[FRAME], x)
    if stopped:
        stopped = 0
        return NONE
    return found


@exported
def rests(mover):
    """Lists the hexes in which a thing can come to rest by repeating the pick in hand, each with the entry of the
    cheapest way there."""
    global entries, generation, search_epoch, search_heap, search_mark, visited, search_depth, search_side
    global free, silent, rests_pick
    room, begun, rests_pick = free, pending, cell[ASKED_PICK]
    entries, search_heap, visited, search_mark = 0, SEARCH_HEAP, VISITED, logged
    generation, search_depth, search_side = generation + 1, depth(), who_is_asked()
    search_epoch, silent, cell[search_heap] = generation, 0, 0
    comes_to(-1, NONE, 0, 0)
    while cell[search_heap] and stopped == 0:
        entry = pop(search_heap)
        free = room
        if cell[noted(visited, VISITED_SLOTS, cell[entry + E_KEY], search_epoch, MAX_NUMBER)] < cell[entry]:
            continue
        go_to(entry, search_mark)
        here = hex_of(mover)
        if cell[entry + E_BEFORE] < 0:
            write(MAY_END, 1)  # as if it had been picked before
        if here != NONE and not is_found(begun, here) and may_rest():
            add(here)
            add(entry)
        steps_on(entry)
        if silent:
            stop()
    undo(search_mark)
    free = room
    return listed(begun)


def steps_on(entry):
    """Picks each that can be, and takes it back."""
    mark = logged
    for x in members(eligible()):
        price = cell[entry] + cost_of(x)
        if follow(x):
            comes_to(entry, x, price, 1)
        undo(mark)


def comes_to(before, answer, spent, is_pick):
    """Lets the position in hand wait to be gone on from where the pick is asked again, unless it was come to for no
    more before; else goes on to there, however dice fall, while others decline."""
    key, mark = sameness(), logged
    if cell[QUESTION] == CHOOSE:
        if cell[ASKED_PICK] == rests_pick and depth() == search_depth and is_cheaper(key, spent):
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


def is_found(begun, here):
    for at_ in range(begun, pending, 16):
        if cell[at_] == here:
            return 1
    return 0

"""Legality: an answer is legal if it stands by itself and the action can be completed from there.

Most actions are completed, or refused, by a few picks that are made once: these are tried directly, each as it is
found. Where a pick repeats, dice fall or something is offered, a search follows.

The search takes back in place of copying. Of the open positions that one goes on which dice have decided, then that
with the fewest offers taken, the least spent, the last found; one answer at a time. An entry holds which answer leads
to it from the one before, so the position in hand is moved to an entry by taking back to what leads to both.
Positions that go on alike are visited once: `visited` keeps by their digest what the cheapest way there has spent.
A search that has looked at `MAX_POSITIONS` gives up, and the answer passes; an action does not if each answer to its
first pick is refused directly. Else it would lapse at that pick, over and over, where a map is full.
"""

# mypy: ignore-errors

entries = 0
looked = 0
generation = 0  # of the last search that was begun
searches = 0  # that are under way inside each other: whether a duty can be done is asked inside of another search
search_epoch = 0
search_heap = 0
visited = 0
search_depth = 0
search_side = 0
search_mark = 0
in_hand = 0
silent = 0
stop_entry = 0  # from which entry the search for a way on was stopped first: 0 by nothing, -1 at once
stop_answer = 0
is_walking = 0  # whether what stops a search is looked for, entry by entry
in_loop = 0  # whether a pick is made directly that may be made again
in_full = 0  # whether what is tried directly has to show that nothing leads on: no pick may repeat, any may be tried
is_barred = 0  # whether a prohibition forbids to be done with the pick in hand
lists = 0
candidates_known = 0  # whether what may be an answer to the question in hand has been worked out
listing = 0  # whether that is being worked out


def is_over():
    """Whether the action to be completed has ended, or has gone as far as can be seen."""
    if cell[QUESTION] == 0:
        return 1
    if search_depth > 0:
        return depth() < search_depth
    return cell[QUESTION] != CHOOSE or depth() > 0


def is_completed():
    return (cell[UNRESTED] >> search_depth) & 1 == 0


def leads_on():
    """Whether the action can be completed from the position in hand, which stays as it is. Where trying directly does
    not decide it, or the reason of a refusal is wanted, a search is begun."""
    global looked, silent, stopped
    if is_over():
        return is_completed() or (searches == 0 and notes_stop(-1, NONE))
    if is_walking:
        return leads_on_by_search()
    outer_looked, outer_silent, looked, silent = looked, silent, 0, 0
    found = leads_directly()
    if found == 0 and looked * 4 >= MAX_POSITIONS:
        found = -1
    elif found == 0 and silent and stopped == 0:
        stopped = silent
    looked, silent = outer_looked, outer_silent
    return leads_on_by_search() if found < 0 else found


def leads_directly():
    """Whether the action can be completed by picks that are made once each: they are tried as they are found, depth
    first. Unknown (-1) if none completes it and other ways are left: a repeated pick, dice, an offer."""
    global free, in_loop, stopped
    if cell[QUESTION] != CHOOSE:
        return -1
    is_direct, repeats = known_of(ASKED_PICK, IS_DIRECT), known_of(ASKED_PICK, REPEATS)
    if repeats if in_full else not is_direct:
        return -1
    before, outer_loop, found = free, in_loop, 0
    if cell[MAY_END]:
        found = is_led_to_end(DONE)
    if found > 0:
        return 1
    if (repeats and in_loop) or looked * 4 >= MAX_POSITIONS:
        return -1
    domain = by_number(known_of(ASKED_PICK, DOMAIN), cell[FRAME]) if is_direct else eligible()
    if stopped == 2:
        stopped = 0
        return 1
    if stopped:
        silence()
        domain = NONE
    room, in_loop, at = free, in_loop + repeats, end_of(domain)
    while found <= 0 and at > first_of(domain):
        at = at - 8
        fits = is_direct == 0 or by_number(known_of(ASKED_PICK, STANDS), cell[FRAME], cell[at])
        if stopped:
            silence()
        elif fits:
            leads = is_led_to_end(cell[at])
            found = leads if leads else found
        free = room
    free, in_loop = before, outer_loop
    return found


def is_led_to_end(answer):
    """Whether an answer completes the action directly; it is taken back."""
    global looked
    mark, found, looked = logged, 0, looked + 1
    if answer == DONE and not done_stands():
        return 0
    put(answer)
    run()
    if goes_on():
        found = is_completed() if is_over() else leads_directly()
    undo(mark)
    return found


def leads_on_by_search():
    """Whether the action can be completed in any way. A nested search allocates behind the one around it."""
    global entries, looked, searches, search_epoch, search_heap, visited
    global search_mark, in_hand, silent, lists, stopped, free
    room_before, outer_entries, outer_lists, outer_looked, outer_silent = free, entries, lists, looked, silent
    outer_epoch, outer_heap, outer_visited, outer_mark, outer_hand = (
        search_epoch, search_heap, visited, search_mark, in_hand,
    )  # fmt: skip
    begins_search()
    looked = silent = found = 0
    in_hand, room = new_entry(-1, NONE, 0, 0, 0, 0, sameness()), room_before
    push(search_heap, in_hand)
    while cell[search_heap] and not found and stopped == 0:
        entry = cell[search_heap + 8]
        if entry != in_hand:
            go_to(entry, in_hand, search_mark)
            in_hand = entry
        free = room
        if cell[entry + E_LIST] == 0:
            open_ways(entry)
            room = free  # the sets and records among the answers last as long as the search
        if looked >= MAX_POSITIONS:
            break
        found = next_way(entry)
    undo(search_mark)
    if looked >= MAX_POSITIONS:
        found = GIVEN_UP
    elif not found and silent and stopped == 0:
        stopped = silent
    free, entries, lists, looked, silent = room_before, outer_entries, outer_lists, outer_looked, outer_silent
    search_epoch, search_heap, visited, search_mark, in_hand = (
        outer_epoch, outer_heap, outer_visited, outer_mark, outer_hand,
    )  # fmt: skip
    searches = searches - 1
    return found


def begins_search():
    """Begins a search at the position in hand, with its memory behind that of the searches under way."""
    global entries, lists, search_heap, visited, searches, generation, search_epoch, search_mark
    if searches == 0:
        entries, lists, search_heap, visited = 0, SEARCH_LISTS, SEARCH_HEAP, VISITED
    else:
        search_heap, visited = search_heap + ((cell[search_heap] + 1) << 3), visited + VISITED_SLOTS * 24
    if visited + VISITED_SLOTS * 24 > VISITED_END:
        full(SEARCHES_FULL)
    searches, generation = searches + 1, generation + 1
    search_epoch, search_mark, cell[search_heap] = generation, logged, 0


def notes_stop(entry, answer_):
    """Notes the first thing that stopped the outermost search; always 0."""
    global stop_entry, stop_answer
    if searches < 2 and stop_entry == 0:
        stop_entry, stop_answer = entry, answer_
    return 0


def new_entry(before, answer, chosen, took, rank, spent, key):
    """A new entry, ordered by whether dice have decided, then by the offers taken, then by what was spent."""
    global entries
    found, entries = SEARCH + entries * E_SIZE, entries + 1
    if found + E_SIZE > SEARCH_END:
        full(SEARCH)
    cell[found], cell[found + E_TOOK], cell[found + E_RANK], cell[found + E_BEFORE] = chosen, took, rank, before
    cell[found + E_ANSWER], cell[found + E_LIST], cell[found + E_SPENT], cell[found + E_KEY] = answer, 0, spent, key
    cell[found + E_LOGGED] = logged
    return found


# ---- positions that were looked at


def sameness():
    """A digest of all that can decide how the action goes on above the frame in which it began; never 0. What was
    spent is left out: having spent less closes no way."""
    account = account_in_hand()
    found = digest
    if account >= COUNTED and account < COUNTED_END:
        found = found - zobrist(account, cell[account])
    return key_of_frames(found, search_depth, 0)


def account_in_hand():
    """Where the cost of the innermost pick under way is counted, or 0."""
    frame, level = cell[FRAME], depth()
    while frame and is_within(frame, level, search_depth):
        found = cell[known_of(frame, ACCOUNTS) + (cell[frame + 8] << 3)]
        if found:
            return by_number(found, frame)
        level = level - is_action(frame)
        frame = cell[frame + 16]
    return 0


def is_cheaper(key, spent):
    """Whether a position is reached for the first time, or more cheaply than before, which is noted."""
    here = noted(visited, VISITED_SLOTS, key, search_epoch, MAX_NUMBER)
    if cell[here] <= spent:
        return 0
    cell[here] = spent
    return 1


# ---- the answers at a position


def open_ways(entry):
    """Lists the answers at the position in hand, in the order in which they are tried. What is used for that is given
    back, unless they are addresses in it."""
    global lists, silent, stopped, free
    begun, before = pending, free
    if is_cheaper(cell[entry + E_KEY], cell[entry + E_SPENT]):
        if cell[QUESTION] == TAKE:
            add_offers()
        elif cell[QUESTION] == CHOOSE:
            add_picks()
        else:
            add_lots()
    count = (pending - begun) >> 3
    if lists + ((count + 2) << 3) > SEARCH_LISTS_END:
        full(SEARCH_LISTS)
    cell[entry + E_LIST] = lists
    cell[lists], cell[lists + 8] = count, 0
    copy_bytes(lists + 16, begun, count << 3)
    lists = lists + ((count + 2) << 3)
    forget(begun)
    if cell[QUESTION] != CHOOSE or not known_of(ASKED_PICK, IS_LIST_PICK):
        free = before


def add_offers():
    """`done` comes first; other sides decline, unless they have a duty that can be done."""
    owes = owed()
    if stopped:
        return silence() if stopped < 3 else 0
    if not owes:
        add(DONE)
    if owes or who_is_asked() == search_side:
        add_all(cell[cell[FRAME] + W_OPEN])


def add_picks():
    """`done`, then the candidates in reverse order; what the action has picked before comes last. `done` alone where
    the law does not say what the candidates are, as where they are tried directly."""
    global silent, stopped, pending
    if cell[MAY_END]:
        add(DONE)
    begun, found = pending, eligible()
    if stopped == 2:
        stopped = 0
        add(OUT_OF_SIGHT)
        return
    if stopped:
        silence()
        forget(begun)
        return
    frame, acted = action_frame(), NONE
    if frame and known_of(ASKED_PICK, IS_THING_PICK):
        acted = cell[frame + ACTED]
    found = reversed(found)
    for x in members(found):
        if not among(x, acted, 0):
            add(x)
    if size(acted):
        for x in members(found):
            if among(x, acted, 0):
                add(x)


def silence():
    """Notes that the law does not say how play goes on here, which counts if no other way leads on."""
    global silent, stopped
    passed_over(stopped)
    if silent == 0:
        silent = stopped
    stopped = 0


def add_lots():
    """Adds what dice may show, or what may be drawn."""
    if cell[QUESTION] == DRAW:
        add_all(cell[DICE])
    else:
        for shows in range(cell[DICE], cell[DICE] * cell[FACES] + 1):
            add(shows * PART)


def next_way(entry):
    """Tries the next answer at the position in hand; returns whether it completes the action."""
    global in_hand
    answers = cell[entry + E_LIST]
    at = cell[answers + 8]
    if at == cell[answers]:
        pop(search_heap)
        return 0
    cell[answers + 8] = at + 1
    answer = cell[answers + 16 + (at << 3)]
    if answer == OUT_OF_SIGHT:
        return 1
    asked, spent = cell[QUESTION], cell[entry + E_SPENT]
    took = cell[entry + E_TOOK] + (asked == TAKE and answer != DONE)
    if asked == CHOOSE and answer != DONE:
        price = price_of(answer)
        spent = spent + (0 if price == NONE else price)
    found = how_it_goes(entry, answer)
    if found >= 0:
        return found
    key = sameness()
    in_hand = new_entry(entry, answer, cell[QUESTION] < THROW, took, spent + far() * PART, spent, key)
    push(search_heap, in_hand)
    if cell[QUESTION] != CHOOSE or not cell[MAY_END] or not is_cheaper(key ^ 1442695040888963407, spent):
        return 0
    mark = logged
    found = how_it_goes(in_hand, DONE)  # nothing more is picked
    if found >= 0:
        return found
    if cell[QUESTION] >= THROW:  # where dice fall then, that goes on first
        push(search_heap, new_entry(in_hand, DONE, 0, took, spent, spent, sameness()))
    undo(mark)
    return 0


def how_it_goes(entry, answer):
    """Gives an answer at the position of an entry: 1 if it completes the action, -1 if the action goes on; otherwise
    0, and the answer is taken back."""
    global looked
    asked, mark, looked = cell[QUESTION], logged, looked + 1
    if asked == CHOOSE and answer == DONE and not done_stands():
        return is_barred and notes_stop(entry, DONE)
    put(answer)
    run()
    breaks = stopped > 3 and (asked >= THROW or (asked == CHOOSE and answer == DONE))
    leads = goes_on()
    if leads and not is_over():
        return -1
    if leads and is_completed():
        return 1
    undo(mark)
    return (leads or breaks) and notes_stop(entry, answer)


def goes_on():
    """Whether the game went on after an answer: as far as can be seen, or to where nothing is broken."""
    global stopped
    if stopped == 2:
        stopped = 0
        write(QUESTION, 0)
        return 1
    if stopped == 0:
        return 1
    if stopped < 4:
        silence()
    stopped = 0
    return 0


def far():
    """The distance of the acting thing from the hexes that were picked before it."""
    return known_of(ASKED_PICK, FAR) and by_number(known_of(ASKED_PICK, FAR), cell[FRAME])


# ---- what stands by itself


def as_far_as_seen(found, unseen_):
    """A condition or a prohibition as far as it can be seen, and what counts where it cannot: a condition as fitting, a
    prohibition as not forbidding."""
    global stopped
    if stopped == 2:
        stopped = 0
        return unseen_
    return found


def add_unless(answer):
    """Adds what can be picked. Of some the law did not say whether it fits, or whether it is forbidden: in a search
    that counts if no other way leads on; to the question in hand that is an answer at which the law stops."""
    if not stopped:
        add(answer)
    elif listing:
        add(answer)
        at = DOUBTS + (cell[DOUBTS] + 1) * 16
        if at >= DOUBTS_END:
            full(DOUBTS)
        cell[at - 8], cell[at], cell[DOUBTS] = answer, stopped, cell[DOUBTS] + 1
    else:
        silence()


def eligible():
    """The list of what can be picked, whatever it leads to. Where the law does not give it as a whole, each candidate
    is judged; one that cannot be judged is noted."""
    global free, stopped
    if known_of(ASKED_PICK, ELIGIBLE):
        found = by_number(known_of(ASKED_PICK, ELIGIBLE), cell[FRAME])
        if stopped == 0 or stopped > 2:
            return found
        stopped = 0
    begun, found = pending, by_number(known_of(ASKED_PICK, DOMAIN), cell[FRAME])
    before = free
    for answer in members(NONE if stopped else found):
        if by_number(known_of(ASKED_PICK, STANDS), cell[FRAME], answer):
            add_unless(answer)
        stopped, free = 0, before
    return listed(begun)


@exported
def done_stands():
    """Whether `done` is allowed at the pick in hand, whatever it leads to."""
    global is_barred
    is_barred = 0
    if not cell[MAY_END]:
        return 0
    barred = by_number(known_of(ASKED_PICK, DONE_BARRED), cell[FRAME])
    if stopped:
        silence()
        return 0
    is_barred = barred > 0
    return not is_barred


def owed():
    """Whether a duty is open here that can be done."""
    frame = cell[FRAME]
    if cell[QUESTION] != TAKE or not cell[frame + W_DUTY]:
        return 0
    for action in members(cell[frame + W_OPEN]):
        if completes(action):
            return 1
    return 0


@exported
def allows(answer):
    """Whether one of the candidates is legal; stops where the law does not say."""
    global stopped
    if answer == DONE:
        if cell[QUESTION] == TAKE:
            barred = owed() or passing_barred() > 0
            return not barred and stopped == 0
        if not cell[MAY_END] or by_number(known_of(ASKED_PICK, DONE_BARRED), cell[FRAME]) > 0:
            return 0
    for doubt in range(0, cell[DOUBTS]):
        if DOUBTS[doubt * 2 + 1] == answer and cell[QUESTION] == CHOOSE:
            stopped = DOUBTS[doubt * 2 + 2]
    return 0 if stopped else completes(answer)


def is_legal(answer):
    """Whether one of the candidates is known to be legal."""
    global stopped
    found = allows(answer)
    if stopped < 3:
        stopped = 0
    return found


def completes(answer):
    """Whether an answer that stands by itself leads to the end of an action."""
    global stopped, search_depth, search_side, stop_entry
    if cell[QUESTION] >= THROW:
        return 1
    if searches == 0:
        stop_entry = 0
    outer_depth, outer_side = search_depth, search_side
    search_depth = depth() + (cell[QUESTION] == TAKE)
    search_side = who_is_asked()
    mark, is_taken = logged, cell[QUESTION] == TAKE
    put(answer)
    run()
    found = 0
    if stopped == 0:
        found = leads_on()
        if found == GIVEN_UP and is_taken and searches == 0:
            found = leads_to_a_pick()
    elif stopped == 2:
        found = is_completed()
        stopped = 0
    elif stopped > 3:
        stopped = 0
    undo(mark)
    search_depth, search_side = outer_depth, outer_side
    return found != 0


def leads_to_a_pick():
    """Whether an answer to the first pick of an action, of which the search gave up, is not refused directly."""
    global free, in_full, looked, silent, stopped
    if cell[QUESTION] != CHOOSE or known_of(ASKED_PICK, REPEATS) or who_is_asked() != search_side:
        return 1
    before, silent, in_full, looked = free, 0, 1, 0
    found = cell[MAY_END] and is_led_to_end(DONE)
    of = NONE if found or stopped else eligible()
    room, at, found = free, first_of(of), found or silent or stopped
    while not found and at < end_of(of):
        looked = 0
        found, free, at = is_led_to_end(cell[at]) or silent or stopped or looked * 4 >= MAX_POSITIONS, room, at + 8
    free, in_full, silent, stopped = before, 0, 0, 0
    return found


@exported
def candidates():
    """What may be an answer: what can be picked, or the actions that are open; to be done last, where it may be. They
    are worked out once for the question in hand."""
    global candidates_known, listing
    if not candidates_known:
        begun, listing, cell[DOUBTS] = pending, 1, 0
        add_all(cell[cell[FRAME] + W_OPEN] if cell[QUESTION] == TAKE else eligible())
        if cell[QUESTION] == TAKE or cell[MAY_END]:
            add(DONE)
        count = (pending - begun) >> 3
        if CANDIDATES + (count << 3) >= CANDIDATES_END:
            full(CANDIDATES)
        cell[CANDIDATES] = 0 if stopped else count
        copy_bytes(CANDIDATES + 8, begun, cell[CANDIDATES] << 3)
        forget(begun)
        # the address of a list does not outlast the look
        is_list = cell[QUESTION] == CHOOSE and known_of(ASKED_PICK, IS_LIST_PICK)
        listing, candidates_known = 0, stopped == 0 and not is_list
    return CANDIDATES


@exported
def legal():
    """The list of all legal answers; not valid where the law stops at one of them, or there is no room for it."""
    global free
    tried = candidates()
    before = free
    begun = pending
    for x in members(tried):
        free = before
        if allows(x):
            add(x)
        if stopped:
            break
    free = before
    return listed(begun)


def has_answer():
    """Whether any answer is legal; `done` is tried first. Where the law stops at an answer, the stop comes when that
    answer is given, and the question does not lapse."""
    global free, stopped
    tried = reversed(candidates())
    before = free
    found = stopped != 0
    for answer in members(tried):
        free = before
        if found or allows(answer) or stopped:
            found = 1
            break
    if stopped < 3:
        stopped = 0
    return found


def go_on():
    """Goes past dead ends and notes each; returns how the game stopped, if it did."""
    global free
    lapses = 0
    while arrived() and not has_answer():
        lapses = lapses + 1
        passes_dead_end(lapses)
    free = FREE
    return stopped


def arrived():
    """Prepares the question in hand on the view of the side that decides; returns whether it may be a dead end."""
    global free, candidates_known, shares_live
    if stopped:
        return 0
    free = FREE
    candidates_known = cell[DOUBTS] = 0
    shares_live = (cell[SHARES_BEGUN] & 1) + 1 if cell[APART] else 0
    memo_swept()
    if depth() == 0:
        settle()
    note_unrested()
    asked = cell[QUESTION]
    if asked != TAKE and asked != CHOOSE:
        return 0
    if not stands_apart:
        put_on(cell[ASKED_SIDE])
    return may_lapse()


def may_lapse():
    """Whether the pick, or the part of the sequence, around the question in hand ends where there is no answer."""
    return cell[QUESTION] == CHOOSE or (cell[QUESTION] == TAKE and span_of(part_below()) >= 0)


def passes_dead_end(lapses):
    """Notes that nothing can be answered here and goes on behind it; counts those passed in a row."""
    global judged, says
    if lapses > MAX_LAPSES:
        says = 1
        exhausted()
    take_off()
    ended = cell[ASKED_PICK]  # the pick, or the part of the sequence, that ends without an answer
    if cell[QUESTION] == TAKE:
        ended = span_of(part_below())
    note(LAPSE, cell[ASKED_SIDE] + (cell[APART] << 32), ended, cell[QUESTION])
    judged = 1
    lapse()
    run()
    judged = 0
    return stopped

"""Programs that play: they know a position by what may be answered, by what comes of it, and by what it is worth.

`random` takes any legal answer. `greedy` carries out one action at a time: of the ways that it looks at, the one that
is worth most to its side. A plan is the answers of one action, from its first pick to its end, or to where dice fall
or somebody else decides; it is worth what the position then is, on the average over the dice.

Looking (`look`) is best-first (Pearl, 1984): of the positions that were come to, the one that promises most is gone on
from, until a share of positions is spent (`entries.py`). All that can be begun, an action with what is
picked first in it, is looked at by itself: a side with many units looks at each of them.

What was found is kept in rows until the side acts elsewhere, and is taken up lazily (Minoux, 1978): gains shrink more
often than they grow, so of the rows the one that promised most is tried again, and taken if it still gains no less than
the next one promises. So most actions cost a second look at one plan, not a first look at all of them.
"""

# mypy: ignore-errors

plan_entries = 0
plan_lists = 0
plan_root = 0  # the mark of the position that is planned from
plan_in_hand = 0
plan_side = 0
plan_depth = 0
plan_key = 0  # of the chance that decides between equals
plan_epoch = 0
done_goes_on = 0  # whether `done`, when it was tried last, did not end the action
best_worth = 0
best_size = 0  # answers of the best plan; 0 where none was found
row_table = 0  # where the rows of the side that plans lie
plans_ended = 0  # whose worth is known
imagined_from = 0  # the mark from which on hidden values are guessed


# ---- a position: what may be answered, what comes of it, what it is worth


@exported
def worth(side):
    """What the position in hand is worth to a side; `NONE` where the law does not say."""
    global stopped, free, unanswered
    before = free
    found = by_number(WORTH_NOTING if noting else WORTH, side)
    free = before
    if stopped:
        wants_parts(stopped)
        unanswered = unanswered + (stopped == 1)
        stopped = 0
        return NONE
    return found


def follow(answer):
    """Gives an answer and goes on to the next question; returns whether play can go on, as far as is seen. The caller
    takes it back."""
    global seen, weighed
    seen = seen + 1
    put(answer)
    run()
    weighed = weighed + (stopped != 1)  # else it is passed over
    return goes_on()


def plan_is_over():
    """Whether nothing more is to be picked in the action that is planned, or not by this side."""
    return cell[QUESTION] != CHOOSE or cell[ASKED_SIDE] != plan_side or depth() < plan_depth


def is_rested():
    return (cell[UNRESTED] >> plan_depth) & 1 == 0


def expected(room, thrown):
    """The worth of the position in hand; the average where dice fall first."""
    global free
    if cell[QUESTION] < THROW or thrown == MAX_THROWS:
        return worth_behind(plan_side)
    before = free
    ways = cell[DICE] * (cell[FACES] - 1) + 1 if cell[QUESTION] == THROW else size(cell[DICE])  # the outcomes
    if ways > room:
        typical = cell[DICE] * (cell[FACES] + 1) // 2 * PART
        if cell[QUESTION] == DRAW:
            typical = cell[cell[DICE] + 8 + ((ways // 2) << 3)]
        found = after_lot(typical, 1, thrown)
    else:
        found = average_of_lots(ways, room // ways, thrown)
    free = before
    return found


def average_of_lots(ways, room, thrown):
    """The average worth over what dice show; `NONE` where one of the outcomes has no known worth."""
    begun, throws, first = pending, cell[QUESTION] == THROW, cell[DICE]
    if throws:
        add_chances(cell[DICE], cell[FACES])
    total = weights = 0
    for i in range(0, ways):
        share = cell[begun + (i << 3)] if throws else 1
        shows = (first + i) * PART if throws else cell[first + 8 + (i << 3)]
        found = after_lot(shows, room, thrown)
        if found == NONE:
            forget(begun)
            return NONE
        total, weights = total + share * found, weights + share
    forget(begun)
    return total // weights


def after_lot(shows, room, thrown):
    mark = logged
    found = expected(room, thrown + 1) if follow(shows) else NONE
    undo(mark)
    return found


def add_chances(dice, faces):
    """Adds the number of ways in which the dice show each sum, in order of the sums."""
    begun = pending
    for i in range(0, dice * (faces - 1) + 1):
        add(i == 0)
    for _ in range(0, dice):
        at_ = dice * (faces - 1)
        while at_ >= 0:
            found = 0
            for k in range(0, faces):
                if at_ - k >= 0:
                    found = found + cell[begun + ((at_ - k) << 3)]
            cell[begun + (at_ << 3)] = found
            at_ = at_ - 1


def is_new():
    """Whether a position is reached for the first time in this look, which is noted."""
    key = key_of_frames(stamp, plan_depth if plan_depth else -1, 1)  # all that decides how it goes on, and its worth
    here = noted(PLAN_SEEN, PLAN_SEEN_SLOTS, key, plan_epoch, 1)
    found = cell[here]
    cell[here] = 0
    return found


# ---- looking for the best way to carry an action out


def nothing_found():
    global best_size, best_worth
    best_size, best_worth = 0, NONE


def plan_entry(before, answer, promise, tie):
    """A new entry; the most promising comes first, equals in an order drawn by lot."""
    global plan_entries
    found, plan_entries = PLANS + plan_entries * E_SIZE, plan_entries + 1
    cell[found], cell[found + P_LOT] = ~promise, shifted_right(tie, 1)
    cell[found + P_LENGTH] = 0 if before < 0 else cell[before + P_LENGTH] + 1
    cell[found + E_BEFORE], cell[found + E_ANSWER], cell[found + E_LIST] = before, answer, 0
    cell[found + P_TIE], cell[found + P_DONE], cell[found + E_LOGGED] = tie, done_goes_on, logged
    return found


def has_room_to_plan():
    return PLANS + (plan_entries + 64) * E_SIZE < PLANS_END and plan_lists + 32768 < PLAN_LISTS_END


def list_answers(entry):
    """Lists the answers that stand by themselves at the position in hand, in an order drawn by lot; `done` is tried
    first if the action goes on after it."""
    global plan_lists, free
    before = free
    found = eligible_cells()
    count = size(found)
    cell[entry + E_LIST] = plan_lists
    first = plan_lists + 16
    if cell[entry + P_DONE]:
        cell[first] = DONE
        first = first + 8
    copy_bytes(first, found + 8, count << 3)
    if count > 1:
        in_order_of_chance(first, count, cell[entry + P_TIE])
    cell[plan_lists], cell[plan_lists + 8] = count + cell[entry + P_DONE], 0
    plan_lists = first + (count << 3)
    free = before


def in_order_of_chance(first, count, key):
    """Sorts answers by the numbers drawn for them: the order in which they are tried, and of equals."""
    for i in range(0, count):
        LOTS[i] = folded(key, number_of_answer(cell[first + (i << 3)]))
    sort_by_lots(first, count)


def sort_by_lots(first, count):
    """Puts cells in the order of the numbers at `LOTS` (Shell, 1959)."""
    gap = count // 2
    while gap > 0:
        for i in range(gap, count):
            x, lot = cell[first + (i << 3)], LOTS[i]
            k = i
            while k >= gap and below_unsigned(lot, LOTS[k - gap]):
                cell[first + (k << 3)], LOTS[k] = cell[first + ((k - gap) << 3)], LOTS[k - gap]
                k = k - gap
            cell[first + (k << 3)], LOTS[k] = x, lot
        gap = gap // 2


def go_on_from(entry):
    """Tries some of the answers at an entry."""
    global plan_in_hand
    memo_swept()
    if entry != plan_in_hand:
        go_to(entry, plan_in_hand, plan_root)
        plan_in_hand = entry
    if cell[entry + E_LIST] == 0:
        list_answers(entry)
    answers = cell[entry + E_LIST]
    tried = 0
    while cell[answers + 8] < cell[answers] and tried < MAX_AT_ONCE and has_room_to_plan():
        x = cell[answers + 16 + (cell[answers + 8] << 3)]
        cell[answers + 8] = cell[answers + 8] + 1
        tried = tried + try_answer(entry, x)
    if cell[answers + 8] < cell[answers]:
        push(PLAN_HEAP, entry)


def try_answer(entry, x):
    """Tries an answer at the position in hand; returns whether play can go on from there."""
    mark = logged
    tie = folded(cell[entry + P_TIE], number_of_answer(x))
    leads = (x != DONE or done_stands()) and follow(x)
    if leads and (plan_is_over() or is_new()):
        step = entry_behind(entry, x, tie)
        if step:
            push(PLAN_HEAP, step)
    undo(mark)
    return leads


def entry_behind(entry, x, tie):
    """The entry behind an answer that was given; 0 where the plan ends there, which is noted."""
    global done_goes_on
    if plan_is_over():
        if is_rested():
            found_plan(expected(MAX_FALLS, 0), entry, x, 0)
        return 0
    promise, done_goes_on = ~cell[entry], 0
    if cell[MAY_END]:
        ended = ends_with(entry, x)
        if ended != NONE:
            promise = ended
    return plan_entry(entry, x, promise, tie)


def ends_with(entry, x):
    """The worth if nothing more is picked, neither here nor in the picks around it; `NONE` where that is not
    possible."""
    global done_goes_on
    mark, found, dones = logged, NONE, 0
    while not plan_is_over() and cell[MAY_END] and dones < MAX_DONES:
        dones = dones + 1
        if not done_stands() or not follow(DONE):
            break
        if plan_is_over():
            if is_rested():
                found = expected(MAX_FALLS, 0)
                found_plan(found, entry, x, dones)
            break
        done_goes_on = 1
    undo(mark)
    return found


def found_plan(its_worth, entry, x, dones):
    """Keeps a plan, if it is the best so far: the answers to an entry, one more and so often to be done."""
    global best_worth, best_size, plans_ended
    if its_worth == NONE:
        return
    plans_ended = plans_ended + 1
    count = cell[entry + P_LENGTH] + (x != NONE) + dones
    if count > MAX_PLAN:
        return
    if best_size and (its_worth < best_worth or (its_worth == best_worth and count >= best_size)):
        return
    best_worth, best_size = its_worth, count
    for i in range(0, dones):
        BEST[count - 1 - i] = DONE
    at_ = cell[entry + P_LENGTH]
    if x != NONE:
        BEST[at_] = x
    while cell[entry + E_BEFORE] >= 0:
        at_ = at_ - 1
        BEST[at_] = cell[entry + E_ANSWER]
        entry = cell[entry + E_BEFORE]


def go_on_looking(share):
    """Goes on from the most promising entry until the given number of further positions is seen."""
    enough = seen + share
    while cell[PLAN_HEAP] and seen < enough and has_room_to_plan():
        go_on_from(pop(PLAN_HEAP))
    return come_back()


def come_back():
    """Returns to the position from which the plan begins."""
    global plan_in_hand
    undo(plan_root)
    plan_in_hand = PLANS
    return 0


def look_behind(answers, count):
    """Begins a look behind some answers; the entry there, or 0 where the plan ends on the way."""
    global plan_entries, plan_lists, plan_root, plan_in_hand, plan_epoch, done_goes_on
    plan_entries = done_goes_on = cell[PLAN_HEAP] = 0
    plan_lists, plan_root, plan_epoch = PLAN_LISTS, logged, plan_epoch + 1
    entry = plan_in_hand = plan_entry(-1, NONE, worth_behind(plan_side), plan_key)
    for at_ in range(answers, answers + (count << 3), 8):
        tie = folded(cell[entry + P_TIE], number_of_answer(cell[at_]))
        entry = entry_behind(entry, cell[at_], tie) if follow(cell[at_]) else 0
        if not entry:
            return 0
        plan_in_hand = entry
    push(PLAN_HEAP, entry)
    return entry


def look_from(answers, count, share):
    """Looks for the best plan that begins with some answers."""
    return go_on_looking(share) if look_behind(answers, count) else come_back()


def look_further():
    """Follows the best plan on from where it ends, as long as that finds better ones."""
    count = best_size
    while count > 0 and BEST[count - 1] == DONE:
        count = count - 1
    copy_bytes(STEPS, BEST, count << 3)
    if look_behind(STEPS, count):
        in_vain, enough = 0, seen + MAX_FURTHER
        while cell[PLAN_HEAP] and in_vain < MAX_IN_VAIN and seen < enough and has_room_to_plan():
            before = best_worth
            go_on_from(pop(PLAN_HEAP))
            in_vain = 0 if best_worth > before else in_vain + 1
    return come_back()


def plan_again(answers, count):
    """The worth of some answers from here; `NONE` where they are no plan any longer."""
    global plans_ended
    mark, found = logged, NONE
    end = answers + (count << 3)
    for at_ in range(answers, end, 8):
        if not stands_by_itself(cell[at_]) or not follow(cell[at_]):
            break
        if plan_is_over():
            if at_ + 8 == end and is_rested():
                found = expected(MAX_FALLS, 0)
            break
    undo(mark)
    plans_ended = plans_ended + (found != NONE)
    return found


def stands_by_itself(x):
    """Whether an answer to the question in hand stands by itself, whatever it leads to."""
    global free, stopped
    if x == DONE:
        return cell[QUESTION] == TAKE or done_stands()
    if cell[QUESTION] == TAKE:
        return among(x, cell[cell[FRAME] + W_OPEN], 0)
    before = free
    found = among(x, eligible(), 0)
    free = before
    if stopped:
        passed_over(stopped)
        stopped = 0
        return 0
    return found


# ---- what a side can begin, row by row: action, first pick, whether and how it was looked at, gain, size, answers


def row_of(action, first, tie):
    """The row of a beginning; a new one is empty. 0 where there is no more room."""
    slot = mixed(action * 1048576 + first) & (MAX_ROWS_KEPT - 1)
    for _ in range(0, MAX_ROWS_KEPT):
        here = row_table + slot * ROW_SIZE
        if cell[here + R_STATE] == EMPTY:
            cell[here + R_ACTION], cell[here + R_FIRST], cell[here + R_TIE] = action, first, tie
            cell[here + R_STATE], cell[here + R_LENGTH], cell[here + R_FORCED] = UNSEEN_YET, 0, 0
            return here
        if cell[here + R_ACTION] == action and cell[here + R_FIRST] == first:
            return here
        slot = (slot + 1) & (MAX_ROWS_KEPT - 1)
    return 0


def note_gain(here, gain):
    """Keeps what a row gains. A side that must act although nothing gains takes each row once before any twice, or it
    would do and undo for ever what costs nothing."""
    forced = 0 if gain > 0 else cell[here + R_FORCED] * (MAX_NUMBER >> 16)
    cell[here + R_GAIN], cell[here + R_STATE] = gain - forced, GAINS if gain > 0 else VAIN


def empty_row(here):
    """The plan of a row was taken, or is none any more."""
    cell[here + R_STATE], cell[here + R_LENGTH] = UNSEEN_YET, 0


def best_row(least):
    """The most promising row, one of equals by lot; 0 where none promises more than `least`."""
    found = 0
    for i in range(0, MAX_ROWS_KEPT):
        here = row_table + i * ROW_SIZE
        if cell[here + R_STATE] >= VAIN and cell[here + R_LENGTH] and cell[here + R_GAIN] >= least:
            if cell[here + R_GAIN] > least or (found and below_unsigned(lot_of(here), lot_of(found))):
                found, least = here, cell[here + R_GAIN]
    return found


def lot_of(row):
    """The number of a row by which equals are told apart."""
    return mixed(plan_key ^ cell[row + R_TIE])


def still_best(now, least):
    """Takes the best of what was found before that still holds; returns whether it gains more than `least`."""
    global best_worth, best_size
    here = best_row(least)
    while here:
        its_worth = plan_again(here + R_ANSWERS, cell[here + R_LENGTH])
        if its_worth == NONE:
            empty_row(here)
        else:
            note_gain(here, its_worth - now)
        other = best_row(least)
        if (
            its_worth != NONE
            and its_worth - now > least
            and (other == 0 or cell[here + R_GAIN] >= cell[other + R_GAIN])
        ):
            best_worth, best_size = its_worth, cell[here + R_LENGTH]
            copy_bytes(BEST, here + R_ANSWERS, best_size << 3)
            cell[here + R_FORCED] = cell[here + R_FORCED] + (its_worth <= now)
            empty_row(here)
            return 1
        here = other
    return 0


def list_beginnings():
    """Lists in `BEGINNINGS` the rows of all that can be begun; returns their number."""
    global free
    count, before = 0, free
    for action in members(cell[cell[FRAME] + W_OPEN]):
        if not GIVES_UP[action]:
            mark = logged
            number = number_of_answer(action)
            if follow(action):
                if plan_is_over():
                    count = add_beginning(count, action, NONE, number)
                else:
                    for first in members(eligible_cells()):
                        count = add_beginning(count, action, first, folded(number, number_of_answer(first)))
                    if cell[MAY_END]:
                        count = add_beginning(count, action, DONE, folded(number, number_of_answer(DONE)))
            undo(mark)
            free = before
    return count


def eligible_cells():
    """The candidates, whatever they lead to. Empty where the law does not say, and where an answer is a list or a
    record, whose address does not outlast the look."""
    global stopped
    found = NONE if cell[QUESTION] == TAKE or known_of(ASKED_PICK, IS_LIST_PICK) else eligible()
    if stopped or size(found) > MAX_LISTED:
        passed_over(stopped)
        stopped = 0
        return NONE
    return found


def add_beginning(count, action, first, tie):
    here = row_of(action, first, tie)
    if here == 0:
        return count
    BEGINNINGS[count] = here
    return count + 1


def look_at_row(here, now, share):
    """Looks at one beginning, and keeps what is found in its row."""
    cell[PREFIX], cell[PREFIX + 8] = cell[here + R_ACTION], cell[here + R_FIRST]
    nothing_found()
    look_from(PREFIX, 1 + (cell[here + R_FIRST] != NONE), share)
    if best_size == 0 or best_size > MAX_ROW_PLAN:
        cell[here + R_STATE] = UNSEEN_YET  # refused now, or too long to keep: it is looked at again
    else:
        note_gain(here, best_worth - now)
        cell[here + R_LENGTH] = best_size
        copy_bytes(here + R_ANSWERS, BEST, best_size << 3)


def look_at_all(now, budget):
    """Gives every beginning its turn: those that were not looked at yet, then those that were in vain as far as the
    budget goes."""
    count = list_beginnings()
    share = within(1, budget // within(1, count, MAX_SHARES), budget)
    for i in range(0, count):
        here = BEGINNINGS[i]
        if cell[here + R_STATE] == UNSEEN_YET:
            look_at_row(here, now, share)
    if best_row(0) == 0:
        enough = seen + budget
        for i in range(0, count):
            LOTS[i] = lot_of(BEGINNINGS[i])
        sort_by_lots(BEGINNINGS, count)
        for i in range(0, count):
            if seen < enough and cell[BEGINNINGS[i] + R_STATE] == VAIN:
                look_at_row(BEGINNINGS[i], now, share)
    return count


# ---- greedy


def plan_greedily(budget):
    """Makes the plan of a side for the question in hand: its answers lie at `BEST`, so many as it gives."""
    global plan_side, plan_depth, seen, row_table
    plan_side = cell[ASKED_SIDE]
    plan_depth = depth() + (cell[QUESTION] == TAKE)
    seen = 0
    nothing_found()
    now = base(plan_side)
    if now == NONE:
        return stop()  # it would avoid every position, and nothing would say why
    if cell[QUESTION] == CHOOSE:
        look_from(PREFIX, 0, budget)
        if best_size:
            look_further()
        return best_size
    row_table = ROWS_KEPT + (plan_side + SIDES * (games < 0)) * (MAX_ROWS_KEPT * ROW_SIZE + 64)
    about = row_table + MAX_ROWS_KEPT * ROW_SIZE
    where = purpose()
    if cell[about] != where or cell[about + 8] != games:
        cell[about], cell[about + 8], cell[about + 16], cell[about + 24] = where, games, NONE, NONE
        for i in range(0, MAX_ROWS_KEPT):
            cell[row_table + i * ROW_SIZE + R_STATE] = EMPTY
    take_plan_for(about, now, budget)
    if best_size and cell[BEST] != DONE:
        cell[about + 16] = cell[BEST]
        cell[about + 24] = cell[BEST + 8] if best_size > 1 else NONE
    return best_size


def take_plan_for(about, now, budget):
    global best_worth, best_size
    if cell[about + 24] != NONE and cell[about + 24] >= 0:
        goes_on_with(about, now, budget // 4)
        if best_size and best_worth > now:
            return look_further()
    nothing_found()
    if still_best(now, 0) or (look_at_all(now, budget) and still_best(now, 0)):
        return look_further()
    if may_be_done():
        best_worth, best_size, cell[BEST] = now, 1, DONE
        return 0
    if still_best(now, -MAX_NUMBER):
        cell[PREFIX], cell[PREFIX + 8] = cell[BEST], cell[BEST + 8]
        return look_from(PREFIX, 1 if best_size == 1 else 2, budget)
    return 0


def may_be_done():
    """Whether the side may be done; the positions looked at for this are no plan."""
    global weighed, unanswered
    ways, out = weighed, unanswered
    found = is_legal(DONE)
    weighed, unanswered = ways, out
    return found


def goes_on_with(about, now, budget):
    """The best that can be begun with what has just acted, by another action."""
    nothing_found()
    for action in members(cell[cell[FRAME] + W_OPEN]):
        if action != cell[about + 16] and not GIVES_UP[action] and begins_with(action, cell[about + 24]):
            cell[PREFIX], cell[PREFIX + 8] = action, cell[about + 24]
            look_from(PREFIX, 2, budget)


def begins_with(action, thing):
    mark = logged
    found = follow(action) and not plan_is_over() and stands_by_itself(thing)
    undo(mark)
    return found


# ---- players


@exported
def decided():
    """The answer of the program that is asked, `NONE` where there is none."""
    seat = seat_of_who_is_asked()
    return choice(source(KEYS[seat], purpose()), seat)


def choice(key, seat):
    """The answer of the program that has a seat, `NONE` where there is none."""
    if BUDGETS[seat] == 0:
        return by_chance(key)
    captain = CAPTAINS + seat * CAPTAIN_SIZE
    if cell[captain + C_PLAYOUTS]:
        thinks(captain, key)
    return next_of_plan(key, BUDGETS[seat], seat)


def next_of_plan(key, budget, seat):
    """The next answer of the plan of who has a seat, which is made anew where there is none or it does not stand."""
    plan = PLANNED + (cell[ASKED_SIDE] + SIDES * (games < 0)) * (MAX_PLAN + 3) * 8
    if cell[plan + 8] != games or cell[plan + 16] != seat:
        cell[plan], cell[plan + 8], cell[plan + 16] = 0, games, seat
    slips = games >= 0 and (folded(key, seat) & 127) < cell[CAPTAINS + seat * CAPTAIN_SIZE + C_SLIPS]
    for _ in range(0, 2):
        if cell[plan] > 0:
            x = cell[plan + 24]
            if stands_by_itself(x) and is_legal(x):
                cell[plan] = cell[plan] - 1
                copy_bytes(plan + 24, plan + 32, cell[plan] << 3)
                return x
        if slips:
            break
        cell[plan] = planned(key, budget, seat)
        copy_bytes(plan + 24, BEST, cell[plan] << 3)
    cell[plan] = 0
    return by_chance(key)


def planned(key, budget, seat):
    """Makes a plan, on what the side sees and imagines besides; 0 where none is found, or the law stops."""
    global plan_key, free, imagining, imagined_from, weighed, unanswered, plans_ended, base_of
    plan_key, before, imagined_from = key, free, logged
    weighed = unanswered = plans_ended = 0
    if games >= 0:
        if veiled:
            imagine(key)
        captain = CAPTAINS + seat * CAPTAIN_SIZE
        if cell[captain + C_PLAYOUTS]:
            way = cell[captain + C_WAY]
            write(STYLE_CELLS[cell[ASKED_SIDE]], STYLES[way - 1] if way else NONE)
    found = plan_greedily(budget)
    undo(imagined_from)
    base_of, free = 0, before
    if games >= 0:
        imagining = 0
        note_weighed(TRIED + (seat << 5))
    return 0 if stopped else found


def note_weighed(here):
    """Counts what a program weighed in this game: positions, those left out for want of an answer, how often no plan
    was left for that reason, and the length of the journal when the first was left out."""
    if unanswered and cell[here + 8] == 0:
        cell[here + 24] = written
    cell[here], cell[here + 8] = cell[here] + weighed, cell[here + 8] + unanswered
    cell[here + 16] = cell[here + 16] + (unanswered > 0 and plans_ended == 0)

"""Programs that play: they know a position by what may be answered, by what comes of it, and by what it is worth.

`random` takes any legal answer. `greedy` carries out one action at a time: of the ways that it looks at, the one that
is worth most to its side. `search` (`searching.py`) goes by the same plans. A plan is the answers of one action, from
who begins it to its end, or to where dice fall or somebody else decides; it is worth what the position then is, on the
average over the dice.

Looking (`look`) is best-first (Pearl, 1984): of the positions that were come to, the one that promises most is gone on
from, until a share of positions is spent. A position is an entry that knows the answer that leads to it from the one
before, so memory holds one position and a log of what to take back. All that can be begun, an action with what is
picked first in it, is looked at by itself: a side with many units looks at each of them.

What was found is kept in rows until the side acts elsewhere, and is taken up lazily (Minoux, 1978): gains shrink more
often than they grow, so of the rows the one that promised most is tried again, and taken if it still gains no less than
the next one promises. So most actions cost a second look at one plan, not a first look at all of them.
"""

# mypy: ignore-errors
from hexlaw.compiler.wasm.prelude.words import below_unsigned, by_number, cell, exported

plan_entries = 0
plan_waiting = 0
plan_lists = 0
plan_root = 0  # the mark of the position that is planned from
plan_in_hand = 0
plan_side = 0
plan_depth = 0
plan_key = 0  # of the chance that decides between equals
plan_epoch = 0
seen = 0  # positions that were looked at for the plan in hand
done_goes_on = 0  # whether to be done, where that was tried last, does not end the action
best_worth = 0
best_size = 0  # answers of the best plan; 0 where none was found
row_table = 0  # where the rows of the side that plans lie
rows_room = 0  # where the rows of all sides lie: apart for plans that are made ahead (`searching.py`)
in_passing = 0  # whether a plan is made ahead, and not followed further
imagined_from = 0  # the mark from which on it is guessed what is not seen


# ---- a position: what may be answered, what comes of it, what it is worth


@exported
def worth(side):
    """What the position in hand is worth to a side; `NONE` where the law does not say."""
    global stopped, free
    before = free
    found = by_number(WORTH, side)
    free = before
    if stopped:
        stopped = 0
        return NONE
    return found


def follow(answer):
    """Gives an answer and goes on to the next question; whether the law leads anywhere from there, as far as is seen.
    Whoever asks takes it back."""
    global seen
    seen = seen + 1
    put(answer)
    run()
    return goes_on()


def plan_is_over():
    """Whether nothing more is to be picked in the action that is planned, or not by this side."""
    return cell[QUESTION] != CHOOSE or cell[ASKED_SIDE] != plan_side or depth() < plan_depth


def is_rested():
    return (cell[UNRESTED] >> plan_depth) & 1 == 0


def expected(room, thrown):
    """What the position in hand is worth; where dice fall first, on the average."""
    global free
    if cell[QUESTION] < THROW or thrown == MAX_THROWS:
        return worth(plan_side)
    before = free
    ways = cell[DICE] * (cell[FACES] - 1) + 1 if cell[QUESTION] == THROW else size(cell[DICE])
    if ways > room:
        found = after_lot(typical(), 1, thrown)
        free = before
        return found
    begun = pending
    total = 0
    weights = 0
    if cell[QUESTION] == THROW:
        add_chances(cell[DICE], cell[FACES])
    for i in range(0, ways):
        share = cell[begun + (i << 3)] if cell[QUESTION] == THROW else 1
        shows = (cell[DICE] + i) * PART if cell[QUESTION] == THROW else cell[cell[DICE] + 8 + (i << 3)]
        found = after_lot(shows, room // ways, thrown)
        if found == NONE:
            forget(begun)
            free = before
            return NONE
        total = total + share * found
        weights = weights + share
    forget(begun)
    free = before
    return total // weights


def after_lot(shows, room, thrown):
    mark = logged
    found = NONE
    if follow(shows):
        found = expected(room, thrown + 1)
    undo(mark)
    return found


def typical():
    if cell[QUESTION] == DRAW:
        return cell[cell[DICE] + 8 + ((size(cell[DICE]) // 2) << 3)]
    return cell[DICE] * (cell[FACES] + 1) // 2 * PART


def add_chances(dice, faces):
    """Adds in how many ways so many dice show each sum, the least first."""
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


def position_key():
    """A number for all that can decide how the action goes on and what it is worth."""
    found = mixed(stamp) + mixed(cell[QUESTION] * 4096 + cell[ASKED_PICK])
    frame = cell[FRAME]
    level = depth()
    while frame and level >= plan_depth:
        found = mixed(found) + by_number(FRAME_DIGEST[cell[frame]], frame)
        if is_action(frame):
            level = level - 1
        frame = cell[frame + 16]
    return found if found else 1


def is_new(key):
    """Whether a position is come to for the first time in this look; that is noted."""
    slot = key & (PLAN_SLOTS - 1)
    for _ in range(0, 16):
        here = PLAN_SEEN + slot * 16
        if cell[here + 8] != plan_epoch:
            cell[here] = key
            cell[here + 8] = plan_epoch
            return 1
        if cell[here] == key:
            return 0
        slot = (slot + 1) & (PLAN_SLOTS - 1)
    return 1


# ---- looking for the best way to carry an action out


def begin_look():
    """Looks from the position in hand on; nothing was found yet."""
    global plan_entries, plan_waiting, plan_lists, plan_root, plan_in_hand, plan_epoch, done_goes_on
    plan_entries = 0
    done_goes_on = 0
    plan_waiting = 0
    plan_lists = PLAN_LISTS
    plan_root = logged
    plan_epoch = plan_epoch + 1
    plan_in_hand = plan_entry(-1, NONE, worth(plan_side), plan_key)
    return plan_in_hand


def nothing_found():
    global best_size, best_worth
    best_size = 0
    best_worth = NONE


def plan_entry(before, answer, promise, tie):
    global plan_entries
    found = PLANS + plan_entries * P_SIZE
    plan_entries = plan_entries + 1
    cell[found + P_BEFORE] = before
    cell[found + P_ANSWER] = answer
    cell[found + P_PROMISE] = promise
    cell[found + P_TIE] = tie
    cell[found + P_LIST] = 0
    cell[found + P_DONE] = done_goes_on
    cell[found + P_LENGTH] = 0 if before < 0 else cell[before + P_LENGTH] + 1
    return found


def has_room_to_plan():
    return PLANS + (plan_entries + 64) * P_SIZE < PLANS_END and plan_lists + 32768 < PLAN_LISTS_END


def promises_more(a, b):
    if cell[a + P_PROMISE] != cell[b + P_PROMISE]:
        return cell[a + P_PROMISE] > cell[b + P_PROMISE]
    return below_unsigned(cell[a + P_TIE], cell[b + P_TIE])


def wait_to_go_on(entry):
    global plan_waiting
    at_ = plan_waiting
    plan_waiting = plan_waiting + 1
    while at_ > 0 and promises_more(entry, PLAN_HEAP[(at_ - 1) // 2]):
        PLAN_HEAP[at_] = PLAN_HEAP[(at_ - 1) // 2]
        at_ = (at_ - 1) // 2
    PLAN_HEAP[at_] = entry


def most_promising():
    """Takes the entry that promises most out of the heap."""
    global plan_waiting
    found = cell[PLAN_HEAP]
    plan_waiting = plan_waiting - 1
    last = PLAN_HEAP[plan_waiting]
    at_ = 0
    while 2 * at_ + 1 < plan_waiting:
        child = 2 * at_ + 1
        if child + 1 < plan_waiting:
            if promises_more(PLAN_HEAP[child + 1], PLAN_HEAP[child]):
                child = child + 1
        if not promises_more(PLAN_HEAP[child], last):
            break
        PLAN_HEAP[at_] = PLAN_HEAP[child]
        at_ = child
    PLAN_HEAP[at_] = last
    return found


def come_to(entry):
    """Puts the position of an entry in hand."""
    global plan_in_hand, seen
    if entry == plan_in_hand:
        return
    before = seen
    undo(plan_root)
    come_again(entry)
    plan_in_hand = entry
    seen = before


def come_again(entry):
    if cell[entry + P_BEFORE] >= 0:
        come_again(cell[entry + P_BEFORE])
        follow(cell[entry + P_ANSWER])


def list_answers(entry):
    """Lists what stands by itself at the position in hand, in the order of chance; to be done comes first where the
    action goes on after it."""
    global plan_lists, free, silent, stopped
    before = free
    found = eligible_cells()
    count = size(found)
    cell[entry + P_LIST] = plan_lists
    first = plan_lists + 16
    if cell[entry + P_DONE]:
        cell[first] = DONE
        first = first + 8
    for i in range(0, count):
        cell[first + (i << 3)] = cell[found + 8 + (i << 3)]
    if count > 1:
        in_order_of_chance(first, count, cell[entry + P_TIE])
    cell[plan_lists] = count + cell[entry + P_DONE]
    cell[plan_lists + 8] = 0
    plan_lists = first + (count << 3)
    free = before


def in_order_of_chance(first, count, key):
    """Puts answers in the order of their numbers: what is tried first, and what comes first among equals."""
    for i in range(0, count):
        LOTS[i] = folded(key, number_of_answer(cell[first + (i << 3)]))
    gap = count // 2
    while gap > 0:
        for i in range(gap, count):
            x = cell[first + (i << 3)]
            lot = LOTS[i]
            k = i
            while k >= gap and below_unsigned(lot, LOTS[k - gap]):
                cell[first + (k << 3)] = cell[first + ((k - gap) << 3)]
                LOTS[k] = LOTS[k - gap]
                k = k - gap
            cell[first + (k << 3)] = x
            LOTS[k] = lot
        gap = gap // 2


def go_on_from(entry):
    """Tries some of what can be answered at an entry."""
    global pending
    memo_swept()
    come_to(entry)
    if cell[entry + P_LIST] == 0:
        list_answers(entry)
    answers = cell[entry + P_LIST]
    tried = 0
    while cell[answers + 8] < cell[answers] and tried < MAX_AT_ONCE and has_room_to_plan():
        x = cell[answers + 16 + (cell[answers + 8] << 3)]
        cell[answers + 8] = cell[answers + 8] + 1
        tried = tried + try_answer(entry, x)
    if cell[answers + 8] < cell[answers]:
        wait_to_go_on(entry)


def try_answer(entry, x):
    """Tries an answer at the position in hand; whether the law leads anywhere from there."""
    global done_goes_on
    mark = logged
    tie = folded(cell[entry + P_TIE], number_of_answer(x))
    leads = (x != DONE or done_stands()) and follow(x)
    if leads:
        if plan_is_over():
            if is_rested():
                found_plan(expected(MAX_FALLS, 0), entry, x, 0)
        elif is_new(position_key()):
            promise = cell[entry + P_PROMISE]
            done_goes_on = 0
            if cell[MAY_END]:
                ended = ends_with(entry, x)
                if ended != NONE:
                    promise = ended
            wait_to_go_on(plan_entry(entry, x, promise, tie))
    undo(mark)
    return leads


def ends_with(entry, x):
    """What the position is worth if nothing more is picked, neither here nor in what this stands in; `NONE` where that
    cannot be."""
    global done_goes_on
    done_goes_on = 0
    mark = logged
    found = NONE
    dones = 0
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
    global best_worth, best_size
    if its_worth == NONE:
        return
    count = cell[entry + P_LENGTH] + (x != NONE) + dones
    if count > MAX_PLAN:
        return
    if best_size and (its_worth < best_worth or (its_worth == best_worth and count >= best_size)):
        return
    best_worth = its_worth
    best_size = count
    for i in range(0, dones):
        BEST[count - 1 - i] = DONE
    at_ = cell[entry + P_LENGTH]
    if x != NONE:
        BEST[at_] = x
    while cell[entry + P_BEFORE] >= 0:
        at_ = at_ - 1
        BEST[at_] = cell[entry + P_ANSWER]
        entry = cell[entry + P_BEFORE]


def go_on_looking(share):
    """Goes on from where it promises most, until so many more positions are seen."""
    enough = seen + share
    while plan_waiting and seen < enough and has_room_to_plan():
        go_on_from(most_promising())
    return come_back()


def come_back():
    """Puts the position that is planned from in hand."""
    global plan_in_hand
    undo(plan_root)
    plan_in_hand = PLANS


def step_on(entry, x):
    """The entry behind an answer, which becomes the position in hand; where the plan ends there, that is noted, and
    there is none (0)."""
    global plan_in_hand, done_goes_on
    tie = folded(cell[entry + P_TIE], number_of_answer(x))
    if not follow(x):
        return 0
    if plan_is_over():
        if is_rested():
            found_plan(expected(MAX_FALLS, 0), entry, x, 0)
        return 0
    promise = cell[entry + P_PROMISE]
    done_goes_on = 0
    if cell[MAY_END]:
        ended = ends_with(entry, x)
        if ended != NONE:
            promise = ended
    found = plan_entry(entry, x, promise, tie)
    plan_in_hand = found
    return found


def look_behind(answers, count):
    """Begins a look behind some answers; the entry there, or 0 where the plan ends on the way."""
    entry = begin_look()
    i = 0
    while i < count and entry:
        entry = step_on(entry, cell[answers + (i << 3)])
        i = i + 1
    if entry:
        wait_to_go_on(entry)
    return entry


def look_from(answers, count, share):
    """Looks for the best plan that begins with some answers."""
    return go_on_looking(share) if look_behind(answers, count) else come_back()


def look_further():
    """Follows the best plan on from where it ends, as long as that finds better ones."""
    if in_passing:
        return 0
    count = best_size
    while count > 0 and BEST[count - 1] == DONE:
        count = count - 1
    for i in range(0, count):
        STEPS[i] = BEST[i]
    if look_behind(STEPS, count):
        in_vain = 0
        enough = seen + MAX_FURTHER
        while plan_waiting and in_vain < MAX_IN_VAIN and seen < enough and has_room_to_plan():
            before = best_worth
            go_on_from(most_promising())
            in_vain = 0 if best_worth > before else in_vain + 1
    return come_back()


def plan_again(answers, count):
    """What some answers come to from here: `NONE` where they are no plan any more."""
    mark = logged
    found = NONE
    i = 0
    while i < count:
        x = cell[answers + (i << 3)]
        if not stands_by_itself(x) or not follow(x):
            break
        i = i + 1
        if plan_is_over():
            if i == count and is_rested():
                found = expected(MAX_FALLS, 0)
            break
    undo(mark)
    return found


def stands_by_itself(x):
    """Whether something may be answered to the question in hand, whatever it leads to."""
    global free, stopped
    if x == DONE:
        return cell[QUESTION] == TAKE or done_stands()
    if cell[QUESTION] == TAKE:
        return among(x, cell[cell[FRAME] + W_OPEN], 0)
    before = free
    found = among(x, eligible(), 0)
    free = before
    if stopped:
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
            cell[here + R_ACTION] = action
            cell[here + R_FIRST] = first
            cell[here + R_STATE] = UNSEEN_YET
            cell[here + R_LENGTH] = 0
            cell[here + R_TIE] = tie
            return here
        if cell[here + R_ACTION] == action and cell[here + R_FIRST] == first:
            return here
        slot = (slot + 1) & (MAX_ROWS_KEPT - 1)
    return 0


def forget_rows_of_side():
    for i in range(0, MAX_ROWS_KEPT):
        cell[row_table + i * ROW_SIZE + R_STATE] = EMPTY


def keep_row(here, now):
    """Keeps the best plan of a look in a row, with what it gained."""
    if best_size == 0 or best_size > MAX_ROW_PLAN:
        cell[here + R_STATE] = UNSEEN_YET  # refused today, or too long to keep: it has its turn again
        return
    cell[here + R_GAIN] = best_worth - now
    cell[here + R_STATE] = GAINS if best_worth > now else VAIN
    cell[here + R_LENGTH] = best_size
    for i in range(0, best_size):
        cell[here + R_ANSWERS + (i << 3)] = BEST[i]


def take_row(here, its_worth):
    """The plan of a row becomes the best."""
    global best_worth, best_size
    best_worth = its_worth
    best_size = cell[here + R_LENGTH]
    for i in range(0, best_size):
        BEST[i] = cell[here + R_ANSWERS + (i << 3)]


def best_row(least):
    """The row that promises most, of equals one by chance; 0 where none promises more than `least`."""
    found = 0
    for i in range(0, MAX_ROWS_KEPT):
        here = row_table + i * ROW_SIZE
        if cell[here + R_STATE] >= VAIN and cell[here + R_LENGTH] and cell[here + R_GAIN] >= least:
            if cell[here + R_GAIN] > least or (found and below_unsigned(lot_of(here), lot_of(found))):
                found = here
                least = cell[here + R_GAIN]
    return found


def lot_of(row):
    """The number of a row by which equals are told apart."""
    return mixed(plan_key ^ cell[row + R_TIE])


def still_best(now, least):
    """Takes what is still best of what was found before; whether there is anything that gains more than `least`."""
    here = best_row(least)
    while here:
        its_worth = plan_again(here + R_ANSWERS, cell[here + R_LENGTH])
        if its_worth == NONE:
            cell[here + R_STATE] = UNSEEN_YET
            cell[here + R_LENGTH] = 0
        else:
            cell[here + R_GAIN] = its_worth - now
            cell[here + R_STATE] = GAINS if its_worth > now else VAIN
        other = best_row(least)
        if its_worth != NONE and its_worth - now > least and (other == 0 or its_worth - now >= cell[other + R_GAIN]):
            take_row(here, its_worth)
            cell[here + R_LENGTH] = 0
            cell[here + R_STATE] = UNSEEN_YET
            return 1
        here = other
    return 0


def list_beginnings():
    """Lists in `BEGINNINGS` the rows of all that can be begun; gives how many."""
    global free
    count = 0
    before = free
    open_now = cell[cell[FRAME] + W_OPEN]
    for action in members(open_now):
        if not GIVES_UP[action]:
            mark = logged
            number = number_of_answer(action)
            if follow(action):
                if plan_is_over():
                    count = add_beginning(count, action, NONE, number)
                else:
                    firsts = eligible_cells()
                    for first in members(firsts):
                        count = add_beginning(count, action, first, folded(number, number_of_answer(first)))
                    if cell[MAY_END]:
                        count = add_beginning(count, action, DONE, folded(number, number_of_answer(DONE)))
            undo(mark)
            free = before
    return count


def eligible_cells():
    """What can be picked, whatever it leads to. Nothing where nobody can say; nothing either where an answer is a list
    or a record: its address does not outlast the look."""
    global stopped
    found = NONE if IS_LIST_PICK[cell[ASKED_PICK]] else eligible()
    if stopped or size(found) > MAX_LISTED:
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
    cell[PREFIX] = cell[here + R_ACTION]
    cell[PREFIX + 8] = cell[here + R_FIRST]
    nothing_found()
    look_from(PREFIX, 1 + (cell[here + R_FIRST] != NONE), share)
    return keep_row(here, now)


def look_at_all(now, budget):
    """Gives every beginning its turn: those that were not looked at yet, then those that were in vain as far as the
    budget goes."""
    count = list_beginnings()
    share = within(1, budget // within(1, count, MAX_SHARES), budget)
    for i in range(0, count):
        here = BEGINNINGS[i]
        if cell[here + R_STATE] == UNSEEN_YET:
            look_at_row(here, now, share)
    if best_row(0) == 0 and not in_passing:
        enough = seen + budget
        in_order_of_rows(count)
        i = 0
        while i < count and seen < enough:
            here = BEGINNINGS[i]
            if cell[here + R_STATE] == VAIN:
                look_at_row(here, now, share)
            i = i + 1
    return count


def in_order_of_rows(count):
    """Puts beginnings in an order by chance."""
    for i in range(1, count):
        x = BEGINNINGS[i]
        lot = lot_of(x)
        k = i
        while k > 0 and below_unsigned(lot, lot_of(BEGINNINGS[k - 1])):
            BEGINNINGS[k] = BEGINNINGS[k - 1]
            k = k - 1
        BEGINNINGS[k] = x


# ---- greedy


def plan_greedily(budget):
    """Makes the plan of a side for the question in hand: its answers lie at `BEST`, so many as it gives."""
    global plan_side, plan_depth, seen, row_table
    plan_side = cell[ASKED_SIDE]
    plan_depth = depth() + (cell[QUESTION] == TAKE)
    seen = 0
    nothing_found()
    now = worth(plan_side)
    if now == NONE:
        return stop()  # it would keep away from every position, and nobody would know why
    if cell[QUESTION] == CHOOSE:
        look_from(PREFIX, 0, budget)
        if best_size:
            look_further()
        return best_size
    row_table = rows_of(plan_side)
    about = row_table + MAX_ROWS_KEPT * ROW_SIZE
    where = purpose()
    if cell[about] != where or cell[about + 8] != games:
        cell[about] = where
        cell[about + 8] = games
        cell[about + 16] = NONE
        cell[about + 24] = NONE
        forget_rows_of_side()
    take_plan_for(about, now, budget)
    if best_size and cell[BEST] != DONE:
        cell[about + 16] = cell[BEST]
        cell[about + 24] = cell[BEST + 8] if best_size > 1 else NONE
    return best_size


def rows_of(side):
    """Where the rows of a side lie; what they are about stands behind them."""
    return ROWS_KEPT + (rows_room + side) * (MAX_ROWS_KEPT * ROW_SIZE + 64)


def take_plan_for(about, now, budget):
    if not in_passing and cell[about + 24] != NONE and cell[about + 24] >= 0:
        goes_on_with(about, now, budget // 4)
        if best_size and best_worth > now:
            return look_further()
    nothing_found()
    if still_best(now, 0):
        return look_further()
    look_at_all(now, budget)
    if still_best(now, 0):
        return look_further()
    if allows(DONE):
        return be_done(now)
    if still_best(now, -MOST):
        cell[PREFIX] = cell[BEST]
        cell[PREFIX + 8] = cell[BEST + 8]
        return look_from(PREFIX, 1 if best_size == 1 else 2, budget)
    return 0


def be_done(now):
    global best_worth, best_size
    best_worth = now
    best_size = 1
    cell[BEST] = DONE


def goes_on_with(about, now, budget):
    """The best that can be begun with what has just acted, by another action."""
    nothing_found()
    open_now = cell[cell[FRAME] + W_OPEN]
    for action in members(open_now):
        if action != cell[about + 16] and not GIVES_UP[action]:
            if begins_with(action, cell[about + 24]):
                cell[PREFIX] = action
                cell[PREFIX + 8] = cell[about + 24]
                look_from(PREFIX, 2, budget)


def begins_with(action, thing):
    mark = logged
    found = 0
    if follow(action):
        if not plan_is_over():
            found = stands_by_itself(thing)
    undo(mark)
    return found


# ---- players


@exported
def decided():
    """The answer of the program that is asked, `NONE` where there is none."""
    return choice(source(key_of_who_is_asked(), purpose()), seat_of_who_is_asked())


def choice(key, seat):
    """The answer of the program that has a seat, `NONE` where there is none."""
    budget = BUDGETS[seat]
    if budget == 0:
        return by_chance(key)
    plan = PLANNED + cell[ASKED_SIDE] * (MAX_PLAN + 3) * 8
    if cell[plan + 8] != games or cell[plan + 16] != seat:
        cell[plan + 8] = games
        cell[plan + 16] = seat
        cell[plan] = 0
    for _ in range(0, 2):
        if cell[plan] > 0:
            x = cell[plan + 24]
            if stands_by_itself(x) and allows(x):
                cell[plan] = cell[plan] - 1
                for i in range(0, cell[plan]):
                    cell[plan + 24 + (i << 3)] = cell[plan + 32 + (i << 3)]
                return x
        cell[plan] = planned(key, budget, AHEAD[seat])
        for i in range(0, cell[plan]):
            cell[plan + 24 + (i << 3)] = BEST[i]
    cell[plan] = 0
    return by_chance(key)


def planned(key, budget, ahead):
    """Makes a plan, on what the side sees and imagines besides; 0 where none is found, or the law stops."""
    global plan_key, free, imagining, imagined_from
    plan_key = key
    before = free
    imagined_from = logged
    imagine_anew(key)
    found = searched(budget) if ahead else plan_greedily(budget)
    undo(imagined_from)
    imagining = 0
    free = before
    return 0 if stopped else found


def imagine_anew(key):
    """Guesses what is not seen, otherwise than before."""
    if veiled:
        undo(imagined_from)
        imagine(key)

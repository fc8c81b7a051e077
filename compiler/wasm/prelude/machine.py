"""The machine of play: writes that can be taken back, frames of what is under way, questions, windows, expiry.

Every cell of a position, and every cell of a frame, is written through `write`, which notes what was there: `undo`
takes back all that was written since a mark, and `turn_back` and `turn_forward` show the position as it was at a mark
and as it is. A frame has the record of its procedure, the segment at which that goes on, the frame below and its names.
A procedure that waits for an answer writes the question and that segment, and returns to `run`; the caller writes the
answer and calls `run` again. So every answer can be tried: mark, `put`, look, `undo`.

`stamp` tells positions apart: the wrapping sum of a number for each cell of a position, kept up to date by each write
(Zobrist, 1970). So memoised answers are found again where play returns to a position, by another path or in another
game. The address of a list says nothing of its members: where one is written, the stamp becomes one that no other
position has. Each part of a position, an attribute or the places of things, has such a stamp of its own: an answer that
depends on few parts is found again where only others were written. `digest` is the same for the cells that can decide
how an action goes on; in it a set of plain values counts by its members, as a search meets equal ones at different
addresses, and different ones at the same. The writes to a position are chained in the log, past those to frames.

Frames are stacked, and only `undo` and `settle` lower the top: the first values of a new frame are not logged, since no
earlier position can see them.
"""

# mypy: ignore-errors

logged = 0
digest = 0
ahead = 0
judged = 0
unchecked = 0
stamp_now = 0
turned = 0
last_moved = 0
has_settled = 0  # whether the log was emptied in this game
tried_from = 0  # the frame on which an effect is tried, which hides those below; 0 without one
past_mark = 0  # the beginning, in the log, of the view of the past; 0 without one
breach = 0  # what was found broken: at all times (1), at rest (2), or a thing misplaced (3)
breach_mark = 0  # since which mark of the log as it was then, without those who act
breach_at = 0
breach_acting = 0
carried_out = 0  # the statement that is carried out (`stop_words.py`), in an evaluated game
rival = 0  # the entry of another hook whose different write stops the law


@exported
def lay_down_unplayed():
    """Lays down the position at `FRESH`, of which nothing has been played."""
    global logged, digest, judged, last_moved, has_settled, veiled
    lay_down()
    logged, digest, judged, last_moved, has_settled, veiled = LOG, 0, 0, 0, 0, 0


def write(at, value):
    global logged, digest, stamp, last_moved, newest
    before = cell[at]
    if before == value:
        return 0
    if logged >= LOG_END:
        full(LOG)
    cell[logged], cell[logged + 8] = at, before
    if (at >= HIDDEN_ANY and at < WRITTEN_END) or at == ACTING:
        cell[logged + 16], cell[logged + 24], cell[logged + 32] = stamp, digest, last_moved
        last_moved = logged
        part = PARTS_AT[at >> 6]
        change = zobrist(at, value) - zobrist(at, before)
        decides = change
        if part & 1:
            newest = newest + 1
            decides = change = change + mixed(newest)
            if part & 2:
                decides = zobrist(at, key_of_list(value)) - zobrist(at, key_of_list(before))
            part = part - (part & 3)
        if at >= COUNTED and at < COUNTED_END:
            digest = digest + decides
        cell[logged + 40], cell[logged + 48] = part, cell[part]
        cell[part] = cell[part] + change
        stamp = stamp + change
    logged = logged + ENTRY
    cell[at] = value
    return 0


def zobrist(at, value):
    """The key of a value in a cell."""
    return mixed(at * -7046029254386353131 + value)


def key_of_list(of):
    return of if of < 0 else digest_in_order(of, 0)


def undo(mark):
    global logged, digest, stamp, last_moved
    entry = logged
    while entry > mark:
        entry = entry - ENTRY
        at = cell[entry]
        cell[at] = cell[entry + 8]
        if (at >= HIDDEN_ANY and at < WRITTEN_END) or at == ACTING:
            cell[cell[entry + 40]] = cell[entry + 48]
            stamp, digest, last_moved = cell[entry + 16], cell[entry + 24], cell[entry + 32]
    logged = entry


def turn_back(mark):
    """Shows the position as it was at a mark; nothing may be written until `turn_forward`. The entries that were turned
    back are stacked at `pending`."""
    global stamp, stamp_now, turned
    stamp_now, turned = stamp, pending
    entry = last_moved
    while entry >= mark:
        at = cell[entry]
        if at < SHOWN or at >= NOW:  # what is shown now counts as shown then
            swap(entry)
            add(entry)
        stamp = cell[entry + 16]
        entry = cell[entry + 32]
    return put_on_past(mark)


def turn_forward():
    global stamp, pending
    if past_mark:
        undo(past_mark)
    while pending > turned:
        pending = pending - 8
        swap(cell[pending])
    stamp = stamp_now


def swap(entry):
    at, part = cell[entry], cell[entry + 40]
    cell[at], cell[entry + 8] = cell[entry + 8], cell[at]
    cell[part], cell[entry + 48] = cell[entry + 48], cell[part]


# ---- what lasts longer than a question


def room(cells):
    found = cell[HEAP]
    if found + (cells << 3) > KEPT_END:
        full(KEPT)
    write(HEAP, found + (cells << 3))
    return found


def same_list(a, b):
    """Whether two lists have the same members in the same order."""
    if a < 0 or b < 0 or size(a) != size(b):
        return a == b
    for i in range(1, size(a) + 1):
        if cell[a + (i << 3)] != cell[b + (i << 3)]:
            return 0
    return 1


def longer(of, x):
    """A lasting list with one more member."""
    count = size(of)
    found = room(count + 2)
    if found >= 0:
        cell[found], cell[found + ((count + 1) << 3)] = count + 1, x
        copy_bytes(found + 8, of + 8, count << 3)
    return found


# ---- frames


def begin_frame(record):
    """Pushes a frame for a procedure, with no names yet; returns it."""
    found = cell[FRAMES_TOP]
    end = found + (cell[record + FRAME_SIZE] << 3)
    if end > FRAMES_END:
        full(FRAMES)
    cell[found], cell[found + 8], cell[found + 16] = record, 0, cell[FRAME]
    for at_ in range(found + 24, end, 8):
        cell[at_] = NONE
    write(FRAMES_TOP, end)
    write(FRAME, found)
    return found


def begin_action(frame):
    """Marks the position with which requirements are compared while this action is under way."""
    write(frame + MARK, logged)
    write(frame + SAVED, cell[TOUCHED])
    return write(TOUCHED, 0)


def end_frame(frame):
    return write(FRAME, cell[frame + 16])


def known_of(at, what):
    """A field of the record to which a cell points: that of a frame's procedure, or of the pick in hand."""
    return cell[cell[at] + what]


def span_of(frame):
    """The part of the sequence that a frame is of, or -1."""
    return known_of(frame, SPAN_OF) if frame else -1


def run():
    """Runs to the next question, to the end of the game, or to where the law stops."""
    global free
    steps, before = 0, free
    while cell[QUESTION] == 0 and cell[FRAME] and stopped == 0:
        free = before
        steps = steps + 1
        if steps > MAX_STEPS:
            exhausted()
        if work < 0:
            out_of_work()
        by_number(known_of(cell[FRAME], RUN), cell[FRAME])
        if stopped == 1:
            leave_advice()
    if cell[FRAME] == 0 and stopped == 0:
        write(OVER, 1)
    return stopped


def leave_advice():
    """Leaves advice at which the law stops: play goes on without its plan."""
    global stopped
    frame = cell[FRAME]
    while frame and not known_of(frame, IS_MOMENT):
        frame = cell[frame + 16]
    if frame and cell[frame + ADVICE] != NONE:
        stopped = 0
        write(FRAME, frame)
        write(frame + 8, cell[frame + ADVICE])


def is_action(frame):
    return known_of(frame, ACTION_OF) >= 0


def action_frame():
    """The frame of the innermost action, or 0."""
    frame = cell[FRAME]
    while frame and not is_action(frame):
        frame = cell[frame + 16]
    return frame


def depth():
    """How many actions are under way inside each other."""
    found, frame = 0, cell[FRAME]
    while frame:
        if is_action(frame):
            found = found + 1
        frame = cell[frame + 16]
    return found


def acts_in_it(thing):
    frame = action_frame()
    if frame:
        write(frame + ACTED, longer(cell[frame + ACTED], thing))


# ---- writes of a law


def touched(mask):
    """Notes which requirements a write may break."""
    write(TOUCHED, cell[TOUCHED] | mask)


def hook_writes(at, value):
    """Stops where another hook of this moment has written a different value to a cell, and neither follows the other.
    The list `runs` stands for the hook that runs, and has those that it follows. Earlier writes to cells that a view
    hides now are not compared."""
    global rival
    frame = cell[FRAME]
    while frame and frame != tried_from and not known_of(frame, IS_MOMENT):
        frame = cell[frame + 16]
    if frame == 0 or frame == tried_from or cell[frame + RUNS] == NONE:
        return 0
    runs, entry = cell[frame + RUNS], cell[frame + WROTE]
    while entry != NONE:
        if cell[entry] == at and not is_covered(entry):
            by, is_same = cell[entry + 8], cell[entry + 16] == value
            if is_same and by == runs:
                return 0
            if not is_same and by != runs and not among(by, runs, 0):
                rival = entry
                return stop()
        entry = cell[entry + 24]
    found = room(4)
    if found >= 0:
        cell[found], cell[found + 8], cell[found + 16], cell[found + 24] = at, runs, value, cell[frame + WROTE]
        write(frame + WROTE, found)
    return 0


def digest_of_writes(entry):
    """A digest of the writes of the hooks of a moment."""
    found = 1
    while entry != NONE:
        found = mixed(mixed(found ^ cell[entry]) ^ cell[entry + 8]) + cell[entry + 16]
        entry = cell[entry + 24]
    return found


def misplaced(x):
    global stopped, breach, breach_at, breach_acting
    if stopped == 0:
        stopped = 5
        breach, breach_at, breach_acting = 3, logged, x
    return NONE


def broken():
    global stopped
    if stopped == 0:
        stopped = 4
    return NONE


def set_bit(bits, x, on):
    at = bits + ((x >> 6) << 3)
    bit = 1 << (x & 63)
    return write(at, cell[at] | bit if on else cell[at] & ~bit)


def stand(x, place):
    before = PLACE[x]
    if before >= 0:
        set_bit(bits_of(before), x, 0)
    if place >= 0:
        set_bit(bits_of(place), x, 1)
    return write(PLACE + (x << 3), place)


def may_stand(x):
    """Whether a thing stands where its kind may, and not too deep in others."""
    place = PLACE[x]
    if place < 0:
        return 1
    kind = KIND[x]
    if not STANDS_IN[kind * KINDS + (KIND[place - PLANE] if place >= PLANE else KIND_OF_HEX)]:
        return 0
    holders, most = 0, DEPTH[kind]
    while place >= PLANE and holders <= most:
        holders = holders + 1
        place = PLACE[place - PLANE]
    return holders <= most


def settled(x):
    """Stops where a thing, or what stands in it, stands where it may not."""
    if not may_stand(x):
        return misplaced(x)
    for word in range(0, WORDS):
        inside = IN_THING[x * WORDS + word]
        while inside:
            settled((word << 6) + ctz(inside))
            inside = inside & (inside - 1)
    return 0


def is_inside(place, x):
    """Whether a place is a thing, or in it at any depth."""
    steps = 0
    while place >= PLANE:
        if place - PLANE == x:
            return 1
        place = PLACE[place - PLANE]
        steps = steps + 1
        if steps > 16:
            return 1
    return 0


def move(x, place):
    if x == NONE:
        return stop()
    if not has(x):
        return 0
    if is_inside(place, x):
        return misplaced(x)
    if PLACE[x] != place:
        for side in range(0, SIDES):
            write(SHOWN + (side * THINGS + x) * 8, 0)
    stand(x, place)
    if place != NONE:
        settled(x)
    return touched(-1)


def come_into_being(x):
    """Brings a thing that was made into the game."""
    note_kinds(x, 1)
    order = cell[NEXT_ORDER]
    write(ORDER + (x << 3), order)
    write(NEXT_ORDER, order + 1)
    write(DISORDERED, 1)
    return x


def note_kinds(x, on):
    """Adds a thing to those of its kinds, or removes it."""
    for kind in range(0, KINDS):
        if is_a(kind, x):
            set_bit(OF_KIND + kind * WORDS * 8, x, on)


def make(first):
    """A new thing, with the lowest free number of a pool; nowhere yet."""
    at = first
    while at < first + MADE and has(MADE_AS[at - CAPACITY]):
        at = at + 1
    if at == first + MADE:
        full(MADE_FULL)
    return come_into_being(MADE_AS[at - CAPACITY])


def place_new(first, place):
    if place == NONE:
        return stop()
    return put_new(make(first), place)


def put_new(made, place):
    if made < 0:
        return made
    stand(made, place)
    settled(made)
    touched(-1)
    return made


def remove(x):
    """Takes a thing out, and with it what stands in it."""
    if x == NONE:
        return stop()
    if not has(x):
        return 0
    for word in range(0, WORDS):
        inside = IN_THING[x * WORDS + word]
        while inside:
            remove((word << 6) + ctz(inside))
            inside = inside & (inside - 1)
    stand(x, NONE)
    note_kinds(x, 0)
    by_number(FORGETS, x)
    lasts_no_more(32, x)
    for i in range(0, SECRETS * SIDES):
        write(SHOWN + (i * THINGS + x) * 8, 0)
    for i in range(0, THING_COLUMNS):
        write(FIRST_COLUMN + (i * THINGS + x) * 8, DEFAULTS[KIND[x] * THING_COLUMNS + i])
    return touched(-1)


# ---- values that expire at an edge: address, edge and part, side or none, whether that part has begun, the thing


def lasts_no_more(field, value):
    """Removes the expiries of a cell (field 0), or of a thing (32)."""
    entry = 0
    while entry < cell[LASTING]:
        if cell[LASTS + entry * 40 + field] == value:
            drop_lasting(LASTS + entry * 40)
        else:
            entry = entry + 1


def drop_lasting(here):
    last = LASTS + (cell[LASTING] - 1) * 40
    for i in range(0, 5):
        write(here + (i << 3), cell[last + (i << 3)])
    return write(LASTING, cell[LASTING] - 1)


def lasts(at, edge, side, begun, whose):
    """Lets a cell expire at an edge, besides those at which it does already."""
    for entry in range(0, cell[LASTING]):
        here = LASTS + entry * 40
        if cell[here] == at and cell[here + 8] == edge and cell[here + 16] == side and cell[here + 24] == begun:
            return 0
    here = LASTS + cell[LASTING] * 40
    if here + 40 > LASTS_END:
        full(LASTS)
    write(here, at)
    write(here + 8, edge)
    write(here + 16, side)
    write(here + 24, begun)
    write(here + 32, whose)
    return write(LASTING, cell[LASTING] + 1)


def wait_for(span, side):
    """Notes for what expires at the end of the next such part that this one has begun."""
    for entry in range(0, cell[LASTING]):
        here = LASTS + entry * 40
        if cell[here + 8] >> 1 == span and (cell[here + 16] == NONE or cell[here + 16] == side):
            write(here + 24, 1)


def runs(span, side):
    """Whether a part of the sequence runs now, for a side if one is given."""
    frame = cell[FRAME]
    while frame:
        if span_of(frame) == span and cell[frame + STAGE] != 0:
            if side == NONE or cell[frame + SIDE] == side:
                return 1
        frame = cell[frame + 16]
    return 0


def run_out(edge, side):
    """Resets all attributes that expire at this edge, then notes the changes; returns how many it reset."""
    entry, begun = 0, pending
    while entry < cell[LASTING]:
        here = LASTS + entry * 40
        if cell[here + 8] == edge and cell[here + 24] and (cell[here + 16] == NONE or cell[here + 16] == side):
            at = cell[here]
            drop_lasting(here)
            if not still_lasts(at):
                write(at, cell[at - COLUMN_START + GIVEN])
                add(at)
        else:
            entry = entry + 1
    fallen = listed(begun)
    for at in members(fallen):
        by_number(FELL_BACK, at)
    return size(fallen)


def still_lasts(at):
    for entry in range(0, cell[LASTING]):
        if cell[LASTS + entry * 40] == at:
            return 1
    return 0


# ---- sides that take turns: the one that begins, whatever it has, and those that have anything in the game


def takes_turns(side, first):
    if side == first or has_anything(side):
        return 1
    for other in range(0, SIDES):
        if has_anything(other):
            return 0
    return 1


def has_anything(side):
    if SIDE_COLUMN == 0:
        return 0
    for x in range(0, CHARTS):
        if SIDE_COLUMN[x] == side and has(x):
            return 1
    return 0


def sides_in_turn(first):
    found = 0
    for side in range(0, SIDES):
        found = found + takes_turns(side, first)
    return found


def turn_of(first, number):
    """The side that has the turn of a number, in the order of the law."""
    if first == NONE:
        return stop()
    side, left = first, number % sides_in_turn(first)
    while left > 0:
        side = (side + 1) % SIDES
        left = left - takes_turns(side, first)
    return side


# ---- windows: a side may take actions


def open_window(to, offers, again, duty, about):
    """Pushes a window; `offers` is a lasting list of actions, each followed by a list of its arguments."""
    if cell[offers] == 0 or to == NONE:
        return
    around = who_acts()
    frame = begin_frame(WINDOW)
    write(frame + W_SIDE, its_side(to))
    write(frame + W_PLAYER, its_player(to))
    write(frame + W_OFFERS, offers)
    write(frame + W_AGAIN, again)
    write(frame + W_DUTY, duty)
    write(frame + W_ABOUT, about)
    write(frame + W_AROUND, around)
    write(frame + W_TAKEN, 0)


def window(frame):
    player = cell[frame + W_PLAYER]  # given with the offer, else who acts already, else as the law says
    if player < 0 and its_side(cell[frame + W_AROUND]) == cell[frame + W_SIDE]:
        player = its_player(cell[frame + W_AROUND])
    acts(who(cell[frame + W_SIDE], player if player >= 0 else answering(cell[frame + W_SIDE])))
    offers = cell[frame + W_OFFERS]
    begun = pending
    for i in range(0, cell[offers] // 2):
        action = cell[offers + 8 + i * 16]
        if is_there(cell[offers + 16 + i * 16]) and by_number(OPENED, action, cell[frame + W_SIDE]):
            add(action)
    open_now = listed(begun)
    if (cell[frame + W_TAKEN] and not cell[frame + W_AGAIN]) or cell[open_now] == 0:
        end_frame(frame)
        acts(cell[frame + W_AROUND])
        return 0
    write(frame + W_OPEN, keep(open_now, PLAIN_LIST))
    asks(cell[frame + W_SIDE], player_acting())
    write(ASKED_PICK, 0)
    return write(QUESTION, TAKE)


def part_below():
    """The frame below the window in hand and those of other sides under it: a part of the sequence, or whatever else
    opened them."""
    frame = cell[cell[FRAME] + 16]
    while frame and cell[frame] == WINDOW:
        frame = cell[frame + 16]
    return frame


def passing_barred():
    """Whether a prohibition forbids to be done with the part of the sequence below the window in hand."""
    frame = part_below()
    bars = known_of(frame, PASSING_BARRED) if frame else 0
    return bars and by_number(bars, cell[FRAME])


def is_there(things):
    """Whether all things that an action is offered for are still in the game."""
    for x in members(things):
        if x >= FIRST_THING_ARG:
            if not has(x - FIRST_THING_ARG):
                return 0
    return 1


def take(answer):
    frame = cell[FRAME]
    below = cell[frame + 16]
    if span_of(below) >= 0:
        write(below + PASSED, 0 if answer != DONE or cell[frame + W_TAKEN] else cell[below + PASSED] + 1)
    if answer == DONE:
        end_frame(frame)
        return acts(cell[frame + W_AROUND])
    acts(who(cell[frame + W_SIDE], player_acting()))
    write(frame + W_TAKEN, 1)
    return by_number(BEGINS[answer], frame)


def args_of(frame, action):
    """The arguments for which an action is offered in a window."""
    offers = cell[frame + W_OFFERS]
    for i in range(0, cell[offers] // 2):
        if cell[offers + 8 + i * 16] == action:
            return cell[offers + 16 + i * 16]
    return NONE


def put(answer):
    """Writes the answer to the question, unjudged."""
    asked = cell[QUESTION]
    cell[OVER_UNDICED] = 0
    write(QUESTION, 0)
    write(ANSWER, answer)
    rested()
    write(ANSWERED, who_is_asked() if asked <= CHOOSE else MISSING)  # dice are nobody's answer
    if asked == TAKE:
        take(answer)


def lapse():
    """Ends the pick, or the window, whose question has no answer."""
    asked = cell[QUESTION]
    cell[OVER_UNDICED] = 0
    write(QUESTION, 0)
    rested()
    write(ANSWERED, NONE)
    if asked == TAKE:
        return take(DONE)
    frame, pick = cell[FRAME], cell[ASKED_PICK]
    write(frame + 8, cell[pick + AROUND_PICK])
    return bar(frame, pick)


def bar(frame, pick):
    """Bars what led to a dead end from being picked again by the pick around it."""
    outer = cell[pick + INSIDE_PICK]
    while outer == 0 and cell[frame + 16]:
        frame = cell[frame + 16]
        outer = cell[known_of(frame, WAITS) + (cell[frame + 8] << 3)]
        if outer & 1:  # what follows upon a pick is outside of its doing
            outer = cell[outer - 1 + INSIDE_PICK]
    if outer:
        barred = frame + cell[outer + BARRED_AT]
        write(barred, longer(cell[barred], cell[frame + cell[outer + PICKED_AT]]))


def unrested(action):
    """Notes that the action in hand ended without a rest."""
    here = UNRESTED_ACTIONS + cell[UNRESTED_COUNT] * 16
    if here == UNRESTED_ACTIONS_END:
        full(UNRESTED_ACTIONS)
    write(here, cell[ACTING] + (cell[APART] << 32))
    write(here + 8, action)
    write(UNRESTED_COUNT, cell[UNRESTED_COUNT] + 1)
    return write(UNRESTED, cell[UNRESTED] | (1 << depth()))


def rested():
    """Forgets which actions ended without a rest."""
    write(UNRESTED_COUNT, 0)
    return write(UNRESTED, 0)


def is_shown(thing, secret, side):
    return cell[SHOWN + ((secret * SIDES + side) * THINGS + thing) * 8]


# ---- broken requirements


def is_worse(now, before):
    """Whether a case is broken now and was not before, or less; each row is a case and by how much it is broken."""
    for case in members(now):
        other = before_of(case, before)
        if other == 0:
            return 1
        if cell[case + 8] != NONE and cell[other + 8] != NONE and cell[case + 8] > cell[other + 8]:
            return 1
    return 0


def in_question(mark, bears):
    """Whether changes since a mark can break a requirement: those of places, and of what it reads."""
    turn_back(mark)
    found = stands_apart == UNDER_WAY
    for at in range(turned, pending, 8):
        entry = cell[at]
        if is_newest(entry, at) and cell[entry + 8] != cell[cell[entry]]:
            changed = cell[entry]
            found = found or by_number(bears, changed)
            if (changed >= PLACE and changed < FIRST_COLUMN) or (changed >= OF_KIND and changed < SHOWN):
                found = 1
    turn_forward()
    return found != 0


def is_newest(entry, at):
    """Whether an entry is the last write to its cell of those that were turned back."""
    for later in range(turned, at, 8):
        if cell[cell[later]] == cell[entry]:
            return 0
    return 1


def before_of(case, before):
    for other in members(before):
        if same_list(cell[other], cell[case]):
            return other
    return 0


def settle():
    """Empties the log where nothing before can be taken back: no action is under way, nor anything that is compared
    with the position before it, such as a hook amid which dice fall. In a part that waits for actions nothing is."""
    global logged, last_moved, has_settled
    if cell[QUESTION] == TAKE and span_of(part_below()) >= 0:
        write(TOUCHED, cell[TOUCHED] & (HELD - 1))
    if games >= 0 and not cell[TOUCHED] & HELD:
        logged, last_moved, has_settled, top = LOG, 0, 1, cell[FRAME]
        cell[FRAMES_TOP] = top + (known_of(top, FRAME_SIZE) << 3) if top else FRAMES


def add_all(of):
    for x in members(of):
        add(x)


def touched_hexes(mark, acting):
    """The present and former hexes of things that were written to since a mark, and the hexes of those who act, as they
    do not count before; `NONE` if they are too many to be worth it."""
    begun = pending
    for x in members(acting):
        add_hex(begun, hex_of(x))
    entry = last_moved
    while entry >= mark:
        at_ = cell[entry]
        if at_ >= PLACE and at_ < PLACE + (THING_COLUMNS + 1) * THINGS * 8:  # columns lie behind places
            add_hex(begun, hex_of(((at_ - PLACE) >> 3) % THINGS))
            before = cell[entry + 8] if at_ < FIRST_COLUMN else -1
            add_hex(begun, hex_of(before - PLANE) if before >= PLANE else before)
        if pending - begun > 128:
            forget(begun)
            return NONE
        entry = cell[entry + 32]
    return listed(begun)


def add_hex(begun, h):
    return 0 if h < 0 or is_added(begun, h, 8) else add(h)


def things_near(hexes, mark, kind):
    """The things of a kind in some hexes, and those that were written to since a mark."""
    begun = pending
    for x in members(hexes):
        add_standing(IN_HEX + x * WORDS * 8, kind, 1)
    entry = last_moved
    while entry >= mark:
        at_ = cell[entry]
        if at_ >= PLACE and at_ < PLACE + (THING_COLUMNS + 1) * THINGS * 8:
            x = ((at_ - PLACE) >> 3) % THINGS
            add_hex(begun, x if is_a(kind, x) else -1)
        entry = cell[entry + 32]
    return listed(begun)


# ---- who acts does not count in what was broken before


def put_away(things):
    """Takes things off their places until `bring_back`, without a log."""
    global stamp
    cell[AWAY] = 0
    for x in members(things):
        place = PLACE[x]
        if place >= 0:
            here = AWAY + 8 + cell[AWAY] * 16
            if here + 16 > AWAY_END:
                full(AWAY)
            cell[here], cell[here + 8], cell[AWAY] = x, place, cell[AWAY] + 1
            stamp = stamp + zobrist(-here, x)
            cell[PLACES_PART] = cell[PLACES_PART] + zobrist(-here, x)
            PLACE[x] = NONE
            lift(bits_of(place), x)


def lift(bits, x):
    at = bits + ((x >> 6) << 3)
    cell[at] = cell[at] ^ (1 << (x & 63))


def bring_back():
    for i in range(0, cell[AWAY]):
        here = AWAY + 8 + i * 16
        cell[PLACES_PART] = cell[PLACES_PART] - zobrist(-here, cell[here])
        PLACE[cell[here]] = cell[here + 8]
        lift(bits_of(cell[here + 8]), cell[here])


def faces_of(number):
    """The faces of a die, given by an expression."""
    faces = whole(number)
    return stop() if faces < 1 or faces > 100 else faces


def far_between(a, b):
    return 0 if a < 0 or b < 0 else steps_between(a, b)


def forget_cells(base, outer, step, inner, thing):
    """Clears the cells of a memory or tally that have a thing as an argument."""
    for i in range(0, outer):
        for k in range(0, inner):
            write(base + ((i * step + (thing + 1) * inner + k) << 3), 0)


def lasts_until(at, moment, whose):
    side = ((moment >> 2) & 16383) - 1
    return lasts_to(at, moment & 1, (moment >> 1) & 1, moment >> 16, NONE if side < 0 else side, whose)


def lasts_to(at, edge, next_one, span, side, whose):
    begun = edge == 1 and next_one == 0 and runs(span, side)
    return lasts(at, span * 2 + edge, side, begun, whose)


def open_windows(found, acting, again, about):
    """Opens a window for each side that has an open action: `found` has pairs of a side and an action. The acting side
    comes first, then the others in the order of the pairs."""
    begun = pending
    if acting != NONE:
        add(acting)
    first, last = first_of(found), end_of(found)
    for at in range(first, last, 16):
        if cell[at] != NONE and not is_added(begun, cell[at], 8):
            add(cell[at])
    for side in members(reversed(listed(begun))):
        if cell[APART] and its_side(side) != cell[APART] - 1:
            continue  # it may not know yet what it would answer to
        begun = pending
        for at in range(first, last, 16):
            if cell[at] == side and not is_added(begun, cell[at + 8], 16):
                add(cell[at + 8])
                add(NONE)
        open_window(side, keep(listed(begun), PLAIN_LIST), again, 0, about)


def is_added(begun, x, step):
    """Whether something is among what was added since, in rows of `step` bytes."""
    at = begun
    while at < pending:
        if cell[at] == x:
            return 1
        at = at + step
    return 0


# ---- memories and tallies


def counted(number, amount):
    return number if amount == NONE else added(number, amount)


def set_row(base, place, value):
    count = cell[base]
    last = base + count * 16 - 8
    for row in range(base + 8, last + 16, 16):
        if cell[row] == place:
            if value:
                return write(row + 8, value)
            write(row, cell[last])
            write(row + 8, cell[last + 8])
            return write(base, count - 1)
    if value == 0:
        return 0
    if count == MAX_ROWS:
        full(ROWS_FULL)
    write(last + 16, place)
    write(last + 24, value)
    return write(base, count + 1)


def forget_in_rows(base, inner, size_, thing):
    i = 0
    while i < cell[base]:
        place = cell[base + 8 + i * 16]
        if place // inner % size_ == thing + 1:
            set_row(base, place, 0)
        else:
            i = i + 1


def kept_at_place(place, half, step):
    """The argument with an index (`kept_place`, `kept_number`)."""
    if step and place:
        return (place - half) * step
    return place - 1 if place else NONE


# ---- points to return to, and what was shown


def passed(point):
    """Adds a point to those that the action in hand has passed."""
    frame = action_frame()
    if not frame:
        return stop()
    return write(frame + POINTS, longer(cell[frame + POINTS], point))


def point_passed(first, last, thing):
    """The last point of some sorts that a thing has passed, in the innermost action in which it did."""
    frame = cell[FRAME]
    while frame:
        if is_action(frame):
            for point in members(reversed(cell[frame + POINTS])):
                if cell[point] >= first and cell[point] <= last and cell[point + 8] == thing:
                    return point
        frame = cell[frame + 16]
    return stop()


def reveal(thing, which, to):
    """Shows one secret of a thing, or all."""
    if thing == NONE:
        return stop()
    if not has(thing):
        return 0
    kind = KIND[thing]
    for secret in range(0, SECRETS):
        if which == secret or (which < 0 and SECRET_OF[kind * SECRETS + secret]):
            for side in range(0, SIDES):
                if to == NONE or to == side:
                    write(SHOWN + ((secret * SIDES + side) * THINGS + thing) * 8, 1)
    return 0


def reversed(of):
    begun, at = pending, end_of(of)
    while at > first_of(of):
        at = at - 8
        add(cell[at])
    return listed(begun)


# ---- effects that are tried


def would_break(record, args, requirement):
    """Whether an effect breaks a requirement where it held, or breaks it further, however dice fall."""
    global unchecked, free, tried_from
    before = by_number(requirement)
    mark, outer, outer_from = logged, unchecked, tried_from
    unchecked = 1
    base = tried_from = cell[FRAME]
    write(QUESTION, 0)
    frame = begin_frame(record)
    at = frame + NAMES
    for arg in members(args):
        write(at, arg)
        at = at + 8
    room_before = free
    found = breaks_on(base, before, requirement)
    free, unchecked, tried_from = room_before, outer, outer_from
    undo(mark)
    return found


def breaks_on(base, before, requirement):
    while cell[QUESTION] == 0 and cell[FRAME] != base and stopped == 0:
        by_number(known_of(cell[FRAME], RUN), cell[FRAME])
    if stopped:
        return 0
    if cell[QUESTION] == 0:
        return is_worse(by_number(requirement), before)
    if cell[QUESTION] < THROW:
        stop()
        return 0
    begun = pending
    add_lots()
    ways = listed(begun)
    for x in members(ways):
        mark = logged
        put(x)
        if breaks_on(base, before, requirement):
            return 1
        undo(mark)
    return 0


def digest_in_order(of, wide):
    """A digest of a list in its order; of `wide` members, of the first four cells of each."""
    found = SEED
    for x in members(of):
        if wide:
            found = mixed(mixed(found ^ cell[x]) + cell[x + 8] ^ cell[x + 16])
            x = cell[x + 24]
        found = mixed(found ^ x)
    return found

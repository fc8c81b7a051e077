"""Whole games: chance that is drawn by purpose (`play/chance.py`, `dice.py`), and programs that play.

Answers and throws are written to the journal, four cells for each: the question, the side, the pick or throw, the
answer. An entry for a dead end also has, with the side, the one that runs a share of a simultaneous part there. The
reader makes it the journal of a game.
"""

# mypy: ignore-errors

written = 0
games = 0  # the number of the game; negative while one is played out on trial
decisions = 0
lapses = 0  # dead ends in a row
may_be_dead_end = 0
stands_apart = 0  # whether it began outside of any sequence: nothing is hidden, and perhaps nobody acts
game_row = 0  # of games that are played in one call: the row of the one in hand
row_size = 0
has_begun = 0  # whether that one has
journals = 0  # bytes of the journals of those before it
left = 0  # of the budget of work
amid = 0  # the part at which the game is about to begin, amid the sequence; 0 without one


# ---- numbers


def folded(key, part):
    return mixed(key ^ part)


def number_of_whole(n):
    return folded(WORD_WHOLE, n)


def number_of_parts(x):
    """The digest of an exact number, in lowest terms."""
    if x % PART == 0:
        return number_of_whole(x // PART)
    shared_ = gcd(absolute(x), PART)
    return folded(folded(WORD_FRACTION, x // shared_), PART // shared_)


def number_of_hex(h):
    return folded(folded(WORD_HEX, column_of(h) + cell[CORNER_Q]), (h >> BITS) + cell[CORNER_R])


def number_of_side(side):
    h = side >> 2
    return folded(folded(WORD_HEXSIDE, number_of_hex(h)), number_of_hex(neighbour(h, side & 3)))


def part_of(number, most):
    """The upper 64 bits of the product of an unsigned number and a small one."""
    low = ((number & 4294967295) * most) >> 32
    return shifted_right(shifted_right(number, 32) * most + low, 32)


# ---- purposes


@exported
def purpose():
    """The key for the purpose of the question in hand."""
    key = running_parts(cell[FRAME], 0)
    if cell[QUESTION] == TAKE:
        frame = cell[FRAME]
        key = folded(folded(key, WORD_ACTION), SIDE_WORD[cell[ASKED_SIDE] + 1])
        return by_number(cell[frame + W_ABOUT], cell[frame + 16], key)
    key = folded(folded(key, known_of(ASKED_PICK, ASKED_HOW)), known_of(ASKED_PICK, ASKED_NAME))
    if cell[QUESTION] == CHOOSE:
        key = folded(key, SIDE_WORD[cell[ASKED_SIDE] + 1])
    return by_number(known_of(ASKED_PICK, ABOUT), cell[FRAME], key)


def running_parts(frame, key):
    """Folds the parts of the sequence that run into a key, the outermost first."""
    if frame == 0:
        return key
    key = running_parts(cell[frame + 16], key)
    span = span_of(frame)
    if span < 0:
        return key
    side = cell[frame + SIDE]
    key = folded(folded(key, SPAN_WORD[span]), number_of_whole(cell[frame + NUMBER]))
    return folded(key, cell[SIDE_WORD] if side == NONE else SIDE_WORD[side + 1])


@exported
def asked_before(purpose_, more):
    """How often a purpose was answered in this game; counts it if wanted."""
    slots = TRIAL_PURPOSES_SLOTS if games < 0 else PURPOSES_SLOTS
    here = noted(TRIAL_PURPOSES if games < 0 else PURPOSES, slots, purpose_, games, 0)
    found = cell[here]
    cell[here] = found + more
    return found


def source(key, purpose_):
    """The key of the source for the question in hand."""
    return folded(folded(key, number_of_whole(purpose_)), number_of_whole(asked_before(purpose_, 0)))


def thrown(key):
    """The sum of the dice in hand."""
    shows = 0
    for die in range(0, cell[DICE]):
        shows = shows + 1 + part_of(folded(key, number_of_whole(die)), cell[FACES])
    return shows * PART


@exported
def shown(dice):
    """What the dice show, or what is drawn, for the question in hand."""
    key = source(dice, purpose())
    return thrown(key) if cell[QUESTION] == THROW else drawn(key)


def drawn(key):
    members, shape = cell[DICE], known_of(ASKED_PICK, DRAWN_SHAPE)
    best = cell[members + 8]
    least = folded(key, number_of(shape, best))
    for i in range(1, size(members)):
        x = cell[members + 8 + (i << 3)]
        its = folded(key, number_of(shape, x))
        if below_unsigned(its, least):
            best, least = x, its
    return best


# ---- a player that answers by chance


def number_of_answer(x):
    if x == DONE:
        return WORD_DONE
    if cell[QUESTION] == TAKE:
        return ACTION_WORD[x]
    return number_of(known_of(ASKED_PICK, SHAPE_OF), x)


def by_chance(key):
    """The first legal answer in a random order, `NONE` if there is none; actions that give something up come last.
    Whether a candidate of a pick stands by itself is judged only when its turn comes."""
    global free
    stands = cell[QUESTION] != TAKE and known_of(ASKED_PICK, IS_DIRECT) and known_of(ASKED_PICK, STANDS)
    tried = may_be_drawn() if stands else candidates()
    before, count, in_order_ = free, size(tried), 0
    for i in range(0, count):
        x = cell[tried + 8 + (i << 3)]
        gives_up = cell[QUESTION] == TAKE and x >= 0 and GIVES_UP[x]
        LOTS[i] = shifted_right(folded(key, number_of_answer(x)), 1) | (gives_up << 63)
    for i in range(0, count):  # seldom are more than a few tried
        if i == in_order_:
            in_order_ = i + least_in_order(tried + 8 + (i << 3), i, count - i)
        x, free = cell[tried + 8 + (i << 3)], before
        if (stands == 0 or x == DONE or by_number(stands, cell[FRAME], x)) and allows(x):
            return x
        if stopped:
            return NONE
    return NONE


def least_in_order(first, at_, count):
    """Sorts cells by their lots, which begin at a place; returns how many. Of many cells only some of the least are
    sorted: 16 at first, then twice as many as before."""
    least, wanted = 0, 2 * at_ + 16
    if count > 32 and wanted < count:
        most = shifted_right(-1, 1) // (at_ + count) * wanted
        for i in range(0, count):
            if below_unsigned(LOTS[at_ + i], most):
                cell[first + (least << 3)], cell[first + (i << 3)] = cell[first + (i << 3)], cell[first + (least << 3)]
                LOTS[at_ + least], LOTS[at_ + i] = LOTS[at_ + i], LOTS[at_ + least]
                least = least + 1
    found = least if least else count
    copy_bytes(LOTS, LOTS + (at_ << 3), found << 3)
    sort_by_lots(first, found)
    return found


def may_be_drawn():
    """All candidates of a pick, not judged yet."""
    begun = pending
    add_all(by_number(known_of(ASKED_PICK, DOMAIN), cell[FRAME]))
    if cell[MAY_END]:
        add(DONE)
    if LOTS + (pending - begun) > LOTS_END:
        full(CANDIDATES)
    found = listed(begun)
    return NONE if stopped else found


# ---- games


def note(asked, side, place, x):
    global written
    if written + 32 > JOURNAL_END:
        full(JOURNAL)
    cell[written], cell[written + 8], cell[written + 16], cell[written + 24] = asked, side, place, x
    written = written + 32


@exported
def begin(part):
    """Begins the game, and comes to its first question: at the first part (0), amid another part of the sequence, or
    outside of all (-1), where every action is open to who acts. Amid or outside, a dead end is not passed."""
    global amid, free
    begins_anew(0)
    amid = part
    if part >= 0:
        begin_frame(by_number(SEQUENCE))
    else:
        open_window(who_acts(), by_number(OPEN_TO_ALL), 1, 0, ABOUT_NOTHING)
    run()
    if part == 0:
        return go_on()
    amid = 0
    arrived()
    free = FREE
    return stopped


def begins_anew(apart_):
    global games, written, lapses, may_be_dead_end, shares_live, stands_apart, unchecked
    games, written, lapses, may_be_dead_end, shares_live, stands_apart = games + 1, JOURNAL + journals, 0, 1, 0, apart_
    unchecked = 0


@exported
def begin_apart(procedure, is_under_way, is_unchecked):
    """Prepares an action or an effect outside of any sequence, for who acts; returns its frame. Where something is
    under way already, it may have broken any requirement."""
    global unchecked
    begins_anew(UNDER_WAY if is_under_way else 1)
    unchecked = is_unchecked
    frame = begin_frame(procedure)
    if is_action(frame):
        begin_action(frame)
        if cell[ACTING] != NONE and player_acting() == NONE:
            acts(who(cell[ACTING], answering(cell[ACTING])))
    if is_under_way:
        touched(-1)
    return frame


@exported
def go_on_apart():
    """Runs what was prepared to its first question."""
    global free
    run()
    arrived()
    free = FREE
    return stopped


@exported
def laid(x, place):
    """Puts a thing somewhere by hand, whatever the law says."""
    global free
    free = FREE
    take_off()
    stand(x, place)
    arrived()
    return stopped


@exported
def passes_over():
    """Ends the share in hand of a simultaneous part, whatever was done in it. What comes of the part is not known here
    then."""
    global free, judged
    free, frame = FREE, cell[FRAME]
    take_off()
    while span_of(frame) < 0 or not known_of(frame, OVER_AT):
        frame = cell[frame + 16]
    write(QUESTION, 0)
    write(FRAME, frame)
    write(frame + 8, known_of(frame, OVER_AT))
    acts(cell[frame + AROUND])
    write(SHARES_LEFT_OUT, cell[SHARES] + 1)
    write(SHARES_VEILED, 1)
    judged = 1
    run()
    judged = 0
    return as_far_as_is_seen(go_on())


@exported
def answer(x):
    """Gives a legal answer, and goes on to the next question that has an answer."""
    given(x)
    return as_far_as_is_seen(go_on())


def as_far_as_is_seen(how):
    """Stops without a question where the next state is not seen: after an answer on trial, or a share that was passed
    over."""
    global stopped
    if how == 2:
        stopped = how = 0
        write(QUESTION, 0)
    return how


def given(x):
    """Gives a legal answer, and goes on to the next question."""
    global free, judged
    free = FREE
    take_off()
    if cell[QUESTION] == CHOOSE and x != DONE and known_of(ASKED_PICK, IS_LIST_PICK):
        x = keep(x, known_of(ASKED_PICK, SHAPE_OF))  # the journal refers to it
    if WEIGHED:
        by_number(TURN_OVER, 0)
    asked_before(purpose(), 1)
    note(cell[QUESTION], who_is_asked(), cell[ASKED_PICK], x)
    judged = 1
    put(x)
    run()
    judged = 0
    return stopped


def note_unrested():
    """Writes to the journal which actions ended without a rest since the last answer."""
    for i in range(0, cell[UNRESTED_COUNT]):
        here = UNRESTED_ACTIONS + i * 16
        note(UNRESTED_END, cell[here], cell[here + 8], 0)
    return write(UNRESTED_COUNT, 0)


@exported
def play(dice, most, budget):
    """Plays to the end of the game, to where the law stops, or until the journal has `most` entries; returns how it
    stopped, or `NOT_YET` where the budget of work is spent: then the caller calls again. The keys of the players lie at
    `KEYS`. Whether a question is a dead end shows when the player looks for an answer."""
    global decisions, lapses, may_be_dead_end, work, left
    while cell[QUESTION] and stopped == 0 and written - JOURNAL - journals < most << 5:
        if budget < 0:
            return NOT_YET
        x = NONE
        if cell[QUESTION] >= THROW:
            x = shown(dice)
        else:
            x = decided()
            decisions = decisions + 1
        if x != NONE:
            given(x)
            lapses = 0
        else:
            if stopped or not may_be_dead_end:
                stop()
                break
            lapses = lapses + 1
            passes_dead_end(lapses)
        may_be_dead_end = arrived()
        budget = budget - (MAX_WORK - work)
        work = MAX_WORK
    left = budget
    return stopped


@exported
def play_games(part, behind, most, budget):
    """Plays the games of the rows from `game_row` on, each from the position at `FRESH`. A row gives the keys of names,
    of dice and of the seats in the list at `GAMES`; what it has at last is where the journal ends, and what the law
    says of the end. Goes no further where a game stops, is not over after `most` entries, or the journals might want
    more room; returns `NOT_YET` where the budget of work is spent: then the caller calls again."""
    global game_row, has_begun, journals, free, pending, work
    while game_row < behind and (journals == 0 or JOURNAL + journals + (most << 5) <= JOURNAL_END):
        if budget < 0:
            return NOT_YET
        if not has_begun:
            lay_down_unplayed()
            cell[NAMES_KEY], has_begun = cell[game_row], 1
            for i in range(0, cell[GAMES]):
                cell[KEYS + (cell[GAMES + 8 + (i << 3)] << 3)] = cell[game_row + 16 + (i << 3)]
            begin(part)
        how = play(cell[game_row + 8], most, budget)
        if how or not cell[OVER]:
            return how
        cell[game_row] = written
        for i in range(0, cell[ENDING]):
            free, pending, work = FREE, PENDING, MAX_WORK
            cell[game_row + 8 + (i << 3)] = by_number(cell[ENDING + 8 + (i << 3)])
        if stopped:
            return stopped
        game_row, has_begun, journals, budget = game_row + row_size, 0, written - JOURNAL, left
    return 0

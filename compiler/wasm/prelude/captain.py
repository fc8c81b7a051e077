"""The captain chooses the style in which its side plays, by playing games out.

A way to play is a style of the law, or none (0). When its side decides first in a turn, the outermost part of the
sequence, each way is played out from there to the end of the game; but only in the first turn, the second, the fourth,
the eighth: what one style has built up another may throw away, and early choices count most. The captain's side plays
so in all these games; the others play in no style in every second game, and in each style in turn between. Game number
n has the same dice for all ways, and the same guess of what the captain does not see (policy switching: Chang, Givan
and Chong, 2004). A way that is clearly worse is given up; the way of before is left only for a gain of more than
its standard error. Of ways that have won as much, the one is better to which the ends of their games are worth more, by
twice as many errors: so a captain that wins or loses every game learns from them too. What an end is worth counts
nowhere else (as a bonus in every game: Pepels, Tak, Lanctot and Winands, 2014): much gold in lost games would outweigh
games that are won.

A game that is played out is written to the log behind the position in hand and taken back, like every plan. State that
is not logged is stored under the number of the game (`games`), which is negative then. The hidden part of the position
is guessed, and all sides see the guess. A game that stops for want of room or of an answer counts as drawn.
"""

# mypy: ignore-errors

trials = 0  # games that were played out by this instance
thought = 0  # positions that were looked at for the choice in hand
end_worth = 0  # what the end of the game that was played out last is worth to the captain's side


def thinks(captain, key):
    """Lets a captain choose its way, if a turn begins in which it does."""
    turn = turn_in_hand()
    if cell[captain + C_TURN] != turn or cell[captain + C_TURNS] == 0:
        turns = cell[captain + C_TURNS] + 1
        cell[captain + C_TURN], cell[captain + C_TURNS] = turn, turns
        if turns & (turns - 1) == 0:
            cell[captain + C_WAY] = best_way(key, cell[captain + C_PLAYOUTS], cell[captain + C_WAY])


def turn_in_hand():
    """A key for the outermost part of the sequence that runs, and its number."""
    found, frame = 0, cell[FRAME]
    while frame:
        if span_of(frame) >= 0:
            found = folded(SPAN_WORD[span_of(frame)], number_of_whole(cell[frame + NUMBER]))
        frame = cell[frame + 16]
    return found


# ---- which way is best: of each whether it is still played out, and the points of each of its games; behind all
# ways, of each what the ends of its games are worth


def best_way(key, most, before):
    """The way to play, by at most so many games of each; in long games by as many as the budget of positions allows,
    but no fewer than two."""
    global thought
    ways, number, thought = within(1, cell[STYLES - 8] + 1, MAX_WAYS), 0, 0
    for way in range(0, ways):
        cell[row_of_way(way)] = 1
    while number < most and count_live(ways) > 1 and (number < 2 or thought < most * POSITIONS_OF_A_PLAYOUT):
        if number > ENOUGH_PLAYOUTS and all_won(ways, number):
            break
        other = number // 2 % ways if number & 1 else 0
        for way in range(0, ways):
            if cell[row_of_way(way)]:
                found = played_out(folded(key, number_of_whole(number)), way, other)
                cell[row_of_way(way) + ((number + 1) << 3)] = found
                cell[row_of_way(MAX_WAYS + way) + ((number + 1) << 3)] = end_worth
        number = number + 1
        best = most_won(ways, number, before)
        for way in range(0, ways):
            if number >= ENOUGH_PLAYOUTS and has_more(best, way, number, 4):
                cell[row_of_way(way)] = 0
    best = most_won(ways, number, before)
    return best if not cell[row_of_way(before)] or is_better(best, before, number) else before


def row_of_way(way):
    return WAYS + way * (MAX_PLAYOUTS + 1) * 8


def count_live(ways):
    found = 0
    for way in range(0, ways):
        found = found + cell[row_of_way(way)]
    return found


def all_won(ways, number):
    """Whether every way has won all games, so that there is nothing to choose."""
    for way in range(0, ways):
        if won_by(way, number) < 2 * number:
            return 0
    return 1


def most_won(ways, number, before):
    """The live way that has won most; of equals the one whose ends are worth most, then that of before or the first."""
    best = before
    for way in range(0, ways):
        more = won_by(way, number) - won_by(best, number)
        ahead = won_by(MAX_WAYS + way, number) > won_by(MAX_WAYS + best, number)
        if cell[row_of_way(way)] and (not cell[row_of_way(best)] or more > 0 or (more == 0 and ahead)):
            best = way
    return best


def won_by(way, number):
    found = 0
    for at_ in range(1, number + 1):
        found = found + cell[row_of_way(way) + (at_ << 3)]
    return found


def is_better(one, other, number):
    """Whether a way has won more than another, by more than the standard error; of ways that have won as much, whether
    its ends are worth more by twice that."""
    if won_by(one, number) == won_by(other, number):
        return has_more(MAX_WAYS + one, MAX_WAYS + other, number, 4)
    return has_more(one, other, number, 1)


def has_more(one, other, number, errors):
    """Whether one row has more than another on the same dice, by a square of more than so many squared standard errors.
    So few games have often no variance: a fiftieth of the widest difference is added to it."""
    total = squares = widest = 0
    for at_ in range(8, (number + 1) << 3, 8):
        more = cell[row_of_way(one) + at_] - cell[row_of_way(other) + at_]
        total, squares = total + more, squares + more * more
        widest = within(widest, more * more, MAX_WORTH * MAX_WORTH)
    spread = 50 * (number * squares - total * total) + widest * number * (number - 1)
    return total > 0 and 50 * total * total * (number - 1) > errors * spread


# ---- a game that is played out


def played_out(key, way, other):
    """The points of the deciding side in a game in which it plays one way and the others another: 2 if it wins, 0 if
    another side does, else 1."""
    global games, trials, imagining, stopped, free, candidates_known, base_of, work, end_worth
    mark, game, room_before, side = logged, games, free, cell[ASKED_SIDE]
    if veiled:
        imagine(key)
    for one in range(0, SIDES):
        its = way if one == side else other
        write(STYLE_CELLS[one], STYLES[its - 1] if its else NONE)
    trials = trials + 1
    games = -trials
    play_out(key)
    winner = NONE
    if stopped == 0 and cell[OVER]:
        winner = by_number(WINNER)
    if stopped:
        wants_parts(stopped)
        winner = NONE
    for one in range(0, SIDES):
        write(STYLE_CELLS[one], NONE)
    stopped, base_of, work = 0, 0, MAX_WORK
    found = worth(side)
    end_worth = 0 if found == NONE else within(0 - MAX_WORTH, found // PART, MAX_WORTH)
    undo(mark)
    games, free, work = game, room_before, MAX_WORK
    stopped = imagining = candidates_known = cell[DOUBTS] = base_of = 0
    return 1 if winner == NONE else 2 * (winner == side)


def play_out(key):
    """Plays on until the game is over, the law stops, or there is no more room."""
    global judged, free, candidates_known, work, seen, thought
    room_before, answers, lapses_ = free, 0, 0
    while cell[QUESTION] and stopped == 0 and answers < MAX_PLAYED_OUT and has_room_to_play():
        free, candidates_known, cell[DOUBTS], work, answers = room_before, 0, 0, MAX_WORK, answers + 1
        memo_swept()
        if depth() == 0:
            settle()
        if cell[QUESTION] >= THROW:
            x = shown(key)
        else:
            seat = seat_of_who_is_asked()
            seen = 0
            x = next_of_plan(source(folded(key, number_of_whole(seat)), purpose()), PLAYOUT_POSITIONS, seat)
            thought = thought + seen
        if stopped:
            break
        if x == NONE:
            lapses_ = lapses_ + 1
            if not may_lapse() or lapses_ > MAX_LAPSES:
                break
            judged = 1
            lapse()
        else:
            lapses_ = 0
            asked_before(purpose(), 1)
            judged = 1
            put(x)
        run()
        judged = 0


def has_room_to_play():
    """Whether the log, frames and lasting lists are not filled to three quarters."""
    log = 4 * (logged - LOG) < 3 * (LOG_END - LOG)
    frames = 4 * (cell[FRAMES_TOP] - FRAMES) < 3 * (FRAMES_END - FRAMES)
    return log and frames and 4 * (cell[HEAP] - KEPT) < 3 * (KEPT_END - KEPT)

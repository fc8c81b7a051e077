"""The program `search`: what a side does in its turn is held against what the others do then, and bettered.

It plays ahead as `greedy` does, with dice of its own, through the rest of the turn, that of the others and its own next
one, and writes down what the side did until the others were asked: its course. Then it leaves out of the course one
action after the other, that which gains least first, and keeps out what it is better without. Whatever is tried meets
the same dice, by what they are thrown for, and replies of the same making; so it is a rollout (Tesauro and Galperin,
1996) over lines of which that of `greedy` is the first, and which is left only for one that is worth more.

What a course is worth is what the position is worth to the side in the end, less its luck: by how much each fall was
better than such a fall is on the average. That takes out most of what a few dice have by chance, and changes nothing on
the average. What is not seen is guessed anew with the dice.

An action that gains at once more than all that is lost until the end is not worth leaving out; so where nobody comes
near, nothing is tried. A course is followed as long as the position is worth what it was in it; where dice fell
otherwise, a new one is made.
"""

# mypy: ignore-errors

searcher = 0  # the side that looks ahead
course = 0  # where its course lies
course_key = 0  # of the chance in all that is played ahead for a course
ahead_budget = 0  # positions for a plan of the side
ahead_sample = 0  # which of the dice fall
ahead_key = 0  # of these dice
ahead_epoch = 0
ahead_next = 0  # what of the course comes next
ahead_turn = 0  # 0 in the turn of the side, 1 in that of the others, 2 in its own after that
ahead_lost = 0  # by how much less the position is worth in the end than when the others had their turn
ahead_luck = 0
ahead_seen = 0  # positions that were looked at for the course


def searched(budget):
    """Takes the next plan of the course for the question in hand, or the first of a new one."""
    global searcher, course, course_key
    searcher, course_key = cell[ASKED_SIDE], plan_key
    course = COURSES + searcher * COURSE_SIZE
    if cell[course + C_GAME] != games:
        cell[course + C_GAME], cell[course + C_COUNT] = games, 0
    if goes_by_course():
        return best_size
    if cell[QUESTION] == TAKE:
        make_course(budget)
        if goes_by_course():
            return best_size
    return plan_greedily(budget)


def goes_by_course():
    """Takes the next plan of the course where it is for this question, and the position is worth what it was then."""
    global plan_side, plan_depth, best_size
    here = next_in_course(cell[course + C_NEXT])
    if here == 0:
        return 0
    plan_side = searcher
    plan_depth = depth() + (cell[QUESTION] == TAKE)
    if not veiled and worth(searcher) != cell[here + S_WORTH]:
        return 0
    if cell[here + S_ANSWERS] != DONE and plan_again(here + S_ANSWERS, cell[here + S_LENGTH]) == NONE:
        return 0
    cell[course + C_NEXT] = ahead_next
    best_size = cell[here + S_LENGTH]
    copy_bytes(BEST, here + S_ANSWERS, best_size << 3)
    return best_size


def step_of_course(i):
    return course + C_STEPS + i * S_SIZE


def next_in_course(first):
    """The next plan for the question in hand, of those that are not left out; 0 where there is none."""
    global ahead_next
    where = purpose()
    for i in range(first, cell[course + C_COUNT]):
        here = step_of_course(i)
        if cell[here + S_WHERE] == where and not cell[here + S_OUT]:
            ahead_next = i + 1
            return here
    return 0


# ---- the course, and what is better left out of it


def make_course(budget):
    global ahead_budget, ahead_seen, rows_room
    cell[course + C_COUNT] = cell[course + C_NEXT] = ahead_seen = 0
    ahead_budget, rows_room = budget, SIDES
    cell[SAMPLES] = come_of_course(1, 0)
    keep_course()
    if cell[SAMPLES] != NONE and cheapest_in_course():
        better_course(budget * MAX_AHEAD)
    rows_room = 0
    imagine_anew(course_key)


def better_course(enough):
    """Leaves out of the course what it is better without."""
    global ahead_lost
    lost = ahead_lost
    for sample in range(1, MAX_SAMPLES):
        SAMPLES[sample] = come_of_course(0, sample)
        if SAMPLES[sample] == NONE:
            return
    ahead_lost = lost
    here = cheapest_in_course()
    while here and ahead_seen < enough:
        lost = ahead_lost
        cell[here + S_TRIED] = cell[here + S_OUT] = 1
        if not is_better():
            cell[here + S_OUT] = 0
            ahead_lost = lost
        here = cheapest_in_course()


def cheapest_in_course():
    """Of what was not tried yet, the action that gains least, if that is less than what is lost in the end; 0 where
    there is none."""
    found = 0
    least = ahead_lost
    for i in range(0, cell[course + C_COUNT]):
        here = step_of_course(i)
        if cell[here + S_GAIN] < least and not cell[here + S_TRIED] and not cell[here + S_OUT]:
            found = here
            least = cell[here + S_GAIN]
    return found


def is_better():
    """Whether more comes of the course as it is on trial; then it is kept. It has to by the first dice, and by all the
    others together: what is chosen by some dice is not judged by them."""
    gained = 0
    for sample in range(0, MAX_SAMPLES):
        now = come_of_course(0, sample)
        TRIALS[sample] = now
        if now == NONE or (sample == 0 and now <= cell[SAMPLES]):
            return 0
        if sample:
            gained = gained + now - SAMPLES[sample]
    if gained <= 0:
        return 0
    copy_bytes(SAMPLES, TRIALS, MAX_SAMPLES << 3)
    come_of_course(0, 0)
    return keep_course()


def keep_course():
    """The course is what was done last; what could not be done is left out."""
    for i in range(0, cell[course + C_COUNT]):
        here = step_of_course(i)
        cell[here + S_WORTH] = cell[here + S_MET]
        if cell[here + S_MET] == NONE:
            cell[here + S_OUT] = 1
    return 1


# ---- playing ahead


def come_of_course(new, sample):
    """What comes of the course by dice of a number, or of a new one: what the position is worth in the end, less luck;
    `NONE` where it is not known how it goes on."""
    global ahead_epoch, ahead_sample, ahead_key, ahead_next, ahead_turn, ahead_lost, ahead_luck, free
    ahead_epoch, ahead_sample = ahead_epoch + 1, sample
    ahead_key = folded(course_key, sample) if sample else course_key
    ahead_next = ahead_turn = ahead_lost = ahead_luck = 0
    for side in range(0, SIDES):
        cell[rows_of(side) + MAX_ROWS_KEPT * ROW_SIZE] = NONE
    for i in range(0, cell[course + C_COUNT]):
        cell[step_of_course(i) + S_MET] = NONE
    imagine_anew(ahead_key)
    mark, before, goes, steps = logged, free, 1, 0
    while goes > 0 and steps < MAX_STEPS_AHEAD:
        free = before
        steps = steps + 1
        goes = goes_ahead(new)
    found = worth(searcher) if goes < 0 else NONE
    if found != NONE:
        found = found - ahead_luck
        ahead_lost = ahead_lost - found if ahead_turn else 0
    undo(mark)
    free = before
    return found


def goes_ahead(new):
    """Answers one question ahead, or throws dice: 1 if it goes on, -1 where it has come to the end, 0 where it is not
    known how it goes on."""
    if cell[OVER]:
        return -1
    # no game is handed back for what was looked at ahead
    if cell[QUESTION] == 0 or work <= MAX_WORK // 4:
        return 0
    if cell[QUESTION] >= THROW:
        return falls_ahead()
    memo_swept()
    if worth(cell[ASKED_SIDE]) == NONE:
        return 0
    if cell[QUESTION] == TAKE and depth() == 0:
        if is_at_end_ahead():
            return -1
    if cell[ASKED_SIDE] != searcher or ahead_turn == 2:
        return follow_best(plan_ahead(MAX_REPLY, 1))
    if new:
        return adds_to_course()
    return goes_on_in_course()


def is_at_end_ahead():
    """Whether the side has had its next turn; notes whose turn it is."""
    global ahead_turn, ahead_lost
    if cell[ASKED_SIDE] == searcher:
        if ahead_turn == 1:
            ahead_turn = 2
        return 0
    if ahead_turn == 0:
        now = worth(searcher)
        ahead_turn = 1 if now != NONE else 2
        ahead_lost = now - ahead_luck
    return ahead_turn == 2


def plan_ahead(budget, quick):
    """Makes a plan for the question in hand; a quick one is not followed further than it promised at first."""
    global plan_key, in_passing, ahead_seen, base_of
    plan_key = folded(course_key, purpose())
    in_passing = quick
    plan_greedily(budget)
    in_passing = base_of = 0
    ahead_seen = ahead_seen + seen
    return best_size


def follow_best(count):
    """Gives the answers of the best plan; where there is none, what the question stands in ends."""
    if count == 0:
        if cell[QUESTION] == TAKE:
            return follow(DONE)
        return goes_past()
    for i in range(0, count):
        if not follow(BEST[i]):
            return 0
    return 1


def adds_to_course():
    """Makes a plan of the side as `greedy` does, writes it down and carries it out."""
    now = worth(searcher)
    number = cell[course + C_COUNT]
    if now == NONE or number == MAX_COURSE:
        return 0
    here = step_of_course(number)
    cell[here + S_WHERE] = purpose()
    taken = cell[QUESTION] == TAKE
    count = plan_ahead(ahead_budget, 0)
    if count:
        cell[course + C_COUNT] = number + 1
        cell[here + S_MET], cell[here + S_OUT], cell[here + S_LENGTH] = now, 0, count
        cell[here + S_TRIED] = not taken or cell[BEST] == DONE
        cell[here + S_GAIN] = best_worth - now
        copy_bytes(here + S_ANSWERS, BEST, count << 3)
    return follow_best(count)


def goes_on_in_course():
    """Carries out the next plan of the course; what cannot be done is passed over. Where none is left, the side is
    done, or does what it has to."""
    global ahead_next
    first = ahead_next
    here = next_in_course(first)
    if here and (cell[here + S_ANSWERS] != DONE or cell[QUESTION] != TAKE or may_be_done()):
        return goes_by_step(here)
    ahead_next = first
    if cell[QUESTION] == TAKE and depth() == 0:
        if may_be_done():
            return follow(DONE)
        if ahead_sample == 0 and ahead_turn == 0:
            return 0  # what is left out had to be done
    return follow_best(plan_ahead(MAX_REPLY, 1))


def goes_by_step(here):
    """Carries out a plan of the course, if it can be done; it goes on in any case."""
    global ahead_seen
    now, mark, count = worth(searcher), logged, cell[here + S_LENGTH]
    for i in range(0, count):
        x = cell[here + S_ANSWERS + (i << 3)]
        if not stands_by_itself(x) or not follow(x):
            undo(mark)
            return 1
    ahead_seen = ahead_seen + count
    cell[here + S_MET] = now
    return 1


# ---- dice that fall ahead


def falls_ahead():
    """Dice fall, or something is drawn, the same wherever it is for the same; by how much that is better than it is on
    the average counts as luck."""
    global plan_side, free, ahead_luck, ahead_seen
    plan_side, before = searcher, free
    where = purpose()
    here = noted(FALLEN, FALLEN_SLOTS, where, ahead_epoch, 0)  # how often dice fell for this ahead
    cell[here] = cell[here] + 1
    key = folded(folded(ahead_key, where), cell[here])
    fell = thrown(key) if cell[QUESTION] == THROW else drawn(key)
    ways = lots_in_hand()
    if ways <= MAX_FALLS:
        average = average_of_lots(ways, 1, MAX_THROWS - 1, fell)
        if average == NONE:
            return 0
        ahead_seen = ahead_seen + ways
        ahead_luck = ahead_luck + worth_fallen - average
    free = before
    return follow(fell)

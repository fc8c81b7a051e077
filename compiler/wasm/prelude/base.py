"""Values: stops, exact numbers, lists, things and where they stand, hexes and hexsides.

A stop has no words here. `stopped` says why (`1`: the law gives no answer, `2`: it depends on what is not seen, `3`:
there is no room or time), and the value is none: evaluation goes on with that, safely, until a caller tests `stopped`.
Lists grow at `free`, which the caller resets; members of a list that is being made are stacked at `pending`.
"""

# mypy: ignore-errors

stopped = 0
full_at = 0  # where there was no more room: see `full`
full_times = 0  # how many times as much is wanted
part_grows = 1  # how many times the parts that the game has asked for still fit
free = 0
pending = 0
work = 0  # turns of loops that a question has left: see `_Body.taken` in `code.py`
stamp = 1  # of the present position: equal stamps, equal positions
newest = 1  # the last stamp that was given out
fresh_stamp = 1  # that of the position at `FRESH`
map_stamp = 1  # of the map
imagining = 0  # whether a guess stands for what is hidden
says = 0  # the number of the words for the next stop, if no statement has them
memo_top = 0
memo_epoch = 0


@exported
def lay_down():
    """Lays down the position at `FRESH`."""
    global stopped, free, pending, stamp
    copy_bytes(0, FRESH, WRITTEN_END)
    stopped, free, pending, stamp = 0, FREE, PENDING, fresh_stamp


def stop():
    global stopped
    if stopped == 0:
        stopped = 1
    return NONE


def exhausted():
    global stopped, full_at
    stopped = 3
    full_at = 0
    return NONE


def full(at):
    """Traps for want of room in the area that begins at an address, or in that of a small number (`BESIDES`). The game
    is replayed with twice as much room, so no decision depends on it."""
    no_room(at, 2)
    trap()


def no_room(at, times_):
    global stopped, full_at, full_times
    stopped = 3
    full_at, full_times = at, times_
    return NONE


def wants_parts(met):
    """Traps where numbers need smaller parts than there are, if the game can be replayed with them. The caller handles
    any other stop."""
    global stopped
    if met == 3 and full_at == PART_FULL and full_times <= part_grows:
        stopped = 3
        trap()


def some(x):
    return stop() if x == NONE else x


def known_value(x):
    """The value of a cell, if it is known and seen."""
    return x if x > UNSEEN or x == NONE else not_known(x)


def not_known(x):
    """Stops since the law does not say a value, or since the answer depends on a secret."""
    global stopped
    if stopped == 0:
        stopped = 1 if x == MISSING else 2
    return NONE


def not_remembered():
    """Stops since a memory depends on a secret; where a side guesses what is hidden, nothing is remembered."""
    return 0 if imagining else not_known(UNSEEN)


def set_aside(met):
    """Clears a stop while other parts may still decide, and returns the one that counts if none does: a secret before a
    hole, which may lie behind it. Without room or time nothing decides."""
    global stopped
    if stopped == 3:
        return met
    found = 2 if stopped == 2 or met == 2 else 1
    stopped = 0
    return found


def stop_at(met):
    """Restores the stop that was set aside."""
    global stopped
    if met and stopped != 3:
        stopped = met


def out_of_work():
    """Traps where a question takes more work than allowed: the law may not terminate."""
    global stopped
    stopped = 6
    trap()


# ---- numbers, counted in parts


def added(a, b):
    """The sum of two numbers, which stops out of range."""
    found = a + b
    if below_unsigned(found + MAX_NUMBER, 2 * MAX_NUMBER):
        return found
    return NONE if a == NONE or b == NONE else exhausted()


def plus(a, b):
    return stop() if a == NONE or b == NONE else added(a, b)


def minus(a, b):
    return stop() if a == NONE or b == NONE else added(a, -b)


def times(a, b):
    if a == NONE or b == NONE:
        return stop()
    if a % PART == 0:
        return whole_times(a // PART, b)
    if b % PART == 0:
        return whole_times(b // PART, a)
    shared_ = gcd(absolute(a), PART)
    product = whole_times(a // shared_, b)
    return whole_parts(product, PART // shared_)


def whole_parts(a, n):
    """A number divided by a whole one. Programs leave out positions whose worth would need smaller parts."""
    return a // n if a % n == 0 else no_room(PART_FULL, absolute(n) // gcd(absolute(a), absolute(n)))


def whole_times(n, a):
    if n == 0:
        return 0
    product = n * a
    if product // n != a or product >= MAX_NUMBER or product <= -MAX_NUMBER:
        return exhausted()
    return product


def divided(a, b):
    if a == NONE or b == NONE or b == 0:
        return stop()
    shared_ = gcd(absolute(a), absolute(b))
    part = whole_parts(PART, b // shared_)
    return part if part == NONE else whole_times(part, a // shared_)


def ratio_against(a, b, c):
    """Below, at or above 0 as a number divided by another, which need not come out, is to a third."""
    if a == NONE or b == NONE or c == NONE or b == 0:
        stop()
        return 0
    if b < 0:
        return ratio_against(-a, -b, c)
    shared_ = gcd(absolute(a), b)
    a, b = a // shared_, b // shared_
    if absolute(a) > MAX_RATIO or absolute(c) > MAX_NUMBER // b:
        exhausted()
        return 0
    return (a * PART > c * b) - (a * PART < c * b)


def ratio_down(a, b):
    """The whole number below a number divided by another."""
    if a == NONE or b == NONE or b == 0:
        return stop()
    if b < 0:
        return ratio_down(-a, -b)
    found = a // b
    return (found - (found * b > a)) * PART


def ratio_up(a, b):
    found = ratio_down(a if a == NONE else -a, b)
    return found if found == NONE else -found


def half(a):
    return stop() if a == NONE else whole_parts(a, 2)


def down(a):
    if a == NONE:
        return stop()
    rest = a % PART
    return a - rest if rest >= 0 else a - rest - PART


def up(a):
    if a == NONE:
        return stop()
    rest = a % PART
    return a - rest if rest <= 0 else a - rest + PART


def halved(a):
    return stop() if a == NONE else down(a >> 1)


def larger(a, b):
    if a == NONE or b == NONE:
        return stop()
    return a if a > b else b


def smaller(a, b):
    if a == NONE or b == NONE:
        return stop()
    return a if a < b else b


def within(low, x, high):
    if x < low:
        return low
    return high if x > high else x


def whole(a):
    """The integer of a number, for counting turns and places."""
    if a == NONE:
        return stop()
    return stop() if a % PART != 0 else a // PART


def numbers(first, last):
    if first == NONE or last == NONE:
        return stop()
    at = up(first)
    if (last - at) // PART >= 1000:
        return exhausted()
    begun = pending
    for number in range(at, last + 1, PART):
        add(number)
    return listed(begun)


# ---- lists


def add(x):
    global pending
    if pending >= PENDING_END:
        full(PENDING)
    cell[pending] = x
    pending = pending + 8
    return 0


def listed(begun):
    """The list of the members that were added since."""
    global free, pending
    size, pending = pending - begun, begun
    if free + size + 8 > FREE_END:
        full(FREE)
    found = free
    cell[found] = size >> 3
    copy_bytes(found + 8, begun, size)
    free = free + 8 + size
    return found


def record(begun):
    """The record of the fields that were added since."""
    found = listed(begun)
    return found if found < 0 else found + 8


def size(of):
    return 0 if of < 0 else cell[of]


def end_of(of):
    """The address behind the last member of a list."""
    return 8 if of < 0 else of + 8 + (cell[of] << 3)


def first_of(of):
    return 8 if of < 0 else of + 8


def among(x, of, alike):
    """Whether something is a member of a list; `alike` is the shape of the members, 0 for cells."""
    if alike == 0 and of >= BEHIND and cell[of] > 8 and x >= 0 and x < 4 * PLANE:
        return in_bits(x, of)
    for member in members(of):
        if member == x or (alike and is_alike(alike, member, x)):
            return 1
    return 0


def in_bits(x, of):
    """The same of a long list that a position holds from the beginning: its members are noted as bits, once."""
    bits = BITS_OF + ((of >> 3) & 63) * BIT_ROW
    key = of ^ (map_stamp << 40)
    if cell[bits] != key:
        cell[bits] = key
        for word in range(1, BIT_ROW >> 3):
            cell[bits + (word << 3)] = 0
        for member in members(of):
            if member < 0 or member >= 4 * PLANE:
                cell[bits] = 0
                return occurs(of, x, 0) > 0
            at_ = bits + 8 + ((member >> 6) << 3)
            cell[at_] = cell[at_] | (1 << (member & 63))
    return (cell[bits + 8 + ((x >> 6) << 3)] >> (x & 63)) & 1


def occurs(of, x, alike):
    found = 0
    for member in members(of):
        found = found + (member == x or (alike and is_alike(alike, member, x)))
    return found * PART


def distinct(of, alike):
    """The list without repeated members."""
    begun = pending
    for member in members(of):
        known = 0
        for at in range(begun, pending, 8):
            if cell[at] == member or (alike and is_alike(alike, cell[at], member)):
                known = 1
                break
        if not known:
            add(member)
    return listed(begun)


def same_sets(a, b, alike):
    """Whether two lists have the same members, whatever their order."""
    if a == b:
        return 1
    if a < 0 or b < 0:
        return 0
    return holds_all(a, b, alike) and holds_all(b, a, alike)


def holds_all(a, b, alike):
    for member in members(b):
        if not among(member, a, alike):
            return 0
    return 1


def only(of):
    return cell[of + 8] if of >= 0 and cell[of] == 1 else stop()


# ---- shapes: the sort of a type (`PLAIN` to `CONTACT`; from `SET` on values are addresses), what that asks for (of a
# choice where the words of its values lie, of a record the word of its kind), and a list of the shapes of its parts


def is_alike(shape, a, b):
    """Whether two values are the same."""
    if a == b:
        return 1
    if cell[shape] < SET or a < 0 or b < 0:
        return 0
    if cell[shape] == SET:
        return same_sets(a, b, composed(cell[shape + 24]))
    for part in members(shape + 16):
        if not is_alike(part, cell[a], cell[b]):
            return 0
        a, b = a + 8, b + 8
    return 1


def composed(shape):
    """The shape, if its values are addresses; 0 for cells."""
    return shape if cell[shape] >= SET else 0


def digest_of(shape, x):
    """A digest of a value, the same for equal values."""
    if cell[shape] < SET or x < 0:
        return x
    found = SEED
    if cell[shape] == SET:
        for member in members(x):
            found = found + mixed(SEED ^ digest_of(cell[shape + 24], member))
        return mixed(found)
    for part in members(shape + 16):
        found = mixed(found ^ digest_of(part, cell[x])) + 1
        x = x + 8
    return found


def held_in(shape, x):
    """The number of values in a value: itself, the members of a set, the parts of a record."""
    if x < 0 or (cell[shape] != SET and cell[shape] != RECORD):
        return 1
    found = 1
    if cell[shape] == SET:
        for member in members(x):
            found = found + held_in(cell[shape + 24], member)
        return found
    for part in members(shape + 16):
        found = found + held_in(part, cell[x])
        x = x + 8
    return found


def bounded(shape, x):
    """A record; stops if it is too large."""
    return exhausted() if held_in(shape, x) > MAX_RECORD_SIZE else x


# ---- things


def is_a(kind, x):
    """Whether a thing, taken out of the game or not, is of a kind."""
    if x < 0:
        return 0
    return LINEAGE[kind * KINDS + KIND[x]]


def has(x):
    """Whether a thing is in the game."""
    if x < 0 or x >= CHARTS:
        return 1
    return shifted_bit(OF_KIND + KIND[x] * WORDS * 8, x)


def shifted_bit(at, x):
    return (cell[at + ((x >> 6) << 3)] >> (x & 63)) & 1


def hex_of(x):
    """The hex that a thing stands in, however deep in others."""
    if x < 0:
        return NONE
    depth, place = 0, x + PLANE
    while place >= PLANE:
        place, depth = PLACE[place - PLANE], depth + 1
        if depth > 17:
            return NONE
    return place


def holder_of(x):
    if x < 0:
        return NONE
    place = PLACE[x]
    if place < PLANE:
        return NONE
    kind = HOLDER[KIND[x]]
    return place - PLANE if kind >= 0 and is_a(kind, place - PLANE) else NONE


def of_kind(kind):
    """All things of a kind, in the order in which they came into the game."""
    begun = pending
    for word in range(0, WORDS):
        add_word(word, OF_KIND[kind * WORDS + word])
    in_order(begun)
    return listed(begun)


def bits_of(place):
    """The address of the bits of the things in a hex or in a thing: those of things lie behind those of hexes."""
    return IN_HEX + place * WORDS * 8


def standing(place, kind, deep):
    """The things of a kind that stand in a place, or in what stands there as well."""
    begun = pending
    if place >= 0:
        add_standing(bits_of(place), kind, deep)
    if deep or cell[DISORDERED]:
        in_order(begun)
    return listed(begun)


def add_standing(bits, kind, deep):
    for word in range(0, WORDS):
        here = cell[bits + (word << 3)]
        if here:
            add_word(word, here & OF_KIND[kind * WORDS + word])
            while deep and here:
                add_standing(bits_of(PLANE + (word << 6) + ctz(here)), kind, 1)
                here = here & (here - 1)


def add_word(word, bits):
    if bits:
        for _ in range(0, popcnt(bits)):
            add((word << 6) + ctz(bits))
            bits = bits & (bits - 1)


def in_order(begun):
    """Sorts things by when they came into the game; most often they are sorted."""
    for at_ in range(begun + 8, pending, 8):
        x = cell[at_]
        before = at_ - 8
        while before >= begun and ORDER[cell[before]] > ORDER[x]:
            cell[before + 8] = cell[before]
            before = before - 8
        cell[before + 8] = x


def kept_place(x):
    """The index of a value among the arguments of a memory or tally: none is the first."""
    return x + 1 if x >= 0 else 0


def kept_number(x, half, step):
    """The same for a number, of a range around 0; stops beyond it."""
    global says
    if x < FRACTIONS:
        return 0
    if x // step > -half and x // step < half and x % step == 0:
        return x // step + half
    says = 3
    exhausted()
    return 0


def row_value(base, place):
    """The value of a place that is stored in rows, 0 without a row."""
    for row in range(base + 8, base + 8 + cell[base] * 16, 16):
        if cell[row] == place:
            return cell[row + 8]
    return 0


# ---- hexes and hexsides


def at(q, r):
    """The hex in a column and row of the plane; stops outside it."""
    if q < 0 or q >= COLUMNS or r < 0 or r >= ROWS:
        full(MARGIN_FULL)
    return (r << BITS) | q


def column_of(h):
    return h & (COLUMNS - 1)


def absolute(x):
    return x if x >= 0 else -x


def steps_between(a, b):
    q = column_of(b) - column_of(a)
    r = (b >> BITS) - (a >> BITS)
    found = absolute(q)
    if absolute(r) > found:
        found = absolute(r)
    return absolute(q + r) if absolute(q + r) > found else found


def distance(a, b):
    return stop() if a == NONE or b == NONE else steps_between(a, b) * PART


def adjacent(a, b):
    return 0 if a == NONE or b == NONE else steps_between(a, b) == 1


def step_q(direction):
    return (direction < 2) - (direction == 3 or direction == 4)


def step_r(direction):
    return (direction > 3) - (direction == 1 or direction == 2)


def neighbour(h, direction):
    return at(column_of(h) + step_q(direction), (h >> BITS) + step_r(direction))


def numbered_neighbour(h, number):
    if h == NONE or number == NONE:
        return stop()
    direction = (1 - whole(number)) % 6
    return neighbour(h, direction + 6 if direction < 0 else direction)


def neighbours(h):
    if h == NONE:
        return stop()
    begun = pending
    for direction in range(0, 6):
        add(neighbour(h, direction))
    return listed(begun)


def straight_across(a, h):
    if a == NONE or h == NONE:
        return stop()
    return at(2 * column_of(h) - column_of(a), 2 * (h >> BITS) - (a >> BITS))


def side_of(h, direction):
    return h * 4 + direction if direction < 3 else neighbour(h, direction) * 4 + direction - 3


def side_between(a, b):
    if a == NONE or b == NONE:
        return stop()
    q = column_of(b) - column_of(a)
    r = (b >> BITS) - (a >> BITS)
    if q == 1 and (r == 0 or r == -1):
        return a * 4 - r
    if q == -1 and (r == 0 or r == 1):
        return b * 4 + r
    if q == 0 and r == -1:
        return a * 4 + 2
    return b * 4 + 2 if q == 0 and r == 1 else NONE


def sides_of(h):
    if h == NONE:
        return stop()
    begun = pending
    for direction in range(0, 6):
        add(side_of(h, direction))
    return listed(begun)


def hexes_of(side):
    if side == NONE:
        return stop()
    begun = pending
    add(side >> 2)
    add(neighbour(side >> 2, side & 3))
    return listed(begun)


def is_side_of(side, h):
    if h == NONE:
        return stop()
    return 0 if side == NONE else side >> 2 == h or neighbour(side >> 2, side & 3) == h


def touches(a, b):
    if a == NONE or b == NONE or a == b:
        return 0
    here, direction = a >> 2, a & 3
    there = neighbour(here, direction)
    after, before = direction + 1, (direction + 5) % 6
    if side_of(here, after) == b or side_of(here, before) == b:
        return 1
    return side_of(there, (direction + 2) % 6) == b or side_of(there, (direction + 4) % 6) == b


def off_board(h):
    return 0 if h == NONE else ON_MAP[h] == 0


def on_map(of):
    """The hexes of the map among some, each once, in the order of the map."""
    begun = pending
    last = size(cell[ALL_HEXES]) >> 6
    for word in range(0, last + 1):
        MARKED[word] = 0
    for h in members(of):
        place = 0 if h < 0 else ON_MAP[h]
        word = MARKED + ((place >> 6) << 3)
        cell[word] = cell[word] | (1 << (place & 63))
    MARKED[0] = MARKED[0] & -2  # number 0: hexes off the map
    for word in range(0, last + 1):
        bits = MARKED[word]
        while bits:
            add(cell[cell[ALL_HEXES] + (((word << 6) + ctz(bits)) << 3)])
            bits = bits & (bits - 1)
    return listed(begun)


def shared(h):
    return 0 if h == NONE else SHARED[h]


# ---- printed tables


def line_of(axis, value):
    """The number of the line or column that a value stands for: `NONE` where it reads as none, -1 where nothing is
    printed. An axis is how many there are, whether the first is open below, its last end, what lies below and above
    reads as, and where each begins."""
    if value == NONE:
        stop()
        return -1
    count, open_below, starts = cell[axis], cell[axis + 8], axis + 40
    found = open_below - 1
    while found + 1 < count and cell[starts + ((found + 1 - open_below) << 3)] <= value:
        found = found + 1
    if found < 0:
        return cell[axis + 24]
    if cell[axis + 16] != NONE and value > cell[axis + 16] - PART and cell[axis + 32] != -1:
        return cell[axis + 32]
    return cell[axis + 32] if cell[axis + 16] != NONE and value >= cell[axis + 16] else found


def line_of_ratio(axis, top, below):
    """The same for a quotient, which need not be exact."""
    if top == NONE or below == NONE or below == 0:
        stop()
        return -1
    if below < 0:
        return line_of_ratio(axis, -top, -below)
    shared_ = gcd(absolute(top), below)
    top, below = top // shared_, below // shared_
    if below > MAX_RATIO or absolute(top) > MAX_RATIO:
        exhausted()
        return -1
    count, open_below, starts = cell[axis], cell[axis + 8], axis + 40
    found = open_below - 1
    while found + 1 < count and cell[starts + ((found + 1 - open_below) << 3)] * below <= top * PART:
        found = found + 1
    return found


def heading(map_, value):
    """The same for a value of a choice, by a row of numbers."""
    if value < 0:
        stop()
        return -1
    return cell[map_ + (value << 3)]


def field(of, offset):
    return stop() if of < 0 else cell[of + offset]


def read(column, of, nothing):
    """An attribute of a value that may be none, of which it has its default."""
    return known_value(nothing) if of < 0 else known_value(cell[column + (of << 3)])


# ---- linked hexes


def linked_from(start, lets, args, most, by_step, goal):
    """The hexes that are linked to some, ring by ring (`board/linking.py`); with a goal, the steps to it."""
    global free
    if most == NONE or goal == NONE:
        return stop()
    flood = free
    if flood + FLOOD_SIZE > FREE_END:
        full(FREE)
    free = flood + FLOOD_SIZE
    begin_flood(flood, start)
    found = spread(flood, lets, args, most, by_step, goal)
    if goal >= 0:
        return found
    begun = pending
    for at_ in range(flood + FLOOD_HEXES, cell[flood + 16], 8):
        add(cell[at_])
    return listed(begun)


def steps_to(key, start, lets, args, most, by_step, goal):
    """The steps to a hex. The state of the flood is cached under a key of all that it depends on: for the next hex it
    goes on from there."""
    if most == NONE or goal == NONE:
        return stop()
    key = key | 1
    flood = FLOODS + (shifted_right(key, 32) & (FLOODS_KEPT - 1)) * FLOOD_SIZE
    if cell[flood] != key:
        begin_flood(flood, start)
    found = spread(flood, lets, args, most, by_step, goal)
    cell[flood] = 0 if stopped else key
    return found


def begin_flood(flood, start):
    """The first ring: the hexes of the map among some. A flood has a head (its key, the next hex to go on from, where
    the hexes end, the steps so far), a mark for each hex of the map, and the hexes in the order in which they were
    come to."""
    marks = flood + 32
    last = flood + FLOOD_HEXES
    for place in range(0, HEXES + 1):
        cell[marks + (place << 3)] = 0
    for h in members(start):
        if h >= 0 and ON_MAP[h] and cell[marks + (ON_MAP[h] << 3)] == 0:
            cell[marks + (ON_MAP[h] << 3)], cell[last] = 1, h
            last = last + 8
    cell[flood + 8], cell[flood + 16], cell[flood + 24] = flood + FLOOD_HEXES, last, 0


def spread(flood, lets, args, most, by_step, goal):
    """Goes on with a flood until it comes to a hex; the steps to that."""
    marks = flood + 32
    ring, last, steps = cell[flood + 8], cell[flood + 16], cell[flood + 24]
    end = marks + (ON_MAP[goal] << 3) if goal >= 0 else marks
    while ring < last and (most < 0 or steps * PART < most) and cell[end] < 1:
        begun, ring = ring, last
        for here in range(begun, ring, 8):
            for direction in range(0, 6):
                h = neighbour(cell[here], direction)
                mark = marks + (ON_MAP[h] << 3)
                if mark > marks and cell[mark] == 0:
                    if by_number(lets, h, cell[here], args):
                        cell[mark], cell[last] = steps + 2, h
                        last = last + 8
                    elif not by_step:
                        cell[mark] = -1
        steps = steps + 1
    cell[flood + 8], cell[flood + 16], cell[flood + 24] = ring, last, steps
    reached = cell[end]
    return (reached - 1) * PART if reached > 0 else NONE


def forget(begun):
    global pending
    pending = begun


def members_of(of, others, are_in):
    """The members of a list that are among others, or those that are not."""
    if not are_in and size(others) == 0:
        return of
    begun = pending
    for member in members(of):
        if among(member, others, 0) == are_in:
            add(member)
    return listed(begun)


# ---- memoised answers


def memo_list(of):
    """A copy of a list that lasts as long as memoised answers; `MISSING` where there is no room."""
    global memo_top
    if of < FREE or of >= FREE_END:
        return of
    cells = (cell[of] + 1) << 3
    if memo_top + cells > MEMO_LISTS_END:
        return MISSING
    found = memo_top
    copy_bytes(found, of, cells)
    memo_top = memo_top + cells
    return found


def memo_swept():
    """Drops the memoised lists if they use half their room; called where no list is in use."""
    global memo_top, memo_epoch
    if memo_top > MEMO_LISTS + (MEMO_LISTS_END - MEMO_LISTS) // 2:
        memo_top, memo_epoch = MEMO_LISTS, memo_epoch + 1


def memoised(slot, key, value):
    """Stores an answer under a key of function, arguments and position."""
    if value != MISSING:
        cell[slot] = key
        cell[slot + 8] = value


def pair_of(a, b):
    """The number of a pair of hexes of the map, 0 of others."""
    is_pair = below_unsigned(a, PLANE) and below_unsigned(b, PLANE) and ON_MAP[a] and ON_MAP[b]
    return ON_MAP[a] * (HEXES + 1) + ON_MAP[b] if is_pair else 0


def mixed(x):
    """The last steps of splitmix64: each bit of the result depends on all bits of the number."""
    x = (x ^ shifted_right(x, 30)) * -4658895280553007687
    x = (x ^ shifted_right(x, 27)) * -7723592293110705685
    return x ^ shifted_right(x, 31)

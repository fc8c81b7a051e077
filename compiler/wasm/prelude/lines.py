"""Straight lines and shortest paths: what they meet, in the order of `runtime/geometry.py`, which proves it exact.

What a line meets depends on where it leads and lies where it begins. So the line from a hex to another is worked out
once for each difference of two hexes and kept behind all else, in rows of `ROW` cells relative to its beginning.
"""

# mypy: ignore-errors
from hexlaw.compiler.wasm.prelude.words import cell, copy_bytes

rows = 0


def gcd(a, b):
    while b:
        rest = a % b
        a = b
        b = rest
    return a


def lcm_of(a, b):
    return a if b == 0 else a // gcd(a, absolute(b)) * absolute(b)


def ceiling_divided(a, b):
    """a / b, rounded up; b is above 0."""
    return -(-a // b) if a < 0 else (a + b - 1) // b


def floor_divided(a, b):
    return -((b - 1 - a) // b) if a < 0 else a // b


# A hex that the line meets: its column and row from the beginning, where the line enters and leaves it, in cuts.


def stretches(q, r, length):
    """Lists the hexes that the line meets at WORK_LINE; gives how many."""
    found = 0
    if q == 0 and r == 0:
        cell[WORK_LINE] = 0
        cell[WORK_LINE + 8] = 0
        cell[WORK_LINE + 16] = 0
        cell[WORK_LINE + 24] = length
        return 1
    reach = absolute(2 * q + r)
    if absolute(q - r) > reach:
        reach = absolute(q - r)
    if absolute(q + 2 * r) > reach:
        reach = absolute(q + 2 * r)
    swapped = absolute(r) > absolute(q)
    ahead = r if swapped else q
    aside = q if swapped else r
    onward = 1 if ahead > 0 else -1
    steps = absolute(ahead)
    for row in range(0, steps + 1):
        middle = 3 * row * aside
        first = -floor_divided(reach - middle, 3 * steps)
        last = floor_divided(middle + reach, 3 * steps)
        for across in range(first, last + 1):
            here_q = across if swapped else row * onward
            here_r = row * onward if swapped else across
            cell[LINE_ENTERS] = 0
            cell[LINE_LEAVES] = length
            narrow(2 * here_q + here_r, 2 * q + r, length)
            narrow(here_q - here_r, q - r, length)
            narrow(-here_q - 2 * here_r, -q - 2 * r, length)
            if cell[LINE_ENTERS] <= cell[LINE_LEAVES]:
                here = WORK_LINE + found * 32
                cell[here] = here_q
                cell[here + 8] = here_r
                cell[here + 16] = cell[LINE_ENTERS]
                cell[here + 24] = cell[LINE_LEAVES]
                found = found + 1
    return found


def narrow(measure, speed, length):
    """Narrows the stretch by one of the three measures; a line that does not move in it is inside throughout."""
    if speed == 0:
        return
    scale = length // speed
    centre = measure * scale
    wide = absolute(scale)
    if centre - wide > cell[LINE_ENTERS]:
        cell[LINE_ENTERS] = centre - wide
    if centre + wide < cell[LINE_LEAVES]:
        cell[LINE_LEAVES] = centre + wide


def met(count, q, r):
    """Where a hex stands in the list, or 0."""
    for i in range(0, count):
        here = WORK_LINE + i * 32
        if cell[here] == q and cell[here + 8] == r:
            return here
    return 0


def exact_place(after, parts):
    """Where on a line or path something lies. What does not come out in parts of a whole is written down in lowest
    terms, below all numbers: so it can be compared, and who reads it has no answer."""
    scaled = after * PART
    if scaled % parts == 0:
        return scaled // parts
    common = gcd(after, parts)
    if parts // common >= 1 << 30:
        return exhausted()
    return FRACTIONS + ((after // common) << 30) + parts // common


def read_place(at_):
    return exhausted() if at_ < -MOST and at_ != NONE else at_


def add_contact(how, side, h, after, parts, passed, left, behind, ahead):
    """A row: `side` and `h` relative to the beginning, `MISSING` for none; `behind` and `ahead` likewise."""
    add(side)
    add(h)
    add(how)
    add(exact_place(after, parts))
    add(passed * PART)
    add(left * PART)
    add(behind)
    add(ahead)
    add(ON_LINE)


def relative(q, r):
    return r * COLUMNS + q


def work_out_line(q, r):
    """Works out what the line to a hex meets, hexsides first; gives the address of two lists of rows."""
    global pending, rows
    length = lcm_of(lcm_of(lcm_of(1, 2 * q + r), q - r), -q - 2 * r)
    count = stretches(q, r, length)
    # the stretches on hexsides: by the hex that each is named from
    sides = 0
    for i in range(0, count):
        here = WORK_LINE + i * 32
        for direction in range(0, 3):
            beside = met(count, cell[here] + step_q(direction), cell[here + 8] + step_r(direction))
            if beside:
                first = cell[here + 16] if cell[here + 16] > cell[beside + 16] else cell[beside + 16]
                last = cell[here + 24] if cell[here + 24] < cell[beside + 24] else cell[beside + 24]
                if first <= last:
                    side = WORK_SIDES + sides * 48
                    cell[side] = cell[here]
                    cell[side + 8] = cell[here + 8]
                    cell[side + 16] = direction
                    cell[side + 24] = first
                    cell[side + 32] = last
                    cell[side + 40] = here if cell[here + 16] < cell[beside + 16] else beside
                    sides = sides + 1
    places = find_places(sides)
    sort_sides(sides)
    begun = pending
    for i in range(0, sides):
        add_side(WORK_SIDES + i * 48, count, places, length)
    lists = rows
    keep_rows(begun)
    add_hexes(begun, count, places, length, q, r)
    keep_rows(begun)
    return lists


def find_places(sides):
    """Puts stretches that touch together, in order, at WORK_PLACES; gives how many there are."""
    for i in range(0, sides):
        cell[WORK_PLACES + i * 16] = cell[WORK_SIDES + i * 48 + 24]
        cell[WORK_PLACES + i * 16 + 8] = cell[WORK_SIDES + i * 48 + 32]
    for i in range(1, sides):
        enters = cell[WORK_PLACES + i * 16]
        leaves = cell[WORK_PLACES + i * 16 + 8]
        j = i - 1
        while j >= 0 and (
            cell[WORK_PLACES + j * 16] > enters
            or (cell[WORK_PLACES + j * 16] == enters and cell[WORK_PLACES + j * 16 + 8] > leaves)
        ):
            cell[WORK_PLACES + j * 16 + 16] = cell[WORK_PLACES + j * 16]
            cell[WORK_PLACES + j * 16 + 24] = cell[WORK_PLACES + j * 16 + 8]
            j = j - 1
        cell[WORK_PLACES + j * 16 + 16] = enters
        cell[WORK_PLACES + j * 16 + 24] = leaves
    found = 0
    for i in range(0, sides):
        enters = cell[WORK_PLACES + i * 16]
        leaves = cell[WORK_PLACES + i * 16 + 8]
        if found and enters <= cell[WORK_PLACES + found * 16 - 8]:
            if leaves > cell[WORK_PLACES + found * 16 - 8]:
                cell[WORK_PLACES + found * 16 - 8] = leaves
        else:
            cell[WORK_PLACES + found * 16] = enters
            cell[WORK_PLACES + found * 16 + 8] = leaves
            found = found + 1
    return found


def comes_first(a, b):
    """Whether one stretch on a hexside is listed before another: by its middle, then by the hexside."""
    one = cell[a + 24] + cell[a + 32]
    other = cell[b + 24] + cell[b + 32]
    if one != other:
        return one < other
    if cell[a] != cell[b]:
        return cell[a] < cell[b]
    if cell[a + 8] != cell[b + 8]:
        return cell[a + 8] < cell[b + 8]
    return cell[a + 16] < cell[b + 16]


def sort_sides(sides):
    spare = WORK_SIDES + sides * 48
    for i in range(1, sides):
        copy_bytes(spare, WORK_SIDES + i * 48, 48)
        j = i - 1
        while j >= 0 and comes_first(spare, WORK_SIDES + j * 48):
            copy_bytes(WORK_SIDES + j * 48 + 48, WORK_SIDES + j * 48, 48)
            j = j - 1
        copy_bytes(WORK_SIDES + j * 48 + 48, spare, 48)


def places_begun(places, cut):
    """How many places begin at a cut or before it."""
    found = 0
    while found < places and cell[WORK_PLACES + found * 16] <= cut:
        found = found + 1
    return found


def places_ended(places, cut):
    """How many places end before a cut."""
    found = 0
    while found < places and cell[WORK_PLACES + found * 16 + 8] < cut:
        found = found + 1
    return found


def corner_met(side, count, turn):
    """Whether the line comes to the hex at one end of a hexside just when it meets that."""
    direction = (cell[side + 16] + turn) % 6
    beside = met(count, cell[side] + step_q(direction), cell[side + 8] + step_r(direction))
    return beside != 0 and cell[beside + 16] <= cell[side + 24] and cell[side + 24] <= cell[beside + 24]


def add_side(side, count, places, length):
    enters = cell[side + 24]
    leaves = cell[side + 32]
    how = HOW_CROSSES
    if enters < leaves:
        how = HOW_RUNS
    elif corner_met(side, count, 1) or corner_met(side, count, 5):
        how = HOW_CORNER
    place = places_begun(places, enters)
    here = relative(cell[side], cell[side + 8])
    there = relative(cell[side] + step_q(cell[side + 16]), cell[side + 8] + step_r(cell[side + 16]))
    behind = MISSING
    ahead = MISSING
    if how == HOW_CROSSES:
        first = relative(cell[cell[side + 40]], cell[cell[side + 40] + 8])
        behind = first
        ahead = there if first == here else here
    at_ = enters + leaves
    return add_contact(
        how, here * 4 + cell[side + 16], MISSING, at_, 2 * length, place, places + 1 - place, behind, ahead
    )


def add_hexes(begun, count, places, length, q, r):
    """Adds the hexes between, sorted by the middle of their stretch, then by column and row."""
    used = 0
    for i in range(0, count):
        here = WORK_LINE + i * 32
        if not ((cell[here] == 0 and cell[here + 8] == 0) or (cell[here] == q and cell[here + 8] == r)):
            copy_bytes(WORK_SIDES + used * 32, here, 32)
            used = used + 1
    spare = WORK_SIDES + used * 32
    for i in range(1, used):
        copy_bytes(spare, WORK_SIDES + i * 32, 32)
        j = i - 1
        while j >= 0 and hex_first(spare, WORK_SIDES + j * 32):
            copy_bytes(WORK_SIDES + j * 32 + 32, WORK_SIDES + j * 32, 32)
            j = j - 1
        copy_bytes(WORK_SIDES + j * 32 + 32, spare, 32)
    for i in range(0, used):
        here = WORK_SIDES + i * 32
        enters = cell[here + 16]
        leaves = cell[here + 24]
        passed = places_ended(places, leaves)
        left = places - places_begun(places, enters)
        how = HOW_RUNS
        if passed + left == places:
            how = HOW_CROSSES
        elif enters == leaves:
            how = HOW_CORNER
        h = relative(cell[here], cell[here + 8])
        add_contact(how, MISSING, h, enters + leaves, 2 * length, passed, left, MISSING, MISSING)


def hex_first(a, b):
    one = cell[a + 16] + cell[a + 24]
    other = cell[b + 16] + cell[b + 24]
    if one != other:
        return one < other
    return cell[a] < cell[b] if cell[a] != cell[b] else cell[a + 8] < cell[b + 8]


def keep_rows(begun):
    """Keeps the rows that were added, with their number before them."""
    global pending, rows
    size = pending - begun
    pending = begun
    if rows + size + 8 > LINE_ROWS_END:
        return exhausted()
    cell[rows] = size // ROW
    copy_bytes(rows + 8, begun, size)
    rows = rows + 8 + size
    return 0


def line(a, b):
    """Where the rows of the line from one hex to another are kept."""
    q = column_of(b) - column_of(a)
    r = (b >> BITS) - (a >> BITS)
    known = LINES + (((r + ROWS) * COLUMNS * 2 + q + COLUMNS) << 3)
    if cell[known] == 0:
        cell[known] = work_out_line(q, r)
    return cell[known]


def put_along(row, a):
    """A contact of a kept row, of the line that begins at a hex."""
    global free
    found = free
    copy_bytes(found, row, ROW)
    free = free + ROW
    if cell[found] != MISSING:
        cell[found] = cell[found] + a * 4
    else:
        cell[found] = NONE
    moved(found + 8, a)
    moved(found + 48, a)
    moved(found + 56, a)
    return found


def moved(where, a):
    cell[where] = NONE if cell[where] == MISSING else cell[where] + a


def along(rows_, a):
    begun = pending
    row = rows_ + 8
    last = row + cell[rows_] * ROW
    while row < last:
        if free + ROW > FREE_END:
            forget(begun)
            return exhausted()
        add(put_along(row, a))
        row = row + ROW
    return listed(begun)


def sides_along(a, b):
    return stop() if a == NONE or b == NONE else along(line(a, b), a)


def hexes_along(a, b):
    if a == NONE or b == NONE:
        return stop()
    sides = line(a, b)
    return along(sides + 8 + cell[sides] * ROW, a)


def hexes_before(h, a, b):
    """The hexes out of which the line comes when it comes to a hex."""
    if h == NONE or a == NONE or b == NONE:
        return stop()
    q = column_of(b) - column_of(a)
    r = (b >> BITS) - (a >> BITS)
    length = lcm_of(lcm_of(lcm_of(1, 2 * q + r), q - r), -q - 2 * r)
    count = stretches(q, r, length)
    here = met(count, column_of(h) - column_of(a), (h >> BITS) - (a >> BITS))
    begun = pending
    if here:
        for i in range(0, count):
            other = WORK_LINE + i * 32
            if other != here and cell[other + 16] < cell[other + 24] and cell[other + 24] == cell[here + 16]:
                add(at(column_of(a) + cell[other], (a >> BITS) + cell[other + 8]))
    return listed(begun)


# ---- shortest paths: so many steps in one direction and so many in the next, in any order


def path_hex(a, direction, made, turned):
    """The hex after so many steps ahead and so many aside."""
    beside = (direction + 1) % 6
    q = column_of(a) + made * step_q(direction) + turned * step_q(beside)
    return at(q, (a >> BITS) + made * step_r(direction) + turned * step_r(beside))


def ways(a, b):
    """Notes at PATH_AHEAD and PATH_ASIDE how many steps lead ahead and aside; gives the direction ahead."""
    q = column_of(b) - column_of(a)
    r = (b >> BITS) - (a >> BITS)
    for direction in range(0, 6):
        beside = (direction + 1) % 6
        cell[PATH_AHEAD] = r * step_q(beside) - q * step_r(beside)
        cell[PATH_ASIDE] = q * step_r(direction) - r * step_q(direction)
        if cell[PATH_AHEAD] > 0 and cell[PATH_ASIDE] >= 0:
            return direction
    cell[PATH_AHEAD] = 0
    cell[PATH_ASIDE] = 0
    return 0


def path_contact(side, h, after, parts, passed, left, behind, ahead):
    begun = pending
    add(side)
    add(h)
    add(HOW_CROSSES)
    add(exact_place(after, parts))
    add(passed * PART)
    add(left * PART)
    add(behind)
    add(ahead)
    add(ON_PATHS)
    return record(begun)


def sides_on_paths(a, b):
    if a == NONE or b == NONE:
        return stop()
    direction = ways(a, b)
    ahead = cell[PATH_AHEAD]
    aside = cell[PATH_ASIDE]
    steps = ahead + aside
    begun = pending
    for step in range(1, steps + 1):
        first = step - 1 - aside if step - 1 > aside else 0
        last = ahead if ahead < step - 1 else step - 1
        for made in range(first, last + 1):
            here = path_hex(a, direction, made, step - 1 - made)
            if step - made <= aside:
                cross(here, (direction + 1) % 6, path_hex(a, direction, made, step - made), step, steps)
            if made + 1 <= ahead:
                cross(here, direction, path_hex(a, direction, made + 1, step - 1 - made), step, steps)
    return listed(begun)


def cross(here, direction, there, step, steps):
    side = here * 4 + direction if direction < 3 else there * 4 + direction - 3
    return add(path_contact(side, NONE, 2 * step - 1, 2 * steps, step, steps - step + 1, here, there))


def hexes_on_paths(a, b):
    if a == NONE or b == NONE:
        return stop()
    direction = ways(a, b)
    ahead = cell[PATH_AHEAD]
    aside = cell[PATH_ASIDE]
    steps = ahead + aside
    begun = pending
    for step in range(1, steps):
        first = step - aside if step > aside else 0
        last = ahead if ahead < step else step
        for made in range(first, last + 1):
            h = path_hex(a, direction, made, step - made)
            add(path_contact(NONE, h, step, steps, step, steps - step, NONE, NONE))
    return listed(begun)


def comes_before(c, d):
    """Both lie on one line or path, the first of them first."""
    if c == NONE or d == NONE:
        return 0
    if cell[c + 32] - cell[c + 40] >= cell[d + 32] - cell[d + 40]:
        return 0
    if cell[c + 64] == ON_LINE:
        return 1
    leaving = cell[c + 56] if cell[c + 56] != NONE else cell[c + 8]
    arriving = cell[d + 48] if cell[d + 48] != NONE else cell[d + 8]
    if leaving == NONE or arriving == NONE:
        return 0
    steps = cell[d + 32] - cell[c + 32] - (PART if cell[d] != NONE else 0)
    return steps_between(leaving, arriving) * PART == steps

"""Straight lines and shortest paths: what they meet, in the order of `board/geometry.py`, which proves it exact.

What a line meets depends only on the difference of its two hexes, relative to its beginning. So a line is computed once
for each difference, and cached in rows of `ROW` cells.

A line is cut into so many parts (`cuts_of`) that it enters and leaves each hex at one of the cuts. What it meets is
worked out in rows of seven cells (`STRETCH` bytes): twice the middle of the stretch, column and row of the hex (of a
hexside, that which it is named from), its direction, where the line enters and leaves it, the hex that it comes from.
"""

# mypy: ignore-errors

rows = 0


def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


def lcm_of(a, b):
    return a if b == 0 else a // gcd(a, absolute(b)) * absolute(b)


def floor_divided(a, b):
    return -((b - 1 - a) // b) if a < 0 else a // b


def cuts_of(q, r):
    return lcm_of(lcm_of(lcm_of(1, 2 * q + r), q - r), -q - 2 * r)


# ---- what a line meets, worked out from the hex 0, 0


def note_stretch(here, q, r, direction, enters, leaves, before):
    cell[here], cell[here + 8], cell[here + 16], cell[here + 24] = enters + leaves, q, r, direction
    cell[here + 32], cell[here + 40], cell[here + 48] = enters, leaves, before
    return here + STRETCH


def stretches(q, r, length):
    """Lists the hexes that the line meets at WORK_LINE; returns where they end."""
    if q == 0 and r == 0:
        return note_stretch(WORK_LINE, 0, 0, 0, 0, length, 0)
    reach = larger(larger(absolute(2 * q + r), absolute(q - r)), absolute(q + 2 * r))
    swapped = absolute(r) > absolute(q)
    ahead, aside = r if swapped else q, q if swapped else r
    onward = 1 if ahead > 0 else -1
    steps = absolute(ahead)
    end = WORK_LINE
    for row in range(0, steps + 1):
        middle = 3 * row * aside
        first = -floor_divided(reach - middle, 3 * steps)
        last = floor_divided(middle + reach, 3 * steps)
        for across in range(first, last + 1):
            here_q = across if swapped else row * onward
            here_r = row * onward if swapped else across
            cell[LINE_ENTERS], cell[LINE_LEAVES] = 0, length
            narrow(2 * here_q + here_r, 2 * q + r, length)
            narrow(here_q - here_r, q - r, length)
            narrow(-here_q - 2 * here_r, -q - 2 * r, length)
            if cell[LINE_ENTERS] <= cell[LINE_LEAVES]:
                end = note_stretch(end, here_q, here_r, 0, cell[LINE_ENTERS], cell[LINE_LEAVES], 0)
    return end


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


def met(end, q, r):
    """Where a hex stands in the list, or 0."""
    for here in range(WORK_LINE, end, STRETCH):
        if cell[here + 8] == q and cell[here + 16] == r:
            return here
    return 0


def met_beside(end, here, direction):
    """Where the hex beside that of a row stands in the list, or 0."""
    return met(end, cell[here + 8] + step_q(direction), cell[here + 16] + step_r(direction))


def sort_rows(first, end, size, keys):
    """Puts rows in the order of their first cells; behind the last one there is room."""
    row = first
    while row < end:
        copy_bytes(end, row, size)
        at_ = row
        while at_ > first and comes_first(end, at_ - size, keys):
            copy_bytes(at_, at_ - size, size)
            at_ = at_ - size
        copy_bytes(at_, end, size)
        row = row + size


def comes_first(a, b, keys):
    for i in range(0, keys):
        if cell[a + (i << 3)] != cell[b + (i << 3)]:
            return cell[a + (i << 3)] < cell[b + (i << 3)]
    return 0


# ---- contacts


def exact_place(after, parts):
    """Where on a line or path something lies. A place that is no multiple of a part is written in lowest terms, below
    all numbers: it can be compared, and reading it as a number stops."""
    scaled = after * PART
    if scaled % parts == 0:
        return scaled // parts
    common = gcd(after, parts)
    if parts // common >= 1 << 30:
        return exhausted()
    return FRACTIONS + ((after // common) << 30) + parts // common


def read_place(at_):
    if at_ < -MAX_NUMBER and at_ != NONE:
        below = (at_ - FRACTIONS) & 1073741823
        return no_room(PART_FULL, below // gcd(PART, below))
    return at_


def add_contact(side, h, how, after, parts, passed, left, behind, ahead, on):
    """Adds the cells of a contact. In a cached line hexes and hexsides are relative to its beginning; `MISSING` for
    none."""
    global pending
    here = pending
    if here + ROW > PENDING_END:
        full(PENDING)
    pending = here + ROW
    cell[here], cell[here + 8], cell[here + 16], cell[here + 24] = side, h, how, exact_place(after, parts)
    cell[here + 32], cell[here + 40], cell[here + 48] = passed * PART, left * PART, behind
    cell[here + 56], cell[here + 64] = ahead, on


def relative(here):
    return cell[here + 16] * COLUMNS + cell[here + 8]


# ---- lines


def work_out_line(q, r):
    """Works out what the line to a hex meets, hexsides first; returns the address of two lists of rows."""
    length = cuts_of(q, r)
    end = stretches(q, r, length)
    sides_end = WORK_SIDES
    for here in range(WORK_LINE, end, STRETCH):
        for direction in range(0, 3):
            beside = met_beside(end, here, direction)
            if beside:
                first = cell[here + 32] if cell[here + 32] > cell[beside + 32] else cell[beside + 32]
                last = cell[here + 40] if cell[here + 40] < cell[beside + 40] else cell[beside + 40]
                if first <= last:
                    before = here if cell[here + 32] < cell[beside + 32] else beside
                    sides_end = note_stretch(sides_end, cell[here + 8], cell[here + 16], direction, first, last, before)
    places_end = find_places(sides_end)
    sort_rows(WORK_SIDES, sides_end, STRETCH, 4)
    begun = pending
    for side in range(WORK_SIDES, sides_end, STRETCH):
        add_side(side, end, places_end, length)
    lists = rows
    keep_rows(begun)
    add_hexes(end, places_end, length, q, r)
    keep_rows(begun)
    return lists


def find_places(sides_end):
    """Puts stretches on hexsides that touch together, in order, at WORK_PLACES; gives where these end."""
    end = WORK_PLACES
    for side in range(WORK_SIDES, sides_end, STRETCH):
        cell[end], cell[end + 8] = cell[side + 32], cell[side + 40]
        end = end + 16
    sort_rows(WORK_PLACES, end, 16, 2)
    last = WORK_PLACES
    for place in range(WORK_PLACES, end, 16):
        if last > WORK_PLACES and cell[place] <= cell[last - 8]:
            if cell[place + 8] > cell[last - 8]:
                cell[last - 8] = cell[place + 8]
        else:
            cell[last], cell[last + 8] = cell[place], cell[place + 8]
            last = last + 16
    return last


def places_before(places_end, edge, cut):
    """The number of places that begin (0) or end (8) before a cut."""
    place = WORK_PLACES
    while place < places_end and cell[place + edge] < cut:
        place = place + 16
    return (place - WORK_PLACES) >> 4


def is_corner(side, end):
    """Whether the line reaches a hex at one end of a hexside just when it meets that hexside."""
    for turn in range(1, 6, 4):
        beside = met_beside(end, side, (cell[side + 24] + turn) % 6)
        if beside != 0 and cell[beside + 32] <= cell[side + 32] and cell[side + 32] <= cell[beside + 40]:
            return 1
    return 0


def add_side(side, end, places_end, length):
    direction = cell[side + 24]
    how = HOW_CROSSES
    if cell[side + 32] < cell[side + 40]:
        how = HOW_RUNS
    elif is_corner(side, end):
        how = HOW_CORNER
    here = relative(side)
    there = here + step_r(direction) * COLUMNS + step_q(direction)
    behind = ahead = MISSING
    if how == HOW_CROSSES:
        behind = relative(cell[side + 48])
        ahead = there if behind == here else here
    place = places_before(places_end, 0, cell[side + 32] + 1)
    left = ((places_end - WORK_PLACES) >> 4) + 1 - place
    add_contact(here * 4 + direction, MISSING, how, cell[side], 2 * length, place, left, behind, ahead, ON_LINE)


def add_hexes(end, places_end, length, q, r):
    """Adds the hexes between, sorted by the middle of their stretch, then by column and row."""
    used = WORK_SIDES
    for here in range(WORK_LINE, end, STRETCH):
        if not ((cell[here + 8] == 0 and cell[here + 16] == 0) or (cell[here + 8] == q and cell[here + 16] == r)):
            copy_bytes(used, here, STRETCH)
            used = used + STRETCH
    sort_rows(WORK_SIDES, used, STRETCH, 3)
    places = (places_end - WORK_PLACES) >> 4
    for here in range(WORK_SIDES, used, STRETCH):
        passed = places_before(places_end, 8, cell[here + 40])
        left = places - places_before(places_end, 0, cell[here + 32] + 1)
        how = HOW_RUNS
        if passed + left == places:
            how = HOW_CROSSES
        elif cell[here + 32] == cell[here + 40]:
            how = HOW_CORNER
        h = relative(here)
        add_contact(MISSING, h, how, cell[here], 2 * length, passed, left, MISSING, MISSING, ON_LINE)


def keep_rows(begun):
    """Keeps the rows that were added, with their number before them."""
    global pending, rows
    size, pending = pending - begun, begun
    cell[rows] = size // ROW
    copy_bytes(rows + 8, begun, size)
    rows = rows + 8 + size


def line(a, b):
    """The address of the cached rows of the line from one hex to another; the cache is dropped when it is full."""
    global rows
    q, r = column_of(b) - column_of(a), (b >> BITS) - (a >> BITS)
    known = LINES + (((r + ROWS) * COLUMNS * 2 + q + COLUMNS) << 3)
    if cell[known] == 0:
        if rows + LINE_ROOM > LINE_ROWS_END:
            rows = LINE_ROWS
            for other in range(0, 4 * PLANE):
                LINES[other] = 0
        cell[known] = work_out_line(q, r)
    return cell[known]


def along(rows_, a):
    """The contacts of kept rows, of the line that begins at a hex."""
    global free
    begun = pending
    for row in range(rows_ + 8, rows_ + 8 + cell[rows_] * ROW, ROW):
        found = free
        if found + ROW > FREE_END:
            full(FREE)
        free = found + ROW
        copy_bytes(found, row, ROW)
        moved(found, a * 4)
        moved(found + 8, a)
        moved(found + 48, a)
        moved(found + 56, a)
        add(found)
    return listed(begun)


def moved(where, a):
    cell[where] = NONE if cell[where] == MISSING else cell[where] + a


def sides_along(a, b):
    return stop() if a == NONE or b == NONE else along(line(a, b), a)


def hexes_along(a, b):
    if a == NONE or b == NONE:
        return stop()
    sides = line(a, b)
    return along(sides + 8 + cell[sides] * ROW, a)


def hexes_before(h, a, b):
    """The hexes that the line leaves when it enters a hex."""
    if h == NONE or a == NONE or b == NONE:
        return stop()
    q, r = column_of(b) - column_of(a), (b >> BITS) - (a >> BITS)
    end = stretches(q, r, cuts_of(q, r))
    here = met(end, column_of(h) - column_of(a), (h >> BITS) - (a >> BITS))
    begun = pending
    if here:
        for other in range(WORK_LINE, end, STRETCH):
            if other != here and cell[other + 32] < cell[other + 40] and cell[other + 40] == cell[here + 32]:
                add(at(column_of(a) + cell[other + 8], (a >> BITS) + cell[other + 16]))
    return listed(begun)


# ---- shortest paths: so many steps in one direction and so many in the next, in any order


def path_hex(a, direction, made, turned):
    """The hex after so many steps ahead and so many aside."""
    beside = (direction + 1) % 6
    q = column_of(a) + made * step_q(direction) + turned * step_q(beside)
    return at(q, (a >> BITS) + made * step_r(direction) + turned * step_r(beside))


def ways(a, b):
    """Writes the numbers of steps ahead and aside to PATH_AHEAD and PATH_ASIDE; returns the direction ahead."""
    q, r = column_of(b) - column_of(a), (b >> BITS) - (a >> BITS)
    for direction in range(0, 6):
        beside = (direction + 1) % 6
        cell[PATH_AHEAD] = r * step_q(beside) - q * step_r(beside)
        cell[PATH_ASIDE] = q * step_r(direction) - r * step_q(direction)
        if cell[PATH_AHEAD] > 0 and cell[PATH_ASIDE] >= 0:
            return direction
    cell[PATH_AHEAD] = cell[PATH_ASIDE] = 0
    return 0


def on_paths(a, b, sides):
    """The hexes between, or with `sides` the hexsides that are crossed, step by step."""
    if a == NONE or b == NONE:
        return stop()
    direction = ways(a, b)
    ahead, aside = cell[PATH_AHEAD], cell[PATH_ASIDE]
    steps = ahead + aside
    begun = pending
    for step in range(1, steps + sides):
        done = step - sides
        first = done - aside if done > aside else 0
        last = ahead if ahead < done else done
        for made in range(first, last + 1):
            here = path_hex(a, direction, made, done - made)
            if not sides:
                add_on_path(NONE, here, step, steps, step, steps - step, NONE, NONE)
            else:
                if done - made < aside:
                    cross(here, (direction + 1) % 6, step, steps)
                if made < ahead:
                    cross(here, direction, step, steps)
    return listed(begun)


def cross(here, direction, step, steps):
    there = neighbour(here, direction)
    add_on_path(side_of(here, direction), NONE, 2 * step - 1, 2 * steps, step, steps - step + 1, here, there)


def add_on_path(side, h, after, parts, passed, left, behind, ahead):
    begun = pending
    add_contact(side, h, HOW_CROSSES, after, parts, passed, left, behind, ahead, ON_PATHS)
    add(record(begun))


def comes_before(c, d):
    """Whether two places lie on one line or path, the first before the second."""
    if c == NONE or d == NONE or cell[c + 32] - cell[c + 40] >= cell[d + 32] - cell[d + 40]:
        return 0
    if cell[c + 64] == ON_LINE:
        return 1
    leaving = cell[c + 56] if cell[c + 56] != NONE else cell[c + 8]
    arriving = cell[d + 48] if cell[d + 48] != NONE else cell[d + 8]
    if leaving == NONE or arriving == NONE:
        return 0
    steps = cell[d + 32] - cell[c + 32] - (PART if cell[d] != NONE else 0)
    return steps_between(leaving, arriving) * PART == steps

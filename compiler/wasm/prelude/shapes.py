"""Digests and lasting copies of values of any type, by its shape (`base.py`)."""

# mypy: ignore-errors


def number_of(shape, x):
    """The number by which chance draws a value (`play/chance.py`)."""
    sort = cell[shape]
    if x == NONE:
        return WORD_NONE
    if sort == HEX:
        return number_of_hex(x)
    if sort == THING:
        return THING_NUMBER[x]
    if sort == HEXSIDE:
        return number_of_side(x)
    if sort == GAME:
        return cell[shape + 8]
    if sort == ONE_OF:
        return cell[cell[shape + 8] + (x << 3)]
    if sort == EXACT:
        return number_of_parts(x)
    if sort == YES_NO:
        return number_of_whole(x)
    found = 0
    if sort == SET:
        for member in members(x):
            found = found + mixed(number_of(cell[shape + 24], member))
        return folded(WORD_SET, found)
    found = folded(WORD_RECORD, cell[shape + 8])
    for part in members(shape + 16):
        found = folded(found, number_of(part, cell[x]))
        x = x + 8
    return found


def subject_of(shape, x):
    """A number for the things and places that a value names, `NONE` where there are none of them."""
    sort = cell[shape]
    if x == NONE or sort < HEX or sort == CONTACT:
        return NONE
    if sort < SET:
        return number_of(shape, x)
    found = any_ = 0
    if sort == SET:
        for member in members(x):
            one = subject_of(cell[shape + 24], member)
            if one != NONE:
                found, any_ = found + mixed(one), 1
        return folded(WORD_SET, found) if any_ else NONE
    for part in members(shape + 16):
        one = subject_of(part, cell[x])
        if one != NONE:
            found, any_ = folded(found, one), 1
        x = x + 8
    return found if any_ else NONE


def renamed(shape, x):
    """A value in which new things have the numbers that they have now (`shares.py`)."""
    sort = cell[shape]
    if sort == THING:
        return called(x)
    if sort < SET or sort == CONTACT or x < 0:
        return x
    begun = pending
    if sort == SET:
        for member in members(x):
            add(renamed(cell[shape + 24], member))
        return keep(listed(begun), shape)
    for part in members(shape + 16):
        add(renamed(part, cell[x]))
        x = x + 8
    return keep(record(begun), shape)


def keep(of, shape):
    """Copies a list or a record to the heap of lasting ones, also out of the cache, whose room is used again."""
    if (of < FREE or of >= FREE_END) and (of < MEMO_LISTS or of >= MEMO_LISTS_END):
        return of
    is_set = cell[shape] == SET
    count = cell[of] + 1 if is_set else cell[shape + 16]
    found = room(count)
    if found < 0:
        return found
    copy_bytes(found, of, count << 3)
    part = shape + 24
    for at_ in range(found + 8 * is_set, found + (count << 3), 8):
        if cell[cell[part]] >= SET:
            cell[at_] = keep(cell[at_], cell[part])
        if not is_set:
            part = part + 8
    return found

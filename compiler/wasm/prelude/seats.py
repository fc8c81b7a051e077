"""Who acts and who answers: a side, and the player of it where a law has players (`play/seating.py`).

Who is one cell: a side, and above it the number of a player and one more. `ACTING` holds the side alone, which is what
a law means by it; the player stands in `PLAYER_CELL`, an attribute of the game, or nowhere (0).
"""

# mypy: ignore-errors


def who(side, player):
    return side if side < 0 or player < 0 else side + ((player + 1) << 16)


def its_side(who_):
    return NONE if who_ == NOBODY else who_ if who_ < 0 else who_ & 65535


def its_player(who_):
    return (who_ >> 16) - 1 if who_ >= 65536 else NONE


def meant(player):
    """Whom a law means that names a player."""
    return NONE if player < 0 else who(SIDE_COLUMN[player], player)


def acts(who_):
    """From now on this side acts, by this player of it."""
    if PLAYER_CELL:
        write(PLAYER_CELL, its_player(who_))
    return write(ACTING, its_side(who_))


def who_acts():
    return who(cell[ACTING], player_acting())


def player_acting():
    player = cell[PLAYER_CELL] if PLAYER_CELL else NONE
    return player if player >= 0 and has(player) else NONE


def answering(side):
    """The player who answers for a side; none where it has no players."""
    if PLAYER_CELL == 0 or side < 0:
        return NONE
    found = by_number(PLAYER_OF, side)
    if found != NONE:
        return found if SIDE_COLUMN[found] == side else stop()
    players = of_kind(PLAYER_KIND)
    for player in members(players):
        if SIDE_COLUMN[player] == side:
            return player
    return NONE


def asks(side, player):
    """The question in hand goes to a side, by this player of it."""
    write(ASKED_PLAYER, player)
    return write(ASKED_SIDE, side)


def asks_who_acts():
    if cell[ACTING] == NONE:
        return asks(NONE, NONE) if stands_apart else stop()
    player = player_acting()
    return asks(cell[ACTING], player if player >= 0 else answering(cell[ACTING]))


def who_is_asked():
    return NOBODY if cell[ASKED_SIDE] == NONE else who(cell[ASKED_SIDE], cell[ASKED_PLAYER])


def answers_for_it(answered):
    """Whether who gave the last answer is who acts."""
    player = its_player(answered)
    return answered != MISSING and its_side(answered) == cell[ACTING] and (player == NONE or player == player_acting())


def seat_of_who_is_asked():
    """Where the program that answers has its seat: players, then sides."""
    player = cell[ASKED_PLAYER]
    return player if player >= 0 else THINGS + cell[ASKED_SIDE]

"""Who acts and who answers: a side, and the player of it where a law has players (`play/seating.py`).

Both are packed into one cell: the side in the low 16 bits, the number of the player plus one above. `ACTING` holds the
side alone, which is what a law means by it; the player is in `PLAYER_CELL`, an attribute of the game, if there is one.
"""

# mypy: ignore-errors


def who(side, player):
    return side if side < 0 or player < 0 else side + ((player + 1) << 16)


def its_side(who_):
    return NONE if who_ == NOBODY else who_ if who_ < 0 else who_ & 65535


def its_player(who_):
    return (who_ >> 16) - 1 if who_ >= 65536 else NONE


def meant(player):
    """The side and player of a player whom the law names."""
    return NONE if player < 0 else who(SIDE_COLUMN[player], player)


def acts(who_):
    """Sets the side that acts, and its player."""
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
    """Puts the question in hand to a side, and to a player of it."""
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
    """Whether the last answer came from who acts."""
    player = its_player(answered)
    return answered != MISSING and its_side(answered) == cell[ACTING] and (player == NONE or player == player_acting())


def seat_of_who_is_asked():
    """The index of the seat that answers: players first, then sides."""
    player = cell[ASKED_PLAYER]
    return player if player >= 0 else THINGS + cell[ASKED_SIDE]

"""Positions as data describes them: for a case, for a situation that is played, and the games begun with it."""

"""What cannot be compared."""

from __future__ import annotations


class Unreadable(Exception):
    """A side that cannot be read; the message says why, in words for the user."""

"""What cannot be compared."""

from __future__ import annotations

from hexlaw.compiler.diagnostic import Refused


class Unreadable(Refused):
    """A side that cannot be read; the message says why, in words for the user."""

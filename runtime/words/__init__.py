"""The law in words, and values in words. `telling.py` first."""

from hexlaw.runtime.words.values import in_words

__all__ = ["in_words"]

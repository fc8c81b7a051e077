"""The law in words, and values in words. `law_in_words.py` first."""

from hexlaw.runtime.words.values import in_words

__all__ = ["in_words"]

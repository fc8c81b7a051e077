"""What a game has read of the parts of a law that somebody watches; in modules of a comparison alone.

Each entry of the journal has a mask of `READ_WORDS` cells: what was read since the entry before, to come to this one.
An answer that is kept keeps what was read for it.
"""

# mypy: ignore-errors
from hexlaw.compiler.wasm.prelude.words import cell


def read_here():
    """Where it is noted what is read now."""
    return READS + ((written - JOURNAL) >> 2) * READ_WORDS


def reads(word, mask):
    at = read_here() + word
    cell[at] = cell[at] | mask
    return 0


def kept_reads(slot):
    """What was read for an answer that is kept."""
    return MEMO_READS + ((slot - MEMO) >> 1) * READ_WORDS


def reads_again(slot):
    """An answer is taken up that was kept: what was read for it counts here as well."""
    kept = kept_reads(slot)
    here = read_here()
    for i in range(0, READ_WORDS):
        cell[here + (i << 3)] = cell[here + (i << 3)] | cell[kept + (i << 3)]
    return 0

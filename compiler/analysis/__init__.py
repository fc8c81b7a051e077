"""What can be said of the law without playing it: rules that clash, that never apply, that never meet.

`findings.py` is the way in. Conditions become formulas over independent atoms (`formula.py`, `conditions.py`). As
atoms that hang together are taken to be independent, "no case fits" is a proof, while "some case fits" is only a
candidate: it becomes a finding when a position shows it (`realise.py`), and is otherwise left undecided.
"""

"""What can be said of the finished graph without playing it.

Each of `graph_checks.py`, `play_checks.py`, `options.py`, `repeats.py`, `secret_reads.py`, `dead_picks.py` and
`unused.py` looks for one sort of fault; the law's footprint tells them what brings about what. `spelling.py` looks at
the words.

`clashes.py` finds rules that contradict each other and rules that never apply. Conditions become formulas over
independent atoms (`formula.py`, `rule_formulas.py`). As atoms that depend on each other are taken to be independent,
"no case fits" is a proof, while "some case fits" is only a candidate: it becomes a finding when a position shows it
(`realise.py`), and is otherwise left undecided. `unanswered.py` finds facts that no rule decides in the same way, where
play asks for them (`law_asking.py`).
"""

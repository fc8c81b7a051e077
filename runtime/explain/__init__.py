"""Questions answered and told: what was asked, what came of it, and why. `answer.py` first."""

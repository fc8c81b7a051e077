"""Cases: small positions with a question or a game in them, read, run, and what they show and leave unshown."""

"""The table at which people play: what is shown, what is typed, and what is asked beside the game."""

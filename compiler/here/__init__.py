"""What may stand at a place of a text that somebody is typing, and what a rename changes."""

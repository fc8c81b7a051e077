"""What the ladder measures against: a program and an advice law as they were when it began."""

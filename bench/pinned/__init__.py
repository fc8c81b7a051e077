"""What the ladder measures against: a program and advice as they were when it began."""

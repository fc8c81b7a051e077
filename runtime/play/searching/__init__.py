"""The program that searches: what each beginning can come to, lines of actions, and what the others do then."""

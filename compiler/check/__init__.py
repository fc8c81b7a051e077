"""Checks: types of expressions, statements, rules and declarations; out comes the graph."""

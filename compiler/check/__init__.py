"""Checks the types of expressions, statements, rules and declarations, and makes the graph of them."""

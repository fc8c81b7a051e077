"""Checks: types of expressions, statements and rules, and findings about the finished graph."""

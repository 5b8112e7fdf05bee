"""Puzzles solved by hand-written search."""

"""Pipes by backtracking, in two ways."""

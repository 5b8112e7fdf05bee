"""Pipes by backtracking, in two ways, and random pipes."""

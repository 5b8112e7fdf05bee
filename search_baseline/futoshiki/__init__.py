"""Futoshiki by backtracking with propagation, and random futoshiki with one solution."""

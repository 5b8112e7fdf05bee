"""Moves, hints and reviews."""

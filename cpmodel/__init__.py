"""Puzzles as constraint models for OR-Tools CP-SAT."""

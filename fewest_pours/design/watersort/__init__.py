"""Levels to order, and their ratings."""

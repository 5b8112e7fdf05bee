"""Beakers as players and level editors write them: decision.py chooses between layouts and meanings."""

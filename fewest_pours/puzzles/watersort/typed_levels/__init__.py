"""Beakers as players and level editors write them: reading.py chooses between layouts and meanings."""

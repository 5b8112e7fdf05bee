"""Game About Squares by A*."""

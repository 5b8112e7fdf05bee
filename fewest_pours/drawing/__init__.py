"""Colours, and pictures in the terminal."""

"""Rows of results on disk."""

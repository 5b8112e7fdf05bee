"""Certificates: made, and written to files."""

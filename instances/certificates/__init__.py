"""Makes certificates and writes them to files."""

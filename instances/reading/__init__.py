"""Files in and out: YAML with places, validation, other notations, writing."""

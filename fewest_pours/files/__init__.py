"""Files in and out: YAML with places, validation, writing."""

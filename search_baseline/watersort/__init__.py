"""Water sort by search: as first written down, with a better bound, and at its best."""

"""A* by layers of equal excess."""

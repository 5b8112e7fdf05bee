"""Water sort by search: plain A* with two bounds, the fast default solver, and didppy."""

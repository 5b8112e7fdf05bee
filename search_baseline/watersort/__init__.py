"""Water sort by search: the fast default solver, plain A* with two bounds, and didppy; levels to order."""

"""Water sort by constraint programming: the formulations, and the strategy that combines them."""

"""Water sort by constraint programming: four formulations, and the strategy that uses all of them."""

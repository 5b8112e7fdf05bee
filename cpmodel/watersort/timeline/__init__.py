"""The timeline formulation: the contents of the beakers before each step, horizon by horizon."""

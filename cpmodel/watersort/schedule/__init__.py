"""The formulation `schedule`: one model that minimises payments, where parks cut time into phases."""

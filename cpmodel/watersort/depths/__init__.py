"""The formulation `depths`, without CP-SAT: lists the depths of a deal, and pays for a schedule over those alive."""

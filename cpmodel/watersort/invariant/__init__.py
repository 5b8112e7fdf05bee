"""Invariants: sets of facts that no step of a plan breaks, which prove that no plan exists."""

"""Invariants: facts that no step of a plan breaks, as proofs that no plan exists."""

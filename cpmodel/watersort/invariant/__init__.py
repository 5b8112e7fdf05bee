"""Invariants: facts, or sets of pooled states, that no step leaves, as proofs of what no plan can do."""

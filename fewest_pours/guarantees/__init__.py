"""At which sizes every deal can be solved: proofs for all deals of a size, deals without a plan, the hardest deals."""

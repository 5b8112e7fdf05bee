"""Water sort as domain-independent dynamic programming, solved by didppy: an opponent that neither side wrote.

The model is ours, the searches are not: CAASDy (A* over states) and CABS (beams of growing width, which find plans on
the way). Nothing here is imported unless didppy is installed and used.
"""

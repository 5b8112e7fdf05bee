"""Water sort as domain-independent dynamic programming, solved by didppy: a competitor from outside this project.

Only the model is ours; the searches are CAASDy (A* over states) and CABS (beams of growing width, which find plans on
the way). Nothing here is imported unless didppy is installed and used.
"""

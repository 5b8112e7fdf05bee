"""Game About Squares by constraint programming: one model that minimises the clicks.

order_encoding  numbers as literals "at least v"
variables       the literals of a model: where blocks are, how they look, what is clicked
pushes          which blocks a click moves
model           the other constraints, and the model put together
fewest_clicks   the strategy: models of growing horizons, and a proof where all long plans repeat
"""

from cpmodel.squares.fewest_clicks import solve as solve

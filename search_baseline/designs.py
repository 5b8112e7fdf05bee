"""What each puzzle has for levels to order."""

from search_baseline.grid_designs import FUTOSHIKI, PIPES
from search_baseline.squares.design import DESIGN as SQUARES
from search_baseline.watersort.levels.design import DESIGN as WATERSORT

DESIGNS = {"watersort": WATERSORT, "squares": SQUARES, "futoshiki": FUTOSHIKI, "pipes": PIPES}

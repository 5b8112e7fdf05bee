"""What each puzzle has for levels to order."""

from search_baseline.futoshiki.design import DESIGN as FUTOSHIKI
from search_baseline.pipes.design import DESIGN as PIPES
from search_baseline.squares.design import DESIGN as SQUARES
from search_baseline.watersort.levels.design import DESIGN as WATERSORT

DESIGNS = {"watersort": WATERSORT, "squares": SQUARES, "futoshiki": FUTOSHIKI, "pipes": PIPES}

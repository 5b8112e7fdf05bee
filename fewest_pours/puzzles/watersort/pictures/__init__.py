"""Levels read from screenshots of any app: what a picture may show, and one decision (decision.py).

`limited_reading.py` is what others call; OpenCV and CP-SAT are imported only in the process that reads. `reading.py`
and, from the outline on, `hypotheses.py` call the steps in the order of docs/pictures.md.

Colours are in CIELAB: lightness, and two axes for the hue and how strong it is. The distance of two colours is about
how different they look to people: 2 is hardly seen, 100 is black from white. OpenCV's 8-bit CIELAB, faster, is used
where only changes, between pixels or from a median, count; there lightness goes up to 255.

Constants stand above the code that uses them, with what they count: widths or heights of a unit, heights of a beaker,
CIELAB distances, shares, or pixels of a picture at the size at which it is read. Where a comment says just "units", it
means heights of one. They were calibrated on the screenshots of docs/results.md and their copies, and on drawn ones
(tests/fuzz/pictures.py). What limits are for, and what is read without them, stands in
docs/results/picture_limits.csv.
"""

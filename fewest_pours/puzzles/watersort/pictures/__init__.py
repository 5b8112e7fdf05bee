"""Levels read from screenshots of any app: what a picture may show, and one decision (decision.py).

`limited_reading.py` is what others call; OpenCV and CP-SAT are imported only in the process that reads.

Constants stand above the code that uses them, with their units: widths and heights of a unit, heights of a beaker,
CIELAB distances, shares, or pixels of a picture at the size at which it is read. They were calibrated on the
screenshots of docs/results.md and their copies, and on drawn ones (tests/fuzz/pictures.py). What a quarter more or a
fifth less of each costs stands in docs/results/picture_constants.csv.
"""

"""Numbers for people to read: durations and ratios."""

from math import inf, isnan

# The units of durations, their seconds, and the duration from which the next one is used: it would round to 1 s, 120 s
# and 120 min
UNITS = (("ms", 1e-3, 0.9995), ("s", 1, 119.5), ("min", 60, 7195), ("h", 3600, inf))
TENTH = 0.1  # a ratio below it is shown with two digits that are not 0
TEN = 10  # and one from it on without decimals


def duration(seconds: float) -> str:
    """Seconds for people to read, with three digits.

    >>> duration(0.00234)
    '2.34 ms'
    >>> duration(90)
    '90 s'
    >>> duration(float('nan'))
    ''
    """
    if isnan(seconds):
        return ""
    unit, size = next((unit, size) for unit, size, up_to in UNITS if seconds < up_to)
    return f"{seconds / size:.3g} {unit}"


def ratio(value: float) -> str:
    """A multiple for people to read.

    >>> ratio(1234.5)
    '1,234'
    >>> ratio(1.0384)
    '1.04'
    >>> ratio(0.01234)
    '0.012'
    """
    if value < TENTH:
        return f"{value:.2g}"
    return f"{value:.2f}" if value < TEN else f"{value:,.0f}"

"""Numbers for people to read: durations and ratios."""

from math import isnan


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
    for unit, size, up_to in (("ms", 1e-3, 0.9995), ("s", 1, 119.5), ("min", 60, 7195)):
        if seconds < up_to:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 3600:.3g} h"


def ratio(value: float) -> str:
    """A multiple for people to read.

    >>> ratio(1234.5)
    '1,234'
    >>> ratio(1.0384)
    '1.04'
    >>> ratio(0.01234)
    '0.012'
    """
    if value < 0.1:
        return f"{value:.2g}"
    return f"{value:.2f}" if value < 10 else f"{value:,.0f}"

"""Numbers as people read them."""

import math


def duration(seconds: float) -> str:
    """duration(0.00234) == '2.34 ms'; duration(90) == '90 s'"""
    for unit, size, up_to in (("ms", 1e-3, 0.9995), ("s", 1, 119.5), ("min", 60, 7195)):
        if seconds < up_to:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 3600:.3g} h"


def ratio(value: float) -> str:
    """ratio(1234.5) == '1,230'; ratio(1.0384) == '1.04'; ratio(0.01234) == '0.012'"""
    if 0.1 <= value < 9.995:
        return f"{value:.2f}"
    return f"{float(f'{value:.3g}'):,.0f}" if value >= 100 else f"{value:.2g}"


def amount(value: float) -> str:
    """amount(1234567) == '1,234,567'"""
    return f"{value:,.0f}"


def percent(share: float) -> str:
    """percent(0.9972) == '99.7'; percent(1.0) == '100'; percent(nan) == '?'"""
    if math.isnan(share):
        return "?"
    return f"{100 * share:.1f}" if 0.0005 < share < 0.9995 else f"{100 * share:.0f}"

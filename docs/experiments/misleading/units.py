"""Pictures that mislead about units."""

from misleading import Misleading

KINDS: tuple[Misleading, ...] = ()

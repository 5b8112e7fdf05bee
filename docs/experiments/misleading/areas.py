"""Pictures that mislead about areas."""

from misleading import Misleading

KINDS: tuple[Misleading, ...] = ()

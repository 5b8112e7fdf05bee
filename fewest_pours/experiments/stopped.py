"""Why runs end before all are done."""


class Stopped(Exception):
    """The work cannot go on; str() is the reason, in one line."""


class Interrupted(Stopped):
    """Ctrl-C has ended the runs."""

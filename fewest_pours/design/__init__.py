"""Design of levels: what measures them, orders and curves, and the commands `design` and `rate`."""

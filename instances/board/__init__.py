"""The board: the page with a server behind it, which answers in every position."""

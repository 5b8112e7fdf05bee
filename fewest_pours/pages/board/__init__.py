"""The board: a page whose server solves every position that the player reaches."""

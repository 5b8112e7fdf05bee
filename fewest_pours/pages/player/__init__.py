"""Plans that play: plan_page.py writes the page, and its scripts are the board's, too."""

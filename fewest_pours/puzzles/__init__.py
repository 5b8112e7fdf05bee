"""What the puzzles are: the record (puzzle.py), how their files are loaded (loading.py), and a folder for each."""

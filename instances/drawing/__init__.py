"""What the pictures in the terminal and the SVG drawings of all puzzles share."""

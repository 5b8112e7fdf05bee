"""What pictures and drawings of all puzzles share: how colours look, legends, and SVG."""

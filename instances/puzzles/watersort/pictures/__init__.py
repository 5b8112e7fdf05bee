"""Levels read from screenshots of any app. Each step is a module: areas, grid, beakers, cells, covers, colors.

The door is level.py; OpenCV is imported only in the process that reads.
"""

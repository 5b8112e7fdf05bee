"""Levels read from screenshots of any app: reading.py takes one step after the other, each a module.

The door is limited_reading.py; OpenCV is imported only in the process that reads.
"""

"""The short program that checks certificates: verdict.py, and a module with the rules of each puzzle."""

"""Running functions: limits of time and memory, outcomes, processes and interrupts; nothing of puzzles."""

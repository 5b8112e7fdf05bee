"""From a question to an answer: limits, running, races, outside programs, the command line."""

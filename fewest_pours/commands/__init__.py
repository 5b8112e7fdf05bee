"""The words of the command line: solve, show, deal, import, export, check, schema; their arguments and output."""

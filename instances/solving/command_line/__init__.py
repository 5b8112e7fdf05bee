"""The command line and output that all solving programs share."""

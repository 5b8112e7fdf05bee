"""What both solver commands share: limits, outcomes, one run, the command line, certificates onto disk."""

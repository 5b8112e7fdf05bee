"""What every solving program reads from its command line and prints."""

"""What a browser shows: page/ writes one file that needs no server, board/ solves as one plays."""

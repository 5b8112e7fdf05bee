"""What a browser shows: player/ writes one file that needs no server, board/ solves as one plays."""

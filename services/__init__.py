"""The processes: what runs, and the command line that starts it."""

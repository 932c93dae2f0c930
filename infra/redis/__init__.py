"""Redis: hints about what has happened, and counters.  Nothing here is the truth."""

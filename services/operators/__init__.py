"""Operators: what those who look after the place can do, on a port of its own."""

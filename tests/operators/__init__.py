"""Operators: what they do, and what they are shown."""

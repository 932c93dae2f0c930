"""Luck: seeds, draws and what they decide."""

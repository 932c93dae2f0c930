"""Bench: how fast one process of the server is, each figure beside its limit in the same run."""

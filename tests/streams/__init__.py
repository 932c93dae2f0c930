"""Streams: what comes over a stream and when."""

"""Chat: who says and hears what."""

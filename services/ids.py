"""Ids: those that are made from others, so that a retry makes the same one."""

import hashlib
from uuid import UUID


def derived(*parts: object) -> UUID:
    """Return the UUID (version 8) made of `parts`: the same parts, the same id; others, another."""
    text = "\x00".join([str(part) for part in parts])
    return UUID(bytes=hashlib.sha256(text.encode()).digest()[:16], version=5)


def rematch_of(game: UUID) -> UUID:
    """Return the id of the game that a rematch of `game` is, so that there is one."""
    return derived("rematch", game)

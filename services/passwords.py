"""Passwords: hashed slowly, beside the event loop, and never many at once."""

import asyncio
from functools import cached_property

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

AT_ONCE = 2  # Each takes a core and tens of megabytes for a moment.
PASSWORD_MIN = 8
PASSWORD_MAX = 200


class Passwords:
    """Hashes and compares."""

    def __init__(self) -> None:
        """Hash as the library advises today."""
        self._hasher = PasswordHasher()
        self._places = asyncio.Semaphore(AT_ONCE)

    @cached_property
    def _nobodys(self) -> str:
        """What an unknown name is compared with, so that it takes as long as a known one."""
        return self._hasher.hash("nobody")

    async def hash(self, password: str) -> str:
        """Return what to keep of a password."""
        async with self._places:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def fits(self, password: str, kept: str | None) -> bool:
        """Return whether a password is the one of which `kept` was kept; never, where nothing was."""
        async with self._places:
            return await asyncio.to_thread(self._fits, password, kept)

    def _fits(self, password: str, kept: str | None) -> bool:
        nobodys = self._nobodys  # Made when it is first needed, whoever is asked for: a start need not wait for it.
        try:
            self._hasher.verify(kept or nobodys, password)
        except (VerificationError, InvalidHashError):
            return False
        return kept is not None

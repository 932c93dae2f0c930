"""Secrecy: what is stored so that the database alone does not tell it."""

import hmac

from cryptography.fernet import Fernet, InvalidToken, MultiFernet


class Unreadable(Exception):
    """Something was encrypted with a key that is not among ours any more."""


class Secrecy:
    """Encrypts short texts with the first of some keys, and reads what any of them has encrypted."""

    def __init__(self, keys: str) -> None:
        """Take Fernet keys separated by commas, the newest first."""
        self._fernet = MultiFernet([Fernet(key.strip()) for key in keys.split(",")])

    def hide(self, text: str) -> bytes:
        """Return a text encrypted; the same text never twice alike."""
        return self._fernet.encrypt(text.encode())

    def show(self, hidden: bytes) -> str:
        """Return the text again.  Raises `Unreadable`."""
        try:
            return self._fernet.decrypt(hidden).decode()
        except InvalidToken as error:
            raise Unreadable("no key of ours fits") from error

    def fits(self, text: str, hidden: bytes) -> bool:
        """Return whether it is the same text; how long that takes does not depend on where they differ."""
        return hmac.compare_digest(text.encode(), self.show(hidden).encode())

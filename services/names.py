"""Names: what a player may be called, and when two names are the same."""

import re
import unicodedata

NAME_MIN = 2
NAME_MAX = 24
GUEST = "Gast"  # Names that begin so are given, never chosen.
ERASED = "Anonym"  # What whoever was erased is called.
ALLOWED = re.compile(r"\w(?:[\w.\-]|[ ](?=\w))*")
RESERVED = re.compile(rf"{GUEST}[ ._\-]?\d|{ERASED}$|robo", re.IGNORECASE)


def chosen(text: str) -> str | None:
    """Return a name as it will be shown, None where nobody may be called so.

    2 to 24 letters, digits, dots, hyphens, underscores and single spaces, in the one Unicode form (NFKC).
    """
    name = unicodedata.normalize("NFKC", text).strip()
    if not NAME_MIN <= len(name) <= NAME_MAX or ALLOWED.fullmatch(name) is None or RESERVED.match(name):
        return None
    return name


def key(name: str) -> str:
    """Return what names are compared by: case and Unicode form make no difference."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())

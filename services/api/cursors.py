"""Cursors: where the next page of a list begins, in a form that only a list gives and only a list reads."""

import base64
from typing import TypeVar

import msgspec

from domain.value import Value
from services.api.problems import Problem

C = TypeVar("C", bound=Value)


def written(place: Value) -> str:
    """Return a place in a list as a cursor."""
    return base64.urlsafe_b64encode(msgspec.msgpack.encode(place)).decode().rstrip("=")


def read(cursor: str | None, wanted: type[C]) -> C | None:
    """Return the place that a cursor stands for, None where there is none.  Raises Problem malformed."""
    if cursor is None:
        return None
    try:
        return msgspec.msgpack.decode(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)), type=wanted)
    except (ValueError, msgspec.DecodeError) as error:
        raise Problem("malformed", detail="cursor: one that a list gave") from error

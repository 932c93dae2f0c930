"""The one place that asks the machine what time it is, for entropy and for new ids."""

import datetime as dt
import secrets  # noqa: TID251
from collections.abc import Callable
from uuid import UUID

import uuid_utils.compat  # noqa: TID251

from domain.value import Value


def _now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)  # noqa: TID251


class Machine(Value):
    """What a process is given of the world; a test gives its own.

    `now` tells the time in UTC to the microsecond, `entropy` draws that many bytes from the operating system,
    `uuid7` makes an id that sorts by its time.
    """

    now: Callable[[], dt.datetime] = _now
    entropy: Callable[[int], bytes] = secrets.token_bytes
    uuid7: Callable[[], UUID] = uuid_utils.compat.uuid7

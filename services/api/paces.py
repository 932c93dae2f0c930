"""Paces: how fast one caller may ask one process.  Counted here alone, since a look-up would cost more than a move."""

import time

from services.api.asking import AnyRequest
from services.api.problems import Problem

CALLERS_MAX = 100_000


class Paces:
    """Counts calls per caller in windows that all begin together."""

    def __init__(self, most: int, window_seconds: float) -> None:
        """Allow `most` calls in each window."""
        self._most = most
        self._window = window_seconds
        self._until = 0.0
        self._calls = dict[str, int]()

    def step(self, who: str) -> None:
        """Count one call.  Raises Problem too_many_requests."""
        now = time.monotonic()
        if now >= self._until or len(self._calls) >= CALLERS_MAX:
            self._until = now + self._window
            self._calls.clear()
        calls = self._calls.get(who, 0) + 1
        self._calls[who] = calls
        if calls > self._most:
            raise Problem("too_many_requests", retry_after=self._until - now)


def address_of(request: AnyRequest, proxy_hops: int) -> str:
    """Return the address a request comes from: beyond our own proxies, whatever else a header claims."""
    forwarded = [part.strip() for part in request.headers.get("x-forwarded-for", "").split(",") if part.strip()]
    if 0 < proxy_hops <= len(forwarded):
        return forwarded[-proxy_hops]
    return request.client.host if request.client is not None else ""

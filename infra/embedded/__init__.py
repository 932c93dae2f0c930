"""A real PostgreSQL and a real Valkey out of wheels, for whoever has none of their own."""

import fcntl
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from infra.embedded.postgres import Postgres
from infra.embedded.program import POLL_SECONDS, START_SECONDS_MAX, EmbeddedFailed
from infra.embedded.valkey import Valkey
from infra.settings import Settings

__all__ = ["EmbeddedFailed", "InUse", "Postgres", "Valkey", "alone", "attached", "embedded"]


class InUse(EmbeddedFailed):
    """Another server uses the folder."""


@contextmanager
def embedded(settings: Settings) -> Iterator[Settings]:
    """Start what the settings name no address for, and give the settings with all addresses; stop it at the end.

    Raises:
        InUse: another server uses the folder.
        EmbeddedFailed: a wheel is missing, or a store does not start.
    """
    if settings.database_url and settings.redis_url:
        yield settings
        return
    with ExitStack() as stack:
        stack.enter_context(alone(settings.data))
        addresses = dict[str, str]()
        if not settings.database_url:
            postgres = Postgres(settings.data)
            postgres.start()
            stack.callback(postgres.stop)
            addresses |= {"database_url": postgres.url, "database_owner_url": postgres.owner_url}
        if not settings.redis_url:
            valkey = Valkey(settings.data)
            valkey.start()
            stack.callback(valkey.stop)
            addresses |= {"redis_url": valkey.url}
        yield settings.model_copy(update=addresses)


@contextmanager
def attached(settings: Settings) -> Iterator[Settings]:
    """Give the settings with all addresses, as `embedded`, beside the server that uses the folder, if there is one.

    Raises:
        EmbeddedFailed: as `embedded`, or that server has no stores of its own.
    """
    with ExitStack() as stack:
        try:
            whole = stack.enter_context(embedded(settings))
        except InUse:
            whole = _running(settings)
        yield whole


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Make the folder where it is missing and keep every other server away from it.

    The system takes the lock back however we end, so nothing is left to clean up by hand.

    Raises:
        InUse: another server has the folder.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InUse(
                f"another server is using {folder}: stop it, or choose another folder with ZUGFOLGE_DATA"
            ) from None
        yield


def _running(settings: Settings) -> Settings:
    addresses = dict[str, str]()
    if not settings.database_url:
        postgres = Postgres(settings.data)
        _await(postgres, settings.data)
        addresses |= {"database_url": postgres.url, "database_owner_url": postgres.owner_url}
    if not settings.redis_url:
        valkey = Valkey(settings.data)
        _await(valkey, settings.data)
        addresses |= {"redis_url": valkey.url}
    return settings.model_copy(update=addresses)


def _await(store: Postgres | Valkey, folder: Path) -> None:
    """Wait for a store that somebody else has started, or is about to."""
    deadline = time.monotonic() + START_SECONDS_MAX
    while not store.listens:
        if time.monotonic() > deadline:
            raise EmbeddedFailed(
                f"the server that is using {folder} has no {type(store).__name__} there: give its address"
            )
        time.sleep(POLL_SECONDS)

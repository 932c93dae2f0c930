"""Traces: whether a secret stands anywhere in what a server said, however it is written."""

import asyncio
import base64
import codecs
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager

import redis.asyncio

from tests.stores import Stores

SEEN_LAST = "seen-last"


def traces(secrets: Sequence[bytes], texts: Sequence[bytes]) -> Sequence[bytes]:
    """Return the texts in which one of these secrets stands, however it is written."""
    return standing([form for secret in secrets for form in forms(secret)], texts)


def standing(written: Sequence[bytes], texts: Sequence[bytes]) -> Sequence[bytes]:
    """Return the texts in which one of these stands."""
    whole = b"\n".join(texts)
    found = [form for form in written if form in whole]
    return [text for text in texts if any(form in text for form in found)]


def forms(secret: bytes) -> Iterator[bytes]:
    """Yield how bytes are written down: as they are, in hex, base64 from any place on, as numbers, by Python."""
    yield from (secret, secret.hex().encode(), secret.hex().upper().encode(), repr(secret)[2:-1].encode())
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        for shift in range(3):
            whole = encode(bytes(shift) + secret)
            yield whole[4 if shift else 0 : len(whole) // 4 * 4 - 4]
    yield from (str(int.from_bytes(secret, order)).encode() for order in ("big", "little"))
    yield str(list(secret)).encode()


def number_forms(number: bytes) -> Iterator[bytes]:
    """Yield how the eight bytes of which a draw is made are written down."""
    yield from (number, number.hex().encode(), number.hex().upper().encode(), repr(number)[2:-1].encode())
    yield from (base64.b64encode(number)[:10], base64.urlsafe_b64encode(number)[:10])
    yield from (str(int.from_bytes(number, order)).encode() for order in ("big", "little"))


@asynccontextmanager
async def overheard(stores: Stores) -> AsyncIterator[list[bytes]]:
    """Give every command that Redis is sent meanwhile, as it was sent."""
    said: list[bytes] = []
    async with redis.asyncio.from_url(stores.redis_url) as client, client.monitor() as monitor:

        async def listen() -> None:
            async for command in monitor.listen():
                if SEEN_LAST in command["command"]:
                    return
                said.append(codecs.escape_decode(command["command"].encode())[0])

        listening = asyncio.create_task(listen())
        yield said
        await client.echo(SEEN_LAST)
        await listening

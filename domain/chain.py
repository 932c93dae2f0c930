"""Chain: the log as it is stored, each event bound to all before it, so that no byte can change unseen.

hash = SHA-256(previous hash ‖ game ‖ version ‖ type ‖ schema ‖ data ‖ actor ‖ command ‖ body ‖ at); the hash before
the first event is empty.  Each field is its length (4 bytes, big-endian) and its bytes; null has the length 2³²-1 and
no bytes.  Numbers are big-endian: version 4 bytes, schema 2, `at` 8 (microseconds since 1970 UTC); `game` and `command`
are the 16 bytes of a UUID, texts are UTF-8.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from uuid import UUID

from msgspec.structs import replace

from domain.codec import Codec
from domain.kernel import Event
from domain.match import Commit
from domain.value import Value

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NULL = b"\xff\xff\xff\xff"


class Entry(Value, array_like=True, kw_only=False):
    """One event as stored.  `command`, `body` and `actor` stand on the first event of a commit only."""

    version: int
    type: str
    schema: int
    data: bytes
    actor: str | None
    command: UUID | None
    body: bytes | None
    at: datetime
    hash: bytes = b""


class Order(Value):
    """Whose command a commit carries out: kept with it, so that it is carried out once.

    `command` is made of player and key, `body` of what was asked; `actor` is an opaque player id, or `clock`,
    `operator`, `import`.
    """

    command: UUID
    body: bytes | None
    actor: str


def seal(codec: Codec, game: UUID, head: bytes, version: int, commit: Commit, order: Order) -> tuple[Entry, ...]:
    """Return a commit as it will be stored after `version` events whose last hash is `head`."""
    entries = []
    for number, event in enumerate(commit.events, version + 1):
        coded = codec.encode(event)
        first = number == version + 1
        entry = Entry(
            version=number,
            type=coded.type,
            schema=coded.schema,
            data=coded.data,
            actor=order.actor if first else None,
            command=order.command if first else None,
            body=order.body if first else None,
            at=commit.at,
        )
        head = _hash(head, game, entry)
        entries.append(replace(entry, hash=head))
    return tuple(entries)


def commits(entries: Iterable[Entry]) -> Iterator[Sequence[Entry]]:
    """Group a log's entries by commit: each begins where a command stands."""
    together: list[Entry] = []
    for entry in entries:
        if entry.command is not None and together:
            yield together
            together = []
        together.append(entry)
    if together:
        yield together


def read(codec: Codec, entries: Sequence[Entry]) -> Commit:
    """Return one commit's events.  Raises `domain.codec.Unreadable`."""
    events = [codec.decode(entry.type, entry.schema, entry.data) for entry in entries]
    return Commit(at=entries[0].at, events=tuple(events))


def event_of(codec: Codec, entry: Entry) -> Event:
    """Return the event an entry holds.  Raises `domain.codec.Unreadable`."""
    return codec.decode(entry.type, entry.schema, entry.data)


def broken(game: UUID, entries: Iterable[Entry], *, after: int = 0, head: bytes = b"") -> int | None:
    """Return the version of the first entry that does not follow from all before it, or None.

    `head` is the hash of the entry before the first, which has the version `after`.
    """
    for version, entry in enumerate(entries, after + 1):
        head = _hash(head, game, entry)
        if entry.version != version or entry.hash != head:
            return version
    return None


def _hash(previous: bytes, game: UUID, entry: Entry) -> bytes:
    since = entry.at - _EPOCH
    micros = (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds
    fields = (
        game.bytes,
        entry.version.to_bytes(4, "big"),
        entry.type.encode(),
        entry.schema.to_bytes(2, "big"),
        entry.data,
        None if entry.actor is None else entry.actor.encode(),
        None if entry.command is None else entry.command.bytes,
        entry.body,
        micros.to_bytes(8, "big", signed=True),
    )
    packed = [_NULL if field is None else len(field).to_bytes(4, "big") + field for field in fields]
    return hashlib.sha256(previous + b"".join(packed)).digest()

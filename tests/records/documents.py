"""Documents: records of random games, and of games that were tampered with by somebody who knows how to hash."""

import hashlib
import struct
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from uuid import UUID

import msgspec

from domain import record
from domain.chain import Entry, Order, seal
from domain.codec import Codec
from domain.kernel import AnyRules, Event
from domain.match import Commit
from tests.laws.lives import live
from tests.laws.registry import KINDS

GAME = UUID("01890a5d-ac96-774b-bcce-b302099a8057")


def life_of(kind: str, number: int) -> Sequence[Commit]:
    """Return the log of a whole random game."""
    return live(KINDS[kind], Random(number)).log


def sealed(rules: AnyRules, log: Sequence[Commit], game: UUID = GAME) -> tuple[Entry, ...]:
    """Return a log as it would be stored, each commit by a command of its own."""
    entries: tuple[Entry, ...] = ()
    for number, commit in enumerate(log, 1):
        head = entries[-1].hash if entries else b""
        order = Order(command=UUID(int=number), body=b"%32d" % number if number % 2 else None, actor="somebody")
        entries += seal(Codec(rules), game, head, len(entries), commit, order)
    return entries


def record_of(kind: str, log: Sequence[Commit]) -> bytes:
    """Return the record of a log that ends."""
    document = record.write(KINDS[kind], GAME, sealed(KINDS[kind], log))
    assert document is not None
    return document


def changed(log: Sequence[Commit], version: int, **fields: object) -> Sequence[Commit]:
    """Return a log in which one event, the first being 1, says something else."""
    commits, before = list(log), 0
    for number, commit in enumerate(log):
        events = list(commit.events)
        if before < version <= before + len(events):
            event: Event = msgspec.structs.replace(events[version - before - 1], **fields)
            events[version - before - 1] = event
            commits[number] = Commit(at=commit.at, events=tuple(events))
        before += len(commit.events)
    return commits


def rewritten(rules: AnyRules, entries: Sequence[Entry], version: int, data: bytes) -> bytes:
    """Return a record in which one event's bytes are others, and all hashes fit."""
    head, forged = b"", list[Entry]()
    for entry in entries:
        one = msgspec.structs.replace(entry, data=data if entry.version == version else entry.data)
        head = link(head, one)
        forged.append(msgspec.structs.replace(one, hash=head))
    document = record.write(rules, GAME, entries)
    assert document is not None
    for old, new in zip(entries, forged, strict=True):
        document = document.replace(old.hash.hex().encode(), new.hash.hex().encode())
    lines = document.split(b"\n")
    lines[version] = lines[version].replace(entries[version - 1].data, data, 1)
    return b"\n".join(lines)


def link(previous: bytes, entry: Entry) -> bytes:
    """Return the hash of an entry, as `domain.chain` specifies it."""
    columns = [
        GAME.bytes,
        struct.pack(">I", entry.version),
        entry.type.encode(),
        struct.pack(">H", entry.schema),
        entry.data,
        None if entry.actor is None else entry.actor.encode(),
        None if entry.command is None else entry.command.bytes,
        entry.body,
        struct.pack(">q", (entry.at - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)),
    ]
    packed = [b"\xff" * 4 if c is None else struct.pack(">I", len(c)) + c for c in columns]
    return hashlib.sha256(previous + b"".join(packed)).digest()


def events_of(document: bytes) -> Sequence[range]:
    """Return where in a document the bytes of each event stand."""
    head, *lines = document.split(b"\n")
    places, start = list[range](), len(head) + 1
    for line in lines[:-2]:
        places.append(range(start, start + len(line.removesuffix(b","))))
        start += len(line) + 1
    return places

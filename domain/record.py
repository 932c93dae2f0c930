"""Record: a finished game as one document that proves itself, with nothing beside it.

One JSON object; as written here each event stands on a line of its own.  Space between the tokens is free.  Every other
byte must be exactly as written, so that none can change unseen: `data` is, byte for byte, what was stored and hashed.
"""

import re
from collections.abc import Sequence
from datetime import datetime
from itertools import accumulate
from typing import Annotated, Literal, TypeAlias
from uuid import UUID

import msgspec
from msgspec import Meta, MsgspecError, Raw

from domain import chain
from domain.chain import Entry
from domain.chance import SEED_BYTES, commitment
from domain.codec import Codec, Unreadable, canonical
from domain.judge import judge
from domain.kernel import AnyRules, Kinds, Move, Result
from domain.match import Commit, MatchEnded, MatchOpened, fold
from domain.value import Value

FORMAT: TypeAlias = Literal["zugfolge.record.1"]
Hex: TypeAlias = Annotated[str, Meta(pattern=r"^([0-9a-f]{2})*(?!\n)$")]

UNREADABLE = (MsgspecError, UnicodeDecodeError, RecursionError)
HEAD = b'"events":['
OFFSET = re.compile(r"\(byte (\d+)\)")
VERSION = re.compile(rb'"version"\s*:\s*(\d{1,9})')


class Flaw(Value):
    """Why a record is not to be trusted: the first version that is bad.

    It lies beyond the last where something is missing; what stands above the events belongs to the last.
    """

    version: int
    reason: str


class Record(Value):
    """A finished game whose record was found to be true."""

    id: UUID
    rules: AnyRules
    entries: tuple[Entry, ...]
    log: tuple[Commit, ...]
    seed: bytes | None


class RecordedEvent(Value, forbid_unknown_fields=True):
    """One event: every column that is stored."""

    version: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    type: str
    schema: Annotated[int, Meta(ge=1, le=2**15 - 1)]
    data: Raw
    actor: str | None
    command: UUID | None
    body: Hex | None
    at: Annotated[datetime, Meta(tz=True)]
    hash: Hex


class RecordDocument(Value, forbid_unknown_fields=True):
    """A finished game that proves itself: what stands above the events follows from them."""

    format: FORMAT = "zugfolge.record.1"
    id: UUID
    kind: str
    result: Result
    seed: str | None
    head: Hex
    events: tuple[Raw, ...] = ()


class _Kind(Value):
    """What a first event says in every schema."""

    kind: str


class _Events(Value):
    """What can be read of a document whose other parts cannot."""

    events: tuple[Raw, ...] = ()


_encode = msgspec.json.Encoder().encode
_line = msgspec.json.Decoder(RecordedEvent).decode


def kind_of(entries: Sequence[Entry]) -> str:
    """Return the kind that a log's first event names."""
    return msgspec.json.decode(entries[0].data, type=_Kind).kind


def write(rules: AnyRules, game: UUID, entries: Sequence[Entry]) -> bytes | None:
    """Return the record of a game; None where it has not ended."""
    last = chain.event_of(Codec(rules), entries[-1])
    if not isinstance(last, MatchEnded):
        return None
    head = RecordDocument(id=game, kind=rules.name, result=_result(last), seed=last.seed, head=entries[-1].hash.hex())
    lines = b",\n".join(_encode(_written(entry)) for entry in entries)
    return _encode(head).removesuffix(b"]}") + b"\n" + lines + b"\n]}\n"


def notation(rules: AnyRules, log: Sequence[Commit]) -> str | None:
    """Return the moves of a game as people write them down; None where its kind has no notation."""
    return None if rules.notation is None else rules.notation.write(_moves(rules, log))


def notations(rules: AnyRules, log: Sequence[Commit], version: int) -> Sequence[str] | None:
    """Return the same move by move, of a log as far as a version; None where the kind has no notation."""
    if rules.notation is None:
        return None
    lengths = accumulate(len(commit.events) for commit in log)
    known = [commit for commit, length in zip(log, lengths, strict=True) if length <= version]
    return [rules.notation.write([move]) for move in _moves(rules, known)]


def _moves(rules: AnyRules, log: Sequence[Commit]) -> Sequence[Move]:
    moves = (rules.move_of(commit.events[0]) for commit in log if isinstance(commit.events[0], rules.events))
    return [move for move in moves if move is not None]


def verify(document: bytes, kinds: Kinds) -> Flaw | None:
    """Return what is wrong with a record, or None.  Never raises, whatever the bytes."""
    found = read(document, kinds)
    return found if isinstance(found, Flaw) else None


def read(document: bytes, kinds: Kinds) -> Record | Flaw:
    """Return the game that a record proves, or what is wrong with it.  Never raises, whatever the bytes.

    Chain, spelling, commitment, every draw, rule, score and place are checked, and that what stands above the events
    follows from them.
    """
    parsed = _parse(document)
    if isinstance(parsed, Flaw):
        return parsed
    entries = _entries(parsed.events)
    if isinstance(entries, Flaw):
        return entries
    if (broken := chain.broken(parsed.id, entries)) is not None:
        return Flaw(version=broken, reason="its hash does not follow from it, the game's id and all before")
    return _judged(parsed, entries, kinds)


def _parse(document: bytes) -> RecordDocument | Flaw:
    try:
        close = msgspec.json.format(document, indent=-1)
    except UNREADABLE as error:
        return Flaw(version=_torn(document, error), reason=f"cannot be read: {error}")
    try:
        parsed = msgspec.json.decode(close, type=RecordDocument)
    except UNREADABLE as error:
        return Flaw(version=_last(close), reason=f"the record is none: {error}")
    if _encode(parsed) != close:
        return Flaw(version=_last(close), reason="what stands above the events is not written as a record writes it")
    return parsed if parsed.events else Flaw(version=1, reason="there are no events")


def _entries(lines: Sequence[Raw]) -> tuple[Entry, ...] | Flaw:
    entries = list[Entry]()
    for version, raw in enumerate(lines, 1):
        try:
            line = _line(raw)
        except UNREADABLE as error:
            return Flaw(version=version, reason=f"cannot be read: {error}")
        if _encode(line) != bytes(raw):
            return Flaw(version=version, reason="is not written as a record writes it")
        entries.append(_stored(line))
    return tuple(entries)


def _judged(document: RecordDocument, entries: tuple[Entry, ...], kinds: Kinds) -> Record | Flaw:
    log = _log(entries, kinds)
    if isinstance(log, Flaw):
        return log
    opened, ended, last = log[0].events[0], log[-1].events[-1], len(entries)
    if not isinstance(opened, MatchOpened):
        return Flaw(version=1, reason="a game begins with its opening")
    if not isinstance(ended, MatchEnded):
        return Flaw(version=last + 1, reason="the end is missing")
    rules, seed = kinds[opened.kind], _seed(ended.seed)
    if opened.commitment != (None if seed is None else commitment(seed)) or (seed is None) != (ended.seed is None):
        return Flaw(version=last, reason="the seed is not what the first event committed to")
    if seed is None and rules.notation is None:
        return Flaw(version=1, reason="only games written down by their moves can do without a seed")
    if (wrong := judge(rules, log, seed)) is not None:
        return Flaw(version=wrong, reason="does not follow from the rules, the draws and the moves before")
    match = fold(rules, log)
    above = document.kind, document.result, document.seed, document.head
    if above != (opened.kind, match.result, match.seed, entries[-1].hash.hex()):
        return Flaw(version=last, reason="what stands above the events does not follow from them")
    return Record(id=document.id, rules=rules, entries=entries, log=log, seed=seed)


def _log(entries: Sequence[Entry], kinds: Kinds) -> tuple[Commit, ...] | Flaw:
    try:
        kind = kind_of(entries)
    except UNREADABLE as error:
        return Flaw(version=1, reason=f"cannot be read: {error}")
    if kind not in kinds:
        return Flaw(version=1, reason=f"no such kind of game is known here: {kind}")
    codec, log = Codec(kinds[kind]), list[Commit]()
    for together in chain.commits(entries):
        for entry in together:
            if (reason := _spoilt(codec, entry, together[0])) is not None:
                return Flaw(version=entry.version, reason=reason)
        log.append(chain.read(codec, together))
    return tuple(log)


def _spoilt(codec: Codec, entry: Entry, first: Entry) -> str | None:
    """Return what is wrong with one event of the commit that `first` begins."""
    begins = entry is first
    if (entry.command is not None, entry.actor is not None) != (begins, begins) or entry.at != first.at:
        return "does not belong to the commit it stands in"
    try:
        chain.event_of(codec, entry)
        spelled = canonical(msgspec.json.decode(entry.data)) == entry.data
    except (*UNREADABLE, Unreadable) as error:
        return f"cannot be read: {error}"
    return None if spelled else "its data are not in canonical form"


def _seed(text: str | None) -> bytes | None:
    """Return the seed that an end reveals; None where it reveals none, or something else."""
    try:
        seed = bytes.fromhex(text or "")
    except ValueError:
        return None
    return seed if len(seed) == SEED_BYTES and seed.hex() == text else None


def _result(ended: MatchEnded) -> Result:
    return Result(reason=ended.reason, places=ended.places, scores=ended.scores, points=ended.points)


def _written(entry: Entry) -> RecordedEvent:
    return RecordedEvent(
        version=entry.version,
        type=entry.type,
        schema=entry.schema,
        data=Raw(entry.data),
        actor=entry.actor,
        command=entry.command,
        body=None if entry.body is None else entry.body.hex(),
        at=entry.at,
        hash=entry.hash.hex(),
    )


def _stored(line: RecordedEvent) -> Entry:
    return Entry(
        version=line.version,
        type=line.type,
        schema=line.schema,
        data=bytes(line.data),
        actor=line.actor,
        command=line.command,
        body=None if line.body is None else bytes.fromhex(line.body),
        at=line.at,
        hash=bytes.fromhex(line.hash),
    )


def _last(document: bytes) -> int:
    """Return the last version there is; 1 where none can be found."""
    try:
        return max(1, len(msgspec.json.decode(document, type=_Events).events))
    except UNREADABLE:
        return 1


def _torn(document: bytes, error: Exception) -> int:
    """Return the version in which a document stops being JSON."""
    head, *lines = document.strip().split(b"\n")
    if head.endswith(HEAD):  # As written here: the first line that cannot be read alone, else what stands above.
        broken = (version for version, line in enumerate(lines[:-1], 1) if not _json(line.removesuffix(b",")))
        return next(broken, max(1, len(lines) - 1))
    offset = OFFSET.search(str(error))
    before = VERSION.findall(document if offset is None else document[: int(offset[1])])
    return max(1, int(before[-1])) if before else 1


def _json(text: bytes) -> bool:
    try:
        msgspec.json.format(text, indent=-1)
    except UNREADABLE:
        return False
    return True

"""Golden logs: games as they were once stored, which must mean the same for ever.  Append-only.

One game a file, `golden/*.jsonl` in the game's folder.  The first line says what the log means, the others are its
commits, the match's own events included:

    {"result":{"reason":"complete","places":[[1],[0]],"scores":[2,6],"points":null},"view":{…}}
    {"at":"2026-01-01T12:00:00Z","events":[{"type":"match.opened",…},…]}

An event is its stored object; where its schema is not 1, `"schema":2` stands with it.  A change of a schema leaves the
old logs as they are and adds new ones.  To write a log of a random game, or of given moves in the game's notation:

    python -m tests.laws.golden reversi 7 > domain/games/reversi/golden/random_7.jsonl
    python -m tests.laws.golden reversi 7 f5d6c3 > …
"""

import sys
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from domain.codec import Codec, canonical
from domain.kernel import AnyRules, Event, Refused, Result
from domain.match import Commit, Match, fold
from domain.value import Value
from tests.laws.lives import by_moves, live
from tests.laws.registry import KINDS, folder


class Meaning(Value):
    """What a log says in the end: the result, and the board as everybody may see it then."""

    result: Result | None
    view: Any


class Line(Value):
    """One commit as written down."""

    at: datetime
    events: tuple[dict[str, Any], ...]


def logs(rules: AnyRules) -> Sequence[Path]:
    """Return the golden logs of one kind."""
    return sorted(folder(rules).glob("golden/*.jsonl"))


def read(rules: AnyRules, log: bytes) -> tuple[Meaning, Sequence[Commit]]:
    """Return what a golden log must mean, and its commits, lifted to the newest schemas."""
    codec = Codec(rules)
    header, *lines = log.splitlines()
    return msgspec.json.decode(header, type=Meaning), [_commit(codec, line) for line in lines]


def schemas(log: bytes) -> set[tuple[str, int]]:
    """Return the type and schema of each event written in a golden log."""
    lines = (msgspec.json.decode(line, type=Line) for line in log.splitlines()[1:])
    return {(event["type"], event.get("schema", 1)) for line in lines for event in line.events}


def written(rules: AnyRules, log: Iterable[Commit]) -> bytes:
    """Return a log as a golden one, in the newest schemas."""
    commits = tuple(log)
    lines = [canonical(Line(at=commit.at, events=tuple(map(_stored, commit.events)))) for commit in commits]
    return b"".join(line + b"\n" for line in (canonical(meaning(rules, fold(rules, commits))), *lines))


def meaning(rules: AnyRules, match: Match) -> Meaning:
    """Return what a folded log says."""
    return Meaning(result=match.result, view=msgspec.to_builtins(rules.view(match.board)))


def _commit(codec: Codec, line: bytes) -> Commit:
    written = msgspec.json.decode(line, type=Line)
    return Commit(at=written.at, events=tuple(_event(codec, event) for event in written.events))


def _event(codec: Codec, stored: dict[str, Any]) -> Event:
    data = {name: value for name, value in stored.items() if name != "schema"}
    return codec.decode(data["type"], stored.get("schema", 1), canonical(data))


def _stored(event: Event) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(event)
    return data if event.schema == 1 else data | {"schema": event.schema}


def main(kind: str, number: str, notation: str = "") -> None:
    """Write the log of one game to standard output."""
    rules = KINDS[kind]
    life = live(rules, Random(int(number)))
    if notation:
        moves = rules.notation.read(notation) if rules.notation else Refused(reason="not_notation")
        if isinstance(moves, Refused):
            raise SystemExit(f"not in the notation of {kind}: {notation}")
        life = by_moves(rules, Random(int(number)), moves)
    sys.stdout.buffer.write(written(rules, life.log))


if __name__ == "__main__":
    main(*sys.argv[1:])

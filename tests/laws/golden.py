"""Golden logs: games as they were once stored, which must mean the same for ever.  Append-only.

One game a file, `golden/*.jsonl` in the game's folder.  The first line says what the log means, the others are its
commits, the match's own events included:

    {"result":{"reason":"complete","places":[[1],[0]],"scores":[2,6],"points":null},"view":{…}}
    {"at":"2026-01-01T12:00:00Z","events":[{"type":"match.opened",…},…]}

An event is its stored object; where its schema is not 1, `"schema":2` stands with it.  A kind with secrets also says
with each commit how many events each audience has been shown by then, `"shown":{"o":8,"s0":9,"s1":9}`.  A change of a
schema leaves the old logs as they are and adds new ones.  To write a log of a random game, or of given moves in the
game's notation:

    python -m tests.laws.golden reversi 7 > domain/games/reversi/golden/random_7.jsonl
    python -m tests.laws.golden reversi 7 f5d6c3 > …
"""

import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from domain.codec import Codec, canonical
from domain.feed import Game, has_secrets, take
from domain.kernel import AnyRules, Event, Refused, Result
from domain.match import Commit, Match
from domain.row import audience_name
from domain.value import Value
from tests.laws.lives import by_moves, live
from tests.laws.registry import KINDS, folder


class Meaning(Value):
    """What a log says in the end: the result, and the board as everybody may see it then."""

    result: Result | None
    view: Any


class Line(Value, omit_defaults=True):
    """One commit as written down."""

    at: datetime
    events: tuple[dict[str, Any], ...]
    shown: Mapping[str, int] = {}  # Events shown so far, by audience; empty where a kind has no secrets.


def logs(rules: AnyRules) -> Sequence[Path]:
    """Return the golden logs of one kind."""
    return sorted(folder(rules).glob("golden/*.jsonl"))


def read(rules: AnyRules, log: bytes) -> tuple[Meaning, Sequence[Commit]]:
    """Return what a golden log must mean, and its commits, lifted to the newest schemas."""
    codec = Codec(rules)
    commits = [Commit(at=line.at, events=tuple(_event(codec, event) for event in line.events)) for line in lines(log)]
    return msgspec.json.decode(log.splitlines()[0], type=Meaning), commits


def lines(log: bytes) -> Sequence[Line]:
    """Return the commits of a golden log as they are written."""
    return [msgspec.json.decode(line, type=Line) for line in log.splitlines()[1:]]


def schemas(log: bytes) -> set[tuple[str, int]]:
    """Return the type and schema of each event written in a golden log."""
    return {(event["type"], event.get("schema", 1)) for line in lines(log) for event in line.events}


def written(rules: AnyRules, log: Iterable[Commit]) -> bytes:
    """Return a log as a golden one, in the newest schemas."""
    game, written = Game(rules=rules), list[Line]()
    for commit in log:
        game = take(game, commit)
        written.append(Line(at=commit.at, events=tuple(map(_stored, commit.events)), shown=shown(game)))
    return b"".join(canonical(line) + b"\n" for line in (meaning(rules, game.match), *written))


def meaning(rules: AnyRules, match: Match) -> Meaning:
    """Return what a folded log says."""
    return Meaning(result=match.result, view=msgspec.json.decode(canonical(rules.view(match.board))))


def shown(game: Game) -> Mapping[str, int]:
    """Return how many events each audience has been shown, for kinds with secrets."""
    return {
        audience_name(audience): known.version
        for audience, known in game.audiences.items()
        if audience is not None or has_secrets(game.rules)
    }


def still_means_the_same(rules: AnyRules, log: bytes) -> None:
    """Fail where a golden log no longer means what it says; a view may have got further fields since."""
    expected, commits = read(rules, log)
    game = Game(rules=rules)
    for commit, line in zip(commits, lines(log), strict=True):
        game = take(game, commit)
        assert shown(game) == line.shown, f"{line.at}: {shown(game)} instead of {line.shown}"
    found = meaning(rules, game.match)
    assert found.result == expected.result
    assert _within(expected.view, found.view), f"{found.view} instead of {expected.view}"


def _within(expected: Any, found: Any) -> bool:
    if isinstance(expected, dict) and isinstance(found, dict):
        return all(name in found and _within(value, found[name]) for name, value in expected.items())
    if isinstance(expected, list) and isinstance(found, list):
        return len(expected) == len(found) and all(map(_within, expected, found))
    return bool(expected == found)


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

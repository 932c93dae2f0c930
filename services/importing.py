"""Importing: games that were played elsewhere, out of a file, decided here by the rules like any move.

Each game is appended whole, many in one statement.  So it is here or it is not, and a run that was broken off is simply
run again: what is here already is passed over by its id.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TypeAlias
from uuid import UUID

from domain.chain import Entry, Order, seal
from domain.codec import Codec
from domain.feed import recall
from domain.imported import NotImported, by_moves, by_record
from domain.kernel import AnyRules, Kinds, Move, Refused
from domain.match import Commit
from domain.row import row
from domain.value import Value
from infra.postgres.store import Append, Store, append
from infra.settings import Settings
from services.api.problems import REFUSALS
from services.ids import derived
from services.progress import Step, progress
from services.records import file_bytes, read
from services.stores import CommandFailed, migrated, stores

TOGETHER = 32  # Games that travel in one statement.
COLUMN = "moves"
ACTOR = "import"
REASONS = {"not_notation": "This is not in the notation of the game.", "not_started": "The game was never started."}

Log: TypeAlias = Sequence[Commit]


class Source(Value):
    """A game as a file holds it; `line` counts from 1."""

    line: int
    game: UUID
    decide: Callable[[datetime], Log | NotImported]
    seed: bytes | None = None


class Tally(Value):
    """What became of the games of a file."""

    new: tuple[UUID, ...]
    known: tuple[UUID, ...]
    refused: tuple[str, ...]  # A sentence each.


def import_file(settings: Settings, kinds: Kinds, kind: str, path: Path, now: Callable[[], datetime]) -> Tally:
    """Import every game of a file that is not here yet.

    Raises:
        CommandFailed: the file holds no games of that kind.
    """
    rules = kinds.get(kind)
    if rules is None:
        raise CommandFailed(f"there is no kind {kind}; there are {', '.join(kinds)}")
    sources = read_file(kinds, rules, path)
    with stores(settings) as whole, progress("importing", len(sources)) as step:
        return asyncio.run(_import(whole, rules, sources, now, step))


def read_file(kinds: Kinds, rules: AnyRules, path: Path) -> Sequence[Source]:
    """Return the games in a file: a record, or lines of notation, alone or as the column `moves` of a table.

    Raises:
        CommandFailed: the file cannot be read, or is none of these.
    """
    content = file_bytes(path)
    if content.lstrip().startswith(b"{"):
        return [_recorded(kinds, rules, path)]
    if rules.notation is None:
        raise CommandFailed(f"{path} is no record, and {rules.name} has no notation")
    try:
        lines = content.decode().splitlines()
    except UnicodeDecodeError as error:
        raise CommandFailed(f"{path} is no text: {error}") from None
    return [_written(rules, line, moves) for line, moves in _lines(lines)]


async def _import(
    settings: Settings, rules: AnyRules, sources: Sequence[Source], now: Callable[[], datetime], step: Step
) -> Tally:
    new, known, refused, codec = list[UUID](), list[UUID](), list[str](), Codec(rules)
    async with migrated(settings) as pool:
        for start in range(0, len(sources), TOGETHER):
            together = sources[start : start + TOGETHER]
            here, appends = await Store(pool).heads([one.game for one in together]), dict[UUID, Append]()
            for one in together:
                if one.game in here or one.game in appends:
                    known.append(one.game)
                elif isinstance(log := one.decide(now()), NotImported):
                    refused.append(_sentence(rules, one.line, log))
                else:
                    appends[one.game] = _whole(rules, codec, one, log)
            async with pool.acquire() as connection:
                lost = await append(connection, list(appends.values())) if appends else {}
            known.extend(lost)  # Somebody else is importing the same.
            new.extend(appends.keys() - lost.keys())
            step(len(together))
    return Tally(new=tuple(new), known=tuple(known), refused=tuple(refused))


def _whole(rules: AnyRules, codec: Codec, source: Source, log: Log) -> Append:
    """Return the one append that makes a whole game."""
    entries: tuple[Entry, ...] = ()
    for number, commit in enumerate(log, 1):
        head = entries[-1].hash if entries else b""
        order = Order(command=derived(ACTOR, source.game, number), body=None, actor=ACTOR)
        entries += seal(codec, source.game, head, len(entries), commit, order)
    return Append(game=source.game, expected=0, entries=entries, row=row(recall(rules, log)), seed=source.seed)


def _lines(lines: Sequence[str]) -> Iterator[tuple[int, str | None]]:
    """Yield the number of each line that is not empty, and the moves it holds; None where it ends before them."""
    header = lines[0].split("\t") if lines else []
    column = header.index(COLUMN) if COLUMN in header else None
    for number, line in enumerate(lines, 1):
        if column is None and line.strip():
            yield number, line
        elif column is not None and line.strip() and number > 1:
            cells = line.split("\t")
            yield number, cells[column] if column < len(cells) else None


def _recorded(kinds: Kinds, rules: AnyRules, path: Path) -> Source:
    found = read(kinds, path)
    if found.rules is not rules:
        raise CommandFailed(f"{path} records a game of {found.rules.name}, not of {rules.name}")
    return Source(line=1, game=found.id, decide=lambda _: by_record(found), seed=found.seed)


def _written(rules: AnyRules, line: int, text: str | None) -> Source:
    notation = rules.notation
    moves = Refused(reason="not_notation") if notation is None or text is None else notation.read(text)
    spelled = text if notation is None or isinstance(moves, Refused) else notation.write(moves)
    return Source(line=line, game=derived(ACTOR, rules.name, spelled), decide=partial(_decided, rules, moves))


def _decided(rules: AnyRules, moves: Sequence[Move] | Refused, at: datetime) -> Log | NotImported:
    return NotImported(move=0, reason=moves.reason) if isinstance(moves, Refused) else by_moves(rules, moves, at)


def _sentence(rules: AnyRules, line: int, refused: NotImported) -> str:
    known = {code: refusal.text for code, refusal in REFUSALS.items()} | dict(rules.texts.refusals)
    why = REASONS.get(refused.reason) or (known[refused.reason].en if refused.reason in known else refused.reason)
    where = f"line {line}, move {refused.move}" if refused.move else f"line {line}"
    return f"{where}: {why}"

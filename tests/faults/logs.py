"""Logs of games that were played through faults, held against what their players were told."""

from collections.abc import Sequence
from uuid import UUID

import msgspec

from domain.chain import broken, commits, read
from domain.codec import Codec
from domain.judge import judge
from domain.match import MatchEnded, MatchStarted
from infra.postgres.pool import open_pool
from infra.postgres.store import Store
from tests.faults.players import Acknowledged, Game
from tests.laws.registry import KINDS
from tests.stores import Stores


async def whole(stores: Stores, played: Sequence[tuple[Game, Sequence[Acknowledged]]]) -> None:
    """Hold that the logs of ended games are just what their players were told, and what rules and seeds demand."""
    async with open_pool(stores.settings(pool_size_min=1)) as pool:
        for game, acknowledged in played:
            rules, store, number = KINDS[game.kind], Store(pool), UUID(game.id)
            entries = await store.events(number)
            log = [read(Codec(rules), together) for together in commits(entries)]
            start = next(n for n, commit in enumerate(log, 1) if isinstance(commit.events[-1], MatchStarted))

            assert broken(number, entries) is None
            assert judge(rules, log, await store.seed(number)) is None
            assert isinstance(log[-1].events[-1], MatchEnded)
            moves = [entry for together in list(commits(entries))[start:] for entry in together]
            made = [(entry.version, msgspec.json.decode(entry.data)) for entry in moves]
            assert [told(event) for move in acknowledged for event in move.events] == made


def told(event: dict[str, object]) -> tuple[object, object]:
    """Return an event's version and what is stored of it."""
    return event["version"], {name: value for name, value in event.items() if name not in {"version", "at"}}

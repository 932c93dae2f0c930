"""Games for tests of ratings: played to their ends by the rules in one go, and appended whole."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from uuid import UUID

from domain import commands
from domain.chain import Entry, Order, seal
from domain.codec import Codec
from domain.commands import Decided, Setup
from domain.feed import recall
from domain.imported import NotImported, by_moves
from domain.kernel import AnyRules, Refused
from domain.match import Commit, Match, Member, advance
from domain.row import row
from domain.value import Value
from infra.postgres.pool import Connection
from infra.postgres.store import Append, append
from tests.laws.registry import KINDS

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SEED = bytes(32)
WON = "1212121"  # Whoever begins has four in column 1.
DRAWN = "725311455613226367615134253124775476234764"  # The board is full.
TOGETHER = 64  # Games appended in one statement.


class Whole(Value):
    """A game from its opening to its end."""

    game: UUID
    rules: AnyRules
    log: tuple[Commit, ...]

    @property
    def at(self) -> datetime:
        """When it ended."""
        return self.log[-1].at

    @property
    def seats(self) -> Sequence[str]:
        """Who sat on seat 0, 1 and so on."""
        return [taken.player or "" for taken in recall(self.rules, self.log).match.seats]

    def stored(self) -> Append:
        """Return what appends the whole of it."""
        entries, codec = tuple[Entry, ...](), Codec(self.rules)
        for number, commit in enumerate(self.log, 1):
            head = entries[-1].hash if entries else b""
            order = Order(command=UUID(int=number), body=None, actor="somebody")
            entries += seal(codec, self.game, head, len(entries), commit, order)
        return Append(game=self.game, expected=0, entries=entries, row=row(recall(self.rules, self.log)), seed=SEED)


class _Table:
    """A table at which everything happens within a second."""

    def __init__(self, rules: AnyRules, at: datetime) -> None:
        self.rules, self.at = rules, at
        self.log: list[Commit] = []
        self.match = Match()

    def take(self, decided: Decided) -> None:
        assert not isinstance(decided, Refused), decided
        self.log.append(Commit(at=self.at, events=decided))
        self.match = advance(self.rules, self.match, self.log[-1])

    def open(self, players: Sequence[str | Member], seats: int = 0) -> None:
        members = [one if isinstance(one, Member) else Member(player=one) for one in players]
        limit = self.rules.table.limit.default
        setup = Setup(seats=seats or len(members), options=self.rules.options(), limit_seconds=limit)
        self.take(commands.open_table(self.rules, setup, members, SEED, self.at))

    def whole(self, game: UUID) -> Whole:
        return Whole(game=game, rules=self.rules, log=tuple(self.log))


def dropped(game: UUID, players: Sequence[str | Member], columns: str = WON, at: datetime = NOON) -> Whole:
    """Return a game in which discs fall into these columns; by default whoever has seat 0 wins."""
    table = _Table(KINDS["connect_four"], at)
    table.open(players)
    drop = table.rules.moves[0]
    for turn, column in enumerate(columns):
        table.take(commands.move(table.rules, table.match, turn % 2, drop(column=int(column)), SEED, at))
    return table.whole(game)


def left(
    game: UUID, kind: str, players: Sequence[str | Member], order: Sequence[int] = (), at: datetime = NOON
) -> Whole:
    """Return a game that seats leave in this order, the first seat by default, until one is left."""
    table = _Table(KINDS[kind], at)
    table.open(players)
    for seat in order or range(len(players) - 1):
        table.take(commands.take_out(table.rules, table.match, [seat], "left", SEED, at))
    return table.whole(game)


def run_out(game: UUID, kind: str, players: Sequence[str | Member], at: datetime = NOON) -> Whole:
    """Return a game in which everybody's time runs out at once."""
    table = _Table(KINDS[kind], at)
    table.open(players)
    table.take(commands.time_out(table.rules, table.match, range(len(players)), SEED, at))
    return table.whole(game)


def aborted(game: UUID, players: Sequence[str | Member], at: datetime = NOON) -> Whole:
    """Return a game that an operator ended."""
    table = _Table(KINDS["connect_four"], at)
    table.open(players)
    table.take(commands.end(table.match, "operator", SEED))
    return table.whole(game)


def closed(game: UUID, player: str) -> Whole:
    """Return a table that whoever opened it left again."""
    table = _Table(KINDS["connect_four"], NOON)
    table.open([player], seats=2)
    table.take(commands.leave(table.rules, table.match, player, SEED, NOON))
    return table.whole(game)


def imported(game: UUID) -> Whole:
    """Return a game that was played elsewhere."""
    rules = KINDS["connect_four"]
    log = by_moves(rules, [rules.moves[0](column=int(column)) for column in WON], NOON)
    assert not isinstance(log, NotImported)
    return Whole(game=game, rules=rules, log=tuple(log))


def season(number: int, luck: Random, players: Sequence[str]) -> Iterator[Whole]:
    """Yield so many games of two to four of these players, of several kinds and with all sorts of ends."""
    robot = Member(player=str(UUID(int=0xB07)), robot="easy")
    for count in range(1, number + 1):
        at, game = NOON + timedelta(seconds=count), UUID(int=luck.getrandbits(128))
        two, four = luck.sample(players, 2), luck.sample(players, luck.randint(2, 4))
        match luck.randrange(6):
            case 0:
                yield dropped(game, two, WON, at)
            case 1:
                yield dropped(game, two, DRAWN, at) if count % 10 == 0 else left(game, "reversi", two, at=at)
            case 2:
                yield aborted(game, two, at) if count % 5 == 0 else dropped(game, [two[0], robot], at=at)
            case 3:
                yield left(game, "bleib_cool", four, luck.sample(range(len(four)), len(four) - 1), at)
            case _:
                yield left(game, "level_x", four, luck.sample(range(len(four)), len(four) - 1), at)


async def appended(connection: Connection, games: Sequence[Whole]) -> None:
    """Append games, many at once."""
    for start in range(0, len(games), TOGETHER):
        assert not await append(connection, [one.stored() for one in games[start : start + TOGETHER]])

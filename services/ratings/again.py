"""Again: all ratings made again from the order of rating and the games' events, beside live play; or only compared."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from domain.chain import Entry, read
from domain.codec import Codec, Unreadable
from domain.kernel import AnyRules, Kinds
from domain.match import Player
from domain.rating import Ended, Model, Standing, ended
from domain.value import Value
from infra.postgres import rating_rows
from infra.postgres.pool import Connection
from infra.postgres.rating_order import change_row, matches_of, standing_row
from infra.postgres.rating_rows import CHANGES, STANDINGS, Row, Rows, Table
from services.ratings.rater import placed_after

TOGETHER = 200  # Games that are read at once.


class Compared(Value):
    """What was found: the number of rows written, and a sentence for whatever is not as it must be."""

    written: int
    wrong: tuple[str, ...]


class NotAgain(Exception):
    """Nothing follows from the order of a kind, or from the events of a game in it."""


async def ratings_again(connection: Connection, kinds: Kinds, model: Model, *, check: bool) -> Compared:
    """Compare all ratings with what follows from order and events; write those that differ, or in a check name them."""
    written, wrong = 0, list[str]()
    for kind in await rating_rows.kinds(connection):
        try:
            if kind not in kinds:
                raise NotAgain("it is not known here")  # noqa: TRY301 - one sentence, as for all that fails
            one = _Kind(connection, kinds[kind], model, check=check)
            await one.go_through()
        except NotAgain as error:
            wrong.append(f"ranking of {kind}: {error}")
        else:
            written += one.written
            wrong += one.wrong
    return Compared(written=written, wrong=tuple(wrong))


class _Kind:
    """One kind, rated from its first game on."""

    def __init__(self, connection: Connection, rules: AnyRules, model: Model, *, check: bool) -> None:
        self._connection = connection
        self._kind = rules.name
        self._codec = Codec(rules)
        self._model = model
        self._check = check
        self._place = 0
        self._standings = dict[Player, Standing]()
        self._robots = dict[Player, str | None]()
        self.written = 0
        self.wrong = list[str]()

    async def go_through(self) -> None:
        """Rate all games there are, those that are rated meanwhile last, while nobody rates."""
        while await self._rate_some() == TOGETHER:
            pass
        async with rating_rows.standing_still(self._connection, check=self._check):
            while await self._rate_some():
                pass
            left_over = await rating_rows.changes(self._connection, self._kind, self._place, None)
            await self._compare(CHANGES, left_over, {})
            rows = [standing_row(p, self._robots[p], standing) for p, standing in self._standings.items()]
            found = await rating_rows.standings(self._connection, self._kind)
            await self._compare(STANDINGS, found, STANDINGS.keyed(rows))

    async def _rate_some(self) -> int:
        """Rate the games at the next places; return how many there were."""
        places = await rating_rows.places(self._connection, self._kind, self._place, TOGETHER)
        if list(places) != list(range(self._place + 1, self._place + 1 + len(places))):
            raise NotAgain(f"a place after {self._place} is missing")
        matches = await matches_of(self._connection, list(places.values()))
        games = {game: self._ended(place, game, matches[game]) for place, game in places.items()}
        placed = placed_after(self._place, games, self._standings, self._model)
        self._robots.update({change.part.player: change.part.robot for one in placed for change in one.changes})
        found = await rating_rows.changes(self._connection, self._kind, self._place, self._place + len(places))
        due = [change_row(one, change) for one in placed for change in one.changes]
        await self._compare(CHANGES, found, CHANGES.keyed(due))
        self._place += len(places)
        return len(places)

    def _ended(self, place: int, game: UUID, entries: Sequence[Entry]) -> Ended:
        try:
            one = ended([read(self._codec, [entry]) for entry in entries])
        except Unreadable as error:
            raise NotAgain(f"an event of {game}, at place {place}, cannot be read: {error}") from error
        if one is None:
            raise NotAgain(f"{game}, at place {place}, has not been played to an end")
        return one

    async def _compare(self, table: Table, found: Rows, due: Rows) -> None:
        if self._check:
            self.wrong += [f"ranking of {self._kind}: {one}" for one in _differences(table, found, due)]
        else:
            self.written += await rating_rows.mend(self._connection, table, self._kind, found, due)


def _differences(table: Table, found: Rows, due: Rows) -> Sequence[str]:
    return [
        f"{_called(table, key)}: {difference}"
        for key in sorted(found.keys() | due.keys(), key=str)
        for difference in _between(table, found.get(key), due.get(key))
    ]


def _between(table: Table, found: Row | None, due: Row | None) -> Sequence[str]:
    if found is None or due is None:
        return [] if found is due else ["it is missing" if found is None else "nothing says so"]
    pairs: Mapping[str, tuple[object, object]] = dict(zip(table.columns, zip(found, due, strict=True), strict=True))
    return [f"{name} is {is_}, must be {must}" for name, (is_, must) in pairs.items() if is_ != must]


def _called(table: Table, key: Row) -> str:
    return ", ".join(f"{name} {value}" for name, value in zip(table.key, key, strict=True))

"""Wishes: what somebody wants of a game, and what becomes of it."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import TypeAlias

from domain.chain import Order
from domain.commands import Decided
from domain.feed import Game
from domain.kernel import Audience
from domain.value import Value
from services.live import Live


class Done(Value):
    """A command was carried out, now or before (`replayed`); `game` is as it was right after."""

    live: Live
    game: Game
    replayed: bool = False
    nothing: bool = False  # Nothing had to be appended.


class No(Value):
    """A command was refused: nothing has changed.  `game` is what it was judged by.

    `since`: how many events its asker had been shown, where more have come meanwhile.
    """

    reason: str
    game: Game
    since: int | None = None


Answer: TypeAlias = Done | No
Decide: TypeAlias = Callable[[Game, datetime], Decided]


class Wish(Value):
    """What somebody wants of a game.  `decide` is asked again after each lost race.

    `audience` says through whose eyes; `by_feed`: not decided again once that feed has grown; `clocked`: not after
    the deadline; `ready` reads, before each decision, what that needs from beside the log; `word`: the table's
    encrypted word from then on, None where it stays, empty where it goes.
    """

    order: Order
    audience: Callable[[Game], Audience]
    decide: Decide
    by_feed: bool = False
    clocked: bool = False
    ready: Callable[[Live], Awaitable[None]] | None = None
    word: bytes | None = None

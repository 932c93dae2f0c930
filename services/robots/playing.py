"""Playing: one game's robots on turn, each choosing from what its own seat knows, beside the event loop."""

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from domain import commands
from domain.chain import Order
from domain.chance import SEED_BYTES, Seeded
from domain.commands import Decided
from domain.feed import Game, Known
from domain.kernel import AnyRobot, AnyRules, Refused, Seat
from domain.match import Player
from domain.value import Value
from infra.beside import Beside
from infra.metrics import WORK_LAG_SECONDS
from services.games import ROBOTS, Games
from services.ids import derived
from services.live import Live
from services.robots.players import robot_of
from services.wish import Done, No, Wish

TOGETHER_SECONDS_MAX = 2  # For moves in a row; with the last of them well within a lease.
OVERTAKEN = "overtaken"
GONE_ON = frozenset({OVERTAKEN, "not_your_turn", "over", "time_over"})  # The position is another by now.


class Turn(Value):
    """A robot that is on turn."""

    seat: Seat
    player: Player
    robot: AnyRobot


class Playing:
    """Plays for robots."""

    def __init__(self, games: Games, beside: Beside, pause_seconds: float) -> None:
        """Take where to think, and how long a robot waits so that people can see what happened before."""
        self._games = games
        self._beside = beside
        self._pause = timedelta(seconds=pause_seconds)

    async def play(self, game_id: UUID) -> float | None:
        """Let each robot on turn move that has waited long enough; return when the next of them will have.

        Where robots are on turn again at once it goes on, but not for so long that others' games would wait.
        """
        live = await self._games.fresh(game_id)
        if live is None:
            return None
        time = asyncio.get_running_loop().time
        until = time() + TOGETHER_SECONDS_MAX
        while time() < until and (ready := [turn for turn in turns(live.game) if not self._rest(live.game, turn)]):
            await self._move(live, ready[0])  # After which others may no longer be on turn.
        return min((self._rest(live.game, turn) for turn in turns(live.game)), default=None)

    def _rest(self, game: Game, turn: Turn) -> float:
        """Return for how many seconds a robot still waits, counted from what its seat was shown last."""
        waited = self._waited(_known(game, turn))
        return min(max(self._pause - waited, timedelta()), self._pause).total_seconds()

    def _waited(self, known: Known) -> timedelta:
        shown = known.match.at
        return self._pause if shown is None else self._games.machine.now() - shown

    async def _move(self, live: Live, turn: Turn) -> None:
        """Choose a move and make it; where its seat has been shown more meanwhile, it will be asked anew.

        What it was not shown must not even cost it another choice.
        """
        known = _known(live.game, turn)
        luck = Seeded(self._games.machine.entropy(SEED_BYTES))
        chosen = await self._beside.compute(turn.robot.choose, known.match.board, turn.seat, luck)

        def decide(game: Game, at: datetime) -> Decided:
            if _known(game, turn).version != known.version:
                return Refused(reason=OVERTAKEN)
            return commands.move(game.rules, game.match, turn.seat, chosen, live.seed, at)

        order = Order(command=_command(live.id, turn.seat, known), body=None, actor=turn.player)
        answer = await self._games.carry_out(
            live, Wish(order=order, audience=lambda _: turn.seat, decide=decide, clocked=True)
        )
        if isinstance(answer, Done):
            WORK_LAG_SECONDS.labels(ROBOTS).observe(max(0.0, (self._waited(known) - self._pause).total_seconds()))
        if isinstance(answer, No) and answer.reason not in GONE_ON:
            raise AssertionError(f"{live.game.rules.name} {turn.robot.level} chose what is refused: {answer.reason}")


def turns(game: Game) -> Sequence[Turn]:
    """Return the robots on turn."""
    rules, match = game.rules, game.match
    levels = {member.player: member.robot for member in match.members if member.robot is not None}
    seats = ((seat, match.seats[seat].player or "") for seat in match.turn)
    return [Turn(seat=seat, player=p, robot=_robot(rules, levels[p])) for seat, p in seats if p in levels]


def _known(game: Game, turn: Turn) -> Known:
    """Return what a robot plays by: what its seat has been shown, and nothing else."""
    return game.known(turn.seat)


def _robot(rules: AnyRules, level: str) -> AnyRobot:
    robot = robot_of(rules, level)
    if robot is None:
        raise AssertionError(f"{rules.name} has no robot {level} any more")
    return robot


def _command(game_id: UUID, seat: Seat, known: Known) -> UUID:
    """Return the id that all workers give to this seat's move at this point: so it is made once."""
    return derived("robot", game_id, seat, known.version)

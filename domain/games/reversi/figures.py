"""What the rules of Reversi show: the beginning, and a disc that turns others in three directions."""

from collections.abc import Mapping

from domain.games.reversi.rules import BIT, WHITE, DiscPlaced, State, evolve, initial
from domain.kernel import Options

BEFORE = State(
    discs=(
        sum(BIT[square] for square in ("e5", "f3", "c6")),
        sum(BIT[square] for square in ("d3", "e3", "d4", "c4", "c5", "d6", "e6")),
    )
)
PLACED = DiscPlaced(seat=WHITE, square="c3", turned=("d3", "e3", "c4", "d4", "c5"))


def figures() -> Mapping[str, State]:
    return {"after": evolve(BEFORE, PLACED), "start": initial(2, Options()), "before": BEFORE}

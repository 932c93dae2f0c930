"""One value of each move and event of Bleib Cool, for the API's documentation."""

from domain.games.bleib_cool.rules import Captured, Fact, MoveStone, Passed, Roll, Rolled, StoneMoved, TurnBegan, Wish
from domain.kernel import Example

EXAMPLES = Example[Wish, Fact](
    moves=(Roll(), MoveStone(stone=2)),
    events=(
        Rolled(seat=0, number=4, stones=(0, 2), throws=0),
        StoneMoved(seat=0, stone=2, origin=11, target=15, captured=Captured(seat=1, stone=3), place=None, throws=0),
        Passed(seat=1),
        TurnBegan(seat=2, throws=3),
    ),
)

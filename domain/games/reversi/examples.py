"""One value of each move and event of Reversi, for the API's documentation."""

from domain.games.reversi.rules import DiscPlaced, Fact, Passed, Place
from domain.kernel import Example

EXAMPLES = Example[Place, Fact](
    moves=(Place(square="f5"),),
    events=(DiscPlaced(seat=0, square="f5", turned=("e5",)), Passed(seat=1)),
)

"""One value of each move and event of Vier gewinnt, for the API's documentation."""

from domain.games.connect_four.rules import Cell, DiscDropped, Drop, Fact
from domain.kernel import Example

EXAMPLES = Example[Drop, Fact](
    moves=(Drop(column=4),),
    events=(DiscDropped(seat=0, column=4, row=4, line=tuple(Cell(column=4, row=row) for row in (1, 2, 3, 4))),),
)

"""One value of each move and event of Level X, for the API's documentation."""

from domain.games.level_x.rules import Advance, DiceGrouped, DiceRolled, Fact, GroupDice
from domain.kernel import Example

EXAMPLES = Example[GroupDice, Fact](
    moves=(GroupDice(groups=((0, 2), (1, 3))),),
    events=(
        DiceRolled(seat=0, turn=7, dice=(4, 2, 5, 3)),
        DiceGrouped(
            seat=0,
            groups=((0, 2), (1, 3)),
            rows=(Advance(row=5, field=2), Advance(row=9, field=2, chips=1, displaced=1)),
            tiles=(15,),
            points=24,
        ),
    ),
)

"""One value of each move and event of DiamondYatzy, for the API's documentation."""

from domain.games.diamond_yatzy.rules import (
    BoardCompleted,
    BoxEntered,
    BoxStruck,
    CollectionDrawn,
    Draw,
    Enter,
    Fact,
    Joker,
    JokerPlayed,
    Strike,
    Wish,
)
from domain.kernel import Example

EXAMPLES = Example[Wish, Fact](
    moves=(
        Draw(keep=(1, 4)),
        Joker(slot=2, colour="green"),
        Enter(box="full_house"),
        Strike(box="ones"),
    ),
    events=(
        CollectionDrawn(
            seat=0, round=1, collection=2, kept=(1, 4), jewels=("white", "green", "yellow", "white", "green")
        ),
        JokerPlayed(seat=0, slot=2, was="yellow", colour="green"),
        BoxEntered(seat=0, box="full_house", points=25),
        BoxStruck(seat=1, box="ones"),
        BoardCompleted(seat=0),
    ),
)

"""Bleib Cool: throw the die, run around the ring, and bring four stones home."""

from domain.games.bleib_cool import rules
from domain.games.bleib_cool.examples import EXAMPLES
from domain.games.bleib_cool.figures import figures
from domain.games.bleib_cool.picture import picture
from domain.games.bleib_cool.robot import ROBOTS
from domain.games.bleib_cool.rules import Fact, MoveStone, Passed, Roll, Rolled, State, StoneMoved, TurnBegan, Wish
from domain.games.bleib_cool.texts import TEXTS
from domain.games.bleib_cool.view import View, view
from domain.kernel import Rules, Table

__all__ = ["RULES"]

RULES = Rules[State, Wish, Fact, View](
    name="bleib_cool",
    # Four first: the board is made for them, and a table may start with fewer but never grow.
    table=Table(seats=(4, 3, 2), rematch_first="drawn"),
    texts=TEXTS,
    examples=EXAMPLES,
    moves=(Roll, MoveStone),
    events=(Rolled, StoneMoved, Passed, TurnBegan),
    initial=rules.initial,
    decide=rules.decide,
    by_itself=rules.by_itself,
    evolve=rules.evolve,
    leave=rules.leave,
    at_stake=rules.at_stake,
    move_of=rules.move_of,
    legal_moves=rules.legal_moves,
    to_move=rules.to_move,
    view=view,
    outcome=rules.outcome,
    picture=picture,
    figures=figures,
    robots=ROBOTS,
)

"""Reversi: enclose the other's discs and they become yours."""

from domain.games.reversi import rules
from domain.games.reversi.examples import EXAMPLES
from domain.games.reversi.figures import figures
from domain.games.reversi.notation import NOTATION
from domain.games.reversi.picture import picture
from domain.games.reversi.robot import ROBOTS
from domain.games.reversi.rules import DiscPlaced, Fact, Passed, Place, State, View
from domain.games.reversi.texts import TEXTS
from domain.kernel import Rules, Table

__all__ = ["RULES"]

RULES = Rules[State, Place, Fact, View](
    name="reversi",
    table=Table(seats=(2,)),
    texts=TEXTS,
    examples=EXAMPLES,
    moves=(Place,),
    events=(DiscPlaced, Passed),
    notation=NOTATION,
    initial=rules.initial,
    decide=rules.decide,
    by_itself=rules.by_itself,
    evolve=rules.evolve,
    leave=rules.leave,
    at_stake=rules.at_stake,
    move_of=rules.move_of,
    legal_moves=rules.legal_moves,
    to_move=rules.to_move,
    view=rules.view,
    outcome=rules.outcome,
    picture=picture,
    figures=figures,
    robots=ROBOTS,
)

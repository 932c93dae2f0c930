"""Vier gewinnt: let a disc fall, and be the first with four in a line."""

from domain.games.connect_four import rules
from domain.games.connect_four.examples import EXAMPLES
from domain.games.connect_four.figures import figures
from domain.games.connect_four.notation import NOTATION
from domain.games.connect_four.picture import picture
from domain.games.connect_four.robot import ROBOTS
from domain.games.connect_four.rules import DiscDropped, Drop, Fact, State, View
from domain.games.connect_four.texts import TEXTS
from domain.kernel import Rules, Table

__all__ = ["RULES"]

RULES = Rules[State, Drop, Fact, View](
    name="connect_four",
    table=Table(seats=(2,)),
    texts=TEXTS,
    examples=EXAMPLES,
    moves=(Drop,),
    events=(DiscDropped,),
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

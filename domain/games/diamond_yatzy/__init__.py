"""DiamondYatzy: a duel on two boards with the same jewels, each hidden until the other is complete."""

from domain.games.diamond_yatzy import rules
from domain.games.diamond_yatzy.examples import EXAMPLES
from domain.games.diamond_yatzy.figures import figures
from domain.games.diamond_yatzy.picture import drafts, picture
from domain.games.diamond_yatzy.robot import ROBOTS
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
    State,
    Strike,
    Wish,
)
from domain.games.diamond_yatzy.texts import TEXTS
from domain.games.diamond_yatzy.view import View, view
from domain.kernel import Rules

__all__ = ["RULES"]

RULES = Rules[State, Wish, Fact, View](
    name="diamond_yatzy",
    table=rules.TABLE,
    texts=TEXTS,
    examples=EXAMPLES,
    moves=(Draw, Joker, Enter, Strike),
    events=(CollectionDrawn, JokerPlayed, BoxEntered, BoxStruck, BoardCompleted),
    initial=rules.initial,
    decide=rules.decide,
    by_itself=rules.by_itself,
    evolve=rules.evolve,
    leave=rules.leave,
    at_stake=rules.to_move,
    move_of=rules.move_of,
    legal_moves=rules.legal_moves,
    to_move=rules.to_move,
    opened=rules.opened,
    silent=rules.silent,
    reached=rules.reached,
    view=view,
    outcome=rules.outcome,
    picture=picture,
    figures=figures,
    drafts=drafts,
    robots=ROBOTS,
)

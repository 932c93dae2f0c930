"""Level X: group four dice, move up the rows, and take chips wherever a piece stands on X."""

from domain.games.level_x import rules
from domain.games.level_x.examples import EXAMPLES
from domain.games.level_x.figures import figures
from domain.games.level_x.picture import drafts, picture
from domain.games.level_x.robot import ROBOTS
from domain.games.level_x.rules import DiceGrouped, DiceRolled, Fact, GroupDice, State
from domain.games.level_x.texts import TEXTS
from domain.games.level_x.view import View, view
from domain.kernel import Rules

__all__ = ["RULES"]

RULES = Rules[State, GroupDice, Fact, View](
    name="level_x",
    table=rules.TABLE,
    texts=TEXTS,
    examples=EXAMPLES,
    moves=(GroupDice,),
    events=(DiceRolled, DiceGrouped),
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
    drafts=drafts,
    robots=ROBOTS,
)

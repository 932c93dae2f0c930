"""Model: how much a result says of the players' skill, as Weng and Lin reckon it (JMLR 12, 2011, algorithm 4).

The library's numbers are used as they are shown: a newcomer has its mean, and a difference of 200 wins three of four.
"""

from collections.abc import Sequence

from openskill.models import PlackettLuce

from domain.rating import DEVIATION, NEWCOMER, PARTS, Skill

LUCK = DEVIATION / 2  # How much one game may differ from what the players are worth.
DRIFT = DEVIATION / 100  # How much a player may change from one game to the next.

_MODEL = PlackettLuce(mu=NEWCOMER, sigma=DEVIATION, beta=LUCK, tau=DRIFT)


def plackett_luce(skills: Sequence[Skill], places: Sequence[int]) -> Sequence[Skill]:
    """Return the skills after a game in which these places were reached."""
    teams = [[_MODEL.rating(mu=skill.mean / PARTS, sigma=skill.deviation / PARTS)] for skill in skills]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Skill(mean=round(one.mu * PARTS), deviation=round(one.sigma * PARTS)) for (one,) in rated]

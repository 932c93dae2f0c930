"""Robots as players: who they are.  Ids and names follow from kind and level, so that they are the same everywhere."""

from collections.abc import Iterable, Sequence

from domain.kernel import AnyRobot, AnyRules
from infra.postgres.people import Person
from services.ids import derived

ROBO = "Robo"  # Names that begin so are given, never chosen (`services.names`).


def robot_of(rules: AnyRules, level: str) -> AnyRobot | None:
    """Return the robot of a level, None where a kind has none."""
    return next((robot for robot in rules.robots if robot.level == level), None)


def players_of(rules: AnyRules, level: str) -> Sequence[Person]:
    """Return the players that robots of a level are: as many as can sit at one table."""
    return [player_of(rules, level, number) for number in range(1, max(rules.table.seats) + 1)]


def player_of(rules: AnyRules, level: str, number: int = 1) -> Person:
    """Return who the first robot of a level at a table is, the second, …: one player sits at a table once."""
    name = f"{ROBO} {rules.texts.name.de} {level}"
    return Person(
        id=str(derived("robot", rules.name, level, number)),
        name=name if number == 1 else f"{name} {number}",
        robot=True,
    )


def free(players: Iterable[Person], taken: Iterable[str]) -> Person | None:
    """Return the first of these players who does not sit there yet."""
    sitting = set(taken)
    return next((player for player in players if player.id not in sitting), None)

"""Hints: whose lists a commit changes, so that they are read anew soon wherever somebody looks at them."""

from collections.abc import Sequence

from domain.feed import Game
from domain.kernel import Public
from domain.match import Commit, Match, MatchEvent, Player

LOBBY = "lobby"


def player_channel(player: Player) -> str:
    """Return the name of the channel on which it is hinted that something concerns a player."""
    return f"player:{player}"


def hinted(before: Match, after: Game, commit: Commit) -> Sequence[str]:
    """Return the channels of the lists that a commit may change: the lobby, its members' own."""
    match = after.match
    if any(isinstance(event, MatchEvent) for event in commit.events):
        concerned = {member.player for member in (*before.members, *match.members) if member.robot is None}
        return [LOBBY, *map(player_channel, sorted(concerned))]
    if not any(isinstance(event, Public) for event in commit.events):
        return ()  # Nobody's list tells of what is hidden.
    # Whose turn it was and is: a deadline may be another though the turn is the same.
    seats = {*before.turn, *match.turn}
    robots = {member.player for member in match.members if member.robot is not None}
    players = [match.seats[seat].player for seat in sorted(seats)]
    return [player_channel(player) for player in players if player is not None and player not in robots]

"""Playthroughs: games told as text in each game's folder, which must still be what the rules make of them.

A new one needs only its title and the lines that ask for something; see `domain/playthrough.py`.  To write all anew:

    ZUGFOLGE_RETELL=1 python -m pytest tests/laws/test_playthroughs.py
"""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from domain.codec import tag
from domain.games import connect_four
from domain.kernel import AnyRules
from domain.playthrough import Unplayable, retell
from tests.laws.registry import EVERY_GAME, KINDS, folder

RETELL = "ZUGFOLGE_RETELL"


def stories(rules: AnyRules) -> Sequence[Path]:
    return sorted(folder(rules).glob("playthroughs/*.txt"))


STORIES = [(rules, path) for rules in KINDS.values() for path in stories(rules)]


@pytest.mark.parametrize(("rules", "path"), STORIES, ids=[f"{rules.name}-{path.stem}" for rules, path in STORIES])
def test_a_playthrough_is_still_told_like_this(rules: AnyRules, path: Path) -> None:
    told = retell(rules, path.read_text())
    if os.environ.get(RETELL):
        path.write_text(told)

    assert told == path.read_text()


@EVERY_GAME
def test_every_game_has_playthroughs_in_which_every_move_and_event_occurs(rules: AnyRules) -> None:
    told = "".join(path.read_text() for path in stories(rules))

    assert {tag(message) for message in (*rules.moves, *rules.events)} - set(told.split()) == set()
    assert "\nover " in told


@pytest.mark.parametrize(
    "script",
    [
        'Title\n> 1 connect_four.drop {"column":4}\n',
        'Title\n> 0 connect_four.drop {"column":8}\n',
        "Title\n> 0 connect_four.drop\n",
        'Title\n> 0 reversi.place {"square":"d3"}\n',
        "Title\n> x left\n",
        "Title\nseats many\n",
        'Title\noptions {"unknown":1}\n',
    ],
)
def test_a_script_that_cannot_be_played_is_refused(script: str) -> None:
    with pytest.raises(Unplayable):
        retell(connect_four.RULES, script)

"""The judge accepts what was played, and names the place where a log was tampered with."""

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, TypeAlias

import pytest

from domain import commands
from domain.codec import Codec, Unreadable, canonical
from domain.judge import judge
from domain.kernel import AnyRules, Event, Refused
from domain.match import Commit, MatchEvent, MatchJoined, MatchSeatLeft, fold
from tests.laws import hidden
from tests.laws.lives import Life, live
from tests.laws.registry import EVERY_GAME, NUMBERS, REPRODUCIBLE

PLACES = 12  # Of each life.

Tampering: TypeAlias = Callable[[AnyRules, Life, Commit, int], Sequence[Event]]
"""Changes a commit at one of its events; returns what then stands there."""


def changed(rules: AnyRules, life: Life, commit: Commit, offset: int) -> Sequence[Event]:
    """One number, word or truth of the event is another."""
    coded = Codec(rules).encode(commit.events[offset])
    for _ in range(PLACES):
        data = _other(coded.data.decode(), life.random).encode()
        try:
            event = Codec(rules).decode(coded.type, coded.schema, data)
        except Unreadable:
            continue
        return (*commit.events[:offset], event, *commit.events[offset + 1 :])
    return commit.events


def removed(_rules: AnyRules, _life: Life, commit: Commit, offset: int) -> Sequence[Event]:
    """The event is missing."""
    return (*commit.events[:offset], *commit.events[offset + 1 :])


def doubled(_rules: AnyRules, _life: Life, commit: Commit, offset: int) -> Sequence[Event]:
    """The event stands there twice."""
    return (*commit.events[:offset], commit.events[offset], *commit.events[offset:])


def swapped(_rules: AnyRules, _life: Life, commit: Commit, offset: int) -> Sequence[Event]:
    """The event comes after the one that follows it."""
    before, pair, after = commit.events[:offset], commit.events[offset : offset + 2], commit.events[offset + 2 :]
    return (*before, *reversed(pair), *after)


@EVERY_GAME
@REPRODUCIBLE
@NUMBERS
def test_what_was_played_is_accepted_at_every_time(rules: AnyRules, number: int) -> None:
    life = live(rules, Random(number))
    for log in hidden.cuts(life):
        assert judge(rules, log, life.seed) is None


@EVERY_GAME
@REPRODUCIBLE
@NUMBERS
def test_another_seed_is_found_at_the_commitment(rules: AnyRules, number: int) -> None:
    life = live(rules, Random(number))

    assert judge(rules, life.log, bytes(32)) == 1


@EVERY_GAME
@pytest.mark.parametrize("tampering", [changed, removed, doubled, swapped], ids=lambda tampering: tampering.__name__)
@REPRODUCIBLE
@NUMBERS
def test_tampering_is_found_where_it_was_done(rules: AnyRules, tampering: Tampering, number: int) -> None:
    """What was wished may be another legal wish: then the log goes wrong later, or is just another game's."""
    life = live(rules, Random(number))
    for place, offset, version in _places(life):
        commit = life.log[place]
        events = tuple(tampering(rules, life, commit, offset))
        if canonical(events) == canonical(commit.events):
            continue
        instead = [Commit(at=commit.at, events=events)] if events else []
        log = [*life.log[:place], *instead, *life.log[place + 1 :]]
        found = judge(rules, log, life.seed)
        if tampering is doubled:
            assert found == version + 1
        elif _may_be_wished(rules, life, place, offset, events):
            assert found is None or found >= version
        else:
            assert found == version


@EVERY_GAME
@REPRODUCIBLE
@NUMBERS
def test_nothing_may_follow_the_end(rules: AnyRules, number: int) -> None:
    life = live(rules, Random(number))
    events = sum(len(commit.events) for commit in life.log)
    for commit in life.random.sample(life.log, 3):
        assert judge(rules, [*life.log, commit], life.seed) == events + 1


def _places(life: Life) -> Iterator[tuple[int, int, int]]:
    """Yield some events: of which commit, at which place in it, and which version."""
    everywhere = [(place, offset) for place, commit in enumerate(life.log) for offset in range(len(commit.events))]
    for index in sorted(life.random.sample(range(len(everywhere)), min(PLACES, len(everywhere)))):
        yield *everywhere[index], index + 1


def _may_be_wished(rules: AnyRules, life: Life, place: int, offset: int, events: Sequence[Event]) -> bool:
    """Return whether what now stands there could have been asked for, rather than followed from what was."""
    wishes = MatchJoined | MatchSeatLeft  # Several of them can stand in one commit.
    if offset and not isinstance(life.log[place].events[offset], wishes):
        return False
    if offset or not events or isinstance(events[0], MatchEvent):
        return True
    move: Any = rules.move_of(events[0])
    if move is None or events[0].seat is None:
        return False
    before = fold(rules, life.log[:place])
    decided = commands.move(rules, before, events[0].seat, move, life.seed, life.log[place].at)
    return not isinstance(decided, Refused) and decided[0] == events[0]


def _other(data: str, random: Random) -> str:
    """Return JSON in which one value is another."""
    values = list(re.finditer(r"\b\d+\b|\b(?:true|false)\b|(?<=[:\[,])\"[^\"]+\"(?=[,\]}])", data))
    value = random.choice(values)
    match value.group():
        case "true":
            new = "false"
        case "false":
            new = "true"
        case text if text.startswith('"'):
            new = f'"{text[2:-1]}{random.choice("0a7fh3")}"'
        case digits:
            new = str(max(0, int(digits) + random.choice((-1, 1, 2))))
    return data[: value.start()] + new + data[value.end() :]

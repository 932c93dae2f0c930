"""Moves: what is listed is legal, what is legal has a listed effect, and what is refused has changed nothing."""

import pickle
from collections.abc import Iterator, Sequence
from datetime import timedelta
from random import Random
from typing import Any

from msgspec import convert, to_builtins

from domain import commands
from domain.codec import canonical
from domain.commands import Decided
from domain.feed import Game, has_secrets, recall
from domain.kernel import AnyRules, Event, Move, Refused, Seat
from domain.match import Commit, Match, MatchEvent, advance, fold
from domain.picture import Draft, Scene
from tests.laws import hands, hidden
from tests.laws.lives import Life, live
from tests.laws.registry import EVERY_GAME, NUMBERS, REPRODUCIBLE
from tests.laws.values import any_move

MOVES = 40  # Of each seat and position.


class Turn:
    """A seat on turn: it sees what it knows, the rules see all."""

    def __init__(self, life: Life, game: Game, seat: Seat) -> None:
        self.rules, self.seat, self.match, self.seed = life.rules, seat, game.match, life.seed
        self.at = game.log[-1].at + timedelta(seconds=1)
        self.knows = game.known(seat).match.board
        self.listed: Sequence[Move] = list(self.rules.legal_moves(self.knows, seat))
        self.drafts: Sequence[Draft] = self.rules.drafts(self.knows, seat)

    @property
    def scene(self) -> Scene:
        """What it sees."""
        return self.rules.picture(self.knows)

    def decide(self, move: Move) -> Decided:
        """Return what a move would append."""
        return commands.move(self.rules, self.match, self.seat, move, self.seed, self.at)

    def accept(self, move: Move) -> tuple[Event, ...]:
        """Return what a legal move appends."""
        decided = self.decide(move)
        assert not isinstance(decided, Refused), f"{move}: {decided.reason}"
        return decided

    def effect(self, events: tuple[Event, ...]) -> bytes:
        """Return what these events come to."""
        after = advance(self.rules, self.match, Commit(at=self.at, events=events))
        return canonical([self.rules.view(after.board), after.turn, after.result])


def turns(rules: AnyRules, number: int) -> Iterator[tuple[Turn, Random]]:
    """Yield some positions of a life, for each seat on turn."""
    life = live(rules, Random(number))
    for log in hidden.cuts(life)[:-1]:
        game = recall(rules, log)
        for seat in game.match.turn:
            yield Turn(life, game, seat), life.random


@EVERY_GAME
@REPRODUCIBLE
@NUMBERS
def test_a_seat_on_turn_has_moves_and_each_is_well_formed_and_legal(rules: AnyRules, number: int) -> None:
    for turn, _ in turns(rules, number):
        assert turn.listed
        for move in turn.listed[:MOVES]:
            assert convert(to_builtins(move), type(move)) == move
            assert turn.accept(move)


@EVERY_GAME
@REPRODUCIBLE
@NUMBERS
def test_a_seat_finds_its_moves_by_what_it_knows(rules: AnyRules, number: int) -> None:
    for turn, _ in turns(rules, number):
        assert turn.listed == list(rules.legal_moves(turn.match.board, turn.seat))
        assert turn.drafts == rules.drafts(turn.match.board, turn.seat)


@EVERY_GAME
@REPRODUCIBLE
@NUMBERS
def test_no_two_listed_moves_do_the_same(rules: AnyRules, number: int) -> None:
    for turn, _ in turns(rules, number):
        moves = turn.listed[:MOVES]
        assert len({canonical(turn.accept(move)) for move in moves}) == len(moves)


@EVERY_GAME
@REPRODUCIBLE
@NUMBERS
def test_an_accepted_move_has_the_effect_of_a_listed_one(rules: AnyRules, number: int) -> None:
    for turn, random in turns(rules, number):
        decided = [turn.decide(any_move(rules, random)) for _ in range(MOVES)]
        listed = {turn.effect(turn.accept(move)) for move in turn.listed}
        assert {turn.effect(events) for events in decided if not isinstance(events, Refused)} <= listed


@EVERY_GAME
@REPRODUCIBLE
@NUMBERS
def test_a_refused_move_says_why_in_both_languages_and_changes_nothing(rules: AnyRules, number: int) -> None:
    for turn, random in turns(rules, number):
        before, chance = pickle.dumps(turn.match), commands.chance_of(turn.match, turn.seed)
        for _ in range(MOVES):
            decided = rules.decide(turn.match.board, turn.seat, any_move(rules, random), chance)
            assert pickle.dumps(turn.match) == before
            if isinstance(decided, Refused):
                assert rules.texts.refusals[decided.reason].de
                assert rules.texts.refusals[decided.reason].en


@EVERY_GAME
@REPRODUCIBLE
@NUMBERS
def test_a_running_match_says_whose_turn_it_is_as_the_rules_do(rules: AnyRules, number: int) -> None:
    match = Match()
    for commit in live(rules, Random(number)).log:
        match = advance(rules, match, commit)
        assert [*match.turn] == (sorted(rules.to_move(match.board)) if match.status == "running" else [])


@EVERY_GAME
@REPRODUCIBLE
@NUMBERS
def test_only_a_seat_on_turn_can_move(rules: AnyRules, number: int) -> None:
    life = live(rules, Random(number))
    for log in hidden.cuts(life):
        match = fold(rules, log)
        for seat in {*range(len(match.seats))} - {*match.turn}:
            assert list(rules.legal_moves(match.board, seat)) == []
            assert list(rules.drafts(match.board, seat)) == []
            chance = commands.chance_of(match, life.seed)
            decided = [rules.decide(match.board, seat, any_move(rules, life.random), chance) for _ in range(MOVES)]
            assert all(isinstance(refused, Refused) for refused in decided)


@EVERY_GAME
@REPRODUCIBLE
@NUMBERS
def test_the_move_behind_a_commit_is_read_off_its_first_event(rules: AnyRules, number: int) -> None:
    life, match = live(rules, Random(number)), Match()
    for commit in life.log:
        first = commit.events[0]
        if not isinstance(first, MatchEvent):
            move: Any = rules.move_of(first)
            assert first.seat is not None
            assert commands.move(rules, match, first.seat, move, life.seed, commit.at) == commit.events
        match = advance(rules, match, commit)


@EVERY_GAME
@REPRODUCIBLE
@NUMBERS
def test_a_draft_gathers_a_legal_move(rules: AnyRules, number: int) -> None:
    for turn, random in turns(rules, number):
        for draft in turn.drafts:
            assert draft.confirm.de
            assert draft.confirm.en
            moves = hands.gathered(rules, draft, random)
            assert any(not isinstance(turn.decide(move), Refused) for move in moves)


@EVERY_GAME
@REPRODUCIBLE
@NUMBERS
def test_every_listed_move_can_be_made_by_hand(rules: AnyRules, number: int) -> None:
    for turn, _ in turns(rules, number):
        scene = turn.scene
        assert [move for move in turn.listed if not hands.can_do(scene, turn.drafts, move)] == []


@EVERY_GAME
@REPRODUCIBLE
@NUMBERS
def test_a_notation_tells_a_whole_game(rules: AnyRules, number: int) -> None:
    if rules.notation is None:
        return
    life = live(rules, Random(number))
    moves = [move for commit in life.log for event in commit.events if (move := _move_behind(rules, event)) is not None]

    assert rules.notation.read(rules.notation.write(moves)) == moves
    assert not has_secrets(rules)
    if not any(taken.left for taken in life.match.seats):
        assert written(rules, life, moves).board == life.match.board


def _move_behind(rules: AnyRules, event: Event) -> Move | None:
    behind: Move | None = None if isinstance(event, MatchEvent) else rules.move_of(event)
    return behind


def written(rules: AnyRules, life: Life, moves: Sequence[Move]) -> Match:
    """Return what these moves come to in a game without players, seed and limit."""
    decided, match = commands.open_written(rules, len(life.match.seats), life.at), Match()
    assert not isinstance(decided, Refused)
    match = advance(rules, match, Commit(at=life.at, events=decided))
    for move in moves:
        (seat,) = match.turn
        decided = commands.move(rules, match, seat, move, None, life.at)
        assert not isinstance(decided, Refused)
        match = advance(rules, match, Commit(at=life.at, events=decided))
    assert match.ended
    return match

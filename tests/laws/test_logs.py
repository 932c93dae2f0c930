"""Logs: what is stored says all, byte for byte."""

from random import Random

from domain.codec import Codec
from domain.kernel import AnyRules
from domain.match import Commit, fold
from tests.laws.lives import live
from tests.laws.registry import EVERY_GAME, NUMBERS, REPRODUCIBLE


@EVERY_GAME
@REPRODUCIBLE
@NUMBERS
def test_the_stored_bytes_rebuild_the_state(rules: AnyRules, number: int) -> None:
    life, codec = live(rules, Random(number)), Codec(rules)
    stored = [(commit.at, [codec.encode(event) for event in commit.events]) for commit in life.log]

    read = [Commit(at=at, events=tuple(codec.decode(c.type, c.schema, c.data) for c in coded)) for at, coded in stored]

    assert read == life.log
    assert fold(rules, read) == life.match


@EVERY_GAME
@REPRODUCIBLE
@NUMBERS
def test_what_is_read_is_written_in_the_same_bytes(rules: AnyRules, number: int) -> None:
    codec = Codec(rules)
    for event in (event for commit in live(rules, Random(number)).log for event in commit.events):
        coded = codec.encode(event)
        assert codec.encode(codec.decode(coded.type, coded.schema, coded.data)) == coded


@EVERY_GAME
@REPRODUCIBLE
@NUMBERS
def test_the_same_seed_words_and_moves_make_the_same_game(rules: AnyRules, number: int) -> None:
    assert live(rules, Random(number)).log == live(rules, Random(number)).log

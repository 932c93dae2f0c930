"""Kinds: what each game says about itself is complete."""

import ast
import re
from collections.abc import Iterator

import msgspec
import pytest
from msgspec import convert, to_builtins
from msgspec.structs import fields

from domain.codec import Codec, tag
from domain.feed import has_secrets
from domain.games import discover
from domain.kernel import AnyRules, Public, Rules, Secret
from tests.laws.registry import EVERY_GAME, KINDS, folder


@EVERY_GAME
def test_a_game_bears_the_name_of_its_folder(rules: AnyRules) -> None:
    assert folder(rules).name == rules.name
    assert re.fullmatch("[a-z][a-z_]*", rules.name)


@EVERY_GAME
def test_every_event_is_public_or_secret(rules: AnyRules) -> None:
    assert [e for e in rules.events if issubclass(e, Public) == issubclass(e, Secret)] == []


@EVERY_GAME
def test_moves_and_events_bear_the_name_of_their_game(rules: AnyRules) -> None:
    messages = [tag(message) for message in (*rules.moves, *rules.events)]

    assert [name for name in messages if not re.fullmatch(rf"{rules.name}\.[a-z_]+", name)] == []
    assert len(set(messages)) == len(messages)


@EVERY_GAME
def test_a_kind_opens_secrets_exactly_if_it_has_any(rules: AnyRules) -> None:
    never = next(field.default for field in fields(Rules) if field.name == "opened")

    assert (rules.opened is not never) == has_secrets(rules)


@EVERY_GAME
def test_there_is_one_example_of_each_move_and_event(rules: AnyRules) -> None:
    assert [type(move) for move in rules.examples.moves] == [*rules.moves]
    assert [type(event) for event in rules.examples.events] == [*rules.events]


@EVERY_GAME
def test_examples_can_be_stored_and_read_back(rules: AnyRules) -> None:
    codec = Codec(rules)
    for event in rules.examples.events:
        coded = codec.encode(event)
        assert codec.decode(coded.type, coded.schema, coded.data) == event
    for move in rules.examples.moves:
        assert convert(to_builtins(move), type(move)) == move


@EVERY_GAME
def test_a_move_with_an_unknown_field_is_refused_at_reading(rules: AnyRules) -> None:
    for move in rules.examples.moves:
        with pytest.raises(msgspec.ValidationError):
            convert(to_builtins(move) | {"cheat": True}, type(move))


@EVERY_GAME
def test_every_reason_to_refuse_can_be_read_in_both_languages(rules: AnyRules) -> None:
    assert sorted(set(_reasons(rules)) - set(rules.texts.refusals)) == []


@EVERY_GAME
def test_texts_say_something_in_both_languages(rules: AnyRules) -> None:
    told = [rules.texts.name, rules.texts.rules, *rules.texts.refusals.values()]
    told += [text for text in (rules.texts.overview, rules.texts.credits) if text]

    assert [text for text in told if not (text.de.strip() and text.en.strip())] == []
    assert rules.texts.rules.de != rules.texts.rules.en


@EVERY_GAME
def test_the_rules_show_every_figure_once_in_each_language_and_no_other(rules: AnyRules) -> None:
    shown = [re.findall(r"!\[[^]]+\]\((\w+)\)", text) for text in (rules.texts.rules.de, rules.texts.rules.en)]

    assert shown[0] == shown[1]
    assert sorted(shown[0]) == sorted(rules.figures())


@EVERY_GAME
def test_a_figure_is_a_position_that_every_part_of_the_game_takes(rules: AnyRules) -> None:
    for state in rules.figures().values():
        assert rules.picture(state).label.de
        assert msgspec.json.encode(rules.view(state))
        moves = [move for seat in rules.to_move(state) for move in rules.legal_moves(state, seat)]
        assert bool(moves) == (rules.outcome(state) is None)


@EVERY_GAME
def test_a_table_offers_seats_limits_and_options_that_can_be_had(rules: AnyRules) -> None:
    table, limit = rules.table, rules.table.limit

    assert len(set(table.seats)) == len(table.seats) > 0
    assert min(table.seats) >= 2
    assert 0 < limit.least <= limit.default <= limit.most
    assert convert(to_builtins(rules.options()), rules.options) == rules.options()


@EVERY_GAME
def test_what_is_stored_has_whole_numbers_only(rules: AnyRules) -> None:
    kinds = msgspec.inspect.multi_type_info([*rules.moves, *rules.events, rules.options])

    assert [kind for kind in map(repr, kinds) if "FloatType" in kind or "DecimalType" in kind] == []


def test_the_laws_hold_for_the_games_on_offer_and_the_toys() -> None:
    assert {*discover(), *discover("tests.toys")} == {*KINDS}
    assert {rules.name for rules in KINDS.values()} == {*KINDS}


def _reasons(rules: AnyRules) -> Iterator[str]:
    """Yield each reason that stands in the game's source."""
    for path in folder(rules).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                texts = [part for word in node.keywords for part in ast.walk(word.value)]
                yield from (str(text.value) for text in texts if isinstance(text, ast.Constant))

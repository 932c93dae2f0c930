"""Golden logs mean for ever what they meant when they were written, and there is one of everything."""

from pathlib import Path

import pytest

from domain.codec import tag
from domain.feed import recall
from domain.judge import judge
from domain.kernel import AnyRules
from domain.match import EVENTS
from tests.laws import golden
from tests.laws.registry import EVERY_GAME, KINDS

LOGS = [(rules, path) for rules in KINDS.values() for path in golden.logs(rules)]

EVERY_LOG = pytest.mark.parametrize(("rules", "path"), LOGS, ids=[f"{rules.name}-{path.stem}" for rules, path in LOGS])


@EVERY_LOG
def test_a_golden_log_still_means_what_it_meant(rules: AnyRules, path: Path) -> None:
    golden.still_means_the_same(rules, path.read_bytes())


@EVERY_LOG
def test_a_golden_log_is_what_the_rules_still_make_of_it(rules: AnyRules, path: Path) -> None:
    _, log = golden.read(rules, path.read_bytes())
    match = recall(rules, log).match

    assert match.ended
    assert judge(rules, log, None if match.seed is None else bytes.fromhex(match.seed)) is None


@EVERY_GAME
def test_every_event_occurs_in_a_golden_log_in_every_schema_ever_written(rules: AnyRules) -> None:
    found = {each for path in golden.logs(rules) for each in golden.schemas(path.read_bytes())}
    ever = {(tag(event), schema) for event in rules.events for schema in range(1, event.schema + 1)}

    assert ever - found == set()


def test_every_event_of_a_match_occurs_in_a_golden_log_in_every_schema_ever_written() -> None:
    found = {each for _, path in LOGS for each in golden.schemas(path.read_bytes())}
    ever = {(tag(event), schema) for event in EVENTS for schema in range(1, event.schema + 1)}

    assert ever - found == set()


@EVERY_GAME
def test_every_schema_but_the_newest_has_an_upcast(rules: AnyRules) -> None:
    lifted = {(upcast.type, upcast.schema) for upcast in rules.upcasts}

    assert lifted == {(tag(event), schema) for event in rules.events for schema in range(1, event.schema)}

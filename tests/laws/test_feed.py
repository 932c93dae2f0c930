"""What everybody may see: the laws of the feed, for every game."""

from inspect import isfunction, signature
from random import Random

import pytest

from domain.kernel import AnyRules
from tests.laws import hidden
from tests.laws.lives import live
from tests.laws.registry import EVERY_GAME, NUMBERS, REPRODUCIBLE


@EVERY_GAME
@pytest.mark.parametrize("law", hidden.LAWS, ids=lambda law: law.__name__)
@REPRODUCIBLE
@NUMBERS
def test_feed(rules: AnyRules, law: hidden.Law, number: int) -> None:
    law(rules, live(rules, Random(number)))


def test_no_law_is_left_out() -> None:
    checks = [each for name, each in vars(hidden).items() if isfunction(each) and not name.startswith("_")]
    assert [
        check for check in checks if len(signature(check).parameters) == 2 and "life" in signature(check).parameters
    ] == [*hidden.LAWS]

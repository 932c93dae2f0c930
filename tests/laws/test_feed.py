"""What everybody may see: the laws of the feed, for every game."""

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

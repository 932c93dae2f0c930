"""What is drawn: the laws of pictures and drafts, for every game."""

from random import Random

import pytest

from domain.kernel import AnyRules
from tests.laws import drawn
from tests.laws.lives import live
from tests.laws.registry import EVERY_GAME, NUMBERS, REPRODUCIBLE


@EVERY_GAME
@pytest.mark.parametrize("law", drawn.LAWS, ids=lambda law: law.__name__)
@REPRODUCIBLE
@NUMBERS
def test_picture(rules: AnyRules, law: drawn.Law, number: int) -> None:
    law(live(rules, Random(number)))

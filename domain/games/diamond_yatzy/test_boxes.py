"""What each box brings; all 252 hands are compared with the table in tests/conformance."""

import pytest

from domain.chance import Seeded
from domain.games.diamond_yatzy import RULES
from domain.games.diamond_yatzy.boxes import BOXES, VALUE, Box
from domain.games.diamond_yatzy.rules import BoxEntered, CollectionDrawn, Enter, State, brings, total, upper
from domain.games.diamond_yatzy.testing import board, duel, jewels
from domain.testing import after, commit, given

ANY = Seeded(bytes(32))


def now(digits: str, box: Box) -> int:
    """Return what a box of an empty list would bring with these jewels."""
    return brings(board(digits))[box]


def test_a_jewel_counts_by_its_colour() -> None:
    """rules.md §3 Jewels: white 1, yellow 2, red 3, blue 4, violet 5, green 6."""
    assert VALUE == {"white": 1, "yellow": 2, "red": 3, "blue": 4, "violet": 5, "green": 6}
    assert [now(str(value) * 5, "chance") for value in VALUE.values()] == [5, 10, 15, 20, 25, 30]


def test_the_upper_boxes_bring_the_sum_of_their_colour() -> None:
    """rules.md §3 table, 1er … 6er: sum of the jewels of that colour."""
    assert [now("11666", box) for box in BOXES[:6]] == [2, 0, 0, 0, 0, 18]
    assert [now("23452", box) for box in BOXES[:6]] == [0, 4, 3, 4, 5, 0]


def test_the_bonus_comes_once_with_63_in_the_upper_boxes() -> None:
    """rules.md §3 table, Bonus: 35, once the six upper boxes reach 63 or more."""
    almost = {"twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18}  # 60, and three ones are missing.
    state = duel(board("11123", points=almost))

    given(RULES, state=state).when(0, Enter(box="ones"), *(1,) * 5).then(
        BoxEntered(seat=0, box="ones", points=3, bonus=35),
        CollectionDrawn(seat=0, round=7, collection=1, kept=(), jewels=jewels("11111")),
    )
    entered = after(RULES, state, [BoxEntered(seat=0, box="ones", points=3, bonus=35)]).boards[0]
    assert (upper(entered), entered.bonus, total(entered)) == (63, 35, 98)


def test_there_is_no_bonus_for_62_nor_for_lower_boxes_nor_twice() -> None:
    """rules.md §3 table, Bonus: once the six upper boxes reach 63."""
    almost = {"twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18}
    missed = duel(board("11234", points=almost))
    lower = duel(board("55555", points=almost))
    reached = duel(board("11123", points={"threes": 15, "fours": 20, "fives": 25, "sixes": 30}, bonus=35))

    cases: list[tuple[State, Box, int]] = [(missed, "ones", 2), (lower, "yatzy", 50), (reached, "ones", 3)]
    for state, box, points in cases:
        first, *_ = commit(RULES, state, 0, Enter(box=box), ANY)
        assert first == BoxEntered(seat=0, box=box, points=points, bonus=0)


def test_the_bonus_comes_as_soon_as_63_are_reached() -> None:
    """rules.md §3 table, Bonus: *once* they reach 63: other upper boxes may still be free."""
    state = duel(board("66666", points={"fours": 16, "fives": 20}))

    first, *_ = commit(RULES, state, 0, Enter(box="sixes"), ANY)
    assert first == BoxEntered(seat=0, box="sixes", points=30, bonus=35)


@pytest.mark.parametrize(
    ("digits", "three", "four"),
    [("33312", 9, 0), ("33332", 9, 12), ("33333", 9, 12), ("33122", 0, 0), ("66161", 18, 0), ("11112", 3, 4)],
)
def test_of_a_kind_counts_the_matching_jewels_only(digits: str, three: int, four: int) -> None:
    """rules.md §3 table: Dreierpasch, Viererpasch: at least three (four) of a colour.

    rules.md §3 table: of a colour: 3 × (4 ×) that colour's value, the matching jewels only (red: 9, 12) (the
    original: "from the value of the respective jewel").
    """
    assert (now(digits, "three_of_a_kind"), now(digits, "four_of_a_kind")) == (three, four)


@pytest.mark.parametrize(("digits", "points"), [("33322", 25), ("61616", 25), ("33333", 0), ("33221", 0), ("33312", 0)])
def test_a_full_house_is_three_of_one_colour_and_two_of_another(digits: str, points: int) -> None:
    """rules.md §3 table, Full House: 25: three of one colour and two of another."""
    assert now(digits, "full_house") == points


@pytest.mark.parametrize(
    ("digits", "small", "large"),
    [
        ("12341", 30, 0),
        ("52346", 30, 40),
        ("23455", 30, 0),
        ("36456", 30, 0),
        ("54321", 30, 40),
        ("12356", 0, 0),
        ("12456", 0, 0),
        ("13456", 30, 0),
        ("11111", 0, 0),
    ],
)
def test_straights_are_values_in_a_row(digits: str, small: int, large: int) -> None:
    """rules.md §3 table: Kleine Straße | 30: 1-2-3-4, 2-3-4-5 or 3-4-5-6 among the five.

    rules.md §3 table: Große Straße | 40: 1-2-3-4-5 or 2-3-4-5-6 (also counts as small).
    """
    assert (now(digits, "small_straight"), now(digits, "large_straight")) == (small, large)


def test_a_yatzy_is_five_of_a_colour() -> None:
    """rules.md §3 table, Yatzy: 50: five of a colour."""
    assert [now(digits, "yatzy") for digits in ("11111", "66666", "66665")] == [50, 50, 0]


def test_there_is_no_extra_bonus_for_a_second_yatzy() -> None:
    """rules.md §3 table, Yatzy: no extra Yatzy bonus."""
    state = duel(board("66666", points={"yatzy": 50}))

    first, *_ = commit(RULES, state, 0, Enter(box="sixes"), ANY)
    assert first == BoxEntered(seat=0, box="sixes", points=30)


def test_the_chance_is_the_sum_of_all_five() -> None:
    """rules.md §3 table, Chance: sum of all five."""
    assert [now(digits, "chance") for digits in ("12346", "66666", "11111")] == [16, 30, 5]

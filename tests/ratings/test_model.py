"""Model: winners rise, losers fall, and it makes no difference who is named first."""

from collections.abc import Sequence
from itertools import pairwise
from math import exp, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.rating import PARTS, Skill
from services.ratings.model import plackett_luce

NEW = Skill()
SKILLS = st.builds(Skill, mean=st.integers(600 * PARTS, 1400 * PARTS), deviation=st.integers(50 * PARTS, 250 * PARTS))
PLACES = st.permutations([1, 2, 3, 4])


def means(skills: Sequence[Skill]) -> Sequence[int]:
    return [skill.mean for skill in skills]


def test_a_newcomer_who_beats_another_is_worth_1079() -> None:
    # Weng and Lin, algorithm 4, by hand.  A player drifts before a game: variance 250² + 2.5² = 62506.25; the luck of a
    # game has 125².  c = √(2 × 62506.25 + 2 × 15625) = 395.301; either wins with p = 1/2; so both go
    # 62506.25 / 395.301 × (1 - 1/2) = 79.062 up or down.
    assert means(plackett_luce([NEW, NEW], [1, 2])) == [1_079_062, 920_938]


def test_beating_somebody_weaker_is_worth_as_much_as_it_was_unlikely() -> None:
    strong, weak = Skill(mean=1200_000, deviation=100_000), Skill(mean=1000_000, deviation=100_000)
    variance = 100**2 + 2.5**2
    c = sqrt(2 * variance + 2 * 125**2)
    expected = 1 / (1 + exp(-200 / c))
    won, lost = (1200 + variance / c * more for more in (1 - expected, -expected))
    assert means(plackett_luce([strong, weak], [1, 2]))[0] == round(won * 1000)
    assert means(plackett_luce([strong, weak], [2, 1]))[0] == round(lost * 1000)


def test_200_more_win_three_games_of_four_once_both_are_well_known() -> None:
    known = [Skill(mean=mean, deviation=PARTS) for mean in (1200_000, 1000_000)]
    up, down = (abs(plackett_luce(known, places)[0].mean - 1200_000) for places in ([1, 2], [2, 1]))
    assert down / (up + down) == pytest.approx(0.75, abs=0.02)


@given(a=SKILLS, b=SKILLS)
def test_of_two_the_winner_rises_and_the_loser_falls(a: Skill, b: Skill) -> None:
    winner, loser = plackett_luce([a, b], [1, 2])
    assert winner.mean > a.mean
    assert loser.mean < b.mean


@given(skills=st.lists(SKILLS, min_size=4, max_size=4), places=PLACES)
def test_of_four_the_first_rises_and_the_last_falls(skills: Sequence[Skill], places: Sequence[int]) -> None:
    after = plackett_luce(skills, places)
    first, last = places.index(1), places.index(4)
    assert after[first].mean > skills[first].mean
    assert after[last].mean < skills[last].mean


@given(skill=SKILLS, players=st.integers(2, 4))
def test_a_draw_of_equals_changes_nothing_but_how_sure_one_is(skill: Skill, players: int) -> None:
    after = plackett_luce([skill] * players, [1] * players)
    assert all(abs(one.mean - skill.mean) <= 1 for one in after)  # A thousandth, by rounding.


@given(a=SKILLS, b=SKILLS)
def test_a_draw_brings_two_together(a: Skill, b: Skill) -> None:
    high, low = sorted([a, b], key=lambda skill: skill.mean, reverse=True)
    after_high, after_low = plackett_luce([high, low], [1, 1])
    assert after_high.mean <= high.mean
    assert after_low.mean >= low.mean


@given(skills=st.lists(SKILLS, min_size=4, max_size=4), places=PLACES, order=st.permutations(range(4)))
def test_who_is_named_first_makes_no_difference(
    skills: Sequence[Skill], places: Sequence[int], order: Sequence[int]
) -> None:
    after = plackett_luce(skills, places)
    turned = plackett_luce([skills[n] for n in order], [places[n] for n in order])
    assert all(abs(after[n].mean - one.mean) <= 1 for n, one in zip(order, turned, strict=True))


@given(skills=st.lists(SKILLS, min_size=3, max_size=3))
def test_those_who_share_a_place_fare_alike_if_they_were_alike(skills: Sequence[Skill]) -> None:
    one, _, other = skills
    first, second, _ = plackett_luce([one, one, other], [1, 1, 3])
    assert first == second


@given(skills=st.lists(SKILLS, min_size=3, max_size=3))
def test_only_the_order_of_the_places_counts(skills: Sequence[Skill]) -> None:
    assert plackett_luce(skills, [1, 1, 2]) == plackett_luce(skills, [1, 1, 3])


def test_the_more_somebody_plays_the_surer_one_is_to_a_limit() -> None:
    a = b = NEW
    deviations = []
    for turn in range(500):
        a, b = plackett_luce([a, b], [1, 2] if turn % 2 else [2, 1])
        deviations.append(a.deviation)
    assert all(later < earlier for earlier, later in pairwise(deviations[:30]))
    assert 20_000 < deviations[-1] < 60_000


# Ratings are made again from the games: a release of the library that reckons otherwise changes everybody's.
@pytest.mark.parametrize(
    ("skills", "places", "after"),
    [
        ([NEW] * 2, [1, 1], [(1_000_000, 241_977)] * 2),
        ([NEW] * 3, [1, 2, 3], [(1_086_071, 246_157), (1_021_518, 241_747), (892_411, 241_747)]),
        ([NEW] * 3, [1, 1, 3], [(1_021_518, 246_157), (1_021_518, 246_157), (956_964, 246_157)]),
        (
            [NEW] * 4,
            [1, 2, 3, 4],
            [(1_083_858, 247_907), (1_046_588, 245_389), (990_682, 242_524), (878_872, 242_524)],
        ),
        (
            [Skill(mean=1_200_000, deviation=80_000), Skill(mean=1_000_000, deviation=80_000)],
            [2, 1],
            [(1_177_975, 79_592), (1_022_025, 79_592)],
        ),
    ],
)
def test_the_numbers_are_what_they_were(
    skills: Sequence[Skill], places: Sequence[int], after: Sequence[tuple[int, int]]
) -> None:
    assert plackett_luce(skills, places) == [Skill(mean=mean, deviation=deviation) for mean, deviation in after]

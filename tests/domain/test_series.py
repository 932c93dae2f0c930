"""Series: rematches are counted for as long as the same people play."""

from domain.kernel import Result
from domain.series import Series, after, between

start = between(["ann", "ben"], None)


def result(*places: tuple[int, ...]) -> Result:
    return Result(reason="complete", places=places)


def test_a_series_begins_at_nought() -> None:
    assert start == Series(games=0, drawn=0, won=dict.fromkeys(("ann", "ben"), 0))


def test_a_win_counts_for_who_won_wherever_they_sat() -> None:
    once = after(start, ["ann", "ben"], result((0,), (1,)))
    twice = after(once, ["ben", "ann"], result((1,), (0,)))

    assert twice == Series(games=2, drawn=0, won={"ann": 2, "ben": 0})


def test_a_draw_counts_for_nobody() -> None:
    assert after(start, ["ann", "ben"], result((0, 1))) == Series(games=1, drawn=1, won={"ann": 0, "ben": 0})


def test_of_three_only_the_first_place_counts() -> None:
    three = between(["ann", "ben", "cleo"], None)
    assert after(three, ["ann", "ben", "cleo"], result((2,), (0, 1))).won == {"ann": 0, "ben": 0, "cleo": 1}
    assert after(three, ["ann", "ben", "cleo"], result((0, 1), (2,))).drawn == 1


def test_an_aborted_game_does_not_count() -> None:
    assert after(start, ["ann", "ben"], result()) == start


def test_the_same_players_go_on_in_whatever_order() -> None:
    score = Series(games=3, drawn=1, won={"ann": 2, "ben": 0})
    assert between(["ben", "ann"], score) == score


def test_other_players_begin_anew() -> None:
    score = Series(games=3, drawn=1, won={"ann": 2, "ben": 0, "cleo": 0})
    assert between(["ann", "ben"], score) == start

"""The players' cards: what each has, row by row, and its points; and in which order they came in."""

from collections.abc import Iterator

from domain.games.level_x import layout, things, words
from domain.games.level_x.dice import ROWS
from domain.games.level_x.rules import State, is_over, outcome, sets
from domain.kernel import Seat
from domain.picture import AnyShape, Group, Rectangle, Tone, Words

FIRST = "(1)"  # Beside the score of whoever began.
SIGN = 23  # Radius of the piece on top of a card.


def card(state: State, seat: Seat) -> Iterator[AnyShape]:
    """Yield a player's card; it is pale once the player has gone."""
    side, area = state.sides[seat], layout.card(seat)
    on_turn = seat == state.turn and not is_over(state)
    fill: Tone = "shade" if side.left else things.SOFT[seat]
    edge: Tone = things.EDGE[seat] if on_turn else "line"
    x = area.x + area.width // 2
    yield things.framed(area, fill, edge, 8 if on_turn else 2, name=f"card-{seat}")
    yield things.sign(x, layout.SIGN_Y, seat, SIGN)
    if side.left:
        yield Words(x=x, y=layout.NAME_Y, text=words.GONE, size=18, tone="muted")
    else:
        yield Words(x=x, y=layout.NAME_Y, text=words.NAMES[seat], size=22, bold=on_turn)
    for place in range(len(ROWS)):
        yield from _chips(state, seat, place)
    yield from _score(state, seat)


def ranking(state: State) -> Iterator[AnyShape]:
    """Yield the players in the order in which they came in, each with the place; equal ones share it."""
    result, number = outcome(state), 0
    for place in () if result is None else result.places:
        first = number + 1
        for seat in place:
            yield from _rank(state, seat, layout.rank(number), f"{first}.")
            number += 1


def _chips(state: State, seat: Seat, place: int) -> Iterator[AnyShape]:
    """Yield a player's chips of a row; the cell is bright where one more complete set would need none."""
    side, row, cell = state.sides[seat], ROWS[place], layout.cell(seat, place)
    number, (x, y) = side.chips[place], layout.middle(cell)
    bright = number > sets(side.chips) and not side.left
    fill: Tone = "paper" if bright else "shade" if side.left else things.SOFT[seat]
    news = _taken_last(state, seat, row)
    yield things.framed(cell, fill, things.EDGE[seat] if news else "line", 5 if news else 2, name=f"cell-{seat}-{row}")
    if not number:
        yield Words(x=x, y=y, text="·", size=30, tone="muted")
        return
    across, down = layout.won_chip(seat, place)
    origin = layout.chip(place, state.chips[place])
    yield Group(id=f"won-{seat}-{row}-{number}", x=across, y=down, shapes=things.chip(), comes_from=origin)
    yield Words(x=x + 20, y=y, text=str(number), size=30, bold=True, tone="muted" if side.left else "ink")


def _taken_last(state: State, seat: Seat, row: int) -> bool:
    last = state.last
    return last is not None and last.seat == seat and any(each.row == row and each.chips for each in last.rows)


def _score(state: State, seat: Seat) -> Iterator[AnyShape]:
    """Yield the points; those of whoever has won blink."""
    side, x, y = state.sides[seat], layout.side_x(seat), layout.SCORE_Y
    result = outcome(state)
    tone: Tone = "muted" if side.left else things.WRITING[seat]
    yield Rectangle(
        id=f"score-{seat}",
        x=x + 8,
        y=y,
        width=layout.SIDE - 16,
        height=layout.SCORE,
        radius=14,
        fill="shade" if side.left else things.FULL[seat],
        stroke=things.DEEP[seat],
        attention=result is not None and seat in result.places[0],
    )
    middle = x + layout.SIDE // 2
    yield Words(
        x=middle - 14 if seat == 0 else middle,
        y=y + layout.SCORE // 2,
        text=str(side.points),
        size=34,
        bold=True,
        tone=tone,
    )
    if seat == 0:
        end = x + layout.SIDE - 14
        yield Words(x=end, y=y + layout.SCORE // 2, text=FIRST, size=19, bold=True, tone=tone, anchor="end")


def _rank(state: State, seat: Seat, area: Rectangle, place: str) -> Iterator[AnyShape]:
    side, y = state.sides[seat], area.y + area.height // 2
    yield things.framed(area, "shade" if side.left else things.SOFT[seat])
    yield Words(x=area.x + 34, y=y, text=place, size=40, bold=True, tone="muted" if side.left else "ink")
    yield things.sign(area.x + 86, y, seat, SIGN)
    told = words.GONE if side.left else str(side.points)
    yield Words(
        x=area.x + 146 if side.left is None else area.x + 86,
        y=y if side.left is None else y + 40,
        text=told,
        size=36 if side.left is None else 18,
        bold=side.left is None,
        tone="muted" if side.left else "ink",
    )

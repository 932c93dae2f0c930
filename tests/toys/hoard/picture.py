"""Hoard drawn: the gems in a row, below them a row of coins for each seat, or its closed purse."""

# ruff: noqa: TID252 - the folder is found under whatever package it is copied into.
from collections.abc import Iterator, Sequence

from domain.kernel import Seat
from domain.picture import (
    AnyShape,
    Circle,
    Draft,
    Emblem,
    Polygon,
    Rectangle,
    Region,
    Scene,
    SetOf,
    Toggle,
    Tone,
    Words,
)
from domain.value import Text

from .rules import Hand, Stake, State, to_move, unspent

WIDTH = 640
TOP = 180  # Above the first row of coins.
ROW = 110
COIN = 30  # Radius.
GEM = 40

STAKE = str(Stake.__struct_config__.tag)


def picture(state: State) -> Scene:
    seats = range(len(state.hands))
    return Scene(
        width=WIDTH,
        height=TOP + ROW * len(state.hands),
        label=_position(state),
        emblems=tuple(map(_emblem, seats)),
        shapes=(*_gems(state), *(shape for seat in seats for shape in _hand(state, seat))),
        regions=tuple(region for seat in seats for region in _coins(state, seat)),
    )


def drafts(state: State, seat: Seat) -> Sequence[Draft]:
    if seat not in to_move(state):
        return ()
    free = tuple(unspent(state.hands[seat]))
    field = SetOf(name="coins", items=free, most=len(free))
    return (Draft(move=STAKE, fields=(field,), confirm=Text(de="Setzen", en="Stake")),)


def _emblem(seat: Seat) -> Emblem:
    coin = Circle(x=0, y=0, radius=COIN, fill="yellow", stroke="yellow_deep", relief="raised")
    number = Words(x=0, y=0, text=str(seat + 1), size=28, tone="black", bold=True)
    return Emblem(label=Text(de=f"Platz {seat + 1}", en=f"Seat {seat + 1}"), shapes=(coin, number))


def _position(state: State) -> Text:
    values = ", ".join(map(str, state.gems))
    ready = sum(hand.complete for hand in state.hands)
    return Text(
        de=f"Edelsteine: {values}. Fertig: {ready} von {len(state.hands)}.",
        en=f"Gems: {values}. Done: {ready} of {len(state.hands)}.",
    )


def _gems(state: State) -> Iterator[AnyShape]:
    for number, value in enumerate(state.gems):
        x, y = 200 + 150 * number, 70
        corners = ((x, y - GEM), (x + GEM, y), (x, y + GEM), (x - GEM, y))
        yield Polygon(id=f"gem-{number}", points=corners, fill="red", stroke="red_deep", relief="raised")
        yield Words(x=x, y=y, text=str(value), size=28, tone="white", bold=True)
        if number < len(state.won):
            takers = ", ".join(str(seat + 1) for seat in state.won[number]) or "–"
            yield Words(x=x, y=y + GEM + 18, text=Text(de=f"an {takers}", en=f"to {takers}"), size=18)


def _hand(state: State, seat: Seat) -> Iterator[AnyShape]:
    hand, y = state.hands[seat], TOP + ROW * seat + 40
    name = Text(de=f"Platz {seat + 1}", en=f"Seat {seat + 1}")
    yield Words(x=20, y=y, text=name, size=20, anchor="start", tone="muted" if hand.left else "ink")
    if hand.complete:
        yield Words(x=20, y=y + 28, text=Text(de="fertig", en="done"), size=16, anchor="start", tone="good")
    if hand.coins is None:
        yield Rectangle(id=f"purse-{seat}", x=170, y=y - 30, width=330, height=60, radius=12, fill="shade")
        yield Words(x=335, y=y, text=Text(de="verdeckt", en="sealed"), size=18, tone="muted")
        return
    for coin, value in enumerate(hand.coins):
        x, gem = _x(coin), _gem(hand, coin)
        fill: Tone = "yellow_soft" if gem else "yellow"
        yield Circle(id=f"coin-{seat}-{coin}", x=x, y=y, radius=COIN, fill=fill, stroke="yellow_deep", relief="raised")
        yield Words(x=x, y=y, text=str(value), size=24, tone="ink" if gem else "black", bold=True)
        if gem:
            yield Words(x=x, y=y + COIN + 16, text=Text(de=f"auf {gem}", en=f"on {gem}"), size=16, tone="muted")


def _coins(state: State, seat: Seat) -> Iterator[Region]:
    """Yield a region for each coin that a known hand can still stake."""
    hand = state.hands[seat]
    if hand.coins is None or seat not in to_move(state):
        return
    gem = len(hand.stakes) + 1
    for coin in unspent(hand):
        value = hand.coins[coin]
        yield Region(
            id=f"stake-{seat}-{coin}",
            area=Circle(x=_x(coin), y=TOP + ROW * seat + 40, radius=COIN),
            label=Text(de=f"Münze {value} auf Stein {gem} setzen", en=f"Stake coin {value} on gem {gem}"),
            act=Toggle(draft=STAKE, field="coins", item=coin),
        )


def _gem(hand: Hand, coin: int) -> int | None:
    """Return the number, from 1, of the gem a coin was staked on."""
    return next((gem for gem, stake in enumerate(hand.stakes, 1) if coin in stake), None)


def _x(coin: int) -> int:
    return 200 + 90 * coin

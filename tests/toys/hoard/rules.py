"""Hoard: stake coins from a secret purse on open gems; the highest stake takes each gem.

A toy that has what games may have: luck, a secret hand, secret moves at everybody's own pace, a compound move, an
option, and an event that was once stored otherwise.  Everyone stakes on gem 0, 1, … in turn; what was staked shows
when all others have staked on every gem.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from domain.kernel import Cause, Chance, Move, Public, Refused, Result, Seat, Secret, Upcast
from domain.kernel import Options as KindOptions
from domain.value import Value

SIDES = 6  # Of each draw, for gems and coins alike.
COINS = 4  # In each purse.


class Options(KindOptions):
    """How many gems are played for."""

    gems: Annotated[int, Meta(ge=2, le=3)] = 2


class Stake(Move, tag="hoard.stake"):
    """Stake coins, named by their places in the own purse, on the next gem; none is fine."""

    coins: tuple[int, ...]


class GemDrawn(Public, tag="hoard.gem_drawn"):
    """A gem lies open."""

    number: int
    value: int


class PurseDealt(Secret, tag="hoard.purse_dealt"):
    """A seat got its coins."""

    coins: tuple[int, ...]  # Their values.


class Staked(Secret, tag="hoard.staked"):
    """A seat staked coins on its next gem."""

    gem: int
    coins: tuple[int, ...]  # Their places in the purse, in order.


class AllStaked(Public, tag="hoard.all_staked"):
    """A seat has staked on every gem."""

    seat: Seat


class GemWon(Public, tag="hoard.gem_won"):
    """A gem went to every seat that staked most; to none where nobody staked anything."""

    schema = 2
    number: int
    value: int
    seats: tuple[Seat, ...]


Fact: TypeAlias = GemDrawn | PurseDealt | Staked | AllStaked | GemWon


class Hand(Value):
    """One seat: what it holds and did, as far as known."""

    coins: tuple[int, ...] | None = None  # None: not dealt, or not known.
    stakes: tuple[tuple[int, ...], ...] = ()  # By gem, as places in the purse.
    complete: bool = False
    left: Cause | None = None


class State(Value):
    """A game of hoard, or what one audience knows of it."""

    gems_wanted: int
    hands: tuple[Hand, ...]
    gems: tuple[int, ...] = ()  # Their values.
    won: tuple[tuple[Seat, ...], ...] = ()  # Who took each.
    leavers: tuple[Seat, ...] = ()  # In the order of leaving.


class Gem(Value):
    """A gem on the table; `seats` took it, null: not yet decided."""

    value: int
    seats: tuple[Seat, ...] | None


class Place(Value):
    """What is seen of a seat; `sealed`: not shown to whoever looks."""

    coins: tuple[int, ...] | Literal["sealed"]
    stakes: tuple[tuple[int, ...], ...] | Literal["sealed"]
    complete: bool
    left: bool


class View(Value):
    """The table as clients see it."""

    gems: tuple[Gem, ...]
    hands: tuple[Place, ...]


def initial(seats: int, options: Options) -> State:
    return State(gems_wanted=options.gems, hands=(Hand(),) * seats)


def decide(state: State, seat: Seat, move: Stake, _chance: Chance) -> Sequence[Fact] | Refused:
    hand, coins = state.hands[seat], tuple(sorted(move.coins))
    if seat not in to_move(state):
        return Refused(reason="not_your_turn")
    if any(not 0 <= coin < COINS for coin in coins):
        return Refused(reason="no_such_coin")
    if len(set(coins)) < len(coins):
        return Refused(reason="coin_twice")
    if not set(coins) <= set(unspent(hand)):
        return Refused(reason="coin_spent")
    staked = Staked(seat=seat, gem=len(hand.stakes), coins=coins)
    return (staked, AllStaked(seat=seat)) if staked.gem + 1 == state.gems_wanted else (staked,)


def by_itself(state: State, chance: Chance) -> Fact | None:
    """Draw the gems, deal the purses; give the gems away when everyone has staked on all."""
    number = len(state.gems)
    if number < state.gems_wanted:
        return GemDrawn(number=number, value=chance.draw(f"gem/{number}", SIDES))
    empty = next((seat for seat, hand in enumerate(state.hands) if hand.coins is None), None)
    if empty is not None:
        coins = tuple(chance.draw(f"purse/{empty}/{k}", SIDES) for k in range(COINS))
        return PurseDealt(seat=empty, coins=coins)
    number = len(state.won)
    if number == state.gems_wanted or len(playing(state)) < 2 or to_move(state):
        return None
    return GemWon(number=number, value=state.gems[number], seats=takers(state, number))


def evolve(state: State, event: Fact) -> State:
    match event:
        case GemDrawn(value=value):
            return replace(state, gems=(*state.gems, value))
        case PurseDealt(seat=seat, coins=coins):
            return _with_hand(state, seat, replace(state.hands[seat], coins=coins))
        case Staked(seat=seat, coins=coins):
            hand = state.hands[seat]
            return _with_hand(state, seat, replace(hand, stakes=(*hand.stakes, coins)))
        case AllStaked(seat=seat):
            return _with_hand(state, seat, replace(state.hands[seat], complete=True))
        case GemWon(seats=seats):
            return replace(state, won=(*state.won, seats))


def move_of(event: Fact) -> Stake | None:
    return Stake(coins=event.coins) if isinstance(event, Staked) else None


def leave(state: State, seat: Seat, cause: Cause) -> State:
    gone = _with_hand(state, seat, replace(state.hands[seat], left=cause))
    return replace(gone, leavers=(*state.leavers, seat))


def playing(state: State) -> Collection[Seat]:
    """Return the seats that have not left."""
    return [seat for seat, hand in enumerate(state.hands) if hand.left is None]


def to_move(state: State) -> Collection[Seat]:
    staying = playing(state)
    return [seat for seat in staying if not state.hands[seat].complete] if len(staying) > 1 else ()


def legal_moves(state: State, seat: Seat) -> Iterable[Stake]:
    if seat not in to_move(state):
        return ()
    free = unspent(state.hands[seat])
    return [Stake(coins=coins) for size in range(len(free) + 1) for coins in combinations(free, size)]


def opened(state: State) -> Collection[Seat]:
    """Return the seats whose every other has staked on all gems, or left: nobody is left whom it could help."""
    waiting = {seat for seat in playing(state) if not state.hands[seat].complete}
    return [seat for seat in range(len(state.hands)) if waiting <= {seat}]


def silent(state: State) -> Collection[Seat]:
    """Return the seats that are done while others still stake, and could tell them what to expect."""
    return [seat for seat in playing(state) if state.hands[seat].complete] if to_move(state) else ()


def view(state: State) -> View:
    won = (*state.won, *(None for _ in state.gems[len(state.won) :]))
    gems = (Gem(value=value, seats=seats) for value, seats in zip(state.gems, won, strict=True))
    return View(gems=tuple(gems), hands=tuple(_seen(hand) for hand in state.hands))


def outcome(state: State) -> Result | None:
    """The gems' values decide, equal sums share; leavers come last, and the last one remaining wins."""
    staying, cause = playing(state), next((state.hands[seat].left for seat in state.leavers[-1:]), None)
    if not staying and cause is not None:
        return Result(reason=cause, places=())
    behind = tuple((seat,) for seat in reversed(state.leavers))
    if len(staying) == 1 and cause is not None:
        return Result(reason=cause, places=(tuple(staying), *behind))
    if len(state.won) < state.gems_wanted:
        return None
    scores = tuple(score(state, seat) for seat in range(len(state.hands)))
    levels = sorted({scores[seat] for seat in staying}, reverse=True)
    places = (tuple(seat for seat in staying if scores[seat] == level) for level in levels)
    return Result(reason="complete", places=(*places, *behind), scores=scores)


def unspent(hand: Hand) -> Sequence[int]:
    """Return the places of the coins that a known hand has not staked yet."""
    spent = {coin for stake in hand.stakes for coin in stake}
    return [coin for coin in range(len(hand.coins or ())) if coin not in spent]


def takers(state: State, number: int) -> tuple[Seat, ...]:
    """Return who staked most on a gem, among those who have not left; nobody for nothing."""
    sums = {seat: _staked(state.hands[seat], number) for seat in playing(state)}
    return tuple(seat for seat, total in sums.items() if total == max(sums.values()) and total > 0)


def score(state: State, seat: Seat) -> int:
    """Return the values of the gems that a seat took."""
    return sum(value for value, seats in zip(state.gems, state.won, strict=False) if seat in seats)


def _staked(hand: Hand, number: int) -> int:
    return sum(hand.coins[coin] for coin in hand.stakes[number]) if hand.coins is not None else 0


def _with_hand(state: State, seat: Seat, hand: Hand) -> State:
    return replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))


def _seen(hand: Hand) -> Place:
    known = hand.coins is not None
    return Place(
        coins=hand.coins if hand.coins is not None else "sealed",
        stakes=hand.stakes if known else "sealed",
        complete=hand.complete,
        left=hand.left is not None,
    )


def _one_winner(event: dict[str, Any]) -> dict[str, Any]:
    """At first a gem had one winner or, when stakes were equal, none."""
    winner = event.pop("winner")
    return {**event, "seats": [] if winner is None else [winner]}


UPCASTS = (Upcast(type="hoard.gem_won", schema=1, lift=_one_winner),)

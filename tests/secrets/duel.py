"""Duel: one in which somebody does something on the own board, and everybody else looks as hard as they can."""

from collections.abc import Sequence
from functools import partial
from typing import Any, TypeAlias
from uuid import UUID

from domain.games.diamond_yatzy.boxes import BOXES
from domain.kernel import Seat
from domain.value import Value
from infra.postgres.chat import Place, RoomName
from tests.secrets.story import DOER, FIRST, STRANGER, Table, at_once, insist
from tests.secrets.worlds import NOBODY, Answer, World
from tests.waiting import until

MEMBERS = ("ada", "ben")
LIMIT_SECONDS = 3_600
BEFORE, COMPLETED, AFTER = 8, 100, 120  # Seconds after the beginning: see `act`.

Wanted: TypeAlias = dict[str, Any]

DRAW: Wanted = {"type": "diamond_yatzy.draw", "keep": []}
KEEP: Wanted = {"type": "diamond_yatzy.draw", "keep": [0, 2]}
JOKER: Wanted = {"type": "diamond_yatzy.joker", "slot": 0, "colour": "red"}
STRIKE: Wanted = {"type": "diamond_yatzy.strike"}


class Deed(Value):
    """What is done on a board: its moves, and when; what is asked in vain; what is done while a race is on.

    A move is written as `draw`, `keep` (some jewels), `joker`, `enter:chance` or `strike:ones`.
    """

    moves: str = ""
    first_second: float = 10
    in_vain: str = ""
    amid: str = ""
    completes: bool = False  # All that is free is struck in the end.
    says: str = ""  # Once it is complete.
    leaves: bool = False


async def begun(world: World) -> Table:
    """Let two sit down, which starts the duel, while others watch already."""
    players = {await world.guest(who): who for who in (*MEMBERS, STRANGER)}
    opening = {"kind": "diamond_yatzy", "limit_seconds": LIMIT_SECONDS}
    opened = await world.ask(MEMBERS[0], "POST", "/v1/games", opening)
    path = f"/v1/games/{opened.json()['id']}"
    for who in (MEMBERS[1], NOBODY):
        await world.follow(who, f"{path}/feed?scene=1")
    world.fate.set(1)
    started = (await world.ask(MEMBERS[1], "POST", f"{path}/members", {})).json()
    seats = tuple(players[sitting["player"]["id"]] for sitting in started["seats"])
    return Table(game=started["id"], seats=seats)


async def act(world: World, deed: Deed) -> Table:
    """Let it be done and everybody do what they can, up to the last moment before it is shown."""
    table = await begun(world)
    await world.follow(table.seats[DOER], f"{table.path}/feed?scene=1")
    for who in table.watchers:
        for query in ("", "?after=0", "?scene=1"):
            await world.follow(who, f"{table.path}/feed{query}")
        for topic in _topics(table, who):
            await world.follow(who, f"/v1/stream?topics={topic}&scene=1")
    await _do(world, table, deed)
    for who in table.watchers:
        await world.ask(who, "GET", "/v1/games")
        for query in ("?scene=1", "?after=0&scene=1"):
            await world.follow(who, f"{table.path}/feed{query}")
    # Another process decides from now on: its clock is behind, but never behind what everybody has been shown.
    world.fate.set(AFTER if deed.completes else BEFORE)
    await _ask_for_refusals(world, table)
    for stale in (await _tag(world, table, FIRST), '"1.s0"'):  # The same again.
        await move(world, table, FIRST, KEEP, If_Match=stale, Idempotency_Key="once")
    await _race(world, table, deed)
    await _talk(world, table)
    return table


async def complete(world: World, table: Table, seat: Seat) -> None:
    """Strike all that is free on a board."""
    filled = (await board(world, table, seat))["points"]
    for box in BOXES:
        if box not in filled:
            await move(world, table, seat, STRIKE | {"box": box}, Idempotency_Key=f"last-{box}")


async def move(world: World, table: Table, seat: Seat, wanted: Wanted, **headers: str) -> Answer:
    """Ask for a move."""
    return await world.ask(table.seats[seat], "POST", f"{table.path}/moves", wanted, **headers)


async def board(world: World, table: Table, seat: Seat) -> Any:
    """Return a board as its owner sees it."""
    seen = await world.ask(table.seats[seat], "GET", table.path)
    return seen.json()["state"]["boards"][seat]["board"]


async def do(world: World, table: Table, what: str, key: str) -> Answer:
    """Do on the doer's board what is written."""
    name, _, box = what.partition(":")
    match name:
        case "enter" | "strike":
            wanted = {"type": f"diamond_yatzy.{name}", "box": box}
        case "joker":
            jewels = (await board(world, table, DOER))["jewels"]
            wanted = JOKER | {"colour": "red" if jewels[0] != "red" else "blue"}
        case _:
            wanted = DRAW if name == "draw" else KEEP
    return await insist(partial(move, world, table, DOER, wanted, Idempotency_Key=key))


async def _do(world: World, table: Table, deed: Deed) -> None:
    for number, what in enumerate(deed.moves.split()):
        world.fate.set(deed.first_second + number)
        made = await do(world, table, what, f"secret-{number}")
        assert made.status == 200, made.body
    for what in deed.in_vain.split():
        refused = await do(world, table, what, "in-vain")
        assert refused.status == 422, refused.body
    if deed.completes:
        world.fate.set(COMPLETED)  # That is public.
        await complete(world, table, DOER)
    if deed.says:
        said = await _say(world, table, table.seats[DOER], deed.says)
        assert said.status == 201, said.body
    if deed.leaves:
        left = await world.ask(table.seats[DOER], "DELETE", f"{table.path}/members/me", Idempotency_Key="leaves")
        assert left.status == 204, left.body


async def _tag(world: World, table: Table, seat: Seat) -> str:
    return (await world.ask(table.seats[seat], "GET", table.path)).header("etag")


async def _talk(world: World, table: Table) -> None:
    """Let everybody else say something, and wait until all who listen have been told."""
    for who in (table.seats[FIRST], STRANGER):
        await _say(world, table, who, "hello")
    await until(lambda: _all_heard(world, table))


async def _all_heard(world: World, table: Table) -> bool:
    house, names = world.served.house, list[RoomName](("players", "onlookers"))
    places = [Place(game=UUID(table.game), room=name) for name in names]
    heads = [await house.talk.chat.head(place) for place in places]
    return [house.rooms.at(place, None).number for place in places] == heads


async def _say(world: World, table: Table, who: str, text: str) -> Answer:
    room = f"{table.path}/chat/{_room(table, who)}"
    return await world.ask(who, "POST", room, {"text": text}, Idempotency_Key=text)


def _room(table: Table, who: str) -> str:
    return "players" if who in table.seats else "onlookers"


def _topics(table: Table, who: str) -> Sequence[str]:
    return f"game:{table.game}", f"chat:{table.game}:{_room(table, who)}"


async def _ask_for_refusals(world: World, table: Table) -> None:
    """Every refusal that tells of the duel: stale, against the rules, not seated, no seat free, not over yet."""
    version = int((await _tag(world, table, FIRST)).strip('"').partition(".")[0])
    guesses = (f"{version + more}.s0" for more in (-1, *range(1, 9)))  # One would fit if the hidden were counted.
    for guess in ("1.s0", *guesses, f"{version}.o", f"{version}.s1"):
        await move(world, table, FIRST, KEEP, If_Match=f'"{guess}"')
    for wanted in (JOKER, STRIKE | {"box": "bonus"}):
        await move(world, table, FIRST, wanted)
    for who in (STRANGER, NOBODY):
        await world.ask(who, "POST", f"{table.path}/moves", DRAW)
        await world.ask(who, "POST", f"{table.path}/members", {})
        await world.ask(who, "POST", f"{table.path}/rematch", {})
        await world.ask(who, "DELETE", f"{table.path}/members/me")
    first = table.seats[FIRST]
    await world.ask(first, "POST", f"{table.path}/start", {})
    await world.ask(first, "POST", f"{table.path}/rematch", {})
    await world.ask(first, "DELETE", f"{table.path}/rematch")
    await world.ask(first, "PATCH", table.path, {"word": None})


async def _race(world: World, table: Table, deed: Deed) -> None:
    """Two moves of one seat wait for the duel at once: one is applied, the other overtaken; a board overtakes none.

    The first of them shows two events: one more than is hidden when nothing was done in secret.
    """
    asks = [do(world, table, deed.amid, "amid")] if deed.amid else []
    pairs = ((STRIKE | {"box": "ones"}, "applied"), (KEEP, "overtaken"))
    asks += [move(world, table, FIRST, wanted, Idempotency_Key=key) for wanted, key in pairs]
    await at_once(world, table, asks)

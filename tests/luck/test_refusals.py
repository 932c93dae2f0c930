"""Refusals of the games with luck, over HTTP: each says why, and has changed nothing, to which the client sees."""

from typing import Any

import pytest

from tests.api.client import Answer, Client
from tests.api.tables import Table, opened
from tests.luck.tables import BLEIB_COOL, DIAMOND_YATZY, LEVEL_X, Seeds, made, move, play, seeded

SEAT = 0
ROLL = {"type": "bleib_cool.roll"}


class Duel:
    """A board of a duel, whose other player does nothing."""

    def __init__(self, client: Client, table: Table) -> None:
        self._client = client
        self._table = table

    async def does(self, what: str, **fields: Any) -> Any:
        """Make a move; return the board as it is then."""
        told = await made(self._client, self._table, SEAT, {"type": f"{DIAMOND_YATZY}.{what}", **fields})
        return told["state"]["boards"][SEAT]["board"]

    async def asks(self, what: str, **fields: Any) -> tuple[int, str | None]:
        """Ask for a move that is refused; return how."""
        return why(await move(self._client, self._table, SEAT, {"type": f"{DIAMOND_YATZY}.{what}", **fields}))

    async def third(self) -> Any:
        """Come to the third collection of a round."""
        await self.does("draw", keep=[])
        return await self.does("draw", keep=[])


@pytest.fixture
async def duel(client: Client, seeds: Seeds) -> Duel:
    return Duel(client, await seeded(client, seeds, DIAMOND_YATZY, 1))


@pytest.fixture
async def thrown(client: Client, seeds: Seeds) -> tuple[Table, Any]:
    """Give a game of Bleib Cool in which somebody has to move a stone on the ring, and others wait for a six."""
    table = await seeded(client, seeds, BLEIB_COOL, 1)

    def chooses(view: Any) -> Any:
        state, seat = view["state"], view["to_move"][0]
        waiting = -1 in state["sides"][seat]["stones"]
        found = state["movable"] and waiting and state["rolled"]["number"] != 6
        return None if found else view["moves"][0]

    return table, await play(client, table, chooses)


def why(answer: Answer) -> tuple[int, str | None]:
    return answer.status, answer.code


def other(colour: str) -> str:
    return "red" if colour != "red" else "blue"


async def test_a_stone_that_cannot_move(client: Client, thrown: tuple[Table, Any]) -> None:
    """rules.md §1 Six: A six with stones in B must bring one to A."""
    table, view = thrown
    seat = view["to_move"][0]
    waiting = view["state"]["sides"][seat]["stones"].index(-1)

    assert why(await move(client, table, seat, {"type": "bleib_cool.move", "stone": waiting})) == (422, "needs_six")


async def test_a_throw_too_many(client: Client, thrown: tuple[Table, Any]) -> None:
    """rules.md §1 Turn: The player throws, then moves one stone if any can move."""
    table, view = thrown

    assert why(await move(client, table, view["to_move"][0], ROLL)) == (422, "move_first")


async def test_a_throw_that_is_anothers(client: Client, thrown: tuple[Table, Any]) -> None:
    table, view = thrown

    assert why(await move(client, table, 1 - view["to_move"][0], ROLL)) == (409, "not_your_turn")


@pytest.mark.parametrize("groups", [[[0, 1], [1, 2]], [[3, 3]], [[0], [1], [2, 0]]])
async def test_a_die_in_two_groups(client: Client, seeds: Seeds, groups: Any) -> None:
    """rules.md §2 Turn: The player divides them into groups of one to four dice."""
    table = await seeded(client, seeds, LEVEL_X, 1)

    assert why(await move(client, table, SEAT, {"type": "level_x.group", "groups": groups})) == (422, "die_twice")


@pytest.mark.parametrize("groups", [[[4]], [[-1]], [[]], [[0, 1, 2, 3, 3]], [[0]] * 5])
async def test_a_die_or_a_group_that_there_is_not(client: Client, seeds: Seeds, groups: Any) -> None:
    table = await seeded(client, seeds, LEVEL_X, 1)

    assert why(await move(client, table, SEAT, {"type": "level_x.group", "groups": groups})) == (400, "malformed")


async def test_a_box_worth_nothing(duel: Duel) -> None:
    """rules.md §3 Joker: A box worth 0 cannot be entered, only struck."""
    board = await duel.does("draw", keep=[])
    nothing = next(box for box, points in board["now"].items() if points == 0)

    assert await duel.asks("enter", box=nothing) == (422, "worth_nothing")


async def test_a_used_box(duel: Duel) -> None:
    await duel.does("enter", box="chance")

    assert await duel.asks("enter", box="chance") == (422, "box_used")
    assert await duel.asks("strike", box="chance") == (422, "box_used")


@pytest.mark.parametrize("box", ["bonus", "", "Chance", None, 3])
async def test_no_such_box(duel: Duel, box: Any) -> None:
    assert await duel.asks("enter", box=box) == (400, "malformed")
    assert await duel.asks("strike", box=box) == (400, "malformed")


async def test_a_second_joker_in_a_round(duel: Duel) -> None:
    """rules.md §3 Joker: at most one per round."""
    board = await duel.third()
    board = await duel.does("joker", slot=0, colour=other(board["jewels"][0]))

    assert await duel.asks("joker", slot=1, colour=other(board["jewels"][1])) == (422, "joker_played")


async def test_a_fourth_joker_in_a_game(duel: Duel) -> None:
    """rules.md §3 Joker: three per game."""
    for box in ("ones", "twos", "threes"):
        board = await duel.third()
        await duel.does("joker", slot=0, colour=other(board["jewels"][0]))
        await duel.does("strike", box=box)
    board = await duel.third()

    assert board["jokers"] == 0
    assert await duel.asks("joker", slot=0, colour=other(board["jewels"][0])) == (422, "no_joker_left")


async def test_a_joker_before_the_third_collection(duel: Duel) -> None:
    """rules.md §3 Joker: only while the third collection lies open."""
    for colour in ("red", "blue"):
        assert await duel.asks("joker", slot=0, colour=colour) == (422, "joker_too_early")
    await duel.does("draw", keep=[0])

    for colour in ("red", "blue"):
        assert await duel.asks("joker", slot=0, colour=colour) == (422, "joker_too_early")


async def test_a_joker_to_the_same_colour(duel: Duel) -> None:
    """rules.md §3 Joker: one jewel becomes any other colour."""
    board = await duel.third()

    assert await duel.asks("joker", slot=2, colour=board["jewels"][2]) == (422, "same_colour")


async def test_a_fourth_collection(duel: Duel) -> None:
    """rules.md §3 Round: After the third at the latest a box must be filled or struck."""
    await duel.third()

    assert await duel.asks("draw", keep=[]) == (422, "no_more_collections")


async def test_a_slot_out_of_range(duel: Duel) -> None:
    for slot in (-1, 5):
        assert await duel.asks("draw", keep=[0, slot]) == (400, "malformed")
    await duel.third()

    for slot in (-1, 5):
        assert await duel.asks("joker", slot=slot, colour="red") == (400, "malformed")


async def test_a_slot_kept_twice(duel: Duel) -> None:
    assert await duel.asks("draw", keep=[1, 1]) == (422, "slot_twice")


async def test_a_password_for_a_duel(client: Client) -> None:
    """rules.md §3 Tables: No private tables (nor passwords)."""
    host = await client.guest()
    setup = {"kind": DIAMOND_YATZY, "word": "a word"}

    assert why(await client("POST", "/v1/games", setup, by=host)) == (422, "word_not_offered")


async def test_a_password_for_a_duel_that_is_open_already(client: Client) -> None:
    """rules.md §3 Tables: No private tables (nor passwords)."""
    table = await opened(client, kind=DIAMOND_YATZY)

    answer = await client("PATCH", table.path, {"word": "a word"}, by=table.players[0])

    assert why(answer) == (422, "word_not_offered")

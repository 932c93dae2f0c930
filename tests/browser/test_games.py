"""The games, each played to its end by two people on the page while a third looks on; and what they may not see."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import httpx
import pytest
from playwright.async_api import Page, expect

from domain.value import Value
from tests.browser.browsers import NARROW, Visitor
from tests.browser.conftest import Arrives
from tests.browser.playing import (
    Chooses,
    by_keyboard,
    by_touch,
    in_turn,
    join,
    open_table,
    play,
    seen,
)
from tests.luck.tables import Seeds
from tests.served import Served
from tests.streams.sources import stream
from tests.waiting import until

REVERSI = ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")  # The shortest game there is: nothing white is left.
BOXES = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER = (
    "three_of_a_kind",
    "four_of_a_kind",
    "full_house",
    "small_straight",
    "large_straight",
    "yatzy",
    "chance",
)


class Course(Value):
    """How a game is played: with which seed, and what each seat chooses."""

    kind: str
    seed: int
    seats: tuple[Chooses, Chooses]


def first(usable: Sequence[str]) -> str:
    return usable[0]


def greediest(usable: Sequence[str]) -> str:
    """Take the last of the moves on offer, which brings most dice into play."""
    return [region for region in usable if region.startswith("option-")][-1]


def boxes(seat: int) -> Chooses:
    """Enter or strike one box after the other with the first jewels."""

    def choose(usable: Sequence[str]) -> str:
        return next(one for box in (*BOXES, *LOWER) for one in usable if one.endswith(f"-{seat}-{box}"))

    return choose


def course(kind: str) -> Course:
    match kind:
        case "connect_four":
            seats = in_turn(["column-1"]), in_turn(["column-2"])
        case "reversi":
            seats = in_turn(REVERSI[::2]), in_turn(REVERSI[1::2])
        case "level_x":
            seats = greediest, greediest
        case "diamond_yatzy":
            seats = boxes(0), boxes(1)
        case _:
            seats = first, first
    return Course(kind=kind, seed=326, seats=seats)


@pytest.mark.timeout(600)  # Bleib Cool takes some 180 throws and moves.
@pytest.mark.parametrize("kind", ["connect_four", "reversi", "bleib_cool", "level_x", "diamond_yatzy"])
async def test_two_play_to_the_end_and_a_third_sees_the_same(
    visitor: Arrives, site: Served, seeds: Seeds, kind: str
) -> None:
    """One plays by keyboard alone, the other by touch on a phone."""
    host, guest, onlooker = await visitor(), await visitor(size=NARROW, has_touch=True), await visitor()
    how = course(kind)
    seeds.choose(how.seed, before=1)
    path = await open_table(host.page, kind)
    await join(guest.page, path)
    await onlooker.page.goto(path)
    by_seat = await seated(host, guest)

    ways = {host: by_keyboard, guest: by_touch}
    await play({one.page: (chooses, ways[one]) for one, chooses in zip(by_seat, how.seats, strict=True)})

    then = await shown(site, path)
    for one in (host, guest, onlooker):
        await until(partial(seen, one.page), lambda found: found == (then.label, then.things))
    for seat, one in enumerate(by_seat):
        await expect(one.page.locator(".news")).to_contain_text(then.news(seat))
    moves = [request for one in by_seat for request in one.asked if request.url.endswith("/moves")]
    assert moves
    assert all("if-match" in request.headers for request in moves)


async def seated(*people: Visitor) -> list[Visitor]:
    """Return who sits in seat 0, and who in seat 1."""
    seats = [await until(partial(seat_of, one.page), lambda seat: seat >= 0) for one in people]
    return [people[seats.index(seat)] for seat in range(len(people))]


async def seat_of(page: Page) -> int:
    """Return which of the players' places is marked as one's own, once all are taken."""
    if await page.locator(".players .free").count():
        return -1
    own = [await one.get_by_text("you", exact=True).count() for one in await page.locator(".players li").all()]
    return own.index(1)


class Ended(Value):
    """An ended game as the server has it."""

    label: str
    things: Sequence[str]
    names: Sequence[str]
    first: Sequence[int]

    def news(self, seat: int) -> str:
        """Return what somebody in that seat should hear."""
        if len(self.first) > 1:
            return "A draw"
        return "You have won" if seat in self.first else f"{self.names[self.first[0]]} has won"


async def shown(site: Served, path: str) -> Ended:
    game = path.replace("/tables/", "/v1/games/")
    async with httpx.AsyncClient(base_url=site.url, timeout=60) as http:
        view = (await http.get(game)).json()
        async with stream(http, f"{game}/feed?scene=1") as feed:
            scene = (await feed.next()).json()["scene"]
    assert view["status"] == "finished"
    return Ended(
        label=scene["label"]["en"],
        things=sorted(things(scene["shapes"])),
        names=[one["player"]["name"] for one in view["seats"]],
        first=view["result"]["places"][0],
    )


def things(shapes: Any) -> Iterator[str]:
    for shape in shapes:
        if "id" in shape:
            yield shape["id"]
        yield from things(shape.get("shapes", ()))

"""Duels: whatever somebody does on the own board, nobody else can tell it from anything else, over any route."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from tests.secrets.duel import Deed, act, begun, complete, do
from tests.secrets.points import LEAKS, LEAKS_OF_CHATS, Point, breakable, broken
from tests.secrets.story import DOER, FIRST, STRANGER
from tests.secrets.telling import Act, both_act, told_apart
from tests.secrets.worlds import NOBODY, NUMBERS, World, differences

MUCH = Deed(moves="draw keep joker enter:chance strike:ones draw", in_vain="joker enter:chance", amid="keep")

PAIRS: Mapping[str, tuple[Deed, Deed]] = {
    "what it chose": (Deed(moves="draw keep enter:chance"), Deed(moves="keep draw strike:yatzy")),
    "whether it moved, how often, and with a joker": (Deed(), MUCH),
    "when it moved": (Deed(moves="draw strike:ones"), Deed(moves="draw strike:ones", first_second=3_000)),
    "how it completed, what it said then, and whether it left": (
        Deed(completes=True),
        replace(MUCH, completes=True, says="yellow comes next", leaves=True),
    ),
}
TOLD_OF_NO_DUEL: Mapping[Point, str] = {
    ("knows all", "services.api.house.House.view"): "answers whoever opens or joins, when no board has a move",
    ("sees as the doer", "services.api.house.House.view"): "answers whoever opens or joins, when no board has a move",
    ("knows all", "services.api.feeds.Feed._begin"): "tells which shapes are gone: of every board the same",
}
"""What would tell of another game, and why not of a duel."""

SETS_CLOCKS = "hidden moves set clocks"  # A duel has but one, which its start sets.
TELLING = "whether it moved, how often, and with a joker"
SAYING = "how it completed, what it said then, and whether it left"


def acts(pair: str) -> Sequence[Act]:
    return [partial(act, deed=deed) for deed in PAIRS[pair]]


def test_what_is_excused_is_there() -> None:
    assert TOLD_OF_NO_DUEL.keys() <= set(breakable())


@pytest.mark.parametrize("pair", PAIRS)
async def test_nobody_else_can_tell(worlds: Sequence[World], pair: str) -> None:
    """rules.md §3 Who sees what: A board is its owner's alone until the other player has completed theirs."""
    assert not await told_apart(worlds, acts(pair))


@pytest.mark.parametrize("pair", PAIRS)
async def test_the_owner_can_tell(worlds: Sequence[World], pair: str) -> None:
    one, other = worlds
    table = await both_act(worlds, acts(pair))

    assert differences(one, other, apart_from=table.watchers)


@pytest.mark.broken
@pytest.mark.parametrize("point", [point for point in breakable() if point not in TOLD_OF_NO_DUEL], ids=" ".join)
async def test_a_leak_is_caught(worlds: Sequence[World], point: Point) -> None:
    with broken(*point):
        assert await told_apart(worlds, acts(TELLING))


@pytest.mark.broken
@pytest.mark.parametrize("leak", sorted(LEAKS.keys() - {SETS_CLOCKS}))
async def test_a_leak_of_its_own_kind_is_caught(
    worlds: Sequence[World], leak: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    LEAKS[leak](monkeypatch)

    assert await told_apart(worlds, acts(TELLING))


@pytest.mark.broken
@pytest.mark.parametrize("leak", LEAKS_OF_CHATS)
async def test_a_line_that_is_not_held_is_caught(
    worlds: Sequence[World], leak: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    LEAKS_OF_CHATS[leak](monkeypatch)

    assert await told_apart(worlds, acts(SAYING))


@pytest.mark.broken
async def test_a_hash_of_what_is_hidden_is_caught(worlds: Sequence[World]) -> None:
    with broken("takes it for ended", "services.api.house.House.view_of", "services.api.wire.view"):  # Guarded twice.
        assert await told_apart(worlds, acts("what it chose"))


async def test_whoever_completes_is_told_all_that_the_other_did_in_the_order_in_which_it_was_done(
    worlds: Sequence[World],
) -> None:
    """rules.md §3 Who sees what: So a player who has finished may watch the opponent."""
    told = await when_one_has_completed(worlds[0])

    for watcher in ("first", STRANGER, NOBODY):
        opening = told[watcher][-4]
        assert [what(event) for event in opening["events"] if event["seat"] == DOER] == [
            *((DOER, "collection_drawn"),) * 3,
            (DOER, "joker_played"),
            (DOER, "box_entered"),
            (DOER, "collection_drawn"),
        ]
        assert what(opening["events"][-1]) == (FIRST, "board_completed")
        assert boards(told[watcher][-5])[DOER] is None
        assert boards(opening)[DOER]["points"].keys() == {"chance"}


async def test_from_then_on_everybody_else_watches_live(worlds: Sequence[World]) -> None:
    """rules.md §3 Who sees what: then anyone may watch it, live."""
    told = await when_one_has_completed(worlds[0])

    for watcher in ("first", STRANGER, NOBODY):
        assert [[what(event) for event in message["events"]] for message in told[watcher][-3:]] == [
            [(DOER, "collection_drawn")],
            [(DOER, "box_struck"), (DOER, "collection_drawn")],
            [(DOER, "collection_drawn")],
        ]
        assert [boards(message)[DOER]["collection"] for message in told[watcher][-3:]] == [2, 1, 2]


async def test_whoever_has_not_completed_sees_nothing_of_the_other_but_that_it_is_complete(
    worlds: Sequence[World],
) -> None:
    """rules.md §3 Who sees what: one who has not sees nothing of the other board, nor does anyone else."""
    told = await when_one_has_completed(worlds[0])

    others = [what(event) for message in told["doer"] for event in message["events"] if event["seat"] == FIRST]
    assert others == [(FIRST, "board_completed")]
    assert [boards(message)[FIRST] for message in told["doer"]] == [None] * len(told["doer"])
    assert told["doer"][-1]["state"]["boards"][FIRST]["complete"]


async def test_what_was_told_before_is_not_told_otherwise_afterwards(worlds: Sequence[World]) -> None:
    world = worlds[0]
    table = await both_act(worlds, acts(TELLING))
    everybody = (table.seats[DOER], *table.watchers)

    async def steps() -> Sequence[Any]:
        return [(await world.ask(who, "GET", f"{table.path}/events")).json()["steps"] for who in everybody]

    before = await steps()
    await complete(world, table, FIRST)
    between = await steps()
    await complete(world, table, DOER)
    after = await steps()

    for told, more, all_of_it in zip(before, between, after, strict=True):
        assert more[: len(told)] == told
        assert all_of_it[: len(more)] == more
        assert all_of_it[-1]["events"][-1]["type"] == "match.ended"


async def when_one_has_completed(world: World) -> Mapping[str, Sequence[Any]]:
    """Let the first complete its board, and the doer play on; return what each was told live, message by message."""
    await world.begin(next(NUMBERS))
    table = await begun(world)
    names = {table.seats[DOER]: "doer", table.seats[FIRST]: "first", STRANGER: STRANGER, NOBODY: NOBODY}
    followed = f"{table.path}/feed?scene=1"
    for who in (table.seats[DOER], table.seats[FIRST], STRANGER):
        await world.follow(who, followed)
    for number, wanted in enumerate(("draw", "keep", "joker", "enter:chance")):
        await do(world, table, wanted, f"before-{number}")
    await complete(world, table, FIRST)
    for number, wanted in enumerate(("draw", "strike:ones", "keep")):
        await do(world, table, wanted, f"after-{number}")
    await world.hang_up()
    streams = [answer for answer in world.answers if answer.what == f"stream {followed}"]
    return {names[stream.who]: messages(stream.body) for stream in streams if stream.who in names}


def messages(stream: bytes) -> Sequence[Any]:
    """Return the game's messages of a stream, without the whole view that it may begin with."""
    blocks = [block.split(b"\n") for block in stream.split(b"\n\n")]
    return [json.decode(lines[-1].removeprefix(b"data: ")) for lines in blocks if b"event: game" in lines]


def boards(message: Any) -> Sequence[Any]:
    """Return both boards as they are shown, None for one that is hidden."""
    return [side["board"] for side in message["state"]["boards"]]


def what(event: Any) -> tuple[int, str]:
    """Return whose event it is and what happened."""
    return event["seat"], event["type"].removeprefix("diamond_yatzy.")

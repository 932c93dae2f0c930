"""Doors: words, caps and invitations decide who sits down, however many come at once."""

import asyncio
from uuid import UUID

from infra.postgres.pool import connect
from tests.api.client import Player
from tests.api.conftest import Desk
from tests.api.tables import finished, invite, new_key, opened

WORD = "Sesam, öffne dich"
CROWD = 50


async def test_whoever_has_the_word_comes_in_and_whoever_has_another_does_not(here: Desk) -> None:
    table, guest = await opened(here.client, word=WORD), await here.client.guest()
    shut = await here.client("POST", f"{table.path}/members", {"word": "Sesam"}, by=guest)
    decomposed = WORD.replace("ö", "o\u0308")  # As another keyboard writes it.
    came = await here.client("POST", f"{table.path}/members", {"word": decomposed}, by=guest)

    assert (shut.code, came.data["status"]) == ("wrong_word", "running")


async def test_the_host_changes_the_word_and_takes_it_away(here: Desk) -> None:
    table, guest = await opened(here.client, word=WORD), await here.client.guest()
    changed = await here.client("PATCH", table.path, {"word": "another"}, by=table.players[0])
    old = await here.client("POST", f"{table.path}/members", {"word": WORD}, by=guest)
    opened_up = await here.client("PATCH", table.path, {"word": None}, by=table.players[0])
    came = await here.client("POST", f"{table.path}/members", by=guest)

    assert (changed.data["locked"], changed.data["version"]) == (True, 3)
    assert old.code == "wrong_word"
    assert (opened_up.data["locked"], opened_up.data["version"]) == (False, 4)
    assert came.data["status"] == "running"


async def test_a_word_changed_twice_with_one_key_is_changed_once(here: Desk) -> None:
    table, key = await opened(here.client), new_key()
    host = table.players[0]
    _, answer = [await here.client("PATCH", table.path, {"word": WORD}, by=host, Idempotency_Key=key) for _ in range(2)]
    other = await here.client("PATCH", table.path, {"word": "x"}, by=table.players[0], Idempotency_Key=key)

    assert (answer.data["version"], answer.replayed) == (3, True)
    assert other.code == "key_reused"


async def test_the_database_does_not_tell_a_word_and_forgets_it_with_the_game(here: Desk) -> None:
    table, guest = await opened(here.client, word=WORD), await here.client.guest()
    async with connect(here.stores.owner_url) as owner:
        hidden = await owner.fetchval("SELECT word FROM words WHERE game = $1", UUID(table.id))
        await here.client("POST", f"{table.path}/members", {"word": WORD}, by=guest)
        await here.client("DELETE", f"{table.path}/members/me", by=guest)
        left = await owner.fetchval("SELECT word FROM words WHERE game = $1", UUID(table.id))
        data = await owner.fetch("SELECT data, body FROM events WHERE game = $1", UUID(table.id))

    assert hidden is not None
    assert WORD.encode() not in bytes(hidden)
    assert left is None
    assert WORD not in str(data)


async def test_a_rematch_has_the_same_word(here: Desk) -> None:
    host, guest = await here.client.guest(), await here.client.guest()
    table = await opened(here.client, host, word=WORD)
    await here.client("POST", f"{table.path}/members", {"word": WORD}, by=guest)
    seats = (await here.client("GET", table.path)).data["seats"]
    by_id = {player.id: player for player in (host, guest)}
    players = [by_id[seat["player"]["id"]] for seat in seats]
    for turn, column in enumerate((1, 2, 1, 2, 1, 2, 1)):
        await here.client(
            "POST", f"{table.path}/moves", {"type": "connect_four.drop", "column": column}, by=players[turn % 2]
        )
    _, rematch = [await here.client("POST", f"{table.path}/rematch", by=player) for player in players]
    async with connect(here.stores.owner_url) as owner:
        kept = await owner.fetchval("SELECT word FROM words WHERE game = $1", UUID(rematch.data["game"]))

    assert (await here.client("GET", f"/v1/games/{rematch.data['game']}")).data["locked"]
    assert here.served.house.secrecy.show(kept) == WORD


async def test_words_are_guessed_a_few_times_only(here: Desk) -> None:
    table, guest = await opened(here.client, word=WORD), await here.client.guest()
    codes = [(await here.client("POST", f"{table.path}/members", {"word": str(n)}, by=guest)).code for n in range(12)]

    assert codes == ["wrong_word"] * 10 + ["too_many_requests"] * 2


async def test_the_hosts_invitation_passes_word_and_cap_and_another_members_neither(here: Desk) -> None:
    host, member, invited = [await here.client.guest() for _ in range(3)]
    table = await opened(here.client, host, kind="bleib_cool", seats=4, word=WORD)
    await here.client("POST", f"{table.path}/members", {"word": WORD}, by=member)
    by_member = await here.client("POST", f"{table.path}/invitations", {"name": invited.name}, by=member)
    shut = await here.client("POST", f"/v1/invitations/{by_member.data['id']}/accept", by=invited)
    by_host = await invite(here.client, table, invited)
    came = await here.client("POST", f"/v1/invitations/{by_host}/accept", by=invited)

    assert (shut.code, came.status) == ("wrong_word", 200)
    assert [one["id"] for one in came.data["members"]] == [host.id, member.id, invited.id]
    left = (await here.client("GET", "/v1/invitations", by=invited)).data["items"]
    assert [one["inviter"]["id"] for one in left] == [member.id]


async def test_fifty_at_once_never_fill_a_table_beyond_its_seats_its_word_or_its_cap(here: Desk) -> None:
    free = [await opened(here.client, kind="bleib_cool", seats=3) for _ in range(2)]
    locked = [await opened(here.client, kind="bleib_cool", seats=3, word=WORD) for _ in range(2)]
    capped = [await opened(here.client, kind="bleib_cool", seats=3, strength_max=999)]
    crowd = [await here.client.guest() for _ in range(CROWD)]

    async def come(guest: Player, n: int) -> None:
        for table in (*free, *locked, *capped):
            body = {"word": WORD} if table in locked and n % 2 else {}
            await here.client("POST", f"{table.path}/members", body, by=guest, changes=True)

    await asyncio.gather(*(come(guest, n) for n, guest in enumerate(crowd)))

    listed = {one["id"]: one for one in (await here.client("GET", "/v1/games?kind=bleib_cool")).data["items"]}
    for table in (*free, *locked):
        game = (await here.client("GET", table.path)).data
        assert (game["status"], len(game["members"])) == ("running", 3)
        assert {one["id"] for one in listed[table.id]["members"]} == {one["id"] for one in game["members"]}
    knew = {guest.id for n, guest in enumerate(crowd) if n % 2}
    for table in locked:
        members = {one["id"] for one in (await here.client("GET", table.path)).data["members"]}
        assert members - {table.players[0].id} <= knew
    assert [one["id"] for one in listed[capped[0].id]["members"]] == [capped[0].players[0].id]


async def test_quick_joins_whoever_waits_and_opens_a_table_where_nobody_does(here: Desk) -> None:
    first, second = await here.client.guest(), await here.client.guest()
    alone = await here.client("POST", "/v1/quick", {"kind": "reversi"}, by=first)
    together = await here.client("POST", "/v1/quick", {"kind": "reversi"}, by=second)

    assert (alone.data["status"], together.data["status"]) == ("open", "running")
    assert alone.data["id"] == together.data["id"]


async def test_quick_again_with_the_same_key_leads_to_the_same_table(here: Desk) -> None:
    waiting = await opened(here.client, kind="level_x")
    guest, key = await here.client.guest(), new_key()
    first = await here.client("POST", "/v1/quick", {"kind": "level_x"}, by=guest, Idempotency_Key=key)
    await opened(here.client, kind="level_x")  # Another that waits by now.
    again = await here.client("POST", "/v1/quick", {"kind": "level_x"}, by=guest, Idempotency_Key=key)

    assert (first.data["id"], again.data["id"], again.replayed) == (waiting.id, waiting.id, True)


async def test_quick_passes_by_what_is_locked_capped_or_ones_own(here: Desk) -> None:
    guest = await here.client.guest()
    passed = [
        await opened(here.client, kind="reversi", word=WORD),
        await opened(here.client, kind="reversi", strength_max=10),
        await opened(here.client, guest, kind="reversi"),
    ]
    table = await here.client("POST", "/v1/quick", {"kind": "reversi"}, by=guest)

    assert table.data["id"] not in [one.id for one in passed]


async def test_an_invitation_is_open_as_long_as_its_table_waits(here: Desk) -> None:
    table, invited = await opened(here.client), await here.client.guest()
    await invite(here.client, table, invited)
    before = (await here.client("GET", "/v1/invitations", by=invited)).data["items"]
    await here.client("DELETE", f"{table.path}/members/me", by=table.players[0])
    after = (await here.client("GET", "/v1/invitations", by=invited)).data["items"]

    assert [(one["game"], one["kind"]) for one in before] == [(table.id, "connect_four")]
    assert after == []


async def test_a_finished_game_has_no_door(here: Desk) -> None:
    table = await finished(here.client)
    assert (await here.client("POST", f"{table.path}/members", by=await here.client.guest())).code == "over"

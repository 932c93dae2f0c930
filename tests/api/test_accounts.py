"""Accounts: a guest becomes a player and keeps everything; whoever goes is forgotten; a browser is not tricked."""

import asyncio
from typing import Any

import pytest

from infra.postgres.pool import connect
from services import names
from tests.api.client import PASSWORD, Player
from tests.api.conftest import Desk, desk
from tests.api.tables import DROP, drop, finished, new_key, opened, started
from tests.stores import Stores


async def test_a_guest_registers_and_stays_the_same_player_with_the_old_token_too(here: Desk) -> None:
    table = await started(here.client)
    guest = table.players[0]
    entered = await here.client("POST", "/v1/players", {"name": "Änne K.", "password": PASSWORD}, by=guest)

    assert (entered.status, entered.data["player"]["id"]) == (201, guest.id)
    assert entered.data["token"] != guest.token
    for token in (guest.token, entered.data["token"]):
        me = await here.client("GET", "/v1/me", by=Player(id=guest.id, name="", token=token))
        assert (me.data["player"]["name"], me.data["registered"]) == ("Änne K.", True)
    assert (await drop(here.client, table, "4")).data["version"] == 5  # The old token still moves.
    seats = (await here.client("GET", table.path)).data["seats"]
    assert seats[0]["player"] == {"id": guest.id, "name": "Änne K.", "robot": False}


async def test_the_same_registration_again_gives_another_token(here: Desk) -> None:
    guest = await here.client.guest()
    body = {"name": "Zwilling", "password": PASSWORD}
    first = await here.client("POST", "/v1/players", body, by=guest)
    again = await here.client("POST", "/v1/players", body, by=guest)

    assert (again.status, again.data["player"]) == (201, first.data["player"])
    assert again.data["token"] != first.data["token"]


async def test_names_are_the_same_whatever_their_case_and_unicode_form(here: Desk) -> None:
    await here.client("POST", "/v1/players", {"name": "Straße Café", "password": PASSWORD})
    for same in ("STRASSE CAFÉ", "strasse cafe\u0301", "\uff33traße Café"):
        signed_in = await here.client("POST", "/v1/sessions", {"name": same, "password": PASSWORD})
        assert signed_in.data["player"]["name"] == "Straße Café"
        taken = await here.client("PATCH", "/v1/me", {"name": same}, by=await here.client.guest())
        assert taken.code == "name_taken"


@pytest.mark.parametrize(
    "name",
    ["a", "x" * 25, "a\nb", "two  spaces", "-dash", "Gast-12345678", "gast 1", "ANONYM", "Robo", "<b>", "a\u200bb"],
)
def test_what_is_no_name_is_chosen_by_nobody(name: str) -> None:
    assert names.chosen(name) is None


@pytest.mark.parametrize("name", ["Bo", "Änne K.", "李小龍", "x" * 24, "a_b-c.d", "Gastgeber"])
def test_people_are_called_many_things(name: str) -> None:
    assert names.chosen(name) == name


async def test_two_who_want_the_same_name_at_once_do_not_both_get_it(here: Desk) -> None:
    guests = [await here.client.guest() for _ in range(4)]
    body = {"name": "Einmalig", "password": PASSWORD}
    answers = await asyncio.gather(
        *(here.client("POST", "/v1/players", body, by=guest, changes=True) for guest in guests)
    )

    assert sorted(answer.status for answer in answers) == [201, 409, 409, 409]


async def test_a_wrong_password_opens_nothing_and_tells_nothing(here: Desk) -> None:
    player = await here.client.registered()
    wrong = await here.client("POST", "/v1/sessions", {"name": player.name, "password": "another password"})
    unknown = await here.client("POST", "/v1/sessions", {"name": "Niemand", "password": "another password"})

    assert wrong.content == unknown.content


async def test_who_signs_out_has_no_token_any_more_and_others_of_the_same_player_stay(here: Desk) -> None:
    player = await here.client.registered()
    other = await here.client("POST", "/v1/sessions", {"name": player.name, "password": PASSWORD})
    out = await here.client("DELETE", "/v1/sessions", by=player)

    assert out.status == 204
    assert (await here.client("GET", "/v1/me", by=player)).code == "token_unknown"
    still = Player(id=player.id, name=player.name, token=other.data["token"])
    assert (await here.client("GET", "/v1/me", by=still)).status == 200


async def test_who_is_renamed_is_called_so_in_old_games_too(here: Desk) -> None:
    table = await finished(here.client)
    renamed = await here.client("PATCH", "/v1/me", {"name": "Neu Genannt"}, by=table.players[0])

    assert renamed.data["player"]["name"] == "Neu Genannt"
    assert "Neu Genannt" in [member["name"] for member in (await here.client("GET", table.path)).data["members"]]


async def test_who_is_erased_has_no_name_and_no_way_back_and_the_games_stay(here: Desk) -> None:
    player = await here.client.registered()
    table = await opened(here.client, player, await here.client.guest())
    waiting = await opened(here.client, player)
    erased = await here.client("DELETE", "/v1/me", by=player)

    assert erased.status == 204
    assert (await here.client("GET", "/v1/me", by=player)).code == "token_unknown"
    again = await here.client("POST", "/v1/sessions", {"name": player.name, "password": PASSWORD})
    assert again.code == "wrong_credentials"
    game = (await here.client("GET", table.path)).data
    assert (game["status"], game["result"]["reason"]) == ("finished", "left")  # Nobody waits for whoever has gone.
    assert {member["name"] for member in game["members"] if member["id"] == player.id} == {names.ERASED}
    assert (await here.client("GET", waiting.path)).data["status"] == "aborted"
    free = await here.client("POST", "/v1/players", {"name": player.name, "password": PASSWORD})
    assert free.data["player"]["id"] != player.id


async def test_an_export_has_what_is_kept_about_its_player(here: Desk) -> None:
    player = await here.client.registered()
    table = await opened(here.client, player)
    export = (await here.client("GET", "/v1/me/export", by=player)).data

    assert (export["player"]["name"], export["registered"]) == (player.name, True)
    assert (len(export["sessions"]), export["games"]) == (1, [table.id])
    assert PASSWORD not in str(export)


async def test_a_browser_keeps_its_token_in_a_cookie_that_no_script_reads(here: Desk) -> None:
    entered = await here.client("POST", "/v1/guests?cookie=1")
    kept = entered.headers["set-cookie"]

    assert "token" not in entered.data
    assert all(word in kept for word in ("HttpOnly", "SameSite=lax", "Path=/"))
    me = await here.client("GET", "/v1/me", Cookie=kept.partition(";")[0])
    assert me.data["player"] == entered.data["player"]


async def test_a_cookie_that_nobody_has_any_longer_is_taken_away(here: Desk) -> None:
    player = await here.client.guest()
    cookie = f"zugfolge={player.token}"
    assert "set-cookie" not in (await here.client("GET", "/v1/me", Cookie=cookie)).headers
    await here.client("DELETE", "/v1/sessions", by=player)

    refused = await here.client("GET", "/v1/games", Cookie=cookie)

    assert refused.code == "token_unknown"
    assert refused.headers["set-cookie"].startswith("zugfolge=")
    assert "Max-Age=0" in refused.headers["set-cookie"]


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "https://elsewhere.example"}, {"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "same-site"}],
)
async def test_another_site_changes_nothing_with_a_cookie(here: Desk, headers: dict[str, Any]) -> None:
    cookie = f"zugfolge={(await here.client.guest()).token}"
    answer = await here.client("POST", "/v1/games", {"kind": "hoard"}, Cookie=cookie, **headers)

    assert answer.code == "foreign_origin"


async def test_our_own_pages_do_what_they_like_with_a_cookie(here: Desk) -> None:
    cookie = f"zugfolge={(await here.client.guest()).token}"
    origin = str(here.client.http.base_url).rstrip("/")
    answer = await here.client("POST", "/v1/games", {"kind": "hoard"}, Cookie=cookie, Origin=origin)

    assert answer.status == 201


async def test_no_token_is_kept_as_it_is(here: Desk) -> None:
    guest = await here.client.guest()
    async with connect(here.stores.owner_url) as connection:
        kept = await connection.fetch("SELECT tokens::text FROM tokens WHERE player = $1", guest.id)

    assert len(kept) == 1
    assert guest.token not in kept[0][0]
    assert guest.token.encode().hex() not in kept[0][0]


async def test_whoever_goes_leaves_every_table_whatever_the_key(here: Desk) -> None:
    player, other = await here.client.guest(), await here.client.guest()
    table, key = await opened(here.client, other, kind="hoard", seats=3), new_key()
    await here.client("POST", f"{table.path}/members", by=player, Idempotency_Key=key)

    gone = await here.client("DELETE", "/v1/me", by=player, Idempotency_Key=key)

    members = (await here.client("GET", table.path)).data["members"]
    assert (gone.status, [member["id"] for member in members]) == (204, [other.id])


async def test_a_guest_registers_at_one_process_while_moving_at_another(stores: Stores) -> None:
    async with desk(stores) as first, desk(stores) as second:
        table = await started(first.client)
        guest, other = table.players
        name = {"name": f"P{guest.id[-8:]}", "password": PASSWORD}
        registered, moved = await asyncio.gather(
            first.client("POST", "/v1/players", name, by=guest, changes=True),
            second.client("POST", f"{table.path}/moves", {"type": DROP, "column": 4}, by=guest, changes=True),
        )
        answered = await first.client("POST", f"{table.path}/moves", {"type": DROP, "column": 4}, by=other)
        anew = Player(id=guest.id, name=name["name"], token=registered.data["token"])
        again = await second.client("POST", f"{table.path}/moves", {"type": DROP, "column": 4}, by=anew)
        game = (await first.client("GET", table.path)).data

    assert (registered.status, moved.data["version"]) == (201, 5)
    assert (answered.data["version"], again.data["version"], game["version"]) == (6, 7, 7)
    assert game["seats"][0]["player"] == {"id": guest.id, "name": name["name"], "robot": False}

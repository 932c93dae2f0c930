"""A game is shown to its caller as it is and as it was, and never from anybody's cache."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import pytest

from infra.drawing.palette import DARK, LIGHT
from tests.api.client import Client, Player
from tests.api.tables import DROP, STAKE, Table, drop, finished, opened, stake, started

GETS = ("", "/events", "/picture.svg", "/picture.png")


@pytest.fixture(scope="module")
async def table(client: Client) -> Table:
    """A game of five discs: opened and joined, joined and started, and so version 9."""
    table = await started(client)
    await drop(client, table, "44354")
    return table


async def versions(client: Client, table: Table, path: str, by: Player | None = None) -> Sequence[int]:
    page = (await client("GET", f"{table.path}{path}", by=by)).data
    return [step["version"] for step in page["steps"]]


async def test_a_version_shows_the_game_as_it_was(client: Client, table: Table) -> None:
    then = (await client("GET", f"{table.path}?version=6")).data
    assert then["version"] == 6
    assert then["state"]["board"][-2:] == ["...1...", "...0..."]
    assert then["to_move"] == [0]


async def test_a_version_within_a_step_shows_the_end_of_that_step(client: Client, table: Table) -> None:
    shown = [(await client("GET", f"{table.path}?version={version}")).data["version"] for version in range(1, 10)]
    assert shown == [2, 2, 4, 4, 5, 6, 7, 8, 9]


async def test_the_newest_version_is_the_game_as_it_is(client: Client, table: Table) -> None:
    now, then = [(await client("GET", f"{table.path}{query}")).content for query in ("", "?version=9")]
    assert now == then


async def test_there_is_no_version_beyond_the_end(client: Client, table: Table) -> None:
    answer = await client("GET", f"{table.path}?version=10")
    assert (answer.code, answer.data["version"]) == ("no_such_version", 9)


async def test_a_version_before_the_start_shows_an_open_table(client: Client, table: Table) -> None:
    then = (await client("GET", f"{table.path}?version=2")).data
    assert (then["status"], then["state"], then["seats"], len(then["members"])) == ("open", None, [], 1)


async def test_a_record_is_for_games_that_have_ended(client: Client, table: Table) -> None:
    answer = await client("GET", f"{table.path}?record=5")
    assert answer.code == "not_finished"


async def test_a_record_counts_the_log_with_everything_open(client: Client) -> None:
    table = await started(client, kind="hoard", players=2)
    for seat in (0, 1, 0, 1):
        await stake(client, table, seat)
    length = (await client("GET", table.path)).data["version"]
    shown = [(await client("GET", f"{table.path}?record={at}")).data for at in range(1, length + 1)]
    assert [view["version"] for view in shown][-1] == length
    assert shown[8]["state"]["hands"][0]["coins"] != "sealed"
    assert (await client("GET", f"{table.path}?record={length + 1}")).code == "no_such_version"


async def test_onlookers_and_seats_count_what_they_were_shown(client: Client) -> None:
    table = await started(client, kind="hoard", players=3)
    await stake(client, table, 0, 1)
    by = (None, *table.players)
    views = [await client("GET", table.path, by=player) for player in by]
    assert [view.headers["etag"] for view in views] == ['"7.o"', '"9.s0"', '"8.s1"', '"8.s2"']
    assert [view.data["version"] for view in views] == [7, 9, 8, 8]


async def test_a_seat_on_turn_is_told_its_moves(client: Client, table: Table) -> None:
    views = [(await client("GET", table.path, by=player)).data for player in (None, *table.players)]
    assert [len(view["moves"]) for view in views] == [0, 0, 7]
    assert views[2]["moves"][0] == {"type": DROP, "column": 1}


async def test_a_compound_move_comes_with_the_hand_that_gathers_it(client: Client) -> None:
    table = await started(client, kind="hoard", players=3)
    view = (await client("GET", table.path, by=table.players[1])).data
    assert [draft["move"] for draft in view["drafts"]] == [STAKE]
    assert (await client("GET", table.path)).data["drafts"] == []


async def test_every_move_that_is_told_can_be_made(client: Client) -> None:
    table = await started(client, kind="hoard", players=3)
    moves = (await client("GET", table.path, by=table.players[0])).data["moves"]
    answer = await client("POST", f"{table.path}/moves", moves[-1], by=table.players[0])
    assert answer.status == 200


async def test_a_move_is_answered_as_its_maker_sees_it(client: Client) -> None:
    table = await started(client, kind="hoard", players=3)
    answer = await stake(client, table, 0, 1)
    view = (await client("GET", table.path, by=table.players[0])).data
    assert {name: answer.data[name] for name in ("version", "state", "to_move", "moves", "deadline")} == {
        name: view[name] for name in ("version", "state", "to_move", "moves", "deadline")
    }
    assert [event["type"] for event in answer.data["events"]] == ["hoard.staked"]


async def test_a_feed_has_a_step_for_each_commit(client: Client, table: Table) -> None:
    assert await versions(client, table, "/events") == [2, 4, 5, 6, 7, 8, 9]


@pytest.mark.parametrize(("after", "expected"), [("6", [7, 8, 9]), ("6.o", [7, 8, 9]), ("3", [4, 5, 6, 7, 8, 9])])
async def test_a_feed_goes_on_after_a_version(client: Client, table: Table, after: str, expected: Any) -> None:
    assert await versions(client, table, f"/events?after={after}") == expected


@pytest.mark.parametrize("after", [9, 10, 999_999_999])
async def test_nothing_follows_the_end_of_a_feed(client: Client, table: Table, after: int) -> None:
    page = (await client("GET", f"{table.path}/events?after={after}")).data
    assert page == {"version": 9, "steps": []}


async def test_a_feed_is_read_page_by_page(client: Client, table: Table) -> None:
    pages, after = [], 0
    while steps := (page := (await client("GET", f"{table.path}/events?after={after}&limit=3")).data)["steps"]:
        pages.append([step["version"] for step in steps])
        after = page["version"]
    assert pages == [[2, 4, 5], [6, 7, 8], [9]]


async def test_a_resume_id_is_good_for_its_own_audience_alone(client: Client, table: Table) -> None:
    by = table.players[0]
    assert await versions(client, table, "/events?after=8.s0", by=by) == [9]
    for after in ("8.o", "8.s1", "8.s9"):
        answer = await client("GET", f"{table.path}/events?after={after}", by=by)
        assert (answer.code, answer.data["version"]) == ("other_audience", 9)


async def test_who_left_at_a_cost_is_an_onlooker(client: Client) -> None:
    table = await started(client, kind="hoard", players=3)
    answer = await client("DELETE", f"{table.path}/members/me", by=table.players[0])
    assert answer.headers["etag"].endswith('.o"')
    assert answer.data["seats"][0]["left"] == "left"
    assert answer.content == (await client("GET", table.path)).content


async def test_a_finished_game_tells_its_seed_and_head(client: Client, table: Table) -> None:
    running, ended = [(await client("GET", one.path)).data for one in (table, await finished(client))]
    assert (running["seed"], running["head"], running["rematch"]) == (None, None, None)
    assert (len(ended["seed"]), len(ended["head"])) == (64, 64)
    assert ended["rematch"] == {"agreed": [], "game": None}
    assert ended["state"]["line"] == [{"column": 1, "row": row} for row in (1, 2, 3, 4)]
    assert ended["result"]["places"] == [[0], [1]]


@pytest.mark.parametrize("path", GETS)
async def test_what_is_said_of_a_game_is_nobodys_to_keep(client: Client, table: Table, path: str) -> None:
    answer = await client("GET", f"{table.path}{path}")
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/v1/games", "/v1/me", "/v1/kinds"])
async def test_what_is_said_to_somebody_is_nobodys_to_keep(client: Client, table: Table, path: str) -> None:
    answer = await client("GET", path, by=table.players[0])
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", GETS)
async def test_a_game_is_always_told_anew(client: Client, table: Table, path: str) -> None:
    tag = (await client("GET", table.path)).headers["etag"]
    answer = await client(
        "GET", f"{table.path}{path}", If_None_Match=tag, If_Modified_Since="Fri, 01 Jan 2100 00:00:00 GMT"
    )
    assert answer.status == 200
    assert answer.content


@pytest.mark.parametrize("path", [*GETS, "/replay", "/feed"])
async def test_head_answers_with_the_headers_alone(client: Client, path: str) -> None:
    table = await finished(client)
    head = await client("HEAD", f"{table.path}{path}")
    assert (head.status, head.content) == (200, b"")
    assert head.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", GETS)
async def test_head_has_the_headers_of_get(client: Client, table: Table, path: str) -> None:
    head, got = [await client(method, f"{table.path}{path}") for method in ("HEAD", "GET")]
    assert {**head.headers, "date": ""} == {**got.headers, "date": ""}


async def test_head_of_nothing_is_refused_without_a_word(client: Client) -> None:
    answer = await client("HEAD", f"/v1/games/{uuid4()}")
    assert (answer.status, answer.content) == (404, b"")


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/v1/games", "GET, HEAD, OPTIONS, POST"),
        ("/v1/games/{game}", "GET, HEAD, OPTIONS, PATCH"),
        ("/v1/games/{game}/moves", "OPTIONS, POST"),
        ("/v1/games/{game}/members/me", "DELETE, OPTIONS"),
        ("/v1/games/{game}/rematch", "DELETE, OPTIONS, POST"),
    ],
)
async def test_a_path_tells_what_can_be_done_there(client: Client, table: Table, path: str, allowed: str) -> None:
    asked = await client("OPTIONS", path.format(game=table.id))
    refused = await client("PUT", path.format(game=table.id))
    assert (asked.status, asked.headers["allow"]) == (204, allowed)
    assert (refused.status, refused.headers["allow"]) == (405, allowed)


@pytest.mark.parametrize(
    ("language", "detail"),
    [
        ("de", "Dieses Spiel gibt es nicht."),
        ("de-AT,de;q=0.9,en;q=0.8", "Dieses Spiel gibt es nicht."),
        ("en;q=0.5 , DE ; q=0.6", "Dieses Spiel gibt es nicht."),
        ("en", "There is no such game."),
        ("fr", "There is no such game."),
        ("de;q=0", "There is no such game."),
        ("en-GB, de", "There is no such game."),
        ("*", "There is no such game."),
        (";;,q=,de;q=x", "There is no such game."),
    ],
)
async def test_people_read_the_language_they_like_best(client: Client, language: str, detail: str) -> None:
    answer = await client.http.get(f"/v1/games/{uuid4()}", headers={"Accept-Language": language})
    assert answer.json()["detail"] == detail
    assert answer.headers["vary"] == "Accept-Language"


@pytest.mark.parametrize("path", ["/picture.svg", "/picture.png"])
async def test_a_picture_of_a_version_is_that_of_then(client: Client, path: str) -> None:
    table = await started(client)
    await drop(client, table, "4")
    then = (await client("GET", f"{table.path}{path}")).content
    await drop(client, table, "4", first=1)
    now, again = [(await client("GET", f"{table.path}{path}{query}")).content for query in ("", "?version=5")]
    assert again == then != now


async def test_a_drawing_speaks_its_readers_language(client: Client) -> None:
    table = await started(client)
    drawn = [await client("GET", f"{table.path}/picture.svg", Accept_Language=spoken) for spoken in ("de", "en")]
    assert drawn[0].content != drawn[1].content
    assert {answer.headers["vary"] for answer in drawn} == {"Accept-Language, Accept-Encoding"}
    chosen = await client("GET", f"{table.path}/picture.svg?language=de", Accept_Language="en")
    assert chosen.content == drawn[0].content


async def test_a_drawing_has_the_colours_of_its_readers_page(client: Client) -> None:
    table = await started(client)
    drawn = [(await client("GET", f"{table.path}/picture.svg{theme}")).content for theme in ("", "?theme=dark")]
    assert [paper.encode() in drawn[n] for n, paper in enumerate((LIGHT["paper"], DARK["paper"]))] == [True, True]
    assert (await client("GET", f"{table.path}/picture.svg?theme=red")).code == "malformed"


@pytest.mark.parametrize("path", ["/v1/kinds", "/v1/kinds/reversi/rules", "/v1/kinds/reversi/picture.svg", "a drawing"])
async def test_what_is_long_travels_compressed_to_whoever_takes_it_so(client: Client, path: str) -> None:
    path = f"{(await started(client)).path}/picture.svg" if path == "a drawing" else path
    plain, short = [await client("GET", path, Accept_Encoding=taken) for taken in ("identity", "br, gzip")]
    assert "content-encoding" not in plain.headers
    assert short.headers["content-encoding"] == "gzip"
    assert short.content == plain.content
    assert int(short.headers["content-length"]) < int(plain.headers["content-length"]) / 2


async def test_an_open_table_shows_who_sits_there(client: Client) -> None:
    host, guest = await client.guest(), await client.guest()
    table = await opened(client, host, guest, kind="hoard", seats=3, options={"gems": 3}, limit_seconds=60)
    view = (await client("GET", table.path)).data
    assert [member["id"] for member in view["members"]] == [host.id, guest.id]
    assert view["members"][0] == {"id": host.id, "name": host.name, "robot": False}
    assert (view["host"], view["size"], view["options"], view["limit_seconds"]) == (host.id, 3, {"gems": 3}, 60)


async def test_the_longest_standing_member_is_the_next_host(client: Client) -> None:
    table = await opened(client, *[await client.guest() for _ in range(2)], kind="hoard", seats=3)
    answer = await client("DELETE", f"{table.path}/members/me", by=table.players[0])
    assert answer.data["host"] == table.players[1].id


async def test_a_table_that_everybody_left_is_closed(client: Client) -> None:
    table = await opened(client, await client.guest())
    answer = await client("DELETE", f"{table.path}/members/me", by=table.players[0])
    assert (answer.data["status"], answer.data["result"]["reason"]) == ("aborted", "closed")

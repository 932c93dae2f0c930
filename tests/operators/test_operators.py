"""Operators: they end games and ban players on a door of their own, and each act of theirs is written down."""

from typing import Any
from uuid import uuid4

import asyncpg
import httpx
import pytest

from infra.postgres.pool import connect
from infra.settings import Settings, SettingsInvalid
from tests.api.client import PASSWORD
from tests.api.conftest import Desk
from tests.api.tables import drop, opened, started
from tests.operators.conftest import RITA, TOKEN


async def acts(operator: httpx.AsyncClient) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = (await operator.get("/v1/operator/acts")).json()["items"]
    return items


async def test_a_game_is_aborted_and_nobody_has_lost_it(watched: Desk, operator: httpx.AsyncClient) -> None:
    table = await started(watched.client)
    aborted = await operator.post(f"/v1/operator/games/{table.id}/abort", json={"note": "both asked"})
    game = (await watched.client("GET", table.path)).data

    assert aborted.status_code == 200
    assert (game["status"], game["result"]["reason"], game["result"]["places"]) == ("aborted", "operator", [])
    assert game["seed"] is not None
    last = (await acts(operator))[0]
    assert (last["operator"], last["act"], last["subject"], last["note"]) == ("rita", "abort", table.id, "both asked")


async def test_what_is_over_is_not_aborted_and_not_written_down(watched: Desk, operator: httpx.AsyncClient) -> None:
    table = await started(watched.client)
    await drop(watched.client, table, "1212121")
    before = await acts(operator)
    refused = await operator.post(f"/v1/operator/games/{table.id}/abort")

    assert (refused.status_code, refused.json()["code"]) == (409, "over")
    assert await acts(operator) == before


async def test_who_is_banned_comes_in_no_more_until_let_in_again(watched: Desk, operator: httpx.AsyncClient) -> None:
    player = await watched.client.registered()
    body = {"name": player.name, "password": PASSWORD}
    await operator.post(f"/v1/operator/players/{player.id}/ban", json={"note": "rude"})
    watched.clock.pass_by(seconds=6)  # So long a process remembers a token.
    token = await watched.client("GET", "/v1/me", by=player)
    banned = await watched.client("POST", "/v1/sessions", body)
    await operator.request("DELETE", f"/v1/operator/players/{player.id}/ban")
    again = await watched.client("POST", "/v1/sessions", body)

    assert (token.code, banned.code, again.status) == ("token_unknown", "banned", 201)
    assert [act["act"] for act in (await acts(operator))[:2]] == ["unban", "ban"]


async def test_a_report_waits_until_it_is_closed(watched: Desk, operator: httpx.AsyncClient) -> None:
    table, guest = await opened(watched.client), await watched.client.guest()
    about = {"text": "threw the board", "player": table.players[0].id, "game": table.id}
    received = await watched.client("POST", "/v1/reports", about, by=guest)
    waiting = (await operator.get("/v1/operator/reports")).json()["items"]
    closed = await operator.post(f"/v1/operator/reports/{received.data['id']}/close")

    (one,) = [report for report in waiting if report["id"] == received.data["id"]]
    assert (one["reporter"], one["player"], one["game"], one["text"]) == (
        guest.id,
        table.players[0].id,
        table.id,
        "threw the board",
    )
    assert received.data["id"] not in [report["id"] for report in closed.json()["items"]]
    assert (await operator.post(f"/v1/operator/reports/{received.data['id']}/close")).status_code == 404


async def test_who_is_muted_writes_nowhere_until_let_write_again(watched: Desk, operator: httpx.AsyncClient) -> None:
    guest = await watched.client.guest()
    await operator.post(f"/v1/operator/players/{guest.id}/mute", json={"note": "floods"})
    muted = await watched.client("POST", "/v1/lobby/chat", {"text": "hello"}, by=guest)
    await operator.request("DELETE", f"/v1/operator/players/{guest.id}/mute")
    again = await watched.client("POST", "/v1/lobby/chat", {"text": "hello"}, by=guest)

    assert (muted.status, again.data["line"]["text"]) == (403, "hello")
    assert [act["act"] for act in (await acts(operator))[:2]] == ["unmute", "mute"]


async def test_a_line_taken_back_is_read_by_nobody(watched: Desk, operator: httpx.AsyncClient) -> None:
    guest = await watched.client.guest()
    line = (await watched.client("POST", "/v1/lobby/chat", {"text": "not nice"}, by=guest)).data["line"]["id"]
    removed = await operator.request("DELETE", f"/v1/operator/chat/lobby/{line}")
    history = await watched.client("GET", "/v1/lobby/chat", by=guest)

    assert removed.status_code == 200
    assert "not nice" not in history.content.decode()
    assert (await operator.request("DELETE", f"/v1/operator/chat/lobby/{uuid4()}")).status_code == 404


@pytest.mark.parametrize("token", [None, "Bearer wrong", f"Bearer {TOKEN}x", "Bearer "])
async def test_nobody_else_is_an_operator(operator: httpx.AsyncClient, token: str | None) -> None:
    del operator.headers["Authorization"]
    headers = {} if token is None else {"Authorization": token}

    assert (await operator.get("/v1/operator/acts", headers=headers)).status_code == 401


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "players/{}/ban"), ("POST", "games/{}/abort"), ("POST", "reports/{}/close")]
)
async def test_what_is_not_there_is_not_found(operator: httpx.AsyncClient, method: str, path: str) -> None:
    for name in (str(uuid4()), "nothing"):
        assert (await operator.request(method, f"/v1/operator/{path.format(name)}")).status_code == 404


async def test_the_public_door_does_not_lead_to_the_operators(watched: Desk) -> None:
    answer = await watched.client("GET", "/v1/operator/acts", Authorization=RITA["Authorization"])

    assert answer.code == "not_found"


async def test_an_act_cannot_be_taken_back(watched: Desk) -> None:
    async with connect(watched.stores.database_url) as application:
        await application.execute("SET ROLE zugfolge_app")
        for statement in ("UPDATE acts SET note = ''", "DELETE FROM acts", "TRUNCATE acts"):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await application.execute(statement)


@pytest.mark.parametrize("tokens", ["rita", "rita:short", f":{TOKEN}"])
def test_an_operators_token_is_long_and_has_a_name(monkeypatch: pytest.MonkeyPatch, tokens: str) -> None:
    monkeypatch.setenv("ZUGFOLGE_OPERATOR_TOKENS", tokens)
    with pytest.raises(SettingsInvalid, match="ZUGFOLGE_OPERATOR_TOKENS"):
        Settings.load()


def test_an_operators_token_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZUGFOLGE_OPERATOR_TOKENS", f"rita:{TOKEN}")
    assert TOKEN not in str(Settings.load().describe())

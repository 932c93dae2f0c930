"""Logs: what a server in production says is one line of JSON a fact, and neither a secret nor about anybody."""

import json

import httpx

from tests.servers import on, server
from tests.stores import Stores

KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
NAME, PASSWORD, WORD, LINE, LUCK = "Wilhelmine", "a long password", "sesame", "good evening", "0123456789abcdef"


async def test_nothing_that_players_say_of_themselves_or_keep_to_themselves_is_logged(stores: Stores) -> None:
    environment = on(stores, environment="production", word_keys=KEY, log_level="debug")
    async with server(environment) as running, httpx.AsyncClient(base_url=running.url) as client:
        joined = (await client.post("/v1/players", json={"name": NAME, "password": PASSWORD})).json()
        client.headers["Authorization"] = f"Bearer {joined['token']}"
        table = {"kind": "connect_four", "word": WORD, "luck": LUCK}
        answers = [
            await client.post("/v1/sessions", json={"name": NAME, "password": f"{PASSWORD}?"}),
            await client.post("/v1/games", json=table),
            await client.post("/v1/games", json={**table, "word": [WORD]}),
            await client.post("/v1/lobby/chat", json={"text": LINE}),
            await client.get(f"/v1/players/{NAME}"),
            await client.get("/v1/games", headers={"Authorization": f"Bearer {joined['token']}x"}),
        ]
    said = "\n".join(running.log)

    assert [answer.status_code for answer in answers] == [403, 201, 400, 201, 200, 401]
    assert {"serving"} <= {json.loads(line)["event"] for line in running.log}
    told = (NAME, joined["player"]["id"], joined["token"], PASSWORD, WORD, LINE, LUCK, KEY)
    assert [secret for secret in told if secret.casefold() in said.casefold()] == []

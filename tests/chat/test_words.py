"""A table's word is shown to whoever sits there, and nowhere else: it is searched for in all there is."""

import logging

import pytest
from structlog.testing import capture_logs

from infra.postgres.pool import connect
from services.api.app import routes
from tests.api.client import Client, Player
from tests.api.conftest import Desk
from tests.api.tables import Table, drop, new_key, opened
from tests.chat.rooms import LOBBY, players, say
from tests.secrets.traces import forms, overheard
from tests.streams.sources import stream

WORDS = ("Kirschbaum-Anfang", "Holunder-Ende")

EVERY_TABLE = """
SELECT relname
FROM pg_class
WHERE relkind = 'r'
  AND relnamespace = 'public'::regnamespace
"""


async def test_no_row_answer_message_or_log_has_a_word(
    here: Desk, there: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    seen = list[bytes]()
    with capture_logs() as facts, caplog.at_level(logging.DEBUG):
        async with overheard(here.stores) as said:
            table, host, guest = await life_of_a_locked_table(here, there, seen)
    seen += said
    seen += [repr(facts).encode(), caplog.text.encode()]
    async with connect(here.stores.owner_url) as owner:
        for (name,) in await owner.fetch(EVERY_TABLE):
            seen += [str(row[0]).encode() for row in await owner.fetch(f"SELECT {name}::text FROM {name}")]
    seen += [(await here.client("GET", "/v1/me/export", by=player)).content for player in (host, guest)]
    seen += [(await here.client("GET", f"{table.path}/record")).content]

    assert any(b"match.lock_changed" in text for text in seen)
    for word in WORDS:
        found = [text for text in seen for form in forms(word.encode()) if form in text]
        assert found == []


async def life_of_a_locked_table(here: Desk, there: Desk, seen: list[bytes]) -> tuple[Table, Player, Player]:
    """Lock, change the word, show it, play to the end; keep whatever anybody is told but where members ask for it."""
    client = here.client
    host, guest, stranger = [await client.guest() for _ in range(3)]
    table = await opened(client, host, word=WORDS[0])
    topics = f"me,lobby,game:{table.id},chat:lobby,chat:{table.id}:onlookers"
    async with (
        stream(there.client.http, f"/v1/stream?topics={topics}", token=stranger.token) as feed,
        stream(there.client.http, f"/v1/stream?topics=me,chat:{table.id}:players", token=host.token) as own,
    ):
        changed = await client("PATCH", table.path, {"word": WORDS[1]}, by=host, Idempotency_Key=new_key())
        invited = await client("POST", f"{table.path}/invitations", {"player": guest.id}, by=host)
        wrong = await client("POST", f"{table.path}/members", {"word": WORDS[0]}, by=stranger)
        joined = await client("POST", f"{table.path}/members", {"word": WORDS[1]}, by=guest, Idempotency_Key=new_key())
        for room in (players(table), LOBBY):
            for player in (host, guest):
                reply = await say(client, room, "/passwort", player, Idempotency_Key=new_key())
                assert WORDS[1] in reply.data["reply"]["text"]
        await say(client, players(table), "said", host)
        by_id = {player.id: player for player in (host, guest)}
        seats = tuple(by_id[seat["player"]["id"]] for seat in joined.data["seats"])
        table = Table(id=table.id, players=seats)
        seen += [(await client("GET", path, by=stranger)).content for path in paths(table)]
        await drop(client, table, "1212121")
        await feed.until(lambda one: one.event == "end")
        await own.until(lambda one: one.event == "line")
    seen += [answer.content for answer in (changed, invited, wrong, joined)]
    seen += [one.data.encode() for one in (*feed.messages, *own.messages)]
    return table, host, guest


def paths(table: Table) -> list[str]:
    """Return every path of this game that can simply be read."""
    found = (path for handler in routes() if "GET" in handler.http_methods for path in handler.paths)
    plain = (path for path in found if path.startswith("/v1/games/{game:str}") and path.count("{") == 1)
    streams = ("/feed", "/replay", "/chat/players")
    return [path.replace("{game:str}", table.id) for path in plain if not path.endswith(streams)] + ["/v1/games"]


async def test_the_word_can_be_found_where_it_may_stand(client: Client) -> None:
    """So that the search above would find it."""
    table = await opened(client, word=WORDS[0])
    reply = await say(client, players(table), "/passwort", table.players[0])

    assert any(form in reply.content for form in forms(WORDS[0].encode()))

"""Commands: what begins with a slash is answered, to its sender alone, in German and English."""

import pytest

from tests.api.client import Client
from tests.api.conftest import Desk
from tests.api.tables import drop, new_key, opened, started
from tests.chat.rooms import LOBBY, onlookers, players, say, texts

WORD = "Sesam, öffne dich"


@pytest.mark.parametrize("command", ["/passwort", "/password", "/Passwort"])
async def test_the_word_is_shown_to_whoever_sits_at_the_table(client: Client, command: str) -> None:
    host, guest, stranger = [await client.guest() for _ in range(3)]
    table = await opened(client, host, kind="bleib_cool", seats=3, word=WORD)
    await client("POST", f"{table.path}/members", {"word": WORD}, by=guest)

    for player in (host, guest):
        reply = (await say(client, players(table), command, player)).data["reply"]
        assert (reply["command"], reply["text"]) == ("password", f"This table's password: {WORD}")
        assert reply["words"] == [{"game": table.id, "kind": "bleib_cool", "word": WORD}]
    apart = (await say(client, onlookers(table), command, stranger)).data["reply"]
    assert (apart["words"], apart["text"]) == ([], "Only those who sit at the table see its password.")
    assert await texts(client, players(table), host) == []


async def test_in_the_lobby_the_word_of_each_own_table_is_shown(client: Client) -> None:
    host, german = await client.guest(), client.speaking("de")
    first = await opened(client, host, word="eins")
    second = await opened(client, host, kind="reversi", word="zwei")
    await opened(client, host)  # Without a word.
    await opened(client, word="fremd")
    reply = (await say(german, LOBBY, "/passwort", host)).data["reply"]

    assert {(one["game"], one["word"]) for one in reply["words"]} == {(first.id, "eins"), (second.id, "zwei")}
    assert reply["text"] == "Die Passwörter deiner Tische: Reversi: zwei; Vier gewinnt: eins"


async def test_a_word_is_shown_as_long_as_the_game_goes_on_and_only_to_who_has_not_left(client: Client) -> None:
    host, guest = await client.guest(), await client.guest()
    table = await opened(client, host, word=WORD)
    await client("POST", f"{table.path}/members", {"word": WORD}, by=guest)
    running = (await say(client, LOBBY, "/passwort", guest)).data["reply"]
    await client("DELETE", f"{table.path}/members/me", by=guest)
    gone = (await say(client, LOBBY, "/passwort", guest)).data["reply"]
    over = (await say(client, players(table), "/passwort", host)).data["reply"]

    assert [one["word"] for one in running["words"]] == [WORD]
    assert (gone["words"], gone["text"]) == ([], "None of your tables has a password.")
    assert (over["words"], over["text"]) == ([], "This table has no password.")


async def test_a_changed_word_is_shown_as_it_is_now(client: Client) -> None:
    table, key = await opened(client, word="old"), new_key()
    host = table.players[0]
    await say(client, players(table), "/passwort", host, Idempotency_Key=key)
    await client("PATCH", table.path, {"word": "new"}, by=host)
    again = await say(client, players(table), "/passwort", host, Idempotency_Key=key)

    assert (again.replayed, again.data["reply"]["words"][0]["word"]) == (True, "new")  # No answer keeps a word.


@pytest.mark.parametrize(("language", "help_"), [("de", "/hilfe"), ("en", "/help")])
async def test_an_unknown_command_is_answered_with_those_there_are(client: Client, language: str, help_: str) -> None:
    table, speaker = await started(client), client.speaking(language)
    host = table.players[0]
    unknown = (await say(speaker, players(table), "/dance wildly", host)).data["reply"]
    helped = (await say(speaker, players(table), help_, host)).data["reply"]

    assert (unknown["command"], helped["command"]) == ("unknown", "help")
    assert "/dance" in unknown["text"]
    assert unknown["commands"] == helped["commands"]
    assert [one["typed"] for one in helped["commands"]] == {
        "de": ["/passwort", "/ignorieren NAME", "/hilfe"],
        "en": ["/password", "/ignore NAME", "/help"],
    }[language]
    assert await texts(client, players(table), table.players[1]) == []


async def test_a_slash_that_is_not_first_is_no_command(client: Client) -> None:
    table = await opened(client)
    await say(client, players(table), "either/or", table.players[0])

    assert await texts(client, players(table), table.players[0]) == ["either/or"]


async def test_commands_are_answered_at_any_table_and_stage(client: Client) -> None:
    table = await started(client)
    await drop(client, table, "1212121")
    reply = (await say(client, players(table), "/hilfe", table.players[0])).data["reply"]

    assert reply["command"] == "help"


async def test_who_is_ignored_is_listed_and_shown_again_by_the_same_command(client: Client, there: Desk) -> None:
    player, noisy, other = await client.guest(), await client.registered(), await client.registered()
    nobody = (await say(client, LOBBY, "/ignorieren", player)).data["reply"]
    await say(client, LOBBY, f"/ignorieren {noisy.name.upper()}", player)
    both = (await say(there.client, LOBBY, f"/ignore {other.name}", player)).data["reply"]
    listed = (await say(client.speaking("de"), LOBBY, "/ignorieren", player)).data["reply"]
    shown = (await say(client, LOBBY, f"/ignorieren {noisy.name}", player)).data["reply"]

    assert (nobody["text"], nobody["ignored"]) == ("You ignore nobody.", [])
    assert {one["id"] for one in both["ignored"]} == {noisy.id, other.id}
    assert both["text"] == f"You no longer see what {other.name} writes."
    assert listed["text"].startswith("Du ignorierst: ")
    assert (shown["text"], [one["id"] for one in shown["ignored"]]) == (
        f"You see again what {noisy.name} writes.",
        [other.id],
    )


async def test_ignoring_twice_with_one_key_hides_once(client: Client) -> None:
    player, noisy, key = await client.guest(), await client.registered(), new_key()
    command = f"/ignorieren {noisy.name}"
    first = await say(client, LOBBY, command, player, Idempotency_Key=key)
    again = await say(client, LOBBY, command, player, Idempotency_Key=key)

    assert (again.replayed, again.data) == (True, first.data)
    assert [one["id"] for one in again.data["reply"]["ignored"]] == [noisy.id]

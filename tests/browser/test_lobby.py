"""The lobby and the pages around the tables: how one comes to play, what is said, and who somebody is."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.async_api import Page, expect

from infra.postgres.pool import open_pool
from infra.postgres.rating_order import RatingOrder
from services.api.asking import COOKIE
from services.ratings.model import plackett_luce
from services.ratings.rater import Rater
from tests.api.client import Client, Player
from tests.api.conftest import KINDS
from tests.api.tables import WON, drop, finished, opened, started
from tests.browser.browsers import NARROW, WIDE
from tests.browser.conftest import Arrives
from tests.stores import Stores

AT_A_TABLE = re.compile(r"/tables/[0-9a-f-]{36}$")
PASSWORD = "a long password"
CHAT = "Message, or /help"
CARRIED_OUT = "You no longer see"


async def registered(page: Page, name: str) -> None:
    await page.goto("/account")
    form = page.get_by_role("form", name="Register")
    await form.get_by_role("textbox", name="Name").fill(name)
    await form.get_by_label("Password").fill(PASSWORD)
    await form.get_by_role("button").click()
    await expect(page.get_by_role("link", name=name)).to_be_visible()


async def says(page: Page, text: str) -> None:
    await page.get_by_placeholder(CHAT).fill(text)
    await page.get_by_placeholder(CHAT).press("Enter")


async def rated(stores: Stores) -> None:
    """Let all games that have ended be rated."""
    async with open_pool(stores.settings(pool_size_min=1)) as pool:
        rater = Rater(RatingOrder(pool), KINDS, plackett_luce)
        while leases := await rater.due(datetime.now(UTC) + timedelta(hours=1)):
            for lease in leases:
                await rater.rate(lease)


async def nobody_waits(client: Client, kind: str) -> None:
    """Fill the tables that other tests have left open."""
    for one in (await client("GET", f"/v1/games?status=open&kind={kind}")).data["items"]:
        for _ in range(one["size"] - len(one["members"])):
            await client("POST", f"/v1/games/{one['id']}/members", by=await client.guest())


async def test_one_password_field_opens_a_locked_table_and_lets_in(visitor: Arrives) -> None:
    """rules.md What all tables share (the lobby): optional wordˢ (password; a lock shows itˢ)."""
    host, guest = (await visitor()).page, (await visitor(size=NARROW, has_touch=True)).page
    await guest.goto("/")
    await host.goto("/")
    await host.get_by_label("Table password").fill("Sesam, öffne dich")
    button = host.get_by_role("button", name="Open a table: Reversi")
    await button.press("Enter")
    await host.keyboard.press("Escape")
    await expect(button).to_be_focused()
    await button.press("Enter")
    await host.get_by_role("combobox", name="Time for a move").select_option("300")
    await host.get_by_role("slider", name="Strength of the others").press("ArrowLeft")
    await host.get_by_role("button", name="Open", exact=True).press("Enter")
    await expect(host).to_have_url(AT_A_TABLE)

    table = guest.get_by_role("button", name=re.compile("Reversi.*with a password.*strength up to 1950.*5:00 a move"))
    word = guest.get_by_label("Table password")
    await table.tap()
    await expect(word).to_be_focused()
    await word.fill("Sesam")
    await table.tap()
    await expect(guest.get_by_text("has another password")).to_be_visible()
    await guest.get_by_role("button", name="Clear the password").tap()
    await word.press_sequentially("Sesam, öffne dich")
    await table.tap()

    await expect(guest).to_have_url(host.url)
    for page in (host, guest):
        await expect(page.get_by_role("button", name="Leave")).to_be_visible()


async def test_whoever_plays_quickly_meets_whoever_waits(visitor: Arrives, client: Client) -> None:
    await nobody_waits(client, "connect_four")
    first, second = (await visitor()).page, (await visitor()).page
    await first.goto("/")
    await first.get_by_role("button", name="Quick game: Connect Four").click()
    await expect(first).to_have_url(AT_A_TABLE)

    await second.goto("/games/connect_four")
    await expect(second.get_by_role("button", name="Join")).to_be_visible()
    await second.get_by_role("button", name="Quick game: Connect Four").click()

    await expect(second).to_have_url(first.url)


async def test_whoever_is_invited_needs_no_password(visitor: Arrives, client: Client) -> None:
    """rules.md What all tables share (the lobby): the host's invitation passes word and cap."""
    page = (await visitor()).page
    await registered(page, "Ida")
    host = await client.guest()
    game = (await client("POST", "/v1/games", {"kind": "reversi", "word": "secret"}, by=host)).data["id"]
    await client("POST", f"/v1/games/{game}/invitations", {"name": "Ida"}, by=host)
    await page.get_by_role("link", name="1 for you").click()

    await expect(page.get_by_text(f"{host.name} invites you: Reversi")).to_be_visible()
    await page.get_by_role("button", name="Accept").click()

    await expect(page).to_have_url(AT_A_TABLE)
    assert page.url.endswith(game)


async def test_a_table_has_the_options_and_robots_that_its_kind_offers(visitor: Arrives) -> None:
    page = (await visitor()).page
    await page.goto("/")
    await page.get_by_role("button", name="Open a table: Hoard").click()
    await page.get_by_role("combobox", name="gems").select_option("3")
    await page.get_by_role("combobox", name="Seats").select_option("3")
    await page.get_by_role("combobox", name="Seat 2").select_option(index=1)
    await page.get_by_role("button", name="Open", exact=True).click()
    await expect(page).to_have_url(AT_A_TABLE)

    table = await (await page.request.get(page.url.replace("/tables/", "/v1/games/"))).json()
    assert (table["size"], table["options"]) == (3, {"gems": 3})
    assert [member["robot"] for member in table["members"]] == [False, True]


async def test_markup_is_text_and_nobody_sees_whom_they_ignore(visitor: Arrives) -> None:
    """rules.md What all tables share (the lobby): `/ignorieren NAME` hides that player's messages from then onˢ."""
    loud, quiet, reader = [(await visitor()).page for _ in range(3)]
    await registered(loud, "Loud")
    for page in (loud, quiet, reader):
        await page.goto("/")
    log = reader.get_by_role("log")
    await says(loud, "<img src=x onerror=alert(1)> <b>bold</b>")
    await expect(log.get_by_text("<img src=x onerror=alert(1)> <b>bold</b>", exact=True)).to_be_visible()
    await expect(log.locator("b, img")).to_have_count(0)

    await says(reader, "/ignore Loud")
    await expect(log.get_by_text(CARRIED_OUT)).to_be_visible()
    await expect(log.get_by_text("bold")).to_have_count(0)
    await says(loud, "Can you hear me?")
    await expect(loud.get_by_role("log").get_by_text("Can you hear me?")).to_be_visible()
    await says(quiet, "Good evening")

    await expect(log.get_by_text("Good evening")).to_be_visible()
    await expect(log.get_by_text("Can you hear me?")).to_have_count(0)


async def test_players_and_onlookers_talk_apart_until_the_end(visitor: Arrives, client: Client) -> None:
    """rules.md What all tables share (the lobby): onlookers' lines reach players only after the end."""
    table, somebody = await started(client), await client.guest()
    onlooker, player = (await visitor()).page, (await visitor()).page
    cookie = {"name": COOKIE, "value": table.players[0].token, "url": str(client.http.base_url)}
    await player.context.add_cookies([cookie])  # type: ignore[list-item]
    for page in (onlooker, player):
        await page.goto(f"/tables/{table.id}")
    await client("POST", f"{table.path}/chat/players", {"text": "Among ourselves"}, by=table.players[1])
    await client("POST", f"{table.path}/chat/onlookers", {"text": "Column 4!"}, by=somebody)

    await expect(onlooker.get_by_role("log").get_by_text("Column 4!")).to_be_visible()
    await expect(player.get_by_role("log").get_by_text("Among ourselves")).to_be_visible()
    await expect(onlooker.get_by_text("Among ourselves")).to_have_count(0)
    await expect(player.get_by_role("radio", name="Onlookers")).to_have_count(0)
    await drop(client, table, WON)
    await player.get_by_role("radio", name="Onlookers").click()

    await expect(player.get_by_role("log").get_by_text("Column 4!")).to_be_visible()


async def test_a_guest_registers_comes_back_and_is_forgotten(visitor: Arrives) -> None:
    page = (await visitor()).page
    await registered(page, "Fritzi")
    await page.get_by_role("form", name="Rename").get_by_role("textbox").fill("Frieda")
    await page.get_by_role("button", name="Rename").click()
    await expect(page.get_by_role("link", name="Frieda")).to_be_visible()
    await page.get_by_role("button", name="Sign out").click()
    form = page.get_by_role("form", name="Sign in")
    await form.get_by_role("textbox", name="Name").fill("Frieda")
    await form.get_by_label("Password").fill(PASSWORD)
    await form.get_by_role("button").click()
    await expect(page.get_by_role("link", name="Frieda")).to_be_visible()

    async with page.expect_download() as download:
        await page.get_by_role("link", name="Download everything").click()
    assert '"name":"Frieda"' in (await (await download.value).path()).read_text()
    await page.get_by_role("button", name="Erase the account").click()
    await page.get_by_role("button", name="Erase for good").click()

    await expect(page.get_by_role("form", name="Register")).to_be_visible()
    await page.goto("/players/Frieda")
    await expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()


async def test_rules_are_read_in_either_language_with_their_pictures_and_printed_alone(visitor: Arrives) -> None:
    page = (await visitor()).page
    await page.goto("/games/bleib_cool")
    article = page.get_by_role("article")
    await expect(article.get_by_text("Into the goal.", exact=True)).to_be_visible()
    await expect(article.locator("svg")).to_have_count(4)

    await page.get_by_text("View", exact=True).click()
    await page.get_by_label("Language").select_option("de")
    await expect(article.get_by_text("Ins Ziel.", exact=True)).to_be_visible()
    await expect(article.get_by_role("img", name="Rot zieht mit der 6.")).to_be_visible()
    await page.emulate_media(media="print")
    await expect(article).to_be_visible()
    for other in ("banner", "complementary", "button"):
        await expect(page.get_by_role(other)).to_have_count(0)


async def test_a_ranking_names_who_played_and_shows_everybody_their_own_curve(
    visitor: Arrives, client: Client, stores: Stores
) -> None:
    page = (await visitor()).page
    await registered(page, "Gerda")
    (cookie,) = await page.context.cookies()
    about = (await (await page.request.get("/v1/me")).json())["player"]
    gerda, other = Player(id=about["id"], name="Gerda", token=cookie["value"]), await client.guest()
    for _ in range(2):
        await drop(client, await opened(client, gerda, other), WON)
    await rated(stores)
    numbers = (await client("GET", "/v1/players/Gerda")).data["kinds"]["connect_four"]

    await page.goto("/games/connect_four")

    row = page.get_by_role("row", name="Gerda")
    await expect(row.get_by_role("cell").nth(1)).to_contain_text(str(numbers["skill"]))
    await expect(row.get_by_role("cell").nth(2)).to_have_text("2")
    first, last = [moment["skill"] for moment in numbers["history"]]
    said = f"Strength of Gerda over 2 games: {first} at first, {max(first, last)} at best, {last} at last."
    await expect(page.get_by_role("img", name=said)).to_be_visible()


@pytest.mark.parametrize(
    ("look", "open_one", "erase"),
    [
        ({"size": WIDE, "locale": "en-GB"}, "Open a table: Reversi", "Erase the account"),
        ({"size": NARROW, "locale": "de-DE", "color_scheme": "dark"}, "Tisch eröffnen: Reversi", "Konto löschen"),
    ],
    ids=["wide", "narrow and dark"],
)
async def test_no_page_breaks_a_rule_of_accessibility(
    visitor: Arrives, client: Client, look: dict[str, object], open_one: str, erase: str
) -> None:
    one = await visitor(**look)
    await finished(client)
    host = await client.registered()
    await client("POST", "/v1/games", {"kind": "reversi", "word": "word", "strength_max": 1500}, by=host)
    await client("POST", "/v1/lobby/chat", {"text": "Hello"}, by=host)
    await one.page.goto("/")
    await one.page.get_by_role("button", name=open_one).click()
    assert await one.violations() == []
    await one.page.goto("/games/diamond_yatzy")
    await expect(one.page.locator("article svg")).to_have_count(2)
    assert await one.violations() == []
    await one.page.goto(f"/players/{host.name}")
    await expect(one.page.get_by_role("heading", name=host.name)).to_be_visible()
    assert await one.violations() == []
    await one.page.goto("/account")
    await one.page.locator("form").first.locator("input").first.fill(f"A{host.name[:8]}")
    await one.page.locator("form").first.locator("input").last.fill(PASSWORD)
    await one.page.locator("form").first.get_by_role("button").click()
    await one.page.get_by_role("button", name=erase).click()
    assert await one.violations() == []

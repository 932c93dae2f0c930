"""The replay: a game is shown again position by position, from one load, and proves its draws in the browser."""

import re

from playwright.async_api import Page, Route, expect

from tests.api.client import Client
from tests.api.tables import Table, drop, finished, started
from tests.browser.browsers import NARROW
from tests.browser.conftest import Arrives

DISC = ".scene [data-id^=disc-]"
POSITIONS = 9  # Opened, joined and started, seven discs.
JEWELS = re.compile(r"Round (\d+) of 13, collection (\d) / 3: ([a-z, ]+)")


async def shown(page: Page, table: Table, query: str = "") -> None:
    await page.goto(f"/replay/{table.id}{query}")
    await expect(page.locator("svg.scene")).to_be_visible()


async def loaded(page: Page, positions: int = POSITIONS) -> None:
    await expect(page.get_by_role("slider")).to_have_attribute("max", str(positions - 1))


async def discs(page: Page, count: int) -> None:
    await expect(page.locator(DISC)).to_have_count(count)


async def test_keys_lead_through_all_positions(visitor: Arrives, client: Client) -> None:
    page = (await visitor()).page
    await shown(page, await finished(client))
    await loaded(page)
    await discs(page, 0)

    for key, count in (("End", 7), ("ArrowLeft", 6), ("ArrowLeft", 5), ("ArrowRight", 6), ("Home", 0)):
        await page.keyboard.press(key)
        await discs(page, count)


async def test_buttons_and_slider_do_the_same(visitor: Arrives, client: Client) -> None:
    page = (await visitor(size=NARROW, has_touch=True)).page
    await shown(page, await finished(client))
    await loaded(page)

    for button, count in (("To the end", 7), ("One step back", 6), ("One step on", 7), ("To the beginning", 0)):
        await page.get_by_role("button", name=button).tap()
        await discs(page, count)
    await page.get_by_role("slider").fill("4")
    await discs(page, 3)


async def test_it_plays_by_itself_until_the_end_and_can_be_paused(visitor: Arrives, client: Client) -> None:
    page = (await visitor()).page
    await shown(page, await finished(client))
    await loaded(page)
    await page.get_by_label("Speed").select_option("8")

    await page.get_by_role("button", name="Play").click()
    await discs(page, 7)
    await expect(page.get_by_role("button", name="Pause")).to_have_count(0)
    await page.get_by_label("Speed").select_option("0.5")  # It begins anew, and takes a while.
    await page.get_by_role("button", name="Play").click()
    await page.get_by_role("button", name="Pause").click()

    await expect(page.get_by_role("button", name="Play")).to_be_visible()


async def test_going_through_it_asks_the_server_nothing(visitor: Arrives, client: Client) -> None:
    one = await visitor()
    page = one.page
    await shown(page, await finished(client))
    await loaded(page)
    one.asked.clear()

    for key, count in (("End", 7), ("Home", 0), *(("ArrowRight", max(0, place - 1)) for place in range(1, POSITIONS))):
        await page.keyboard.press(key)
        await discs(page, count)

    assert [request.url for request in one.asked if "/v1/" in request.url] == []


async def test_what_the_server_refused_for_now_is_asked_for_again(visitor: Arrives, client: Client) -> None:
    page, refused = (await visitor()).page, list[str]()

    async def refuse_once(route: Route) -> None:
        if refused:
            await route.continue_()
        else:
            refused.append(route.request.url)
            await route.fulfill(status=503)

    await page.route("**/replay?*", refuse_once)
    await shown(page, await finished(client))

    await loaded(page)
    assert len(refused) == 1


async def test_a_link_opens_a_game_at_a_version(visitor: Arrives, client: Client) -> None:
    """Four events open and start the game, so version 7 shows three discs."""
    page = (await visitor()).page
    await shown(page, await finished(client), "?version=7")
    await discs(page, 3)

    await page.keyboard.press("ArrowRight")
    await expect(page).to_have_url(re.compile(r"\?version=8$"))
    await page.reload()

    await discs(page, 4)


async def test_a_running_game_is_shown_as_far_as_it_came_and_then_followed(visitor: Arrives, client: Client) -> None:
    page, table = (await visitor()).page, await started(client)
    await drop(client, table, "44")

    await shown(page, table)
    await discs(page, 2)
    await drop(client, table, "4")
    await discs(page, 3)
    await page.keyboard.press("Home")
    await discs(page, 0)

    await expect(page.get_by_text("is revealed at the end")).to_be_visible()
    await expect(page.get_by_role("button", name="Verify")).to_have_count(0)


async def test_it_becomes_the_record_when_the_game_ends(visitor: Arrives, client: Client) -> None:
    page, table = (await visitor()).page, await started(client)
    await drop(client, table, "121212")
    await shown(page, table)
    await discs(page, 6)

    await drop(client, table, "1")

    await discs(page, 7)
    await expect(page.get_by_role("button", name="Verify")).to_be_visible()


async def test_the_draws_are_verified_in_the_browser(visitor: Arrives, client: Client) -> None:
    page = (await visitor()).page
    await shown(page, await dueled(client))

    await page.get_by_role("button", name="Verify").click()

    await expect(page.get_by_text("The seed matches its fingerprint.")).to_be_visible()
    # Who begins; of each round the first five jewels of either board; two and five of the second collection.
    await expect(page.get_by_text("Drawn again and the same: 28 of 28.")).to_be_visible()


async def test_a_draw_that_was_not_taken_is_found(visitor: Arrives, client: Client) -> None:
    page = (await visitor()).page

    async def spoil(route: Route) -> None:
        told = await (await route.fetch()).json()
        told["draws"][3]["drawn"] = told["draws"][3]["drawn"] % 6 + 1
        await route.fulfill(json=told)

    await page.route("**/draws", spoil)
    await shown(page, await dueled(client))
    await page.get_by_role("button", name="Verify").click()

    await expect(page.get_by_text("Drawn again: 1 of 28 are different!")).to_be_visible()


async def test_a_seed_that_was_not_committed_to_is_found(visitor: Arrives, client: Client) -> None:
    page, table = (await visitor()).page, await dueled(client)

    async def spoil(route: Route) -> None:
        told = await (await route.fetch()).json()
        await route.fulfill(json=told | {"commitment": "0" * 64})

    await page.route(f"**/v1/games/{table.id}", spoil)
    await shown(page, table)
    await page.get_by_role("button", name="Verify").click()

    await expect(page.get_by_text("The seed does not match its fingerprint!")).to_be_visible()


async def test_a_browser_without_cryptography_says_so(visitor: Arrives, client: Client) -> None:
    page = (await visitor()).page
    await page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")

    await shown(page, await finished(client))

    await expect(page.get_by_text("This browser offers no cryptography here")).to_be_visible()
    await expect(page.get_by_role("button", name="Verify")).to_have_count(0)


async def test_the_boards_of_a_duel_are_shown_at_the_same_draws_with_what_each_kept(
    visitor: Arrives, client: Client
) -> None:
    page, table = (await visitor()).page, await dueled(client)
    await shown(page, table)

    await page.get_by_label("abreast").check()
    await loaded(page, 5)
    for _ in range(2):
        await page.keyboard.press("ArrowRight")

    await expect(page.locator("svg.scene text", has_text="set aside")).to_have_count(3)
    first, second = JEWELS.findall(await page.locator("svg.scene").get_attribute("aria-label") or "")
    assert (first[0], second[0]) == ("1", "1")
    assert (first[1], second[1]) == ("2", "2")
    assert first[2].split(", ")[3:5] == second[2].split(", ")[3:5]


async def test_nothing_is_wrong_with_it_for_whoever_cannot_see_it_well(visitor: Arrives, client: Client) -> None:
    one = await visitor(size=NARROW)
    await shown(one.page, await dueled(client))

    await one.page.locator(".fairness button").click()
    await one.page.locator(".fairness summary").click()

    assert await one.violations() == []


async def dueled(client: Client) -> Table:
    """Let one keep three jewels and the other none, and both then strike a box, before somebody leaves."""
    table = await started(client, "diamond_yatzy")
    for player, keep in zip(table.players, ([0, 1, 2], []), strict=True):
        for move in ({"type": "diamond_yatzy.draw", "keep": keep}, {"type": "diamond_yatzy.strike", "box": "chance"}):
            answer = await client("POST", f"{table.path}/moves", move, by=player)
            assert answer.status == 200, answer.data
    await client("DELETE", f"{table.path}/members/me", by=table.players[0])
    return table

"""Hands: what is chosen on a board shows at once, by whatever means, and what blinks can be told to stop."""

import re
from collections.abc import Sequence
from typing import Any

from playwright.async_api import Locator, Page, Route, expect

from tests.api.client import Client
from tests.api.tables import Table, finished, started
from tests.browser.browsers import NARROW
from tests.browser.conftest import Arrives

COLOURS = ("white", "yellow", "red", "blue", "violet", "green")


async def at_table(visitor: Arrives, table: Table, seat: int, **look: Any) -> Page:
    one = await visitor(player=table.players[seat], **look)
    await one.page.goto(f"/tables/{table.id}")
    await expect(one.page.locator(".scene .usable").first).to_be_visible()
    return one.page


async def test_choosing_jewels_needs_no_line_at_all(visitor: Arrives, client: Client) -> None:
    page = await at_table(visitor, await started(client, "diamond_yatzy"), 0)
    await page.context.set_offline(offline=True)

    await page.locator("#slot-0-1").click()
    await expect(page.locator("#slot-0-1")).to_have_attribute("aria-pressed", "true")
    await page.locator("#slot-0-1").click()

    await expect(page.locator("#slot-0-1")).to_have_attribute("aria-pressed", "false")


async def test_a_jewel_is_kept_by_dragging_it(visitor: Arrives, client: Client) -> None:
    page = await at_table(visitor, await started(client, "diamond_yatzy"), 0)

    await drag(page, page.locator("#slot-0-2"), page.locator("#tray-0"))

    await expect(page.locator("#slot-0-2")).to_have_attribute("aria-pressed", "true")


async def test_what_was_kept_stays_and_the_rest_is_drawn(visitor: Arrives, client: Client) -> None:
    page = await at_table(visitor, await started(client, "diamond_yatzy"), 0, size=NARROW, has_touch=True)

    for slot in (0, 4):
        await page.locator(f"#slot-0-{slot}").tap()
    await page.locator("#next-0").tap()

    await expect(page.locator("svg.scene text", has_text="set aside")).to_have_count(2)


async def test_dice_are_put_into_groups_one_after_the_other(visitor: Arrives, client: Client) -> None:
    page = await at_table(visitor, await started(client, "level_x"), 0)

    for region in ("die-0", "die-1", "group-0", "die-2", "group-1"):
        await page.locator(f"#{region}").press("Enter")

    for die, group in ((0, 1), (1, 1), (2, 2)):
        await expect(page.locator(f"#die-{die} .mark text")).to_have_text(str(group))
    await page.locator("#confirm").press("Enter")
    await expect(page.locator(".scene .usable")).to_have_count(0)


async def test_a_joker_goes_through_the_colours_of_a_jewel(visitor: Arrives, client: Client) -> None:
    table = await started(client, "diamond_yatzy")
    for _ in range(2):
        await client("POST", f"{table.path}/moves", {"type": "diamond_yatzy.draw", "keep": []}, by=table.players[0])
    page = await at_table(visitor, table, 0)

    for _ in range(2):
        await page.locator("#slot-0-3").click()
    await page.locator("#joker-0 .area").click()

    await expect(page.locator("svg.scene")).to_have_accessible_name(re.compile("Board 1: .* jokers left: 2"))
    was, now = [jewels[3] for jewels in await third_collections(client, table)]
    others = [colour for colour in COLOURS if colour != was]
    assert now == others[1]


async def test_what_blinks_stops_and_goes_on_by_a_secondary_click(visitor: Arrives, client: Client) -> None:
    page = await at_table(visitor, await started(client, "bleib_cool"), 0, reduced_motion="no-preference")
    blinks = "document.getAnimations().some((one) => one.effect.getTiming().iterations === Infinity)"
    assert await page.evaluate(blinks)

    await page.locator("#die").click(button="right")
    assert not await page.evaluate(blinks)
    await page.locator("#die").click(button="right")

    assert await page.evaluate(blinks)


async def test_a_disc_is_shown_above_the_column_and_dropped_by_either_button(visitor: Arrives, client: Client) -> None:
    page = await at_table(visitor, await started(client), 0)

    await page.locator("#column-3").hover()
    await expect(page.locator("#column-3 .ghost")).to_be_visible()
    await page.locator("#column-3").click(button="right")

    await expect(page.locator("[data-id^=disc-]")).to_have_count(1)


async def test_a_click_on_what_is_no_longer_so_does_nothing(visitor: Arrives, client: Client) -> None:
    """The same player throws elsewhere just before: a second throw would be allowed, too."""
    table = await started(client, "bleib_cool")
    page, versions = await at_table(visitor, table, 0), list[int]()

    async def overtake(route: Route) -> None:
        move = {"type": "bleib_cool.roll"}
        versions.append((await client("POST", f"{table.path}/moves", move, by=table.players[0])).data["version"])
        await route.continue_()

    await page.route("**/moves", overtake)
    async with page.expect_response("**/moves") as refused:
        await page.locator("#die").click()

    assert (await refused.value).status == 412
    assert [(await client("GET", table.path)).data["version"]] == versions


async def test_another_round_begins_when_both_want_it(visitor: Arrives, client: Client) -> None:
    table = await finished(client)
    people = [await visitor(player=player) for player in table.players]
    for one in people:
        await one.page.goto(f"/tables/{table.id}")

    for one in people:
        await one.page.get_by_role("button", name="New round").click()

    for one in people:
        await expect(one.page).not_to_have_url(re.compile(table.id))
    first, second = (one.page.url for one in people)
    assert first == second
    await expect(people[1].page.locator(".news")).to_contain_text("It is your turn")


async def third_collections(client: Client, table: Table) -> Sequence[Sequence[str]]:
    """Return the jewels of seat 0 as they were drawn last, and as they lie there now."""
    told = (await client("GET", f"{table.path}/events", by=table.players[0])).data
    drawn = [event for step in told["steps"] for event in step["events"] if event.get("collection") == 3]
    view = (await client("GET", table.path, by=table.players[0])).data
    return drawn[-1]["jewels"], view["state"]["boards"][0]["board"]["jewels"]


async def drag(page: Page, thing: Locator, onto: Locator) -> None:
    """Press on the middle of a thing, go to the middle of another, and let go."""
    for place, act in ((thing, page.mouse.down), (onto, page.mouse.up)):
        box = await place.bounding_box()
        assert box
        await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)
        await act()

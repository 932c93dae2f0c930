"""Rankings: the strongest first, equals together, robots marked; and the page of each player, with what explains it."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import pytest

from domain.match import Member
from infra.postgres.ratings import RANKING
from services.robots.players import player_of
from tests.api.client import PASSWORD
from tests.laws.registry import KINDS
from tests.ratings.conftest import Place
from tests.ratings.games import DRAWN, dropped, left, run_out

FOUR = KINDS["connect_four"]
ROBOTS = {robot.level: robot.strength for robot in FOUR.robots}


MANY = """
WITH people AS (
  INSERT INTO players (id, name, name_key, robot, created_at)
  SELECT gen_random_uuid(), number::text, number::text, false, now()
  FROM generate_series(1, 5000) AS number
  RETURNING id, name
)
INSERT INTO ratings (kind, player, strength, mean, deviation, played, won, drawn, times_left)
SELECT 'connect_four', id, name::integer, 0, 0, 1, 0, 0, 0
FROM people
"""


async def ranking(place: Place, query: str = "", kind: str = "connect_four") -> Any:
    return (await place.client("GET", f"/v1/rankings/{kind}{query}")).data


async def people(place: Place, kind: str = "connect_four") -> Sequence[tuple[int, str, int]]:
    """Return place, id and skill of the people in a ranking."""
    items = (await ranking(place, kind=kind))["items"]
    return [(one["place"], one["player"]["id"], one["skill"]) for one in items if not one["player"]["robot"]]


async def page(place: Place, name: str) -> Any:
    return (await place.client("GET", f"/v1/players/{name}")).data


async def test_the_strongest_comes_first_and_equals_share_the_place(place: Place) -> None:
    ann, ben, cleo, dora = await place.guests(4)
    await place.beaten((ann, ben))
    await place.beaten((cleo, dora), columns=DRAWN)

    equal = sorted([cleo.id, dora.id])
    assert await people(place) == [(1, ann.id, 1079), (2, equal[0], 1000), (2, equal[1], 1000), (4, ben.id, 921)]


async def test_an_entry_tells_all_that_was_counted(place: Place) -> None:
    ann, ben = await place.guests(2)
    await place.beaten((ann, ben))
    entry = next(one for one in (await ranking(place))["items"] if one["player"]["id"] == ann.id)

    assert entry == {
        "place": 1,
        "player": {"id": ann.id, "name": ann.name, "robot": False},
        "level": None,
        "skill": 1079,
        "deviation": 242,
        "points": None,
        "played": 1,
        "won": 1,
        "drawn": 0,
        "left": 0,
    }


async def test_points_are_summed_where_a_kind_pays_any(place: Place) -> None:
    ann, ben = await place.guests(2)
    await place.hall.ended(*(left(UUID(int=n), "bleib_cool", [ann.id, ben.id]) for n in (1, 2)))
    await place.hall.rated()
    points = {one["player"]["id"]: one["points"] for one in (await ranking(place, kind="bleib_cool"))["items"]}
    gone = left(UUID(int=1), "bleib_cool", [ann.id, ben.id]).seats

    assert (points[gone[0]], points[gone[1]]) == (-1200, 1600)


async def test_robots_stand_among_people_by_their_fixed_strengths_and_take_no_place(place: Place) -> None:
    ann, ben = await place.guests(2)
    await place.beaten((ann, ben))
    items = (await ranking(place))["items"]

    assert [one["skill"] for one in items] == sorted((one["skill"] for one in items), reverse=True)
    robots = {one["level"]: one for one in items if one["player"]["robot"]}
    assert {level: one["skill"] for level, one in robots.items()} == ROBOTS
    assert {one["place"] for one in robots.values()} == {None}
    assert {one["player"]["name"] for one in robots.values()} == {player_of(FOUR, level).name for level in ROBOTS}


async def test_a_game_with_a_robot_is_counted_for_both(place: Place) -> None:
    (ann,), level = await place.guests(1), FOUR.robots[0].level
    robot = Member(player=player_of(FOUR, level).id, robot=level)
    one = dropped(UUID(int=1), [ann.id, robot])
    await place.hall.ended(one)
    await place.hall.rated()
    counted = {item["player"]["id"]: (item["played"], item["won"]) for item in (await ranking(place))["items"]}

    first = one.seats[0]
    assert counted[ann.id] == (1, int(first == ann.id))
    assert counted[robot.player] == (1, int(first == robot.player))
    assert await people(place) == [(1, ann.id, 1000)]


async def test_pages_follow_one_another_and_keep_the_places(place: Place) -> None:
    guests = await place.guests(8)
    await place.beaten(*zip(guests[:3], guests[3:6], strict=True))
    await place.beaten((guests[6], guests[7]), columns=DRAWN)
    whole, paged, cursor = (await ranking(place))["items"], list[Any](), ""
    while True:
        one = await ranking(place, f"?limit=2{cursor}")
        paged += one["items"]
        if one["next"] is None:
            break
        assert len(one["items"]) == 2
        cursor = f"&cursor={one['next']}"

    assert paged == whole
    assert [one["place"] for one in whole if one["place"]] == [1, 1, 1, 4, 4, 6, 6, 6]


async def test_a_ranking_reads_its_own_part_of_an_index(place: Place) -> None:
    await place.hall.owner.execute(MANY)
    await place.hall.owner.execute("VACUUM ANALYZE ratings, players")
    plan = await place.hall.owner.fetch(f"EXPLAIN {RANKING}", "connect_four", 1500, UUID(int=1), 100)
    steps = " ".join(row[0] for row in plan)

    assert "Index Scan using ratings_ranking" in steps
    assert "Sort" not in steps


async def test_a_cursor_of_ones_own_making_is_refused(place: Place) -> None:
    for cursor in ("x", "AAAA", "kgEC"):
        assert (await place.client("GET", f"/v1/rankings/reversi?cursor={cursor}")).code == "malformed"


async def test_where_nobody_has_played_there_are_robots_alone(place: Place) -> None:
    assert [one["level"] for one in (await ranking(place))["items"]] == sorted(
        ROBOTS, key=lambda level: ROBOTS[level], reverse=True
    )


async def test_whoever_is_erased_leaves_the_ranking_and_others_move_up(place: Place) -> None:
    ann, ben = await place.guests(2)
    await place.beaten((ann, ben))
    await place.client("DELETE", "/v1/me", by=ann)

    assert await people(place) == [(1, ben.id, 921)]
    for name in (ann.name, f"erased:{ann.id}", "Anonym", "nobody%00"):
        assert (await place.client("GET", f"/v1/players/{name}")).code == "no_such_player"


async def test_a_guest_who_registers_keeps_strength_and_history(place: Place) -> None:
    ann, ben = await place.guests(2)
    await place.beaten((ann, ben))
    before = await page(place, ann.name)
    await place.client("POST", "/v1/players", {"name": "Änn B.", "password": PASSWORD}, by=ann)
    after = await page(place, "änn%20b.")

    assert after["player"] == {"id": ann.id, "name": "Änn B.", "robot": False}
    assert after["kinds"] == before["kinds"]


async def test_an_export_tells_the_same_numbers(place: Place) -> None:
    ann, ben = await place.guests(2)
    await place.beaten((ann, ben))
    kind = (await page(place, ann.name))["kinds"]["connect_four"]
    exported = (await place.client("GET", "/v1/me/export", by=ann)).data["ratings"]

    assert exported == {"connect_four": {name: kind[name] for name in exported["connect_four"]}}
    assert exported["connect_four"]["skill"] == 1079


async def test_a_page_explains_each_change(place: Place) -> None:
    ann, ben = await place.guests(2)
    await place.beaten((ann, ben), (ann, ben))
    kind = (await page(place, ann.name))["kinds"]["connect_four"]

    latest, first = kind["changes"]
    assert {name: value for name, value in first.items() if name not in {"game", "at"}} == {
        "place": 1,
        "players": 2,
        "shared": False,
        "left": None,
        "points": None,
        "before": 1000,
        "after": 1079,
        "why": "rated",
        "opponents": [{"player": {"id": ben.id, "name": ben.name, "robot": False}, "place": 2, "skill": 1000}],
        "text": {
            "de": f"Platz 1 von 2, gegen {ben.name} (1000): von 1000 auf 1079.",
            "en": f"Place 1 of 2, against {ben.name} (1000): from 1000 to 1079.",
        },
    }
    assert (latest["before"], latest["after"]) == (1079, kind["skill"])
    assert latest["opponents"][0]["skill"] == 921
    assert (await place.client("GET", f"/v1/games/{first['game']}")).data["result"]["reason"] == "four"


async def test_a_history_begins_with_the_first_game(place: Place) -> None:
    ann, ben = await place.guests(2)
    await place.beaten((ann, ben), (ben, ann), (ann, ben))
    kind = (await page(place, ben.name))["kinds"]["connect_four"]

    assert [one["skill"] for one in kind["history"]] == [one["after"] for one in reversed(kind["changes"])]
    assert [one["at"] for one in kind["history"]] == sorted(one["at"] for one in kind["history"])
    assert kind["history"][0]["skill"] == 921


@pytest.mark.parametrize("language", ["de", "en"])
async def test_what_changed_no_skill_says_why(place: Place, language: str) -> None:
    (ann, ben), level = await place.guests(2), FOUR.robots[0].level
    robot = player_of(FOUR, level)
    await place.introduced(robot)
    await place.hall.ended(
        dropped(UUID(int=1), [ann.id, Member(player=robot.id, robot=level)]),
        run_out(UUID(int=2), "diamond_yatzy", [ann.id, ben.id]),
    )
    await place.hall.rated()
    kinds = (await page(place, ann.name))["kinds"]
    four, yatzy = (kinds[kind]["changes"][0] for kind in ("connect_four", "diamond_yatzy"))

    assert (four["why"], four["before"], four["after"]) == ("robots", 1000, 1000)
    assert (yatzy["why"], yatzy["place"], yatzy["left"]) == ("aborted", None, "time")
    says = {"de": ("Roboter am Tisch", "gilt als verlassen"), "en": ("robot at the table", "counts as left")}
    assert says[language][0] in four["text"][language]
    assert says[language][1] in yatzy["text"][language]


async def test_a_robots_page_shows_its_fixed_strength(place: Place) -> None:
    (ann,), robot = await place.guests(1), FOUR.robots[0]
    person = player_of(FOUR, robot.level)
    await place.introduced(person)
    await place.hall.ended(dropped(UUID(int=1), [ann.id, Member(player=person.id, robot=robot.level)]))
    await place.hall.rated()
    kind = (await page(place, person.name))["kinds"]["connect_four"]

    assert {kind["skill"], kind["changes"][0]["before"], kind["changes"][0]["after"]} == {robot.strength}


async def test_whoever_has_played_nothing_has_an_empty_page(place: Place) -> None:
    (ann,) = await place.guests(1)
    assert await page(place, ann.name) == {
        "player": {"id": ann.id, "name": ann.name, "robot": False},
        "kinds": {},
    }

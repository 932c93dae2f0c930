"""The rules of each kind as a document of their own, and a picture it can be known by."""

from xml.etree import ElementTree as ET

import pytest

from domain.kernel import AnyRules
from infra.drawing.palette import DARK, LIGHT
from tests.api.client import Client
from tests.laws.registry import EVERY_GAME

SVG = "{http://www.w3.org/2000/svg}"


@EVERY_GAME
@pytest.mark.parametrize("spoken", ["de", "en"])
async def test_the_rules_are_a_whole_document_in_the_language_asked_for(
    client: Client, rules: AnyRules, spoken: str
) -> None:
    answer = await client("GET", f"/v1/kinds/{rules.name}/rules?language={spoken}")
    page = ET.fromstring(answer.content.partition(b"\n")[2])

    article = page.find("body/article")
    assert (page.get("lang"), answer.headers["content-type"]) == (spoken, "text/html; charset=utf-8")
    assert article is not None
    assert article.findtext("h1") == getattr(rules.texts.name, spoken)
    assert len(article.findall("p/strong")) >= 3
    assert len(article.findall(f"p/span/{SVG}svg/{SVG}title")) == len(rules.figures())
    assert [image for image in page.iter() if image.tag in {"img", "script", "link"}] == []


async def test_the_rules_come_in_the_language_that_the_sender_likes(client: Client) -> None:
    path = "/v1/kinds/reversi/rules"
    answers = [
        await client("GET", path, Accept_Language=liked) for liked in ("de-AT,en;q=0.5", "fr", "en;q=0.9,de;q=0.1")
    ]

    assert [b"Reversi kam 1883" in answer.content for answer in answers] == [True, False, False]
    assert (await client("GET", f"{path}?language=en", Accept_Language="de")).content == answers[1].content


async def test_a_table_in_the_rules_is_a_table(client: Client) -> None:
    page = (await client("GET", "/v1/kinds/diamond_yatzy/rules?language=de")).content.decode()

    assert "<td>Full House</td>" in page
    assert "| Full House |" not in page


async def test_a_kind_has_a_picture_in_either_theme(client: Client) -> None:
    """The toy has no figures: it is known by its board as it is at the start."""
    for kind in ("reversi", "hoard"):
        light, dark = [
            (await client("GET", f"/v1/kinds/{kind}/picture.svg?theme={theme}")).content.decode()
            for theme in ("light", "dark")
        ]
        assert (LIGHT["paper"] in light, DARK["paper"] in dark) == (True, True)
        assert (DARK["paper"] in light, LIGHT["paper"] in dark) == (False, False)


@pytest.mark.parametrize("path", ["chess/rules", "chess/picture.svg"])
async def test_a_kind_that_is_not_on_offer_has_no_rules(client: Client, path: str) -> None:
    assert (await client("GET", f"/v1/kinds/{path}")).code == "no_such_kind"


@pytest.mark.parametrize("path", ["rules?language=fr", "picture.svg?language=fr", "picture.svg?theme=blue"])
async def test_what_cannot_be_said_or_drawn_is_refused(client: Client, path: str) -> None:
    assert (await client("GET", f"/v1/kinds/reversi/{path}")).code == "malformed"

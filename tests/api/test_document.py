"""The document: complete, true to the snapshots, and browsable without asking anybody else."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import jsonschema_rs
import msgspec
import pytest
from litestar.routes import HTTPRoute

from domain.codec import tag
from domain.kernel import AnyRules
from domain.match import EVENTS
from services.api.calls import CALL
from services.api.problems import REFUSALS
from services.web.site import PATHS
from tests.api.client import Client
from tests.api.conftest import KINDS, Desk
from tests.api.snapshots import snapshots
from tests.laws.registry import EVERY_GAME

REFERENCE = "#/components/schemas/"
SNAPSHOTS = dict(snapshots())


@pytest.mark.parametrize("path", SNAPSHOTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_is_described_changes_on_purpose_only(path: Path) -> None:
    assert path.exists(), "run python -m tests.api.snapshots"
    assert path.read_bytes() == SNAPSHOTS[path], "if meant so, run python -m tests.api.snapshots"


def test_every_route_is_described(here: Desk, client: Client) -> None:
    page = {*PATHS, "/assets/{file:str}"}  # Is for people, who need no description.
    routes = [route for route in here.served.app.routes if isinstance(route, HTTPRoute) and route.path not in page]
    handlers = [(route, handler) for route in routes for handler in route.route_handlers]
    plain = [(r.path, h.http_methods) for r, h in handlers if CALL not in h.opt and h.http_methods != {"OPTIONS"}]
    assert plain == []
    assert {route.path_format for route in routes} == set(client.document["paths"])


def test_every_call_says_what_it_does(client: Client) -> None:
    operations = list(_operations(client.document))
    assert all(operation["summary"].endswith(".") for operation in operations)
    assert len({operation["operationId"] for operation in operations}) == len(operations)


def test_every_reference_leads_somewhere(client: Client) -> None:
    found = set(re.findall(r'"#/([^"]+)"', msgspec.json.encode(client.document).decode()))
    for reference in found:
        at = client.document
        for part in reference.split("/"):
            at = at[part]
    assert found


def test_no_component_is_left_over(client: Client) -> None:
    text = msgspec.json.encode(client.document).decode()
    components = client.document["components"]["schemas"]
    own = {f"{kind}.{part}" for kind in KINDS for part in ("AnyMove", "AnyEvent", "Options")}
    assert {name for name in components if f'"{REFERENCE}{name}"' not in text} <= own


def test_every_refusal_is_described_somewhere(client: Client) -> None:
    codes = {code for operation in _operations(client.document) for code in _codes(operation)}
    own = {code for rules in KINDS.values() for code in rules.texts.refusals}
    assert codes >= (REFUSALS.keys() | own) - {"method_not_allowed", "internal", "table_full"} - {"not_notation"}


@EVERY_GAME
def test_every_move_and_event_has_an_example_that_fits(client: Client, rules: AnyRules) -> None:
    for kind in (*rules.moves, *rules.events):
        _has_fitting_examples(client.document, f"{rules.name}.{kind.__name__}", tag(kind))


@pytest.mark.parametrize("event", EVENTS, ids=tag)
def test_every_event_of_a_match_has_an_example_that_fits(client: Client, event: Any) -> None:
    _has_fitting_examples(client.document, event.__name__, tag(event))


@EVERY_GAME
def test_a_move_is_told_by_its_type(client: Client, rules: AnyRules) -> None:
    mapping = client.document["components"]["schemas"]["Move"]["discriminator"]["mapping"]
    assert {tag(move): f"{REFERENCE}{rules.name}.{move.__name__}" for move in rules.moves}.items() <= mapping.items()


@EVERY_GAME
def test_the_kinds_on_offer_say_what_a_client_must_know(client: Client, rules: AnyRules) -> None:
    moves = client.document["paths"]["/v1/games/{game}/moves"]["post"]["requestBody"]["content"]["application/json"]
    assert {tag(move) for move in rules.moves} <= moves["examples"].keys()


async def test_a_kind_says_what_can_be_agreed_on(client: Client) -> None:
    kinds = {kind["kind"]: kind for kind in (await client("GET", "/v1/kinds")).data}
    assert kinds.keys() == KINDS.keys()
    hoard = kinds["hoard"]
    assert (hoard["seats"], hoard["word"], hoard["notation"]) == ([3, 2], True, None)
    assert hoard["options"] == {"gems": {"type": "integer", "minimum": 2, "maximum": 3, "default": 2}}
    assert hoard["limit"] == {"counts": "move", "least": 10, "most": 1_209_600, "default": 259_200}
    assert hoard["moves"] == [{"type": "hoard.stake", "coins": [0, 2]}]
    assert hoard["refusals"]["coin_spent"]["en"] == "That coin has been staked already."


async def test_the_page_runs_no_script_but_files_of_this_server(client: Client) -> None:
    answer = await client("GET", "/v1/docs")
    page = _Page()
    page.feed(answer.content.decode())
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert not page.inline
    for path in page.files:
        found = await client.http.get(urljoin("/v1/docs", path))
        assert found.status_code == 200
        assert found.content


async def test_the_page_asks_nobody_else(client: Client) -> None:
    script = (await client.http.get("/v1/docs/reference.js")).text
    assert re.findall(r'url: "([^"]+)"', script) == ["/v1/openapi.json"]
    assert "validatorUrl: null" in script


class _Page(HTMLParser):
    """What a page is made of."""

    def __init__(self) -> None:
        super().__init__()
        self.files: list[str] = []
        self.inline: list[str] = []
        self._in: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in = tag
        self.files += [value for name, value in attrs if name in {"src", "href"} and value]
        self.inline += [name for name, _ in attrs if name.startswith("on") or name == "style"]

    def handle_data(self, data: str) -> None:
        if self._in in {"script", "style"} and data.strip():
            self.inline.append(data)


def _operations(document: Any) -> Iterator[Any]:
    for path in document["paths"].values():
        yield from path.values()


def _codes(operation: Any) -> Iterator[str]:
    for response in operation["responses"].values():
        for media, content in response.get("content", {}).items():
            if media == "application/problem+json":
                yield from content["schema"]["allOf"][1]["properties"]["code"]["enum"]


def _has_fitting_examples(document: Any, name: str, type_: str) -> None:
    schema = document["components"]["schemas"][name]
    validator = jsonschema_rs.validator_for({"$ref": f"{REFERENCE}{name}", "components": document["components"]})
    assert schema["examples"], f"{name} has no example"
    for example in schema["examples"]:
        assert example["type"] == type_
        assert [error.message for error in validator.iter_errors(example)] == []

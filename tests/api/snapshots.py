"""Snapshots of the document: the house's part here, to be read by people too, each game's in its own folder.

To write them anew:

    python -m tests.api.snapshots
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from domain.kernel import Kinds
from infra.settings import Settings
from services.api.app import create_app
from services.api.openapi import document
from services.api.schemas import part_of
from tests.laws.registry import KINDS, folder

HERE = Path(__file__).parent
NOWHERE = Settings(database_url="postgresql://nowhere", redis_url="redis://nowhere")  # Describing asks no store.


def snapshots(kinds: Kinds = KINDS) -> Iterator[tuple[Path, bytes]]:
    """Yield where each snapshot lies, and what it should say."""
    house = document(create_app(NOWHERE, kinds={}), {})
    yield HERE / "calls.txt", "\n".join(calls(house)).encode()
    yield HERE / "components.json", written(house["components"])
    for rules in kinds.values():
        yield folder(rules) / "openapi.json", written(part_of(rules))


def calls(document: Any) -> Iterator[str]:
    """Yield what each call asks and answers, line by line."""
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            yield f"{method.upper()} {path}"
            yield f"  {operation['operationId']}: {operation['summary']}"
            yield from (f"  {line}" for line in _asked(operation))
            yield from (f"  {status} {_answered(one)}" for status, one in operation["responses"].items())
            yield ""


def written(part: Any) -> bytes:
    """Return a part of the document as it is kept, to be compared line by line."""
    return msgspec.json.format(msgspec.json.encode(part), indent=2) + b"\n"


def _asked(operation: Any) -> Iterator[str]:
    if "security" in operation:
        yield "token" if {} not in operation["security"] else "token, if any"
    for parameter in operation["parameters"]:
        if "$ref" in parameter:
            yield f"header {_name(parameter)}"
        else:
            yield f"{parameter['in']} {parameter['name']}: {_line(parameter['schema'])}"
    if "requestBody" in operation:
        yield f"body {_line(operation['requestBody']['content']['application/json']['schema'])}"


def _answered(response: Any) -> str:
    content = {media: kind["schema"] for media, kind in response.get("content", {}).items()}
    if "application/problem+json" in content:
        return " ".join(content["application/problem+json"]["allOf"][1]["properties"]["code"]["enum"])
    return " or ".join(f"{media} {_line(schema)}" for media, schema in content.items()) or "without content"


def _line(schema: Any) -> str:
    return _name(schema) if "$ref" in schema else msgspec.json.encode(schema).decode()


def _name(reference: Any) -> str:
    return str(reference["$ref"]).rpartition("/")[2]


if __name__ == "__main__":
    for path, content in snapshots():
        path.write_bytes(content)

"""Operations: one call in the words of OpenAPI, made of what its handler declares."""

import inspect
from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Any

import msgspec
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

from domain.codec import tag
from domain.kernel import Kinds
from services.api import wire
from services.api.calls import CALL, RULES, Call, Header, Media, Nothing
from services.api.house import JSON
from services.api.problems import PROBLEM_JSON, REFUSALS, RULES_STATUS
from services.api.schemas import COMPONENTS, Schema, schema_of

KEY = Header(
    name="Idempotency-Key",
    text="The same key and request again: the first answer again.  It counts per caller, and in a game per game.",
    example="5f0c6a4e-1f7b-4f0e-8f53-0f2f5d6c7b8a",
)
LANGUAGE = Header(name="Accept-Language", text="German or English, for people to read; else English.", example="de")
SHARED = (KEY, LANGUAGE)
TAGGED = (wire.GameView, wire.Told)  # Carry an ETag.

REPLAYED = {"description": "This is the first answer, given again.", "schema": {"const": "true"}}
ETAG = {"description": "What the caller's audience knows by now, for `If-Match`.", "schema": {"type": "string"}}
RETRY_AFTER = {"description": "How many seconds to wait.", "schema": {"type": "integer", "minimum": 1}}
BEARER = {"description": "How to say who is asking.", "schema": {"const": "Bearer"}}


class Operations:
    """Writes operations; `schemas` holds those of the types that calls name, by the types' own words."""

    def __init__(self, kinds: Kinds, schemas: Mapping[str, Schema]) -> None:
        """Take what handlers cannot know: the games on offer."""
        self._schemas = schemas
        self._moves = {tag(move): move for rules in kinds.values() for move in rules.examples.moves}
        self._rules = {code: text.en for rules in kinds.values() for code, text in rules.texts.refusals.items()}

    def of(self, route: HTTPRoute, handler: HTTPRouteHandler) -> Schema:
        """Return what a handler does, by method; that HEAD answers like GET goes without saying."""
        call: Call = handler.opt[CALL]
        summary, _, more = inspect.cleandoc(handler.fn.__doc__ or "").partition("\n\n")
        operation: Schema = {
            "operationId": handler.name,
            "tags": [handler.fn.__module__.rpartition(".")[2]],
            "summary": " ".join(summary.split()).replace("`", ""),  # Unlike descriptions, no Markdown.
            "parameters": _parameters(route, call),
            "responses": {str(status): self._answer(call, status) for status in call.answers},
        }
        operation["responses"] |= self._refusals(route, call)
        if more:
            operation["description"] = more
        if call.caller != "ignored":
            operation["security"] = [{"token": []}, *([{}] if call.caller == "anyone" else [])]
        if call.asks is not None and (call.asks is not Nothing or "POST" in handler.http_methods):
            operation["requestBody"] = self._request(call)
        return {method.lower(): operation for method in sorted(handler.http_methods - {"HEAD"})}

    def _request(self, call: Call) -> Schema:
        content: Schema = {"schema": self._schemas[repr(call.asks)]}
        if call.asks == wire.Move:
            content["examples"] = {name: {"value": msgspec.to_builtins(move)} for name, move in self._moves.items()}
        return {"required": call.asks is not Nothing, "content": {JSON: content}}

    def _answer(self, call: Call, status: int) -> Schema:
        headers: Schema = {}
        kinds = _choices(call.answers[status])
        if call.keyed:
            headers["Idempotency-Replayed"] = REPLAYED
        if any(kind in TAGGED for kind in kinds):
            headers["ETag"] = ETAG
        response: Schema = {"description": HTTPStatus(status).phrase, "headers": headers}
        if kinds:
            response["content"] = dict(map(self._content, kinds))
        return response

    def _content(self, kind: Any) -> tuple[str, Schema]:
        if not isinstance(kind, Media):
            return JSON, {"schema": self._schemas[repr(kind)]}
        events = {event: self._schemas[repr(data)] for event, data in kind.events.items()}
        return kind.type, {"schema": {"x-events": events} if events else {}}

    def _refusals(self, route: HTTPRoute, call: Call) -> Mapping[str, Schema]:
        by_status: dict[int, dict[str, str]] = {}
        for code in _codes(route, call):
            if code == RULES:
                by_status.setdefault(RULES_STATUS, {}).update(self._rules)
            else:
                by_status.setdefault(REFUSALS[code].status, {})[code] = REFUSALS[code].text.en
        return {str(status): _problem(status, texts) for status, texts in sorted(by_status.items())}


def types_of(call: Call) -> tuple[Sequence[Any], Sequence[Any]]:
    """Return the types that a call is asked with and answered with."""
    answers = [kind for answer in call.answers.values() for kind in _choices(answer)]
    plain = [answer for answer in answers if not isinstance(answer, Media)]
    told = [data for answer in answers if isinstance(answer, Media) for data in answer.events.values()]
    return [] if call.asks is None else [call.asks], [*plain, *told]


def _choices(answer: Any) -> Sequence[Any]:
    if answer is None:
        return ()
    return answer if isinstance(answer, tuple) else (answer,)


def parameter(header: Header) -> Schema:
    """Return a request header as a parameter."""
    more = {"description": header.text, "example": header.example}
    return {"name": header.name, "in": "header", "schema": {"type": "string"}, **more}


def _parameters(route: HTTPRoute, call: Call) -> Sequence[Schema]:
    shared = [header for header in SHARED if call.keyed or header is not KEY]
    return [
        *(_in_path(name, call) for name in route.path_parameters),
        *([] if call.query is None else _in_query(schema_of(call.query))),
        *map(parameter, call.headers),
        *({"$ref": f"#/components/parameters/{header.name}"} for header in shared),
    ]


def _in_path(name: str, call: Call) -> Schema:
    schema = {"type": "string"} if name in call.words else {"type": "string", "format": "uuid"}
    return {"name": name, "in": "path", "required": True, "schema": schema}


def _in_query(query: Schema) -> Iterable[Schema]:
    """Yield the fields of a query; a list is written with commas, and none is said by leaving it out."""
    for name, schema in query["properties"].items():
        said = next((one for one in schema.get("anyOf", ()) if one != {"type": "null"}), schema)
        said = {word: value for word, value in said.items() if value is not None and word != "description"}
        text = schema.get("description") or next(
            (one["description"] for one in schema.get("anyOf", ()) if "description" in one), ""
        )
        yield {"name": name, "in": "query", "description": text, "style": "form", "explode": False, "schema": said}


def _codes(route: HTTPRoute, call: Call) -> Iterable[str]:
    """Yield all that a call may be refused with: what its handler says, and what goes without saying."""
    yield from call.refuses
    if call.caller != "ignored":
        yield from ("too_large", "token_unknown", "too_many_requests", "unavailable")
        if call.asks is not None:
            yield "foreign_origin"
    if call.caller == "known":
        yield "token_missing"
    if "game" in route.path_parameters:
        yield "no_such_game"
    if call.asks is not None or call.query is not None:
        yield "malformed"
    if call.keyed:
        yield "key_reused"


def _problem(status: int, texts: Mapping[str, str]) -> Schema:
    headers: Schema = {"Retry-After": RETRY_AFTER} if status in {429, 503} else {}
    if status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = BEARER
    codes = {"properties": {"code": {"enum": sorted(texts)}, "status": {"const": status}}}
    schema = {"allOf": [{"$ref": f"{COMPONENTS}ProblemDetails"}, codes]}
    lines = (f"- `{code}`: {text}" for code, text in sorted(texts.items()))
    return {"description": "\n".join(lines), "headers": headers, "content": {PROBLEM_JSON: {"schema": schema}}}

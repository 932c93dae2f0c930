"""Calls: what each handler declares about itself, which is all that routing and the document know of it."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from litestar.handlers import HTTPRouteHandler
from litestar.types import Method

from domain.value import Value

CALL = "call"  # Where a route keeps what its handler declared.
RULES = "*"  # Stands, among refusals, for all that the games' own rules give.

Caller: TypeAlias = Literal["known", "anyone", "ignored"]
"""Whether a call takes a token, is answered to anyone but by what a token says, or looks at none."""


class Nothing(Value, forbid_unknown_fields=True):
    """A request without content: an empty body, or `{}`."""


class Header(Value):
    """A request header that means something to a call."""

    name: str
    text: str
    example: str


class Media(Value):
    """An answer that is no JSON; of a stream `events` says what the data of each event are."""

    type: str
    events: Mapping[str, Any] = {}


class Call(Value):
    """One call of the public interface.

    An answer is a type, a `Media`, a tuple of those that `Accept` chooses from, or None where it has no content.
    """

    answers: Mapping[int, Any]
    asks: Any = None  # The type of the body; None: there is none.
    query: type[Value] | None = None
    headers: Sequence[Header] = ()
    caller: Caller = "anyone"
    keyed: bool = False  # Whether an Idempotency-Key counts.
    words: Sequence[str] = ()  # The parameters of the path that are no ids.
    refuses: Sequence[str] = ()  # Codes, besides those that token, path, query, body and key bring with them.


IF_MATCH = Header(
    name="If-Match",
    text="An `ETag`: the call is refused (412) unless it is still the newest of the caller's audience.",
    example='"17.s0"',
)
LAST_EVENT_ID = Header(
    name="Last-Event-ID",
    text="The last id received: the stream goes on after it.",
    example="17.s0",
)


def get(
    path: str,
    *,
    name: str,
    answers: Mapping[int, Any],
    query: type[Value] | None = None,
    headers: Sequence[Header] = (),
    caller: Caller = "anyone",
    words: Sequence[str] = (),
    refuses: Sequence[str] = (),
) -> HTTPRouteHandler:
    """Declare a call that changes nothing; a HEAD is answered with the same headers alone.

    The first of the answers is the usual one, here and below.
    """
    call = Call(answers=answers, query=query, headers=headers, caller=caller, words=words, refuses=refuses)
    return _route(("GET", "HEAD"), path, name, call)


def post(  # noqa: PLR0913 - each is a fact of the call
    path: str,
    *,
    name: str,
    answers: Mapping[int, Any],
    asks: Any = Nothing,
    query: type[Value] | None = None,
    headers: Sequence[Header] = (),
    caller: Caller = "known",
    keyed: bool = True,
    refuses: Sequence[str] = (),
) -> HTTPRouteHandler:
    """Declare a call that does something."""
    call = Call(answers=answers, asks=asks, query=query, headers=headers, caller=caller, keyed=keyed, refuses=refuses)
    return _route(("POST",), path, name, call)


def patch(
    path: str, *, name: str, answers: Mapping[int, Any], asks: Any, refuses: Sequence[str] = ()
) -> HTTPRouteHandler:
    """Declare a call that changes something."""
    call = Call(answers=answers, asks=asks, caller="known", keyed=True, refuses=refuses)
    return _route(("PATCH",), path, name, call)


def delete(
    path: str, *, name: str, answers: Mapping[int, Any], keyed: bool = True, refuses: Sequence[str] = ()
) -> HTTPRouteHandler:
    """Declare a call that takes something back."""
    call = Call(answers=answers, asks=Nothing, caller="known", keyed=keyed, refuses=refuses)
    return _route(("DELETE",), path, name, call)


def _route(methods: Sequence[Method], path: str, name: str, call: Call) -> HTTPRouteHandler:
    status = next(iter(call.answers))
    return HTTPRouteHandler(path, http_method=methods, name=name, status_code=status, opt={CALL: call})

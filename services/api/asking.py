"""Asking: what a request brings, read in the order in which it may be refused."""

import hashlib
import re
from collections.abc import Mapping
from typing import Any, TypeAlias, TypeVar
from urllib.parse import urlsplit
from uuid import UUID

import msgspec
from litestar import Request

from domain.chain import Order
from domain.value import Language, Value
from infra.machine import Machine
from infra.postgres.people import Person
from services.api.problems import Problem
from services.ids import derived
from services.people import Reception

COOKIE = "zugfolge"  # What a browser keeps a token in.
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
KEY_MAX = 200  # Characters of an Idempotency-Key.
TAG = re.compile(r'"(\d{1,9})\.(o|s\d{1,2})"')
ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")  # As JSON writes it, which is the only way it gets into one.
NO_NUL = "a text holds no U+0000"  # PostgreSQL could not keep it.
LIKED = re.compile(r"([a-z]+)[a-z0-9-]*(?:\s*;\s*q=([01](?:\.\d{0,3})?))?", re.IGNORECASE)

AnyRequest: TypeAlias = Request[Any, Any, Any]
T = TypeVar("T")
Q = TypeVar("Q", bound=Value)


class Asked(Value):
    """A request whose sender is known."""

    person: Person | None
    body: bytes
    key: str | None
    condition: str | None = None  # As If-Match has it.
    token: str = ""

    @property
    def known(self) -> Person:
        """Return who asks; only where a token was demanded."""
        if self.person is None:
            raise AssertionError("nobody was asked for a token")
        return self.person

    @property
    def player(self) -> str:
        """Return the id of who asks; only where a token was demanded."""
        return self.known.id

    def decode(self, decoder: msgspec.json.Decoder[T]) -> T:
        """Return the body as what it should be; an empty body counts as `{}`."""
        if NUL.search(self.body):
            raise Problem("malformed", detail=NO_NUL)
        try:
            return decoder.decode(self.body or b"{}")
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Problem("malformed", detail=str(error)) from error

    def tag(self) -> str | None:
        """Return the tag that must still hold, such as `17.s0`; None where any will do.  Raises Problem malformed."""
        if self.condition is None or self.condition.strip() == "*":
            return None
        found = TAG.fullmatch(self.condition.strip())
        if found is None:
            raise Problem("malformed", detail='If-Match: a tag such as "17.s0"')
        return f"{found[1]}.{found[2]}"

    def command(self, game: UUID | None = None) -> UUID | None:
        """Return the command that the key stands for, None where there is no key."""
        return None if self.key is None else derived("command", self.player, game, self.key)

    def order(self, machine: Machine, what: str, game: UUID | None = None) -> Order:
        """Return whose command this is: one that comes again with the same key is the same command.

        Raises:
            Problem: malformed, where the key is none.
        """
        if self.key is not None and not 0 < len(self.key) <= KEY_MAX:
            raise Problem("malformed", detail=f"Idempotency-Key: 1 to {KEY_MAX} characters")
        command = self.command(game) or machine.uuid7()
        if self.key is None:
            return Order(command=command, body=None, actor=self.player)
        # Keyed by what is kept nowhere: records are public, and a body may hold a table's word.
        digest = hashlib.sha256(b"\x00".join((self.key.encode(), what.encode(), self.body))).digest()
        return Order(command=command, body=digest, actor=self.player)


async def ask(request: AnyRequest, reception: Reception, *, token: bool) -> Asked:
    """Read body and sender; `token` says whether nobody may do without one.

    Raises:
        Problem: too_large, token_missing, token_unknown, foreign_origin.
    """
    headers = dict(request.scope["headers"])  # Litestar's own mapping, for several of a name, takes longer.
    body = await _body(request, int(headers.get(b"content-length", 0)))  # A number, or it had not come so far.
    secret = _token(request, _text(headers.get(b"authorization")))
    person = None if secret is None else await reception.whose(secret)
    if person is None and (token or secret is not None):
        raise Problem("token_missing" if secret is None else "token_unknown")
    return Asked(
        person=person,
        body=body,
        key=_text(headers.get(b"idempotency-key")),
        condition=_text(headers.get(b"if-match")),
        token=secret or "",
    )


def _text(header: bytes | None) -> str | None:
    return None if header is None else header.decode("latin-1")


async def _body(request: AnyRequest, announced: int) -> bytes:
    """Read the body.  Litestar's own way leads through so many steps that it takes three times as long."""
    most = request.app.state.settings.body_bytes_max
    if announced > most:
        raise Problem("too_large")
    body = b""
    while (part := await request.receive())["type"] == "http.request":
        body += part["body"]
        if len(body) > most:
            raise Problem("too_large")
        if not part["more_body"]:
            return body
    raise Problem("malformed")  # The sender has gone.


def _token(request: AnyRequest, authorization: str | None) -> str | None:
    """Return the token a request brings: in a header, or in a browser's cookie.

    A cookie comes along whoever made the browser ask, so that what changes something must come from our own pages.
    """
    if authorization:
        kind, _, secret = authorization.partition(" ")
        return secret.strip() if kind.lower() == "bearer" else ""
    cookie = request.cookies.get(COOKIE)
    if cookie is not None and request.method not in SAFE and not _ours(request):
        raise Problem("foreign_origin")
    return cookie


def _ours(request: AnyRequest) -> bool:
    origin = request.headers.get("origin")
    if origin is None:
        return request.headers.get("sec-fetch-site", "same-origin") in {"same-origin", "none"}
    return urlsplit(origin).netloc == request.headers.get("host")


def query(request: AnyRequest, wanted: type[Q]) -> Q:
    """Return what the query asks for: lists have commas, and what nobody declared says nothing.  Raises Problem."""
    given = dict[str, Any]()
    for field in msgspec.structs.fields(wanted):
        text = request.query_params.get(field.encode_name)
        if text is not None:
            if "\0" in text:
                raise Problem("malformed", detail=NO_NUL)
            given[field.encode_name] = text.split(",") if isinstance(field.default, tuple) else text
    try:
        return msgspec.convert(given, wanted, strict=False)
    except msgspec.ValidationError as error:
        raise Problem("malformed", detail=str(error)) from error


def language(headers: Mapping[str, str]) -> Language:
    """Return which of our languages the sender likes best; English where it is all the same."""
    likes: dict[str, float] = {}
    for part in headers.get("accept-language", "").split(","):
        if found := LIKED.fullmatch(part.strip()):
            name, quality = found[1].lower(), float(found[2] or 1)
            likes[name] = max(likes.get(name, 0), quality)
    return "de" if likes.get("de", 0) > likes.get("en", 0) else "en"


def game_id(text: str) -> UUID:
    """Return the id in a path; what is none is unknown."""
    if ID.fullmatch(text) is None:
        raise Problem("no_such_game")
    return msgspec.convert(text, UUID)  # A third of what `UUID(text)` takes.

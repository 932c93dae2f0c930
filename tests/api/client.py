"""A client that believes nothing: answers must be as the document says, and refusals must have changed nothing."""

import copy
import re
import secrets
from collections.abc import Mapping
from typing import Any, Self

import httpx
import jsonschema_rs
import msgspec

from domain.kernel import Kinds
from domain.value import Value
from infra.postgres.pool import Connection
from services.api.problems import PROBLEM_JSON, REFUSALS, RULES_STATUS

JSON = "application/json"
PASSWORD = "a long password"

TABLES = """
SELECT relname
FROM pg_class
WHERE relkind = 'r'
  AND relnamespace = 'public'::regnamespace
ORDER BY relname
"""
ROWS = "(count(*), sum(xmin::text::bigint))::text"
"""What no insert, update or delete leaves as it was: xmin names the transaction that wrote a row."""


class Answer(Value):
    """What came back; `data` is what the JSON says, None where there is none."""

    status: int
    headers: Mapping[str, str]
    content: bytes
    data: Any

    @property
    def code(self) -> str | None:
        """Return why it was refused, None where it was not."""
        return self.data["code"] if self.headers.get("content-type") == PROBLEM_JSON else None

    @property
    def replayed(self) -> bool:
        """Return whether this is a first answer given again."""
        return self.headers.get("idempotency-replayed") == "true"


class Player(Value):
    """Somebody with a token."""

    id: str
    name: str
    token: str


class Client:
    """Asks a server, and holds every answer to the document and to what refusals promise."""

    def __init__(self, http: httpx.AsyncClient, document: Any, kinds: Kinds, store: Connection) -> None:
        self.http = http
        self.language = ""  # As Accept-Language has it; none by default.
        self.document = document
        self._kinds = kinds
        self._store = store
        self._paths = {_pattern(path): path for path in sorted(document["paths"], key=lambda path: path.count("{"))}
        self._validators: dict[tuple[str, str, str], Any] = {}
        self._resolved = set[str]()
        self._everything_asked = ""

    async def __call__(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        by: Player | None = None,
        changes: bool = False,
        broken: bool = False,
        **headers: Any,
    ) -> Answer:
        """Ask; `body` is JSON or already bytes, `headers` have underscores.

        `changes` allows a refusal to change something: where a clock was due, or others play meanwhile.  Only where the
        server is `broken` may a bug come to light.
        """
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.language:
            sent.setdefault("Accept-Language", self.language)
        if by is not None:
            sent.setdefault("Authorization", f"Bearer {by.token}")
        content = body if body is None or isinstance(body, bytes) else msgspec.json.encode(body)
        self.http.cookies.clear()  # Who asks is said each time.
        before = None if changes else await self._everything()
        got = await self.http.request(method, path, content=content, headers=sent)
        is_json = got.headers.get("content-type", "") in {JSON, PROBLEM_JSON}
        data = msgspec.json.decode(got.content) if is_json and method != "HEAD" else None
        answer = Answer(status=got.status_code, headers=got.headers, content=got.content, data=data)
        if method != "HEAD":
            assert (answer.status == 500) == broken
            self._as_described(method, path.partition("?")[0], answer)
        if got.status_code >= 400 and method != "HEAD":
            await self._refused(answer, "de" if sent.get("Accept-Language", "").startswith("de") else "en")
            assert changes or await self._everything() == before, f"{answer.code} changed something"
        return answer

    def speaking(self, language: str) -> Self:
        """Return the same client for somebody who reads that language."""
        other = copy.copy(self)
        other.language = language
        return other

    async def guest(self) -> Player:
        """Return somebody new."""
        welcome = (await self("POST", "/v1/guests")).data
        return Player(id=welcome["player"]["id"], name=welcome["player"]["name"], token=welcome["token"])

    async def registered(self) -> Player:
        """Return somebody new who has `PASSWORD`, and a name that begins with a P."""
        name = f"P{secrets.token_hex(6)}"
        welcome = (await self("POST", "/v1/players", {"name": name, "password": PASSWORD})).data
        return Player(id=welcome["player"]["id"], name=name, token=welcome["token"])

    async def _everything(self) -> tuple[object, ...]:
        """Return what would differ if any table did."""
        if not self._everything_asked:
            tables = [row["relname"] for row in await self._store.fetch(TABLES)]
            asked = (f"(SELECT {ROWS} FROM {table})" for table in tables)
            self._everything_asked = f"SELECT {', '.join(asked)}"
        row = await self._store.fetchrow(self._everything_asked)
        assert row is not None
        return tuple(row)

    async def _refused(self, answer: Answer, language: str) -> None:
        problem, headers = answer.data, answer.headers
        code = problem["code"]
        assert headers["content-type"] == PROBLEM_JSON
        assert headers["cache-control"] == "no-store"
        assert headers["content-language"] == language
        assert problem["status"] == answer.status
        status, text = self._meaning(code, answer.status)
        assert problem["title"] == text["en"]
        assert problem["detail"].startswith(text[language])
        assert answer.status == status
        assert ("www-authenticate" in headers) == (status == 401)
        assert ("retry-after" in headers) == ("retry_after" in problem) == (status in {429, 503})
        if code not in self._resolved:
            meaning = await self.http.get(problem["type"])
            assert meaning.status_code == 200
            assert meaning.json()["code"] == code
            self._resolved.add(code)

    def _meaning(self, code: str, status: int) -> tuple[int, Mapping[str, str]]:
        """Return what a refusal must say; an unknown code fails here."""
        own = [rules.texts.refusals[code] for rules in self._kinds.values() if code in rules.texts.refusals]
        known = REFUSALS.get(code)
        assert own or known, f"nobody knows what {code} means"
        if known is not None and (known.status == status or not own):
            return known.status, {"de": known.text.de, "en": known.text.en}
        return RULES_STATUS, {"de": own[0].de, "en": own[0].en}

    def _as_described(self, method: str, path: str, answer: Answer) -> None:
        found = next((self._paths[pattern] for pattern in self._paths if pattern.fullmatch(path)), None)
        operation = self.document["paths"].get(found, {}).get(method.lower())
        if operation is None or answer.status == 500:
            assert answer.status in {404, 405, 500} or method == "OPTIONS", f"{method} {path} is in no document"
            return
        responses, status = operation["responses"], str(answer.status)
        assert status in responses, f"{method} {found} is not said to answer {status}: {answer.data}"
        content = responses[status].get("content", {})
        media = answer.headers.get("content-type", "").partition(";")[0]
        assert bool(content) == bool(media), f"{method} {found} {status}: {media} instead of {list(content)}"
        if answer.data is not None:
            schema = content[media]["schema"]
            key = method, found or "", status
            if key not in self._validators:
                whole = {**schema, "components": self.document["components"]}
                self._validators[key] = jsonschema_rs.validator_for(whole, validate_formats=True)
            errors = [f"{list(e.instance_path)}: {e.message}" for e in self._validators[key].iter_errors(answer.data)]
            assert not errors, f"{method} {found} {status}: {errors}"


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{\w+\}", "[^/]+", path).replace(".", r"\."))

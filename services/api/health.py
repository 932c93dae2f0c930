"""Health: whether this process lives, whether it should be sent requests, and what its refusals mean."""

from typing import Literal

from litestar import Response
from litestar.params import FromPath

from domain.value import Text, Value
from services.api.asking import AnyRequest
from services.api.calls import get
from services.api.house import house_of, json
from services.api.problems import PATH, REFUSALS, RULES_STATUS, Problem


class Meaning(Value):
    """What a refusal's code means."""

    code: str
    status: int
    text: Text


class Health(Value):
    """How a process is."""

    status: Literal["live", "ready"]


@get("/health/live", name="live", answers={200: Health}, caller="ignored")
async def live() -> Response[bytes]:
    """Answer as long as the process can; no store is asked, since a restart would not mend one."""
    return json(Health(status="live"))


@get("/health/ready", name="ready", answers={200: Health}, caller="ignored", refuses=("unavailable",))
async def ready(request: AnyRequest) -> Response[bytes]:
    """Answer 200 only while requests can be served."""
    if not await request.app.state.ready():
        raise Problem("unavailable", retry_after=1)
    return json(Health(status="ready"))


@get(
    f"{PATH}/{{code:str}}",
    name="problem",
    answers={200: Meaning},
    caller="ignored",
    words=("code",),
    refuses=("not_found",),
)
async def problem(request: AnyRequest, code: FromPath[str]) -> Response[bytes]:
    """Return what a refusal's code means: where its `type` leads."""
    if (own := REFUSALS.get(code)) is not None:
        return json(Meaning(code=code, status=own.status, text=own.text))
    for rules in house_of(request).kinds.values():
        if (text := rules.texts.refusals.get(code)) is not None:
            return json(Meaning(code=code, status=RULES_STATUS, text=text))
    raise Problem("not_found")

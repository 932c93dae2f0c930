"""Reports: telling those who look after the place that something is wrong."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec
from litestar import Response
from msgspec import Meta

from domain.value import Value
from infra.postgres.operators import Report
from services.api.asking import AnyRequest
from services.api.calls import post
from services.api.house import asked_to_do, json
from services.api.problems import Problem

TEXT_MAX = 1_000


class Complaint(Value, forbid_unknown_fields=True):
    """What is wrong; about whom, and in which game, where that is known."""

    text: Annotated[str, Meta(min_length=1, max_length=TEXT_MAX)]
    player: UUID | None = None
    game: UUID | None = None


class Received(Value):
    """It was written down."""

    id: UUID
    at: datetime


_complaint = msgspec.json.Decoder(Complaint)


@post("/v1/reports", name="report", asks=Complaint, answers={201: Received}, refuses=("no_such_player", "no_such_game"))
async def report(request: AnyRequest) -> Response[bytes]:
    """Report a player, a game, or something else."""
    house, asked = await asked_to_do(request, "report")
    wanted = asked.decode(_complaint)
    if wanted.player is not None and not (await house.reception.names([str(wanted.player)]))[str(wanted.player)].name:
        raise Problem("no_such_player")
    if wanted.game is not None:
        await house.game(wanted.game)

    async def work() -> Response[bytes]:
        at, new = house.machine.now(), house.machine.uuid7()
        written = Report(
            id=new, reporter=UUID(asked.player), player=wanted.player, game=wanted.game, text=wanted.text, at=at
        )
        await house.operators.report(written)
        return json(Received(id=new, at=at), 201)

    return await house.once(asked, "report", work)

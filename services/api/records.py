"""Records: a finished game as one document, for whoever wants to keep or to verify it."""

from uuid import UUID

from litestar import MediaType, Response
from litestar.params import FromPath

from domain import record
from domain.chance import Luck
from domain.feed import Game
from domain.judge import Draw, draws
from domain.value import Value
from services.api.asking import AnyRequest, Asked, game_id
from services.api.calls import Media, get
from services.api.feeds import audience_of
from services.api.house import House, asked_to_show, json
from services.api.problems import Problem
from services.live import Live

HEADERS = {"Cache-Control": "private, no-cache", "Vary": "Accept"}


class Draws(Value):
    """All that was drawn in an ended game, and what it was drawn from; no commitment and no draws: without luck."""

    commitment: str | None
    seed: str | None
    luck: tuple[Luck, ...]  # In the order of joining.
    draws: tuple[Draw, ...]


@get(
    "/v1/games/{game:str}/record",
    name="record",
    answers={200: (record.RecordDocument, Media(type="text/*"))},
    refuses=("not_finished", "no_notation"),
)
async def of_game(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Return a finished game as one document that can be verified offline, or in its kind's notation.

    `Accept` may ask for the media type of the notation, as `/v1/kinds` tells it: then the answer is the moves alone.
    """
    house, asked = await asked_to_show(request)
    live = await house.game(game_id(game))
    notation = live.game.rules.notation
    wanted = request.accept.best_match([MediaType.JSON, *([] if notation is None else [notation.media_type])])
    if wanted is None:
        raise Problem("no_notation")
    document = await _document(house, live.id, live.game, wanted)
    if document is None:
        raise _not_finished(live, asked)
    return Response(document, media_type=wanted, headers=HEADERS)


@get("/v1/games/{game:str}/draws", name="draws", answers={200: Draws}, refuses=("not_finished",))
async def of_luck(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Return what was drawn in a finished game, draw by draw, for whoever wants to draw it again."""
    house, asked = await asked_to_show(request)
    live = await house.game(game_id(game))
    match, log = live.game.match, live.game.log
    if not match.ended:
        raise _not_finished(live, asked)
    found = () if match.seed is None else tuple(draws(live.game.rules, log, bytes.fromhex(match.seed)))
    return json(Draws(commitment=match.opened.commitment, seed=match.seed, luck=match.luck, draws=found))


def _not_finished(live: Live, asked: Asked) -> Problem:
    return Problem("not_finished", version=live.game.known(audience_of(live.game.match, asked.person)).version)


async def _document(house: House, game_id: UUID, game: Game, media_type: str) -> bytes | None:
    if not game.match.ended:
        return None
    if media_type == MediaType.JSON:
        return record.write(game.rules, game_id, await house.store.events(game_id))
    written = record.notation(game.rules, game.log)
    return None if written is None else written.encode()

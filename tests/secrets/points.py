"""Points: every place that asks what somebody may know, or as whom they look, and each broken on purpose."""

import ast
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Literal, TypeAlias
from uuid import UUID

import pytest
from msgspec import Raw

import services
from domain import feed, match
from domain.feed import Game, Known
from domain.kernel import AnyRules, Audience
from domain.match import Commit, Match
from domain.picture import Scene
from domain.row import audience_name
from infra.postgres.chat import EVERYBODY, Chat, Mask, Place
from infra.postgres.people import Person
from services import talk
from services.api import feeds, games, records, wire
from services.api.house import House
from services.live import Live
from tests.secrets.story import DOER

TOP = Path(services.__path__[0]).parent
LOOKED_THROUGH = (*sorted(TOP.glob("services/**/*.py")), TOP / "domain/row.py")
NAMELESS = {"<genexpr>", "<lambda>", "<listcomp>", "<dictcomp>", "<setcomp>"}

How: TypeAlias = Literal["knows all", "sees as the doer", "takes it for ended"]
Point: TypeAlias = tuple[How, str]
"""How a function is broken, and which: by module and name, such as `services.api.games.events`."""


HARMLESS: Mapping[Point, str] = {
    ("knows all", "services.api.streams.at_the_end"): "asked of ended games, of which everybody knows all",
    ("sees as the doer", "services.api.streams.at_the_end"): "asked of ended games, of which everybody knows all",
    ("knows all", "services.api.feeds.Feed._end"): "asked of ended games, of which everybody knows all",
    ("knows all", "services.games.Games.run_out"): "time runs out after all that was in time, the hidden too",
    ("knows all", "services.counts.moves_shown"): "what is counted is for operators: tests/operators looks at it",
    ("takes it for ended", "services.api.feeds.Feed._begin"): "says that nothing follows, and the version known",
    ("takes it for ended", "services.api.house.House.view_of"): "the view has its own guard: see both broken at once",
    ("takes it for ended", "services.api.records._document"): "cannot be written before: see what is given instead",
    ("takes it for ended", "services.api.records.of_luck"): "without the seed, which the end tells, nothing is drawn",
    ("takes it for ended", "services.api.rematches._may_play_again"): "refuses all the same: there is no result",
    ("takes it for ended", "services.api.streams.at_the_end"): "compares with the version known",
    ("takes it for ended", "services.api.wire.view"): "is given nothing to tell: see both broken at once",
    ("takes it for ended", "services.bench.tables._played"): "no server",
    ("takes it for ended", "services.games.Games._append"): "takes back a table's word",
    ("takes it for ended", "services.operators.acts.abort"): "asked by operators alone",
    ("takes it for ended", "services.talk.may_read"): "lets players hear onlookers, who know less",
}


def points() -> Sequence[Point]:
    """Return every place there is in the code, found by what is called there."""
    return sorted({point for path in LOOKED_THROUGH for point in _points_in(path)})


def breakable() -> Sequence[Point]:
    """Return all that a test of what players are told has to catch."""
    return [point for point in points() if point not in HARMLESS and not is_of_robots(point)]


def is_of_robots(point: Point) -> bool:
    """Return whether it is robots that would know too much: what they do is looked at, not what they are told."""
    return point[1].startswith("services.robots.")


@contextmanager
def broken(how: How, *names: str) -> Iterator[None]:
    """Let everything be told in these functions, or anybody be taken for the doer, or the game for an ended one."""

    def asks(frame: FrameType) -> bool:
        return _function(frame) in names

    with pytest.MonkeyPatch.context() as patch:
        if how == "knows all":
            _break_known(patch, asks)
            _break_history(patch, asks)
        elif how == "sees as the doer":
            _break_audience(patch, asks)
        else:
            _break_ended(patch, asks)
        yield


def _moves_of_all_there_is(patch: pytest.MonkeyPatch) -> None:
    def moves(rules: AnyRules, _match: Match, _audience: Audience) -> Raw:
        whole = _game(_caller()).match
        return Raw(wire.encode(list(rules.legal_moves(whole.board, DOER)) if whole.seats else []))

    patch.setattr(wire, "moves", moves)


def _items_of_the_doer(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(games, "_audience_name", lambda *_: audience_name(DOER))


def _records_of_games_that_go_on(patch: pytest.MonkeyPatch) -> None:
    async def document(house: House, game_id: UUID, _game: Game, _media_type: str) -> bytes:
        return b"".join(entry.data for entry in await house.store.events(game_id))

    patch.setattr(records, "_document", document)


def _scenes_of_whoever_came_first(patch: pytest.MonkeyPatch) -> None:
    def shared_scene(live: Live, known: Known) -> Scene:
        scene: Scene = live.shared.setdefault("scene", wire.scene(live.game.rules, known.match))
        return scene

    patch.setattr(feeds, "_shared_scene", shared_scene)


def _clocks_of_hidden_moves(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(match, "_mover", lambda commit: commit.events[0].seat)


LEAKS: Mapping[str, Callable[[pytest.MonkeyPatch], None]] = {
    "moves are chosen from all there is": _moves_of_all_there_is,
    "records are given before the end": _records_of_games_that_go_on,
    "hidden moves set clocks": _clocks_of_hidden_moves,
    "lists count what the doer was shown": _items_of_the_doer,
    "scenes are drawn for whoever comes first": _scenes_of_whoever_came_first,
}
"""What withholds something in a way of its own, and how that is broken."""


def _lines_that_are_not_held(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(talk, "silent", lambda _: ())


def _lines_for_everybody(patch: pytest.MonkeyPatch) -> None:
    _everywhere(patch, "mask_of", talk.mask_of, lambda _: EVERYBODY)


def _lines_that_are_counted(patch: pytest.MonkeyPatch) -> None:
    right = Chat.reached

    async def reached(chat: Chat, place: Place, _mask: Mask, until: int) -> Any:
        return await right(chat, place, EVERYBODY, until)

    patch.setattr(Chat, "reached", reached)


LEAKS_OF_CHATS: Mapping[str, Callable[[pytest.MonkeyPatch], None]] = {
    "no line waits": _lines_that_are_not_held,
    "lines that wait are told": _lines_for_everybody,
    "lines that wait are counted": _lines_that_are_counted,
}


def _everything(game: Game) -> Known:
    """Return what somebody would know from whom nothing is hidden."""
    *_, last = feed.unveiled(game.rules, game.log)
    return last


def _everywhere(patch: pytest.MonkeyPatch, name: str, right: object, wrong: object) -> None:
    """Replace a function in every module of the services that knows it by this name."""
    for module in [module for key, module in sys.modules.items() if key.startswith("services.")]:
        if getattr(module, name, None) is right:
            patch.setattr(module, name, wrong)


def _break_known(patch: pytest.MonkeyPatch, asks: Callable[[FrameType], bool]) -> None:
    right = Game.known

    def known(game: Game, audience: Audience) -> Known:
        return _everything(game) if asks(_caller()) and game.log else right(game, audience)

    patch.setattr(Game, "known", known)


def _break_history(patch: pytest.MonkeyPatch, asks: Callable[[FrameType], bool]) -> None:
    right = feed.history

    def history(rules: AnyRules, log: Sequence[Commit], audience: Audience) -> Iterator[Known]:
        return feed.unveiled(rules, log) if asks(_caller()) else right(rules, log, audience)

    _everywhere(patch, "history", right, history)


def _break_audience(patch: pytest.MonkeyPatch, asks: Callable[[FrameType], bool]) -> None:
    right = feeds.audience_of

    def audience_of(match: Match, person: Person | None) -> Audience:
        return DOER if asks(_caller()) and match.seats else right(match, person)

    _everywhere(patch, "audience_of", right, audience_of)


def _break_ended(patch: pytest.MonkeyPatch, asks: Callable[[FrameType], bool]) -> None:
    def ended(match: Match) -> bool:
        return match.ended_at is not None or asks(_caller())

    patch.setattr(Match, "ended", property(ended))


def _caller() -> FrameType:
    """Return who called the function that asks this."""
    return sys._getframe(2)  # noqa: SLF001


def _game(frame: FrameType | None) -> Game:
    """Return the game that somebody on the way here was busy with."""
    while frame is not None:
        for value in frame.f_locals.values():
            if isinstance(value, Game | Live):
                return value if isinstance(value, Game) else value.game
        frame = frame.f_back
    raise AssertionError("no game on the way here")


def _function(frame: FrameType) -> str:
    names = frame.f_code.co_qualname.split(".")
    while names[-1] in NAMELESS:
        del names[-1]
        if names[-1:] == ["<locals>"]:
            del names[-1]
    return ".".join([frame.f_globals["__name__"], *names])


def _points_in(path: Path) -> Iterator[Point]:
    module = ".".join(path.relative_to(TOP).with_suffix("").parts)
    for name, node in _nodes(ast.parse(path.read_text()), module):
        match node:
            case ast.Call(func=ast.Name(id="history") | ast.Attribute(attr="history")):
                yield "knows all", name
            case ast.Call(func=ast.Name(id="audience_of") | ast.Attribute(attr="audience_of")):
                yield "sees as the doer", name
            case ast.Call(func=ast.Attribute(attr="known", value=game)) if not ast.unparse(game).endswith("games"):
                yield "knows all", name  # Games themselves know which there are.
            case ast.Attribute(attr="ended", value=match) if ast.unparse(match).endswith("match"):
                yield "takes it for ended", name
            case _:
                pass


def _nodes(node: ast.AST, name: str) -> Iterator[tuple[str, ast.AST]]:
    """Yield all that is in a module, each with the function it stands in."""
    for child in ast.iter_child_nodes(node):
        inner = name
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            within = ".<locals>." if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else "."
            inner = f"{name}{within}{child.name}"
        yield name, child
        yield from _nodes(child, inner)

"""Playthrough: a game told as text, each move with its events and the board after it, for people to read and compare.

    The last gem goes to nobody.
    seats 3

    board
      …
    on turn 0

    > 0 hoard.stake {"coins":[0]}
    hoard.staked {"coins":[0],"gem":0,"seat":0}
    …

The title, the lines `seats`, `options` and `seed` (each may be left out) and the lines with `>` are what was asked for,
`> 1 left` and `> 1 time` included; all other lines follow from them.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any, Union, get_args

import msgspec

from domain.chance import SEED_BYTES, Seeded
from domain.codec import canonical
from domain.kernel import AnyRules, Cause, Chance, Event, Move, Refused, Seat
from domain.value import Value

MARK = "> "


class Step(Value):
    """What a seat asked for: a move, or to be gone."""

    seat: Seat
    asked: Move | Cause


class Script(Value):
    """What a playthrough tells of."""

    title: str
    seats: int
    options: Any
    seed: bytes | None
    steps: tuple[Step, ...]


class Unplayable(ValueError):
    """A script asks for what its game does not know or allow."""


def retell(rules: AnyRules, text: str) -> str:
    """Return the playthrough that follows from the script in `text`; a current one comes back as it was."""
    script = read(rules, text)
    chance = Seeded(script.seed or bytes(SEED_BYTES))
    state = rules.initial(script.seats, script.options)
    started = _settled(rules, state, (), chance)
    state = reduce(rules.evolve, started, state)
    parts = [_heading(script), *([[*map(_told, started)]] if started else []), _position(rules, state)]
    for step in script.steps:
        after, events = _done(rules, state, step, chance)
        state = reduce(rules.evolve, events, after)
        parts += [[_asked(step), *map(_told, events)], _position(rules, state)]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def read(rules: AnyRules, text: str) -> Script:
    """Return what a playthrough tells of.  Raises `Unplayable` for lines that ask for nothing known."""
    title, *lines = text.strip().splitlines()
    given = dict(line.split(" ", 1) for line in lines[:3] if line.split(" ", 1)[0] in {"seats", "options", "seed"})
    try:
        return Script(
            title=title,
            seats=int(given.get("seats", rules.table.seats[0])),
            options=msgspec.json.decode(given.get("options", "{}"), type=rules.options),
            seed=bytes.fromhex(given["seed"]) if "seed" in given else None,
            steps=tuple(_step(rules, line.removeprefix(MARK)) for line in lines if line.startswith(MARK)),
        )
    except (msgspec.MsgspecError, TypeError, ValueError) as error:
        raise Unplayable(str(error)) from error


def shown(view: object) -> list[str]:
    """Return a view as lines: a field each; the rows of a board, and of what is listed as objects, below each other."""
    fields: dict[str, Any] = msgspec.to_builtins(view)
    return [line for name, value in fields.items() for line in _field(name, value)]


def _field(name: str, value: Any) -> list[str]:
    if isinstance(value, list | tuple) and value:
        if name == "board" and all(isinstance(row, str) for row in value):
            return [name, *(f"  {row}" for row in value)]
        if all(isinstance(row, dict) for row in value):
            return [name, *(f"  {_json(row)}" for row in value)]
    return [f"{name} {_json(value)}"]


def _heading(script: Script) -> list[str]:
    options = _json(script.options)
    return [
        script.title,
        f"seats {script.seats}",
        *([] if options == "{}" else [f"options {options}"]),
        *([] if script.seed is None else [f"seed {script.seed.hex()}"]),
    ]


def _step(rules: AnyRules, line: str) -> Step:
    seat, name, *fields = line.split(" ", 2)
    if name in get_args(Cause):
        cause: Cause = "left" if name == "left" else "time"
        return Step(seat=int(seat), asked=cause)
    move = {"type": name, **msgspec.json.decode(fields[0] if fields else "{}")}
    kinds: Any = Union[rules.moves]  # noqa: UP007 - built at run time
    return Step(seat=int(seat), asked=msgspec.convert(move, kinds))


def _done(rules: AnyRules, state: Any, step: Step, chance: Chance) -> tuple[Any, Sequence[Event]]:
    """Return the state that the step itself leaves, and the events that then follow."""
    if not isinstance(step.asked, Move):
        gone = rules.leave(state, step.seat, step.asked)
        return gone, _settled(rules, gone, (), chance)
    decided = rules.decide(state, step.seat, step.asked, chance)
    if isinstance(decided, Refused):
        raise Unplayable(f"{_asked(step)[2:]}: {decided.reason}")
    return state, _settled(rules, state, decided, chance)


def _settled(rules: AnyRules, state: Any, events: Iterable[Event], chance: Chance) -> Sequence[Event]:
    commit = list(events)
    state = reduce(rules.evolve, commit, state)
    while (event := rules.by_itself(state, chance)) is not None:
        commit.append(event)
        state = rules.evolve(state, event)
    return commit


def _position(rules: AnyRules, state: Any) -> list[str]:
    """Return the board, and who is on turn or how it ended."""
    result = rules.outcome(state)
    turn = " ".join(map(str, sorted(rules.to_move(state))))
    return [*shown(rules.view(state)), f"on turn {turn}" if result is None else f"over {_json(result)}"]


def _asked(step: Step) -> str:
    return f"{MARK}{step.seat} {step.asked if isinstance(step.asked, str) else _told(step.asked)}"


def _told(message: Move | Event) -> str:
    """Return a move or an event as its type and its fields."""
    fields: dict[str, Any] = msgspec.to_builtins(message)
    name = fields.pop("type")
    return f"{name} {_json(fields)}" if fields else str(name)


def _json(value: object) -> str:
    return canonical(value).decode()

"""Bleib Cool in words: what is said of a position, of a stone, and of what a move would do."""

from domain.games.bleib_cool.board import FIELD_A, GOAL, RING, WAITING, Path, field
from domain.games.bleib_cool.rules import State, captured_by, colour, is_over, outcome, place_of
from domain.games.bleib_cool.walking import Stone, target
from domain.kernel import Seat
from domain.value import Text

COLOUR_NAMES = (
    Text(de="Rot", en="Red"),
    Text(de="Blau", en="Blue"),
    Text(de="Gelb", en="Yellow"),
    Text(de="Grün", en="Green"),
)
GONE = Text(de="gegangen", en="gone")
MINUS = "\N{MINUS SIGN}"
ORDINALS = ("1st", "2nd", "3rd", "4th")


def name(state: State, seat: Seat) -> Text:
    """Return what a seat is called: its colour."""
    return COLOUR_NAMES[colour(state, seat)]


def said(state: State) -> Text:
    """Return the position in a sentence or three: what happened, and what comes next."""
    return _sentences(_moved(state), _unused(state), _news(state))


def status(state: State) -> Text:
    """Return what is said in the line below the board, where the last move can be seen."""
    return _sentences(_unused(state), _news(state))


def standing(state: State, seat: Seat) -> Text | None:
    """Return the place that a seat has, and what it is paid once that is known; None while it plays."""
    place, result = place_of(state, seat), outcome(state)
    if place is None:
        return None
    paid = "" if result is None or result.points is None else f": {result.points[seat]}".replace("-", MINUS)
    return Text(de=f"{place}. Platz{paid}", en=f"{ORDINALS[place - 1]} place{paid}")


def summary(state: State, seat: Seat) -> Text:
    """Return what is to be known about a player in a sentence."""
    called, place, paths = name(state, seat), standing(state, seat), state.stones[seat]
    waiting, home = paths.count(WAITING), sum(path >= GOAL for path in paths)
    de, en = f"{called.de}: {waiting} auf B, {home} im Ziel", f"{called.en}: {waiting} in B, {home} in the goal"
    if place is not None:
        gone = Text(de=f" {GONE.de},", en=f" {GONE.en},") if seat in state.leavers else Text(de="", en="")
        return Text(de=f"{called.de}:{gone.de} {place.de}", en=f"{called.en}:{gone.en} {place.en}")
    if seat == state.turn and not is_over(state):
        return Text(de=f"{de}; am Zug", en=f"{en}; on turn")
    return Text(de=de, en=en)


def where(owner: int, path: Path) -> Text:
    """Return where a stone of a colour stands, so that stones of different colours can be compared."""
    if path == WAITING:
        return Text(de="wartet auf B", en="waits in B")
    if path >= GOAL:
        return Text(de=f"im Ziel auf Feld {path - GOAL + 1}", en=f"in the goal on field {path - GOAL + 1}")
    spot = spoken(owner, path)
    return Text(de=f"auf {spot.de}, noch {RING - path} bis zum Ziel", en=f"on {spot.en}, {RING - path} to the goal")


def spoken(owner: int, path: Path) -> Text:
    """Return what the field of a path is called: those of the ring count from red's field A, 1 … 40."""
    if path >= GOAL:
        return Text(de=f"Zielfeld {path - GOAL + 1}", en=f"goal field {path - GOAL + 1}")
    here = field(owner, path)
    if path == FIELD_A:
        return Text(de=f"Feld A ({here + 1})", en=f"field A ({here + 1})")
    return Text(de=f"Feld {here + 1}", en=f"field {here + 1}")


def about(state: State, seat: Seat, stone: Stone) -> Text:
    """Return where a stone is and, if it may move, what that would do."""
    owner, path, called = colour(state, seat), state.stones[seat][stone], name(state, seat)
    place = where(owner, path)
    de, en = f"{called.de}, Stein {stone + 1}: {place.de}", f"{called.en}, stone {stone + 1}: {place.en}"
    if seat != state.turn or stone not in state.movable or state.rolled is None:
        return Text(de=de, en=en)
    to = target(path, state.rolled.number)
    spot, captured = spoken(owner, to), captured_by(state, seat, to)
    de, en = f"{de}; zieht auf {spot.de}", f"{en}; moves to {spot.en}"
    if captured is None:
        return Text(de=de, en=en)
    enemy = name(state, captured.seat)
    return Text(de=f"{de} und schlägt {enemy.de}", en=f"{en} and captures {enemy.en}")


def _moved(state: State) -> Text | None:
    """Return what moved last."""
    moved = state.moved
    if moved is None:
        return None
    mover, spot = name(state, moved.seat), spoken(colour(state, moved.seat), moved.target)
    de, en = f"{mover.de} zog auf {spot.de}", f"{mover.en} moved to {spot.en}"
    if moved.captured is not None:
        enemy = name(state, moved.captured.seat)
        de, en = f"{de} und schlug {enemy.de}", f"{en} and captured {enemy.en}"
    if moved.place is not None:
        de, en = f"{de}: {moved.place}. Platz", f"{en}: {ORDINALS[moved.place - 1]} place"
    return Text(de=de, en=en)


def _unused(state: State) -> Text | None:
    """Return which throw could not be used."""
    rolled = state.rolled
    if rolled is None or rolled.stones or is_over(state):
        return None
    roller = name(state, rolled.seat)
    return Text(
        de=f"{roller.de} kann mit der {rolled.number} nicht ziehen",
        en=f"{roller.en} cannot move by the {rolled.number}",
    )


def _news(state: State) -> Text:
    """Return who is to do what, or how it ended."""
    if (result := outcome(state)) is not None:
        winner = name(state, result.places[0][0])
        return Text(de=f"{winner.de} gewinnt", en=f"{winner.en} wins")
    mover, rolled = name(state, state.turn), state.rolled
    if state.movable and rolled is not None:
        return Text(de=f"{mover.de} zieht mit der {rolled.number}", en=f"{mover.en} moves by the {rolled.number}")
    if state.throws == 1:
        return Text(de=f"{mover.de} würfelt", en=f"{mover.en} throws")
    return Text(de=f"{mover.de} würfelt, noch {state.throws} Würfe", en=f"{mover.en} throws, {state.throws} left")


def _sentences(*parts: Text | None) -> Text:
    told = [part for part in parts if part is not None]
    return Text(de=" ".join(f"{part.de}." for part in told), en=" ".join(f"{part.en}." for part in told))

"""Level X in words: what a move does, how it stands, and a position in a few sentences."""

from collections.abc import Iterable, Mapping, Sequence

from domain.games.level_x.dice import ROWS
from domain.games.level_x.rules import (
    FIELDS,
    ROUNDS_IDLE_MAX,
    Advance,
    Ending,
    State,
    ending,
    is_over,
    outcome,
    sets,
)
from domain.games.level_x.view import round_of
from domain.kernel import Seat
from domain.value import Text

NAMES = (
    Text(de="Rot", en="Red"),
    Text(de="Blau", en="Blue"),
    Text(de="Gelb", en="Yellow"),
    Text(de="Grün", en="Green"),
)
NOTHING = Text(de="nichts", en="nothing")
GONE = Text(de="gegangen", en="gone")
EMPTY = Text(de="leer", en="empty")
LAST_ROUND = Text(de="Letzte Runde", en="Last round")
BONUS = Text(de="Bonus", en="Bonus")
CHIPS_HEAD = Text(de="Chips", en="Chips")
ROLL_BRINGS = Text(de="Das bringt der Wurf:", en="What the roll can bring:")
HOW = Text(
    de="Würfel, dann das (+) wählen",
    en="Choose dice, then a (+)",
)
CONFIRM = Text(de="Zug beenden", en="End turn")
ENDINGS: Mapping[Ending, Text] = {
    "tiles": Text(de="alle Bonusplättchen sind vergeben", en="all bonus tiles are taken"),
    "rows": Text(de="drei Reihen sind leer", en="three rows are empty"),
    "idle": Text(de=f"{ROUNDS_IDLE_MAX} Runden ohne Chip", en=f"{ROUNDS_IDLE_MAX} rounds without a chip"),
}


def joined(parts: Iterable[Text], between: str = ", ") -> Text:
    """Return texts one after the other."""
    told = list(parts)
    return Text(de=between.join(part.de for part in told), en=between.join(part.en for part in told))


def points(number: int) -> Text:
    return _counted(number, ("Punkt", "Punkte"), ("point", "points"))


def chips(number: int) -> Text:
    return _counted(number, ("Chip", "Chips"), ("chip", "chips"))


def said(state: State) -> Text:
    """Return the position in a few sentences: what was done last, what comes next, and how it stands."""
    standing = joined((_score(state, seat) for seat in range(len(state.sides))), ", ")
    sentences = [last_move(state), why(state), news(state), *_roll(state), standing]
    return joined((Text(de=f"{each.de}.", en=f"{each.en}.") for each in sentences if each is not None), " ")


def news(state: State) -> Text:
    """Return who is on turn in which round, or how it ended."""
    result = outcome(state)
    if result is None:
        number, mover = round_of(state), NAMES[state.turn]
        return Text(de=f"Runde {number}: {mover.de} ist am Zug", en=f"Round {number}: {mover.en} to move")
    winners = [NAMES[seat] for seat in result.places[0]]
    if len(winners) == 1:
        return _won(state, winners[0], result.places[0][0])
    both = Text(de=" und ".join(name.de for name in winners), en=" and ".join(name.en for name in winners))
    number = state.sides[result.places[0][0]].points
    return Text(de=f"{both.de} gewinnen mit je {number} Punkten", en=f"{both.en} win with {number} points each")


def why(state: State) -> Text | None:
    """Return why this is the last round, or was; None while there is none, or where somebody left."""
    reason = ending(state)
    if reason is None:
        return None
    head = Text(de="Zu Ende", en="The end") if is_over(state) else LAST_ROUND
    return Text(de=f"{head.de}: {ENDINGS[reason].de}", en=f"{head.en}: {ENDINGS[reason].en}")


def last_move(state: State) -> Text | None:
    """Return what was done last, and by whom; None at the start."""
    if state.last is None:
        return None
    name, done = NAMES[state.last.seat], done_by(state.last.rows, state.last.tiles)
    return Text(de=f"Zuletzt {name.de}: {done.de}", en=f"Last, {name.en}: {done.en}")


def done_by(rows: Sequence[Advance], tiles: Sequence[int]) -> Text:
    """Return what groups of dice have done or would do."""
    bonus = " + ".join(map(str, tiles))
    told = [advanced(advance) for advance in rows]
    return (
        joined([*told, *([Text(de=f"Bonus {bonus}", en=f"bonus {bonus}")] if tiles else [])], "; ") if told else NOTHING
    )


def advanced(advance: Advance) -> Text:
    """Return what has happened in a row."""
    row, at_x = advance.row, advance.field == FIELDS[advance.row - ROWS.start]
    if not at_x:
        return Text(de=f"{row} auf Feld {advance.field}", en=f"{row} to field {advance.field}")
    got = [chips(advance.chips)] if advance.chips else []
    return joined([Text(de=f"{row} auf X", en=f"{row} to X"), *got, *_displaced(advance)])


def row(state: State, place: int) -> Text:
    """Return what is to be known about a row."""
    told = [_where(state, place, number) for number in range(FIELDS[place], -1, -1)]
    number = chips(state.chips[place]) if state.chips[place] else EMPTY
    return joined(
        [
            Text(de=f"Reihe {ROWS[place]}: {number.de}", en=f"Row {ROWS[place]}: {number.en}"),
            *(each for each in told if each is not None),
        ],
        "; ",
    )


def player(state: State, seat: Seat) -> Text:
    """Return what is to be known about a player."""
    side, name = state.sides[seat], NAMES[seat]
    first = Text(de=" (beginnt)", en=" (begins)") if seat == 0 else Text(de="", en="")
    parts = [
        *([GONE] if side.left else []),
        points(side.points),
        *(
            Text(de=f"{number} × {row}", en=f"{number} × {row}")
            for row, number in reversed(list(zip(ROWS, side.chips, strict=True)))
            if number
        ),
        *(Text(de=f"Bonus {value}", en=f"bonus {value}") for value in side.tiles),
        _counted(sets(side.chips), ("vollständiger Satz", "vollständige Sätze"), ("complete set", "complete sets")),
        *([Text(de="am Zug", en="on turn")] if seat == state.turn and not is_over(state) else []),
    ]
    what = joined(parts)
    return Text(de=f"{name.de}{first.de}: {what.de}", en=f"{name.en}{first.en}: {what.en}")


def stock(state: State) -> Text:
    """Return which bonus tiles can still be had."""
    if not state.tiles:
        return Text(de="Bonusplättchen: alle vergeben", en="Bonus tiles: all taken")
    values = ", ".join(map(str, state.tiles))
    return Text(de=f"Bonusplättchen: {values}", en=f"Bonus tiles: {values}")


def sums(numbers: Sequence[int]) -> Text:
    """Return sums as they stand on a button; more than two stand closer together."""
    told = (" + " if len(numbers) <= 2 else "+").join(map(str, numbers))
    return Text(de=told, en=told) if numbers else NOTHING


def _where(state: State, place: int, number: int) -> Text | None:
    """Return who is on a field, None where nobody is."""
    there = [NAMES[seat] for seat, side in enumerate(state.sides) if side.fields[place] == number and side.left is None]
    if not there:
        return None
    names = joined(there, ", ")
    if number == 0:
        return Text(de=f"noch nicht auf dem Brett: {names.de}", en=f"not on the board: {names.en}")
    if number == FIELDS[place]:
        return Text(de=f"auf X: {names.de}", en=f"on X: {names.en}")
    return Text(de=f"auf Feld {number}: {names.de}", en=f"on field {number}: {names.en}")


def _displaced(advance: Advance) -> Sequence[Text]:
    if advance.displaced is None:
        return ()
    name = NAMES[advance.displaced]
    return (Text(de=f"{name.de} muss vom Brett", en=f"{name.en} is off the board"),)


def _roll(state: State) -> Sequence[Text]:
    if is_over(state) or not state.dice:
        return ()
    dice = " ".join(map(str, state.dice))
    return (Text(de=f"Wurf: {dice}", en=f"Roll: {dice}"),)


def _score(state: State, seat: Seat) -> Text:
    side, name = state.sides[seat], NAMES[seat]
    if side.left:
        return Text(de=f"{name.de} {GONE.de}", en=f"{name.en} {GONE.en}")
    return Text(de=f"{name.de} {side.points}", en=f"{name.en} {side.points}")


def _won(state: State, name: Text, seat: Seat) -> Text:
    if len(state.sides) - len(state.leavers) < 2:
        return Text(de=f"{name.de} ist übrig und gewinnt", en=f"{name.en} is left and wins")
    number = state.sides[seat].points
    return Text(de=f"{name.de} gewinnt mit {number} Punkten", en=f"{name.en} wins with {number} points")


def _counted(number: int, de: tuple[str, str], en: tuple[str, str]) -> Text:
    one = number == 1
    return Text(de=f"{number} {de[0 if one else 1]}", en=f"{number} {en[0 if one else 1]}")

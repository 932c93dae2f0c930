"""Hands: what can be pointed at, in reading order, and how dice are gathered into groups."""

from collections.abc import Iterator, Sequence

from domain.games.level_x import layout, things, words
from domain.games.level_x.dice import DICE, ROWS
from domain.games.level_x.rules import Choice, GroupDice, State, effect, to_move
from domain.kernel import Seat
from domain.picture import (
    AnyShape,
    Circle,
    Confirm,
    Draft,
    Drop,
    GroupsOf,
    Play,
    Put,
    Rectangle,
    Region,
    Take,
    Words,
)
from domain.value import Text

GROUP = str(GroupDice.__struct_config__.tag)
FIELD = "groups"


def drafts(state: State, seat: Seat) -> Sequence[Draft]:
    """Return how the seat on turn gathers its groups, and what each sum would do."""
    if seat not in to_move(state) or not state.dice:
        return ()
    field = GroupsOf(
        name=FIELD,
        items=tuple(range(DICE)),
        most=DICE,
        size_most=DICE,
        values=state.dice,
        sums={row: told for row in ROWS if (told := tuple(_steps(state, row)))},
    )
    return (Draft(move=GROUP, fields=(field,), confirm=words.CONFIRM),)


def regions(state: State, options: Sequence[Choice]) -> tuple[Region, ...]:
    """Return all that can be pointed at: rows, players, bonus tiles, the dice, and the `options` that these bring."""
    seats = range(len(state.sides))
    told = (
        *(_row(state, place) for place in reversed(range(len(ROWS)))),
        *(_player(state, seat) for seat in seats),
        _stock(state),
    )
    return (*told, *_hand(state, options)) if options else told


def _steps(state: State, row: int) -> Iterator[Text]:
    """Yield what the first group of a sum would do, and each further one that the dice have pips for."""
    before = effect(state, ())
    for groups in range(1, min(DICE, sum(state.dice) // row) + 1):
        after = effect(state, (row,) * groups)
        if after == before:
            return
        (advance,) = after.rows
        chips = advance.chips - sum(each.chips for each in before.rows)
        displaced = advance.displaced if not any(each.displaced is not None for each in before.rows) else None
        yield words.advanced(type(advance)(row=row, field=advance.field, chips=chips, displaced=displaced))
        before = after


def _row(state: State, place: int) -> Region:
    y, width = layout.row_y(place), layout.STOCK_X + layout.STOCK - layout.LABEL_X
    area = Rectangle(x=layout.LABEL_X, y=y - layout.ROW // 2, width=width, height=layout.ROW, radius=16)
    return Region(id=f"row-{ROWS[place]}", area=area, label=words.row(state, place))


def _player(state: State, seat: Seat) -> Region:
    return Region(id=f"player-{seat}", area=layout.card(seat), label=words.player(state, seat))


def _stock(state: State) -> Region:
    area = Rectangle(x=layout.STOCK_X - 8, y=layout.TILE_Y - 36, width=layout.STOCK, height=108, radius=16)
    return Region(id="tiles", area=area, label=words.stock(state))


def _hand(state: State, options: Sequence[Choice]) -> Iterator[Region]:
    """Yield the dice, the button that ends the turn, and a button for each thing that the roll can bring."""
    for die, pips in enumerate(state.dice):
        yield Region(
            id=f"die-{die}",
            area=layout.die(die),
            label=Text(
                de=f"Würfel {die + 1} zeigt {pips}: in die Hand nehmen",
                en=f"Die {die + 1} shows {pips}: take it in hand",
            ),
            seat=state.turn,
            act=Take(draft=GROUP, field=FIELD, item=die),
            double=Put(draft=GROUP, field=FIELD, item=die),
            drops=tuple(
                Drop(onto=f"group-{group}", act=Put(draft=GROUP, field=FIELD, item=die, group=group))
                for group in range(DICE)
            ),
            tint=things.EDGE[state.turn],
            count=True,
        )
    yield from (_group(state.turn, group) for group in range(DICE))
    area = layout.confirm()
    x, y = layout.middle(area)
    yield Region(
        id="confirm",
        area=area,
        label=Text(de="Zug beenden mit den Gruppen, die liegen", en="End the turn with the groups as they lie"),
        seat=state.turn,
        act=Confirm(draft=GROUP),
        hint=(
            Words(x=layout.CONFIRM_X, y=layout.ASKED_Y, text=words.HOW, size=20, tone="muted", anchor="start"),
            things.plate(area, "green", "green_deep"),
            Words(x=x, y=y, text=words.CONFIRM, size=28, tone="white", bold=True),
        ),
    )
    for number, choice in enumerate(options):
        yield _option(state, number, choice)


def _group(seat: Seat, group: int) -> Region:
    """Return where the dice in hand are put into a group; it shows what they sum up to."""
    area = layout.group(group)
    x, y = layout.middle(area)
    return Region(
        id=f"group-{group}",
        area=area,
        label=Text(
            de=f"Gruppe {group + 1}: die Würfel in der Hand dazulegen", en=f"Group {group + 1}: add the dice in hand"
        ),
        seat=seat,
        act=Put(draft=GROUP, field=FIELD, group=group),
        hint=(
            things.framed(area, "paper", things.EDGE[seat], 3),
            Words(x=x, y=y, text=f"{group + 1} (+)", size=24, bold=True),
        ),
        tint=things.EDGE[seat],
        count=True,
    )


def _option(state: State, number: int, choice: Choice) -> Region:
    """Return the button of a whole move; pointed at, it shows where the pieces would stand."""
    area, came = layout.option(number), choice.effect
    title, what, got = words.sums(choice.sums), words.done_by(came.rows, came.tiles), words.points(came.points)
    return Region(
        id="option-" + ("-".join(map(str, choice.sums)) or "none"),
        area=area,
        label=Text(
            de=f"{title.de}: {what.de}; {got.de}" if choice.sums else "Nichts nehmen",
            en=f"{title.en}: {what.en}; {got.en}" if choice.sums else "Take nothing",
        ),
        seat=state.turn,
        act=Play(move=choice.move),
        hint=(things.framed(area, None, things.EDGE[state.turn], 4),),
        ghost=tuple(_ghost(state, choice)),
    )


def _ghost(state: State, choice: Choice) -> Iterator[AnyShape]:
    """Yield the pieces where the move would bring them, and frames around the dice that it takes."""
    seats, seat = len(state.sides), state.turn
    for advance in choice.effect.rows:
        place = advance.row - ROWS.start
        (x, y), radius = (
            layout.piece(seats, seat, place, advance.field),
            layout.piece_radius(seats, place, advance.field),
        )
        yield things.sign(x, y, seat, radius)
        yield Circle(x=x, y=y, radius=radius + 6, stroke=things.EDGE[seat], stroke_width=5)
    for die in (die for group in choice.move.groups for die in group):
        yield things.framed(layout.die(die), None, things.EDGE[seat], 10)

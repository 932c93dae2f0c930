"""Hands: what can be done on a board, and how it is done by pointing: in reading order."""

from collections.abc import Iterator, Sequence
from functools import cache

from msgspec.structs import replace

from domain.games.diamond_yatzy import layout
from domain.games.diamond_yatzy.boxes import BONUS_FROM, BOXES, COLOURS, PLACE, SLOTS, Box, Colour
from domain.games.diamond_yatzy.gems import gem
from domain.games.diamond_yatzy.layout import INNER, INSET, STRIP, STRIP_Y
from domain.games.diamond_yatzy.panel import JEWEL, cell, cross, tile
from domain.games.diamond_yatzy.rules import (
    COLLECTIONS,
    ENTER,
    JOKERS_TO,
    STRIKE,
    Board,
    Draw,
    Joker,
    Slot,
    State,
    brings,
    is_known,
    may_play_joker,
    to_move,
    total,
    upper,
)
from domain.games.diamond_yatzy.words import BOARD, BOX, COLOUR, HIDDEN, hidden_until, round_of
from domain.kernel import Seat
from domain.picture import (
    AnyShape,
    Circle,
    Confirm,
    Cycle,
    Draft,
    Drop,
    Group,
    OneOf,
    Pick,
    Play,
    Rectangle,
    Region,
    SetOf,
    Toggle,
    Words,
)
from domain.value import Text

DRAW = str(Draw.__struct_config__.tag)
JOKER = str(Joker.__struct_config__.tag)

BUTTON = 290  # Width.
BUTTON_JOKER = 220
SMALL_CROSS = 8  # On the buttons that strike.
COLOUR_X, COLOUR_STEP, COLOUR_RADIUS = 218, 60, 23

WHAT_STAYS = Text(de="Ablage: antippen oder herziehen", en="To keep: tap, or drag here")
NEXT = (
    Text(de="2. Kollektion", en="2nd collection"),
    Text(de="3. Kollektion", en="3rd collection"),
)
WHAT_CHANGES = Text(de="Juwel antippen", en="tap a jewel")
CHANGE = Text(de="Verwandeln", en="Change it")


def drafts(state: State, seat: Seat) -> Sequence[Draft]:
    """Return how a seat on turn gathers what it keeps, and what a joker does."""
    board = state.boards[seat]
    if seat not in to_move(state) or not board.jewels:
        return ()
    slots = tuple(range(SLOTS))
    if board.collection < COLLECTIONS:
        keep = SetOf(name="keep", items=slots, most=SLOTS, first=board.kept)
        return (Draft(move=DRAW, fields=(keep,), confirm=NEXT[board.collection - 1]),)
    if may_play_joker(board):
        fields = (OneOf(name="slot", values=slots), OneOf(name="colour", values=COLOURS))
        return (Draft(move=JOKER, fields=fields, confirm=CHANGE),)
    return ()


def regions(state: State, seat: Seat) -> Iterator[Region]:
    """Yield all that can be pointed at on a seat's board; a hidden one only says that it is."""
    board, left = state.boards[seat], layout.left_of(state, seat)
    yield _head(board, seat, left, layout.bottom_of(state))
    if not is_known(board):
        return
    playing = seat in to_move(state) and bool(board.jewels)
    for slot in range(SLOTS) if board.jewels else ():
        yield _slot(board, seat, left, slot, playing=playing)
    if playing and board.collection < COLLECTIONS:
        yield from _next(board, seat, left)
    if playing and may_play_joker(board):
        yield from _joker(board, seat, left)
    now = brings(board)
    for box in BOXES:
        yield from _box(seat, left, box, board.points[PLACE[box]], now.get(box, 0), playing=playing)
    yield from _sums(board, seat, left)


def _head(board: Board, seat: Seat, left: int, bottom: int) -> Region:
    name, known = BOARD[seat], is_known(board)
    what, until = (round_of(board), None) if known else (HIDDEN, hidden_until(seat))
    label = Text(
        de=f"{name.de}: {what.de}" + (f", {until.de}" if until else ""),
        en=f"{name.en}: {what.en}" + (f", {until.en}" if until else ""),
    )
    height = layout.SLOT_Y - 8 - layout.MARGIN if known else bottom - layout.MARGIN
    area = Rectangle(x=left, y=layout.MARGIN, width=layout.width_of(board), height=height, radius=28)
    return Region(id=f"board-{seat}", area=area, label=label)


def _slot(board: Board, seat: Seat, left: int, slot: Slot, *, playing: bool) -> Region:
    colour, number = COLOUR[board.jewels[slot]], slot + 1
    aside = slot in board.kept
    label = Text(
        de=f"Juwel {number}: {colour.de}" + (", in der Ablage" if aside else ""),
        en=f"Jewel {number}: {colour.en}" + (", set aside" if aside else ""),
    )
    place = Region(id=_slot_id(seat, slot), area=layout.tile(left, slot), label=label, seat=seat, tint="yellow")
    if playing and board.collection < COLLECTIONS:
        keep = Toggle(draft=DRAW, field="keep", item=slot)
        faces = {"": _released(left, slot, board.jewels[slot])} if aside else {}
        return replace(place, act=keep, double=keep, drops=(Drop(onto=f"tray-{seat}", act=keep),), faces=faces)
    if playing and may_play_joker(board):
        x, y = layout.slot_middle(slot)
        values = tuple(other for other in COLOURS if other != board.jewels[slot])
        colours = {other: (Group(x=left + x, y=y, shapes=gem(other, JEWEL)),) for other in values}
        turn = Cycle(draft=JOKER, field="colour", values=values, picks={"slot": slot})
        said = Text(de=f"{label.de}; Joker: nächste Farbe", en=f"{label.en}; joker: next colour")
        return replace(place, label=said, act=turn, faces=colours)
    return place


@cache
def _released(left: int, slot: Slot, colour: Colour) -> tuple[AnyShape, ...]:
    """Return how a jewel looks that was kept and is not to be any longer."""
    x, y = layout.slot_middle(slot)
    place = layout.tile(left, slot)
    word = Rectangle(x=place.x, y=layout.ASIDE_Y - 14, width=place.width, height=28, fill="board")
    return word, tile(left, slot, aside=False), Group(x=left + x, y=y, shapes=gem(colour, JEWEL))


def _slot_id(seat: Seat, slot: Slot) -> str:
    return f"slot-{seat}-{slot}"


def _next(board: Board, seat: Seat, left: int) -> Iterator[Region]:
    """Yield the *Ablage*, onto which jewels can be dragged, and the button that draws the next collection."""
    area, text = _button(left, BUTTON), NEXT[board.collection - 1]
    tray = Rectangle(x=left + INSET, y=STRIP_Y, width=INNER - BUTTON - 16, height=STRIP, radius=18)
    asked = Words(x=tray.x + 20, y=STRIP_Y + STRIP // 2, text=WHAT_STAYS, size=22, tone="muted", anchor="start")
    edge = replace(tray, stroke="line")
    yield Region(id=f"tray-{seat}", area=tray, label=WHAT_STAYS, seat=seat, hint=(edge, asked))
    label = Text(de=f"{text.de} ziehen, Gewähltes behalten", en=f"Draw the {text.en} and keep what is chosen")
    yield Region(id=f"next-{seat}", area=area, label=label, seat=seat, act=Confirm(draft=DRAW), hint=_face(area, text))


def _joker(board: Board, seat: Seat, left: int) -> Iterator[Region]:
    """Yield the six colours, to be chosen or dragged onto a jewel, and the button that plays the joker."""
    y = STRIP_Y + STRIP // 2
    for place, colour in enumerate(COLOURS):
        x = left + COLOUR_X + place * COLOUR_STEP
        name = COLOUR[colour]
        yield Region(
            id=f"colour-{seat}-{colour}",
            area=Circle(x=x, y=y, radius=COLOUR_RADIUS + 6),
            label=Text(de=f"Joker: soll {name.de} werden", en=f"Joker: to become {name.en}"),
            seat=seat,
            act=Pick(draft=JOKER, field="colour", value=colour),
            drops=tuple(_drops(board, seat, colour)),
            hint=(Group(x=x, y=y, shapes=gem(colour, COLOUR_RADIUS)),),
            tint="yellow",
        )
    area = _button(left, BUTTON_JOKER)
    label = Text(de="Joker spielen: das Juwel verwandeln", en="Play a joker: change the jewel")
    title = Words(x=left + INSET, y=y - 14, text=f"Joker ({board.jokers})", size=24, bold=True, anchor="start")
    asked = Words(x=left + INSET, y=y + 16, text=WHAT_CHANGES, size=18, tone="muted", anchor="start")
    yield Region(
        id=f"joker-{seat}",
        area=area,
        label=label,
        seat=seat,
        act=Confirm(draft=JOKER),
        hint=(title, asked, *_face(area, CHANGE)),
    )


def _drops(board: Board, seat: Seat, colour: Colour) -> Iterator[Drop]:
    for slot, jewel in enumerate(board.jewels):
        if jewel != colour:
            yield Drop(onto=_slot_id(seat, slot), act=Play(move=JOKERS_TO[slot][colour]))


def _button(left: int, width: int) -> Rectangle:
    return Rectangle(x=left + INSET + INNER - width, y=STRIP_Y, width=width, height=STRIP, radius=18)


def _face(area: Rectangle, text: Text) -> tuple[Rectangle, Words]:
    return (
        replace(area, fill="green", stroke="green_deep", relief="raised"),
        Words(x=area.x + area.width // 2, y=area.y + area.height // 2, text=text, size=28, tone="white", bold=True),
    )


@cache
def _box(seat: Seat, left: int, box: Box, points: int | None, worth: int, *, playing: bool) -> tuple[Region, ...]:
    """Return a box, to be entered where it brings something, and the button that strikes it."""
    name, area = BOX[box], layout.field(left, box)
    if points is not None or not playing:
        what = _filled(points)
        label = Text(de=f"{name.de}: {what.de}", en=f"{name.en}: {what.en}")
        return (Region(id=f"box-{seat}-{box}", area=area, label=label),)
    if not worth:
        button = layout.strike_button(left, box)
        whole = replace(area, width=button.x + button.width - area.x)
        return (replace(_strike(seat, left, box), area=whole),)
    enter = Region(
        id=f"box-{seat}-{box}",
        area=area,
        label=Text(de=f"{name.de}: bringt {worth}", en=f"{name.en}: brings {worth}"),
        seat=seat,
        act=Play(move=ENTER[PLACE[box]]),
        hint=(replace(area, stroke="green", stroke_width=4),),
        ghost=_written(box, left, worth),
    )
    return (enter, _strike(seat, left, box))


def _filled(points: int | None) -> Text:
    if points is None:
        return Text(de="frei", en="free")
    if points == 0:
        return Text(de="gestrichen", en="struck")
    return Text(de=f"{points} Punkte", en=f"{points} points")


def _written(box: Box, left: int, worth: int) -> tuple[Rectangle, Words]:
    """Return how a box would look with its points in it."""
    x, y = cell(box, left)
    back = Rectangle(x=x - 37, y=y - 26, width=74, height=52, radius=12, fill="green")
    return back, Words(x=x, y=y, text=str(worth), size=32, tone="white", bold=True)


def _strike(seat: Seat, left: int, box: Box) -> Region:
    area, name = layout.strike_button(left, box), BOX[box]
    x, y = area.x + area.width // 2, area.y + area.height // 2
    hint = (replace(area, fill="red_soft", stroke="line"), *cross(x, y, SMALL_CROSS))
    back = Rectangle(x=cell(box, left)[0] - 37, y=y - 26, width=74, height=52, radius=12, fill="paper")
    return Region(
        id=f"strike-{seat}-{box}",
        area=area,
        label=Text(de=f"{name.de}: streichen", en=f"{name.en}: strike"),
        seat=seat,
        act=Play(move=STRIKE[PLACE[box]]),
        hint=hint,
        ghost=(back, *cross(*cell(box, left))),
    )


def _sums(board: Board, seat: Seat, left: int) -> Iterator[Region]:
    x, y = layout.bonus_corner()
    so_far, all_in_all = upper(board), total(board)
    got = Text(de=f"Bonus: {board.bonus}", en=f"Bonus: {board.bonus}")
    missing = Text(de=f"Bonus: {so_far} von {BONUS_FROM}", en=f"Bonus: {so_far} of {BONUS_FROM}")
    area = Rectangle(x=left + x, y=y, width=layout.FIELD, height=layout.ROW, radius=14)
    yield Region(id=f"bonus-{seat}", area=area, label=got if board.bonus else missing)
    area = Rectangle(x=left + INSET, y=layout.TOTAL_Y, width=INNER, height=layout.TOTAL, radius=16)
    yield Region(id=f"sum-{seat}", area=area, label=Text(de=f"Summe: {all_in_all}", en=f"Total: {all_in_all}"))

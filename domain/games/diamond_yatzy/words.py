"""Words: what boxes, colours and boards are called, and a position in a few sentences."""

from collections.abc import Mapping, Sequence

from domain.games.diamond_yatzy.boxes import Box, Colour
from domain.games.diamond_yatzy.rules import (
    COLLECTIONS,
    ROUNDS,
    SEATS,
    Board,
    State,
    is_known,
    outcome,
    to_move,
    total,
)
from domain.kernel import Seat
from domain.value import Text

COLOUR: Mapping[Colour, Text] = {
    "white": Text(de="weiß", en="white"),
    "yellow": Text(de="gelb", en="yellow"),
    "red": Text(de="rot", en="red"),
    "blue": Text(de="blau", en="blue"),
    "violet": Text(de="violett", en="violet"),
    "green": Text(de="grün", en="green"),
}

BOX: Mapping[Box, Text] = {
    "ones": Text(de="1er weiß", en="Ones, white"),
    "twos": Text(de="2er gelb", en="Twos, yellow"),
    "threes": Text(de="3er rot", en="Threes, red"),
    "fours": Text(de="4er blau", en="Fours, blue"),
    "fives": Text(de="5er violett", en="Fives, violet"),
    "sixes": Text(de="6er grün", en="Sixes, green"),
    "three_of_a_kind": Text(de="Dreierpasch", en="Three of a kind"),
    "four_of_a_kind": Text(de="Viererpasch", en="Four of a kind"),
    "full_house": Text(de="Full House", en="Full house"),
    "small_straight": Text(de="Kleine Straße", en="Small straight"),
    "large_straight": Text(de="Große Straße", en="Large straight"),
    "yatzy": Text(de="Yatzy", en="Yatzy"),
    "chance": Text(de="Chance", en="Chance"),
}

BOARD: tuple[Text, Text] = (Text(de="Brett 1", en="Board 1"), Text(de="Brett 2", en="Board 2"))
COMPLETE = Text(de="fertig", en="complete")
HIDDEN = Text(de="verdeckt", en="hidden")
GONE: Mapping[str, Text] = {
    "left": Text(de="verlassen", en="left"),
    "time": Text(de="Zeit abgelaufen", en="out of time"),
}
LOST: Mapping[str, Text] = {
    "left": Text(de="wurde verlassen", en="was left"),
    "time": Text(de="lief die Zeit ab", en="ran out of time"),
}


def joined(parts: Sequence[Text], between: str = ", ") -> Text:
    """Return texts one after the other."""
    return Text(de=between.join(part.de for part in parts), en=between.join(part.en for part in parts))


def said(state: State) -> Text:
    """Return the position in a few sentences: how it stands, then each board."""
    sentences = [news(state), *(_board(state, seat) for seat in SEATS)]
    return joined([Text(de=f"{sentence.de}.", en=f"{sentence.en}.") for sentence in sentences], " ")


def news(state: State) -> Text:
    """Return who still plays, or how it ended."""
    result = outcome(state)
    playing = [BOARD[seat] for seat in SEATS if seat in to_move(state)]
    if result is None:
        if len(playing) == len(SEATS):
            return Text(de="Beide spielen, jeder für sich", en="Both play, each alone")
        return Text(de=f"{playing[0].de} spielt noch", en=f"{playing[0].en} still plays")
    if not result.places:
        return Text(de="Abgebrochen: Keiner ist fertig geworden", en="Called off: neither has finished")
    if len(result.places) == 1:
        return Text(de="Unentschieden", en="A draw")
    winner, loser = BOARD[result.places[0][0]], BOARD[result.places[1][0]]
    if result.scores is None:
        lost = LOST[result.reason]
        return Text(
            de=f"{winner.de} gewinnt, {loser.de} {lost.de}", en=f"{winner.en} wins, {loser.en.lower()} {lost.en}"
        )
    more, less = sorted(result.scores, reverse=True)
    return Text(de=f"{winner.de} gewinnt mit {more} zu {less}", en=f"{winner.en} wins by {more} to {less}")


def round_of(board: Board) -> Text:
    """Return how far a known board has come."""
    if board.left is not None:
        return GONE[board.left]
    if board.complete:
        return COMPLETE
    return Text(de=f"Runde {board.round} von {ROUNDS}", en=f"Round {board.round} of {ROUNDS}")


def hidden_until(seat: Seat) -> Text:
    """Return until when a seat's board is hidden from everybody else."""
    other = BOARD[1 - seat]
    return Text(de=f"bis {other.de} fertig ist", en=f"until {other.en.lower()} is complete")


def jewels(board: Board) -> Text:
    """Return the colours that lie there, by slot."""
    return joined([COLOUR[colour] for colour in board.jewels])


def _board(state: State, seat: Seat) -> Text:
    board, name = state.boards[seat], BOARD[seat]
    if not is_known(board):
        parts = [HIDDEN, COMPLETE] if board.complete else [HIDDEN]
    else:
        parts = [round_of(board), *_collection(board), _sum(board)]
    what = joined(parts)
    return Text(de=f"{name.de}: {what.de}", en=f"{name.en}: {what.en}")


def _collection(board: Board) -> Sequence[Text]:
    if not board.jewels:
        return ()
    what, number = jewels(board), f"{board.collection} / {COLLECTIONS}"
    return (Text(de=f"Kollektion {number}: {what.de}", en=f"collection {number}: {what.en}"),)


def _sum(board: Board) -> Text:
    points = total(board)
    return Text(de=f"{points} Punkte, {board.jokers} Joker", en=f"{points} points, jokers left: {board.jokers}")

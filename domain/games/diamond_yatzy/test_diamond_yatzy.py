"""What is particular to a board of DiamondYatzy: rounds, jokers, the end.  Boxes and duel have files of their own."""

import msgspec
import pytest

from domain.chance import Seeded
from domain.codec import canonical
from domain.games.diamond_yatzy import RULES
from domain.games.diamond_yatzy.boxes import BOXES, COLOURS, Colour
from domain.games.diamond_yatzy.rules import (
    Board,
    BoardCompleted,
    BoxEntered,
    BoxStruck,
    CollectionDrawn,
    Draw,
    Enter,
    Joker,
    JokerPlayed,
    Strike,
    Wish,
    brings,
    legal_moves,
    move_of,
)
from domain.games.diamond_yatzy.testing import board, duel, filled, jewels
from domain.kernel import Result
from domain.testing import Rigged, after, begin, commit, given, settle

ANY = Seeded(bytes(32))

THIRD = board("66123", collection=3)


def moves(digits: str, collection: int) -> list[Wish]:
    return list(legal_moves(duel(board(digits, collection=collection)), 0))


def test_a_collection_is_five_jewels_and_the_first_is_shown_at_once_to_both() -> None:
    """rules.md §3 Jewels: A *collection* is five jewels in five slots.

    rules.md §3 Round: The first collection is shown at once.
    """
    shown = settle(RULES, begin(RULES), (), Rigged(1, 2, 3, 4, 5, 1, 2, 3, 4, 5))

    first = [CollectionDrawn(seat=seat, round=1, collection=1, kept=(), jewels=jewels("12345")) for seat in (0, 1)]
    assert shown == tuple(first)


def test_there_are_thirteen_rounds_with_a_box_in_each() -> None:
    """rules.md §3 Jewels: per round one box of the *shopping list* is filled or struck."""
    state = begin(RULES)
    log = [settle(RULES, state, (), ANY)]
    for number, box in enumerate(BOXES, 1):
        state = after(RULES, state, log[-1])
        assert state.boards[0].round == number
        log.append(commit(RULES, state, 0, Strike(box=box), ANY))

    assert len(log) == 1 + 13
    assert log[-1] == (BoxStruck(seat=0, box="chance"), BoardCompleted(seat=0))
    assert after(RULES, state, log[-1]).boards[0].points == (0,) * 13


def test_after_the_first_collection_any_slots_are_kept_and_the_others_drawn() -> None:
    """rules.md §3 Round: After the first and second: keep any slots (the *Ablage* …) and draw the next collection."""
    given(RULES, state=duel(board("61616"))).when(0, Draw(keep=(4, 0)), 2, 3, 4).then(
        CollectionDrawn(seat=0, round=1, collection=2, kept=(0, 4), jewels=jewels("62346"))
    )


def test_kept_jewels_may_be_released_again() -> None:
    """rules.md §3 Round: kept jewels may be released again."""
    second = duel(board("62346", collection=2, kept=(0, 4)))

    given(RULES, state=second).when(0, Draw(keep=(1,)), 5, 5, 5, 5).then(
        CollectionDrawn(seat=0, round=1, collection=3, kept=(1,), jewels=jewels("52555"))
    )


def test_none_or_all_may_be_kept() -> None:
    """rules.md §3 Round: keep any slots.  All five too: it brings the third collection, and with it the joker."""
    given(RULES, state=duel(board("61616"))).when(0, Draw(keep=()), 1, 2, 3, 4, 5).then(
        CollectionDrawn(seat=0, round=1, collection=2, kept=(), jewels=jewels("12345"))
    )
    given(RULES, state=duel(board("61616", collection=2))).when(0, Draw(keep=(0, 1, 2, 3, 4))).then(
        CollectionDrawn(seat=0, round=1, collection=3, kept=(0, 1, 2, 3, 4), jewels=jewels("61616"))
    )


@pytest.mark.parametrize("collection", [1, 2])
def test_every_set_of_slots_is_a_move_of_its_own(collection: int) -> None:
    assert len({move.keep for move in moves("61616", collection) if isinstance(move, Draw)}) == 32


def test_there_is_no_fourth_collection() -> None:
    """rules.md §3 Jewels: 13 rounds of up to three collections.

    rules.md §3 Round: After the third at the latest a box must be filled or struck.
    """
    given(RULES, state=duel(THIRD)).when(0, Draw(keep=(0,))).refused("no_more_collections")
    assert [move for move in moves("66123", 3) if isinstance(move, Draw)] == []


def test_a_slot_is_kept_once() -> None:
    given(RULES, state=duel(board("61616"))).when(0, Draw(keep=(2, 2))).refused("slot_twice")


@pytest.mark.parametrize("collection", [1, 2, 3])
def test_a_box_may_be_entered_at_any_collection_and_all_five_count(collection: int) -> None:
    """rules.md §3 Round: or enter a box already now.  All five jewels lying there count."""
    state = duel(board("61645", collection=collection, kept=(0,) if collection > 1 else ()))

    given(RULES, state=state).when(0, Enter(box="chance"), *(1,) * 5).then(
        BoxEntered(seat=0, box="chance", points=22),
        CollectionDrawn(seat=0, round=2, collection=1, kept=(), jewels=jewels("11111")),
    )


@pytest.mark.parametrize("collection", [1, 2, 3])
def test_a_box_may_be_struck_at_any_collection(collection: int) -> None:
    """rules.md §3 Round: a box must be filled or struck.  Joker: striking fills a box with 0 for good (red X)."""
    state = duel(board("61645", collection=collection))

    told = given(RULES, state=state).when(0, Strike(box="yatzy"), *(1,) * 5)

    told.then(
        BoxStruck(seat=0, box="yatzy"),
        CollectionDrawn(seat=0, round=2, collection=1, kept=(), jewels=jewels("11111")),
    )


def test_a_struck_box_stays_struck() -> None:
    """rules.md §3 Joker: striking fills a box with 0 for good."""
    state = duel(board("66666", points={"yatzy": 0}))

    given(RULES, state=state).when(0, Enter(box="yatzy")).refused("box_used")
    given(RULES, state=state).when(0, Strike(box="yatzy")).refused("box_used")


def test_a_box_that_would_score_may_be_struck() -> None:
    """rules.md §3 Joker: striking […] also one that would score."""
    given(RULES, state=duel(board("66666"))).when(0, Strike(box="yatzy"), *(1,) * 5).then(
        BoxStruck(seat=0, box="yatzy"),
        CollectionDrawn(seat=0, round=2, collection=1, kept=(), jewels=jewels("11111")),
    )


def test_a_box_worth_nothing_can_only_be_struck() -> None:
    """rules.md §3 Joker: A box worth 0 cannot be entered, only struck."""
    given(RULES, state=duel(board("66123"))).when(0, Enter(box="fours")).refused("worth_nothing")

    entered = [move.box for move in moves("66123", 3) if isinstance(move, Enter)]
    struck = [move.box for move in moves("66123", 3) if isinstance(move, Strike)]
    assert entered == ["ones", "twos", "threes", "sixes", "chance"]
    assert struck == [*BOXES]


def test_a_used_box_is_used() -> None:
    state = duel(board("66123", points={"sixes": 18}))

    given(RULES, state=state).when(0, Enter(box="sixes")).refused("box_used")
    given(RULES, state=state).when(0, Strike(box="sixes")).refused("box_used")
    assert Enter(box="sixes") not in legal_moves(state, 0)
    assert "sixes" not in brings(state.boards[0])


def test_a_joker_makes_one_jewel_of_the_third_collection_any_other_colour() -> None:
    """rules.md §3 Joker: only while the third collection lies open: one jewel becomes any other colour."""
    told = given(RULES, state=duel(THIRD)).when(0, Joker(slot=2, colour="green"))

    told.then(JokerPlayed(seat=0, slot=2, was="white", colour="green"))
    offered = [move for move in moves("66123", 3) if isinstance(move, Joker)]
    assert len(offered) == 25
    assert [move.colour for move in offered if move.slot == 2] == [*COLOURS[1:]]


def test_a_joker_counts_like_any_jewel_and_is_used_up() -> None:
    after_joker = after(RULES, duel(THIRD), [JokerPlayed(seat=0, slot=2, was="white", colour="green")]).boards[0]

    assert after_joker.jewels == jewels("66623")
    assert (after_joker.jokers, after_joker.joker_played, after_joker.collection) == (2, True, 3)
    assert brings(after_joker)["sixes"] == 18
    assert brings(after_joker)["three_of_a_kind"] == 18


@pytest.mark.parametrize("collection", [1, 2])
def test_a_joker_waits_for_the_third_collection(collection: int) -> None:
    """rules.md §3 Joker: only while the third collection lies open."""
    state = duel(board("66123", collection=collection))

    given(RULES, state=state).when(0, Joker(slot=2, colour="green")).refused("joker_too_early")
    assert [move for move in legal_moves(state, 0) if isinstance(move, Joker)] == []


def test_a_second_joker_in_a_round_is_refused() -> None:
    """rules.md §3 Joker: at most one per round."""
    state = after(RULES, duel(THIRD), [JokerPlayed(seat=0, slot=2, was="white", colour="green")])

    given(RULES, state=state).when(0, Joker(slot=3, colour="green")).refused("joker_played")
    assert [move for move in legal_moves(state, 0) if isinstance(move, Joker)] == []


def test_the_next_round_has_a_joker_again() -> None:
    state = after(
        RULES,
        duel(THIRD),
        [
            JokerPlayed(seat=0, slot=2, was="white", colour="green"),
            BoxEntered(seat=0, box="sixes", points=18),
            CollectionDrawn(seat=0, round=2, collection=1, kept=(), jewels=jewels("12345")),
            CollectionDrawn(seat=0, round=2, collection=2, kept=(0, 1, 2, 3, 4), jewels=jewels("12345")),
            CollectionDrawn(seat=0, round=2, collection=3, kept=(0, 1, 2, 3, 4), jewels=jewels("12345")),
        ],
    )

    given(RULES, state=state).when(0, Joker(slot=0, colour="green")).then(
        JokerPlayed(seat=0, slot=0, was="white", colour="green")
    )


def test_a_fourth_joker_is_refused() -> None:
    """rules.md §3 Joker: three per game."""
    assert begin(RULES).boards[0].jokers == 3
    given(RULES, state=duel(board("66123", collection=3, jokers=1))).when(0, Joker(slot=2, colour="green")).then(
        JokerPlayed(seat=0, slot=2, was="white", colour="green")
    )

    spent = duel(board("66123", collection=3, jokers=0))
    given(RULES, state=spent).when(0, Joker(slot=2, colour="green")).refused("no_joker_left")
    assert [move for move in legal_moves(spent, 0) if isinstance(move, Joker)] == []


def test_a_joker_to_the_same_colour_is_refused() -> None:
    """rules.md §3 Joker: any *other* colour."""
    given(RULES, state=duel(THIRD)).when(0, Joker(slot=0, colour="green")).refused("same_colour")


def test_the_higher_total_wins_and_equal_totals_draw() -> None:
    """rules.md §3: Higher total wins, equal totals draw."""
    more, less = filled(chance=20, yatzy=50), filled(chance=19, sixes=18)

    assert RULES.outcome(duel(more, less)) == Result(reason="complete", places=((0,), (1,)), scores=(70, 37))
    assert RULES.outcome(duel(less, more)) == Result(reason="complete", places=((1,), (0,)), scores=(37, 70))
    assert RULES.outcome(duel(less, filled(sixes=24, fives=13))) == Result(
        reason="complete", places=((0, 1),), scores=(37, 37)
    )


def test_the_last_box_completes_the_board_and_both_the_duel() -> None:
    last = board("66665", collection=3, points=dict.fromkeys(BOXES[1:], 0))
    over = given(RULES, state=duel(last, filled(chance=20))).when(0, Strike(box="ones"))

    over.then(BoxStruck(seat=0, box="ones"), BoardCompleted(seat=0))
    over.over(Result(reason="complete", places=((1,), (0,)), scores=(0, 20)))
    given(RULES, state=duel(last, board("12345"))).when(0, Strike(box="ones")).goes_on(1)


@pytest.mark.parametrize("move", RULES.examples.moves, ids=lambda move: type(move).__name__)
def test_a_complete_board_is_complete(move: Wish) -> None:
    done = duel(filled(chance=20), board("12345", collection=3))

    given(RULES, state=done).when(0, move).refused("not_your_turn")
    assert list(legal_moves(done, 0)) == []
    given(RULES, state=duel(filled(chance=20), filled(chance=21))).when(1, move).refused("over")


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (Draw, {"type": "diamond_yatzy.draw", "keep": [5]}),
        (Draw, {"type": "diamond_yatzy.draw", "keep": [-1]}),
        (Draw, {"type": "diamond_yatzy.draw", "keep": [0, 1, 2, 3, 4, 4]}),
        (Joker, {"type": "diamond_yatzy.joker", "slot": 5, "colour": "red"}),
        (Joker, {"type": "diamond_yatzy.joker", "slot": 0, "colour": "black"}),
        (Enter, {"type": "diamond_yatzy.enter", "box": "bonus"}),
        (Strike, {"type": "diamond_yatzy.strike", "box": "Yatzy"}),
    ],
)
def test_a_slot_colour_or_box_that_does_not_exist_is_refused_at_reading(kind: type[Wish], body: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(canonical(body), type=kind)


def test_moves_on_the_wire_are_as_the_interface_has_them() -> None:
    wire = [
        b'{"keep":[1,4],"type":"diamond_yatzy.draw"}',
        b'{"colour":"green","slot":2,"type":"diamond_yatzy.joker"}',
        b'{"box":"full_house","type":"diamond_yatzy.enter"}',
        b'{"box":"ones","type":"diamond_yatzy.strike"}',
    ]

    assert [canonical(move) for move in RULES.examples.moves] == wire


def test_the_view_has_what_a_board_shows_and_nothing_of_one_that_is_not_known() -> None:
    state = duel(board("66123", collection=2, kept=(0, 1), points={"ones": 3, "yatzy": 0}, jokers=2), Board())

    known, hidden = RULES.view(state).boards
    assert msgspec.to_builtins(known) == {
        "complete": False,
        "board": {
            "round": 3,
            "collection": 2,
            "jewels": ("green", "green", "white", "yellow", "red"),
            "kept": (0, 1),
            "jokers": 2,
            "joker_played": False,
            "points": {"ones": 3, "yatzy": 0},
            "now": {
                "twos": 2,
                "threes": 3,
                "fours": 0,
                "fives": 0,
                "sixes": 12,
                "three_of_a_kind": 0,
                "four_of_a_kind": 0,
                "full_house": 0,
                "small_straight": 0,
                "large_straight": 0,
                "chance": 18,
            },
            "upper": 3,
            "bonus": 0,
            "total": 3,
        },
    }
    assert msgspec.to_builtins(hidden) == {"complete": False, "board": None}


def test_the_move_behind_an_event_can_be_told() -> None:
    first = CollectionDrawn(seat=0, round=1, collection=1, kept=(), jewels=jewels("12345"))
    behind = [move_of(event) for event in (first, *RULES.examples.events)]

    colour: Colour = "green"
    assert behind == [
        None,
        Draw(keep=(1, 4)),
        Joker(slot=2, colour=colour),
        Enter(box="full_house"),
        Strike(box="ones"),
        None,
    ]

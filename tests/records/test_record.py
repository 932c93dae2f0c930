"""A record proves itself: whatever is changed in it is found, and the first bad version named."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import record
from domain.codec import canonical
from domain.kernel import AnyRules, Event
from domain.match import Commit, MatchEnded, MatchOpened
from domain.record import Flaw
from tests.laws.lives import gathered
from tests.laws.registry import EVERY_GAME, KINDS, NUMBERS, REPRODUCIBLE
from tests.records.documents import GAME, changed, events_of, life_of, record_of, rewritten, sealed

DRAWS = [
    ("hoard", "GemDrawn", "value"),
    ("bleib_cool", "Rolled", "number"),
    ("level_x", "DiceRolled", "dice"),
    ("diamond_yatzy", "CollectionDrawn", "jewels"),
]
SHORT = [("hoard", 3), ("connect_four", 0), ("reversi", 0)]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(min_value=-(2**70), max_value=2**70) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def flaw(kind: str, log: Sequence[Commit]) -> int | None:
    found = record.verify(record_of(kind, log), KINDS)
    return None if found is None else found.version


def numbered(log: Sequence[Commit]) -> Sequence[tuple[int, Event]]:
    return list(enumerate((event for commit in log for event in commit.events), 1))


@EVERY_GAME
@NUMBERS
@REPRODUCIBLE
def test_the_record_of_every_finished_game_is_accepted(rules: AnyRules, number: int) -> None:
    assert record.verify(record_of(rules.name, life_of(rules.name, number)), KINDS) is None


@pytest.mark.parametrize(("kind", "number"), SHORT)
def test_an_event_with_any_byte_changed_is_refused_by_its_version(kind: str, number: int) -> None:
    document, random = record_of(kind, life_of(kind, number)), Random(number)
    wrong = []
    for version, places in enumerate(events_of(document), 1):
        for place in places:
            for byte in (document[place] ^ 1, random.choice(b'"\\{}[],: \n0\xff')):
                spoilt = document[:place] + bytes([byte]) + document[place + 1 :]
                found = record.verify(spoilt, KINDS)
                if spoilt != document and (found is None or found.version != version):
                    wrong.append((version, place, byte, found))
    assert wrong == []


@pytest.mark.parametrize(("kind", "number"), SHORT)
def test_a_result_with_any_byte_changed_is_refused_by_the_last_version(kind: str, number: int) -> None:
    document, random = record_of(kind, life_of(kind, number)), Random(number)
    last, start = len(events_of(document)), document.index(b'"result":')
    wrong = []
    for place in range(start, document.index(b',"events"')):
        for byte in (document[place] ^ 1, random.choice(b'"\\{}[],: 0\xff')):
            spoilt = document[:place] + bytes([byte]) + document[place + 1 :]
            found = record.verify(spoilt, KINDS)
            if spoilt != document and (found is None or found.version != last):
                wrong.append((place, byte, found))
    assert wrong == []


@given(data=st.data())
@REPRODUCIBLE
def test_whatever_the_bytes_the_answer_is_no_exception(data: st.DataObject) -> None:
    document = record_of("hoard", life_of("hoard", 3))
    places = st.integers(min_value=0, max_value=len(document))
    for _ in range(50):
        start, end = sorted((data.draw(places), data.draw(places)))
        spoilt = document[:start] + data.draw(st.binary(max_size=40)) + document[end:]
        found = record.verify(spoilt, KINDS)
        assert found is None or found.version >= 1


@given(data=st.data(), number=st.integers(min_value=0, max_value=3))
@REPRODUCIBLE
def test_whatever_an_event_says_with_fitting_hashes_the_answer_is_no_exception(
    data: st.DataObject, number: int
) -> None:
    kind = data.draw(st.sampled_from(sorted(KINDS)))
    entries = sealed(KINDS[kind], life_of(kind, number))
    for _ in range(20):
        entry = data.draw(st.sampled_from(entries))
        said = msgspec.json.decode(entry.data, type=dict[str, Any])
        forged = said | {data.draw(st.sampled_from(sorted(said))): data.draw(JSON)}
        found = record.verify(rewritten(KINDS[kind], entries, entry.version, canonical(forged)), KINDS)
        assert found is None or found.version >= 1  # A locked table, say, may as well have been so.


@pytest.mark.parametrize(
    "document",
    [b"", b"null", b"[]", b"{}", b"\xff\xfe", b"[" * 100_000, b'{"events":[' * 50_000, b'{"events":[1]}', b'{"a":'],
)
def test_what_is_no_record_at_all_is_refused(document: bytes) -> None:
    assert record.verify(document, KINDS) is not None


def test_space_between_the_tokens_is_free() -> None:
    document = record_of("hoard", life_of("hoard", 3))

    assert record.verify(msgspec.json.format(document, indent=2), KINDS) is None
    assert record.verify(msgspec.json.format(document, indent=-1), KINDS) is None


def test_a_torn_document_on_one_line_names_the_version_where_it_is_torn() -> None:
    document = msgspec.json.format(record_of("hoard", life_of("hoard", 3)), indent=-1)
    place = document.index(b'"version":7,') + 60
    found = record.verify(document[:place] + b"\x00" + document[place:], KINDS)

    assert found is not None
    assert found.version == 7


@EVERY_GAME
@NUMBERS
@REPRODUCIBLE
def test_an_event_forged_with_fitting_hashes_is_refused(rules: AnyRules, number: int) -> None:
    log = life_of(rules.name, number)
    other = life_of(rules.name, number + 1)
    version, event = Random(number).choice(numbered(log))
    alike = [e for _, e in numbered(other) if type(e) is type(event) and e != event]
    if not alike:
        return
    forged = changed(log, version, **msgspec.structs.asdict(Random(number).choice(alike)))
    found = flaw(rules.name, forged)

    assert found is not None


def test_a_move_against_the_rules_is_named() -> None:
    log = life_of("reversi", 0)
    version, event = next((v, e) for v, e in numbered(log) if type(e).__name__ == "DiscPlaced")

    assert flaw("reversi", changed(log, version, square="a1")) == version
    assert event != numbered(changed(log, version, square="a1"))[version - 1][1]


@pytest.mark.parametrize(("kind", "name", "field"), DRAWS)
def test_each_draw_that_is_not_the_seeds_is_named(kind: str, name: str, field: str) -> None:
    log = life_of(kind, 5)  # Plays to the end.
    drawn = [(version, getattr(event, field)) for version, event in numbered(log) if type(event).__name__ == name]
    assert drawn

    for version, was in drawn:
        for forged in otherwise(was):
            assert flaw(kind, changed(log, version, **{field: forged})) == version


def otherwise(drawn: Any) -> Iterator[Any]:
    """Yield a throw, or what lies there after one, with each number or colour another."""
    match drawn:
        case int():
            yield drawn % 3 + 1
        case str():
            yield "red" if drawn != "red" else "blue"
        case _:
            for place, one in enumerate(drawn):
                yield from ((*drawn[:place], other, *drawn[place + 1 :]) for other in otherwise(one))


def test_a_score_that_does_not_follow_is_named() -> None:
    log = life_of("reversi", 0)
    version, ended = numbered(log)[-1]
    assert isinstance(ended, MatchEnded)

    assert flaw("reversi", changed(log, version, scores=(64, 0))) == version


def test_another_seed_than_the_committed_one_is_named_where_it_is_revealed() -> None:
    log = life_of("hoard", 3)
    version = len(numbered(log))

    assert flaw("hoard", changed(log, version, seed="00" * 32)) == version
    assert flaw("hoard", changed(log, version, seed=None)) == version
    assert flaw("hoard", changed(log, version, seed="no seed")) == version


def test_another_commitment_is_refused() -> None:
    log = life_of("hoard", 3)

    assert flaw("hoard", changed(log, 1, commitment="00" * 32)) is not None


def test_a_game_of_luck_cannot_do_without_a_seed() -> None:
    log = changed(life_of("hoard", 3), 1, commitment=None, origin="imported", limit_seconds=None)

    assert flaw("hoard", changed(log, len(numbered(log)), seed=None)) == 1


def test_what_follows_the_end_is_refused() -> None:
    log = life_of("connect_four", 0)
    version = len(numbered(log))

    assert flaw("connect_four", [*log, log[-1]]) is not None
    assert flaw("connect_four", [*log, Commit(at=log[-1].at, events=(numbered(log)[-1][1],))]) == version + 1


def test_a_game_that_goes_on_has_no_record() -> None:
    rules = KINDS["reversi"]

    assert record.write(rules, GAME, sealed(rules, gathered(rules, Random(1)).log)) is None


def test_a_record_without_its_end_names_the_version_that_is_missing() -> None:
    document = record_of("reversi", life_of("reversi", 0))
    lines = document.split(b"\n")
    cut = b"\n".join([*lines[:-4], lines[-4].removesuffix(b","), *lines[-2:]])

    assert record.verify(cut, KINDS) == Flaw(version=len(events_of(document)), reason="the end is missing")


def test_the_record_of_another_game_does_not_fit_the_id() -> None:
    document = record_of("reversi", life_of("reversi", 0))
    found = record.verify(document.replace(str(GAME).encode(), str(GAME)[::-1].encode()[:36]), KINDS)

    assert found is not None
    assert record.verify(document.replace(str(GAME).encode(), b"01890a5d-ac96-774b-bcce-b302099a8058"), KINDS) == Flaw(
        version=1, reason="its hash does not follow from it, the game's id and all before"
    )


def test_a_kind_that_is_not_on_offer_cannot_be_judged() -> None:
    document = record_of("hoard", life_of("hoard", 3))

    assert record.verify(document, {}) == Flaw(version=1, reason="no such kind of game is known here: hoard")


def test_an_event_whose_data_are_spelled_otherwise_is_refused_even_with_fitting_hashes() -> None:
    rules, log = KINDS["reversi"], life_of("reversi", 0)
    entries = sealed(rules, log)
    document = record.write(rules, GAME, entries)
    assert document is not None
    data = entries[4].data

    assert record.verify(document.replace(data, data.replace(b":", b": ", 1)), KINDS) is None  # Space is free.
    assert record.verify(document.replace(data, b'{"x":0,' + data[1:]), KINDS) is not None


def test_a_record_brings_id_seed_and_log() -> None:
    log = life_of("hoard", 3)
    read = record.read(record_of("hoard", log), KINDS)
    assert not isinstance(read, Flaw)
    opened = read.log[0].events[0]

    assert isinstance(opened, MatchOpened)
    assert read.id == GAME
    assert read.log == tuple(log)
    assert read.entries == sealed(KINDS["hoard"], log)
    assert read.seed is not None


def test_the_notation_of_a_game_has_its_moves_in_their_order() -> None:
    rules = KINDS["reversi"]
    moves = [e for _, e in numbered(life_of("reversi", 0)) if type(e).__name__ == "DiscPlaced"]

    written = record.notation(rules, life_of("reversi", 0))

    assert written == "".join(getattr(move, "square") for move in moves)  # noqa: B009 - the game's own event
    assert record.notation(KINDS["hoard"], life_of("hoard", 3)) is None

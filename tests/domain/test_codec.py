"""Codec: the exact bytes of what is stored, and how old ones are read."""

import pytest
from msgspec.structs import replace

from domain.codec import Codec, Coded, Unreadable, canonical
from domain.kernel import Upcast
from domain.match import MatchEnded, MatchJoined, MatchOpened
from tests.domain.baton import BATON, Held, Passed, Whispered


class Held3(Held, tag="baton.held"):
    """Held, after its schema has changed twice."""

    schema = 3
    seconds: int
    firmly: bool


CODEC = Codec(BATON)
NEW = Codec(
    replace(
        BATON,
        events=(Passed, Held3),
        upcasts=(
            Upcast(type="baton.held", schema=1, lift=lambda event: {**event, "seconds": 0}),
            Upcast(type="baton.held", schema=2, lift=lambda event: {**event, "firmly": event["seconds"] > 9}),
        ),
    )
)


def test_keys_are_sorted_and_nothing_is_left_out() -> None:
    coded = CODEC.encode(Passed(seat=1, to=2))

    assert coded == Coded("baton.passed", 1, b'{"returns":false,"seat":1,"to":2,"type":"baton.passed"}')


def test_the_bytes_of_an_opening() -> None:
    event = MatchOpened(kind="baton", rules=1, seats=2, options={"b": True, "a": 3}, limit_seconds=60, commitment="00")

    assert CODEC.encode(event).data == (
        b'{"commitment":"00","kind":"baton","limit_seconds":60,"locked":false,"options":{"a":3,"b":true},'
        b'"origin":"played","rematch_of":null,"rules":1,"seat":null,"seats":2,"strength_max":null,"type":"match.opened"}'
    )


def test_the_bytes_of_an_end() -> None:
    event = MatchEnded(reason="left", places=((1,), (0, 2)), scores=(1, 2, 1), seed="0f")

    assert CODEC.encode(event).data == (
        b'{"places":[[1],[0,2]],"points":null,"reason":"left","scores":[1,2,1],"seat":null,"seed":"0f","type":"match.ended"}'
    )


def test_text_is_utf_8_and_escaped_as_little_as_can_be() -> None:
    """RFC 8785 section 3.2.2.2: short escapes where there are any, others as lower-case hex, all else as it is."""
    assert (
        canonical('a"\\\b\t\n\f\r\x01\x1f\x7fü€😀')
        == b'"a\\"\\\\\\b\\t\\n\\f\\r\\u0001\\u001f\x7f\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80"'
    )


def test_what_was_stored_is_read_back() -> None:
    event = MatchJoined(player="Zoë", luck="0123456789abcdef")
    coded = CODEC.encode(event)

    assert CODEC.decode(coded.type, coded.schema, coded.data) == event


def test_an_old_event_is_lifted_step_by_step() -> None:
    first = b'{"seat":0,"type":"baton.held"}'
    second = b'{"seat":0,"seconds":12,"type":"baton.held"}'
    third = b'{"firmly":true,"seat":0,"seconds":12,"type":"baton.held"}'

    assert NEW.decode("baton.held", 1, first) == Held3(seat=0, seconds=0, firmly=False)
    assert NEW.decode("baton.held", 2, second) == Held3(seat=0, seconds=12, firmly=True)
    assert NEW.decode("baton.held", 3, third) == Held3(seat=0, seconds=12, firmly=True)
    assert NEW.encode(Held3(seat=0, seconds=12, firmly=True)) == Coded("baton.held", 3, third)


@pytest.mark.parametrize(
    ("name", "schema", "data"),
    [
        ("baton.dropped", 1, b'{"type":"baton.dropped"}'),  # No such event.
        ("baton.passed", 2, b'{"seat":0,"to":1,"type":"baton.passed"}'),  # A newer release wrote it.
        ("baton.passed", 0, b'{"seat":0,"to":1,"type":"baton.passed"}'),  # No such schema, nor an upcast from it.
        ("baton.passed", 1, b'{"seat":0,"to":1,"type":"baton.held"}'),  # The bytes hold another event.
        ("baton.passed", 1, b'{"seat":0,"type":"baton.passed"}'),  # A field is missing.
        ("baton.passed", 1, b'{"seat":0,"to":1.5,"type":"baton.passed"}'),  # Whole numbers only.
        ("baton.passed", 1, b'{"seat":0,"to":"1","type":"baton.passed"}'),
        ("baton.passed", 1, b'{"seat":0,"to":1,"type":"baton.passed"'),  # Torn.
        ("baton.passed", 1, b""),
        ("baton.whispered", 1, b'{"seat":null,"type":"baton.whispered"}'),  # A secret is somebody's.
        ("match.seat_left", 1, b'{"cause":"left","seat":null,"type":"match.seat_left"}'),
        ("match.seat_left", 1, b'{"cause":"bored","seat":0,"type":"match.seat_left"}'),
        ("match.joined", 1, b'{"luck":"c0ffee","player":"A","type":"match.joined"}'),  # No luck word.
    ],
)
def test_what_is_no_event_is_unreadable(name: str, schema: int, data: bytes) -> None:
    with pytest.raises(Unreadable):
        CODEC.decode(name, schema, data)


@pytest.mark.parametrize("data", [b"[]", b"7", b'"text"', b"null", b"{}", b'{"seconds":"many"}', b"\xff", b"{"])
def test_an_old_event_that_cannot_be_lifted_is_unreadable(data: bytes) -> None:
    with pytest.raises(Unreadable):
        NEW.decode("baton.held", 2, data)


def test_a_field_that_a_newer_release_added_with_a_default_is_passed_over() -> None:
    """An event may get further fields with defaults; whoever does not know them yet reads the rest."""
    data = b'{"loudly":true,"seat":0,"type":"baton.whispered"}'

    assert CODEC.decode("baton.whispered", 1, data) == Whispered(seat=0)

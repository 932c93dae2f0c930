"""Codec: events to the exact bytes that are stored, hashed and verified, and back.

Canonical JSON: UTF-8, sorted keys, integers only (RFC 8785 for the values that occur here).
"""

from collections.abc import Callable, Mapping
from typing import Any, Union

import msgspec

from domain.kernel import AnyRules, Event
from domain.match import EVENTS

_ENCODER = msgspec.json.Encoder(order="sorted")
_OBJECT = msgspec.json.Decoder(dict[str, Any])


class Coded(msgspec.Struct, frozen=True):
    """One event as stored."""

    type: str
    schema: int
    data: bytes


class Unreadable(ValueError):
    """Stored bytes are not an event of this kind: corruption, or a newer release wrote them."""


def canonical(value: object) -> bytes:
    """Return the one JSON text of a value: what is stored, hashed and compared."""
    return _ENCODER.encode(value)


class Codec:
    """Reads and writes the events of one kind, the match's own included."""

    def __init__(self, rules: AnyRules) -> None:
        """Prepare for the events and upcasts of `rules`."""
        types: tuple[type[Event], ...] = (*EVENTS, *rules.events)
        self._decode: Callable[[bytes], Event] = msgspec.json.Decoder(Union[types]).decode  # noqa: UP007 - built at run time
        self._types: Mapping[str, type[Event]] = {tag(event): event for event in types}
        self._lifts: Mapping[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {
            (upcast.type, upcast.schema): upcast.lift for upcast in rules.upcasts
        }

    def encode(self, event: Event) -> Coded:
        """Return an event in its newest schema."""
        return Coded(tag(event), event.schema, canonical(event))

    def decode(self, name: str, schema: int, data: bytes) -> Event:
        """Return the event that `data` holds, lifted from its schema to the newest.

        Raises `Unreadable` where there is no such type or schema, or the bytes do not fit it.
        """
        newest = self._types.get(name)
        try:
            if newest is not None and schema == newest.schema:
                event = self._decode(data)
            else:
                event = self._decode(canonical(self._lift(name, schema, _OBJECT.decode(data))))
        except (msgspec.MsgspecError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise Unreadable(f"{name} {schema}: {error}") from error
        if type(event) is not newest:
            raise Unreadable(f"{name} {schema}: the bytes hold {tag(event)}")
        return event

    def _lift(self, name: str, schema: int, data: dict[str, Any]) -> dict[str, Any]:
        newest = self._types[name].schema
        for step in range(schema, newest):
            data = self._lifts[name, step](data)
        if schema > newest:
            raise ValueError("written by a newer release")
        return data


def tag(message: msgspec.Struct | type[msgspec.Struct]) -> str:
    """Return a message's `type` on the wire, such as `match.opened`."""
    return str(message.__struct_config__.tag)

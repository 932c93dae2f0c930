"""The machine tells the time in UTC, and never gives the same id or the same luck twice."""

from datetime import UTC, timedelta

import pytest

from infra.machine import Machine


def test_it_tells_the_time_in_utc() -> None:
    now = Machine().now()

    assert now.tzinfo is UTC
    assert now.utcoffset() == timedelta(0)


def test_ids_are_uuids_of_version_7_that_sort_by_their_time() -> None:
    machine = Machine()
    ids = [machine.uuid7() for _ in range(1000)]

    assert {made.version for made in ids} == {7}
    assert ids == sorted(set(ids))


def test_entropy_is_as_long_as_asked_and_never_the_same() -> None:
    machine = Machine()

    assert len(machine.entropy(32)) == 32
    assert machine.entropy(32) != machine.entropy(32)


def test_a_test_gives_its_own() -> None:
    machine = Machine(entropy=lambda length: b"\0" * length)

    assert machine.entropy(3) == b"\0\0\0"


def test_it_cannot_be_changed_afterwards() -> None:
    with pytest.raises(AttributeError):
        Machine().now = None  # type: ignore[misc,assignment]

"""The bench runs from end to end, and its JSON holds what was promised; how fast anything is, is nobody's test."""

import msgspec
import pytest

from infra.postgres.pool import connect
from services.bench.report import Report
from tests.servers import on, run
from tests.stores import Stores

FEW = ("--seconds", "0.1", "--games", "2", "--streams", "5")


@pytest.fixture(scope="module")
async def report(stores: Stores) -> Report:
    """A run of as little as can be measured."""
    finished = await run(on(stores), "bench", "--json", *FEW)
    assert finished.code == 0, finished.err
    return msgspec.json.decode(finished.out, type=Report)


def test_it_measures_moves_fan_out_and_rebuilding(report: Report) -> None:
    names = [one.name.partition(",")[0] for one in report.measured]
    assert names == ["moves", "moves", "fan-out", "rebuild"]


def test_each_rate_stands_beside_its_limit(report: Report) -> None:
    for one in report.measured:
        assert one.ratio == pytest.approx(one.real.per_second / one.limit.per_second, abs=0.001)


def test_moves_tell_how_long_they_took(report: Report) -> None:
    for one in report.measured[:2]:
        assert one.real.p50_ms is not None
        assert one.real.p99_ms is not None
        assert one.real.p50_ms <= one.real.p99_ms


async def test_nothing_of_it_stays_in_the_database(report: Report, stores: Stores) -> None:
    async with connect(stores.owner_url) as connection:
        names = [row["datname"] for row in await connection.fetch("SELECT datname FROM pg_database")]
    assert report.measured
    assert not [name for name in names if name.startswith("zugfolge_bench")]


async def test_a_kind_that_cannot_be_played_without_looking_is_refused(stores: Stores) -> None:
    finished = await run(on(stores), "bench", "--kind", "chess", *FEW)
    assert (finished.code, finished.out) == (1, "")
    assert finished.err.startswith("zugfolge: kind: one of ")

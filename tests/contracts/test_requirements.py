"""A machine that lacks something skips the tests that need it, and fails them where it was to have it."""

import pytest

from tests.requirements import require
from tests.stores import SERVERS


def test_what_is_missing_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ZUGFOLGE_REQUIRE", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no engine"):
        require("containers", "no engine")


@pytest.mark.parametrize("named", ["containers", "data,containers"])
def test_what_is_missing_and_required_fails(monkeypatch: pytest.MonkeyPatch, named: str) -> None:
    monkeypatch.setenv("ZUGFOLGE_REQUIRE", named)
    with pytest.raises(pytest.fail.Exception, match="no engine"):
        require("containers", "no engine")


@pytest.mark.parametrize("address", ["unix:///nowhere", "tcp://127.0.0.1:1"])
def test_without_a_docker_engine_what_needs_containers_is_skipped(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.delenv("ZUGFOLGE_REQUIRE", raising=False)
    monkeypatch.setenv("DOCKER_HOST", address)
    with pytest.raises(pytest.skip.Exception, match="no Docker engine"), SERVERS["containers"]():
        pass

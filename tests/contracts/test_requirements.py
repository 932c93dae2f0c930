"""A machine that lacks something skips the tests that need it, and fails them where it was to have it."""

import pytest

from tests.requirements import require


def test_what_is_missing_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ZUGFOLGE_REQUIRE", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no engine"):
        require("containers", "no engine")


@pytest.mark.parametrize("named", ["containers", "data,containers"])
def test_what_is_missing_and_required_fails(monkeypatch: pytest.MonkeyPatch, named: str) -> None:
    monkeypatch.setenv("ZUGFOLGE_REQUIRE", named)
    with pytest.raises(pytest.fail.Exception, match="no engine"):
        require("containers", "no engine")

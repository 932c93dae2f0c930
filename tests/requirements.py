"""Requirements: what a machine may lack, and what then becomes of the tests that need it."""

import os
from typing import NoReturn

import pytest

REQUIRED = "ZUGFOLGE_REQUIRE"


def require(name: str, reason: str) -> NoReturn:
    """Skip the test that lacks `name`; fail it where `ZUGFOLGE_REQUIRE` names that, so that no lack goes unseen."""
    if name in os.environ.get(REQUIRED, "").split(","):
        pytest.fail(f"{reason} ({REQUIRED} names {name})", pytrace=False)
    pytest.skip(reason)

"""The games that the laws hold for: all on offer, and the toys."""

from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games import discover
from domain.kernel import AnyRules, Kinds

PACKAGES = ("tests.toys", "domain.games")
KINDS: Kinds = {name: rules for package in PACKAGES for name, rules in discover(package).items()}

EVERY_GAME = pytest.mark.parametrize("rules", KINDS.values(), ids=KINDS.keys())
"""Runs a law once for each game."""

REPRODUCIBLE = settings(derandomize=True, database=None, deadline=None, max_examples=12)
"""The same lives on every machine and in every run."""

NUMBERS = given(number=st.integers(min_value=0, max_value=2**32 - 1))
"""A life is its number's: what fails can be lived again."""


def folder(rules: AnyRules) -> Path:
    """Return where a game lives."""
    roots = (Path(root) for package in reversed(PACKAGES) for root in import_module(package).__path__)
    return next(path for root in roots if (path := root / rules.name).is_dir())

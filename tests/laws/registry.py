"""The games that the laws hold for: all on offer, and the toys."""

from importlib import import_module
from pathlib import Path

import pytest

from domain.games import discover
from domain.kernel import AnyRules, Kinds

PACKAGES = ("tests.toys", "domain.games")
KINDS: Kinds = {name: rules for package in PACKAGES for name, rules in discover(package).items()}

EVERY_GAME = pytest.mark.parametrize("rules", KINDS.values(), ids=KINDS.keys())
"""Runs a law once for each game."""


def folder(rules: AnyRules) -> Path:
    """Return where a game lives."""
    roots = (Path(root) for package in reversed(PACKAGES) for root in import_module(package).__path__)
    return next(path for root in roots if (path := root / rules.name).is_dir())

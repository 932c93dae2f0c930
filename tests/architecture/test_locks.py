"""The locks: every package pinned and hashed, from nowhere in particular, and what is tested is what is shipped."""

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.architecture import checks

TOP = Path(__file__).parents[2]
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text())
RUNTIME = PROJECT["project"]["dependencies"]
EXTRAS = PROJECT["project"]["optional-dependencies"]
GROUPS = PROJECT["dependency-groups"]
WANTED = {
    "run": RUNTIME,
    "dev": [*RUNTIME, *EXTRAS["embedded"], *EXTRAS["test"], *GROUPS["build"]],
    "build": GROUPS["build"],
    "tools": GROUPS["tools"],
    "cluster": GROUPS["cluster"],
}


def lock(name: str) -> str:
    return (TOP / "infra" / "locks" / f"{name}.txt").read_text()


def test_every_requirement_is_pinned_and_hashed_and_names_no_host() -> None:
    assert checks.loose_locks(checks.read_tree(TOP)) == []


def test_what_npm_locks_names_no_host() -> None:
    assert checks.npm_locks_with_addresses(checks.read_tree(TOP)) == []


@pytest.mark.parametrize("name", WANTED)
def test_a_lock_holds_what_the_project_asks_for(name: str) -> None:
    pins = checks.pins(lock(name))
    wanted = [Requirement(line) for line in WANTED[name]]

    stale = [str(need) for need in wanted if pins.get(canonicalize_name(need.name), "") not in need.specifier]

    assert stale == [], "run `make lock`"


@pytest.mark.parametrize("name", ["run", "build"])
def test_an_image_holds_what_was_tested(name: str) -> None:
    assert checks.pins(lock(name)).items() <= checks.pins(lock("dev")).items()


def test_the_locks_are_all_accounted_for() -> None:
    assert {path.stem for path in (TOP / "infra" / "locks").glob("*.txt")} == set(WANTED)

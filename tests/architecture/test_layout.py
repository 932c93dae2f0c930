"""The shape of the repository, checked.  What a linter cannot say is said here."""

from pathlib import Path

import pytest

from tests.architecture import checks

TOP = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def tree() -> checks.Tree:
    return checks.read_tree(TOP)


def test_the_top_holds_only_what_the_layout_names(tree: checks.Tree) -> None:
    assert checks.strangers_at_the_top(tree) == []


def test_a_file_can_be_read_in_one_sitting(tree: checks.Tree) -> None:
    assert checks.long_files(tree) == []


def test_a_function_fits_a_screen(tree: checks.Tree) -> None:
    assert checks.long_functions(tree) == []


def test_every_module_says_first_what_it_is(tree: checks.Tree) -> None:
    assert checks.modules_without_opening_sentence(tree) == []


def test_what_a_folder_shares_ends_with_it(tree: checks.Tree) -> None:
    assert checks.fixtures_that_outlive_their_folder(tree) == []


def test_a_game_folder_holds_what_a_game_has(tree: checks.Tree) -> None:
    assert checks.incomplete_games(tree) == []


def test_nothing_outside_a_game_knows_it_by_name(tree: checks.Tree) -> None:
    assert checks.games_named_elsewhere(tree) == []


def test_the_domain_imports_nothing_that_waits_or_guesses(tree: checks.Tree) -> None:
    assert checks.impure_imports(tree) == []


def test_every_test_file_asserts_something(tree: checks.Tree) -> None:
    assert checks.tests_that_assert_nothing(tree) == []


def test_no_file_knows_the_machine_it_was_written_on(tree: checks.Tree) -> None:
    assert checks.machine_paths(tree) == []

"""Sentences: each one of the written rules is quoted by a test that proves it."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.requirements import require
from tests.sentences.quotes import Quoted, Sentence, quotations, sentences

TOP = Path(__file__).parents[2]
TESTS = ("domain/games/*/test_*.py", "tests/*/test_*.py")
ENOUGH = 0.75  # Of a sentence's words: a test may leave out what another proves.

NO_FACTS: Mapping[str, str] = {
    "Marks:": "says how the page is to be read",
    "Words in *italics*": "says how the page is to be read",
    "Tests cite the sentence": "is about tests, and this is it",
    "read them there": "is about tests",
    "Every number is a named constant": "is about the code, which its readers judge",
    "| box | points |": "heads the table",
    "Best expectation of a lone player": "is what robots are measured by, not how anything is played",
    "greedy per round": "is what robots are measured by, not how anything is played",
    "endgames with the value": "has values from 14 empty squares on: their moves are tested, no solver reaches so far",
    "winning with the own n-th disc": "says how the values in the file are to be read",
    "negative if the opponent wins": "says how the values in the file are to be read",
}
"""What states nothing about a game that could be tested, by its first words, and why."""


@pytest.fixture
def rules(conformance: Path) -> str:
    """Return the written rules, which lie beside the conformance data."""
    path = conformance.parent / "rules.md"
    if not path.is_file():
        require("data", f"{path} is not there")
    return path.read_text()


@cache
def quoted_by_tests() -> Quoted:
    return quotations(path for pattern in TESTS for path in sorted(TOP.glob(pattern)))


def test_each_sentence_of_the_rules_is_quoted_by_a_test(rules: str) -> None:
    quoted = quoted_by_tests()

    unproven = [
        f"§{one.section} {one.text} ({one.quoted(quoted):.0%} quoted)"
        for one in sentences(rules)
        if one.quoted(quoted) < ENOUGH and not one.text.startswith(tuple(NO_FACTS))
    ]
    assert not unproven, "\n".join(unproven)


@pytest.mark.parametrize("words", NO_FACTS)
def test_what_states_no_fact_stands_in_the_rules_and_has_no_test(rules: str, words: str) -> None:
    (one,) = (one for one in sentences(rules) if one.text.startswith(words))

    assert one.quoted(quoted_by_tests()) < ENOUGH


RULES = """# The games

**Leaving.** Whoever leaves loses itᶜ.

## §1 Dice (2 players)

**Turn.** The player throws (a *command* of its own; the state shows the throws left), then moves.
- *Six:* many sixes have **no** penalty. Never
  on an own stoneˢ.

| box | points |
| --- | --- |
| Full House | 25ˢ: three of one colour |

## The lobby

Not of one game.
"""
PROOF = '''
def test_sixes() -> None:
    """rules.md §1 Six: many sixes have no penalty.  rules.md Leaving: Whoever leaves loses it."""

def not_a_test() -> None:
    """rules.md §1: three of one colour."""

async def test_turn() -> None:
    """rules.md §1 Turn: The player throws […] then moves.

    rules.md §2: Never on an own stone.
    """
'''


def test_the_rules_are_read_sentence_by_sentence() -> None:
    assert [(one.section, one.text) for one in sentences(RULES)] == [
        ("", "Whoever leaves loses itᶜ"),
        ("1", "Dice (2 players)"),
        ("1", "The player throws (a *command* of its own"),
        ("1", "the state shows the throws left), then moves"),
        ("1", "many sixes have **no** penalty"),
        ("1", "Never on an own stoneˢ"),
        ("1", "| box | points |"),
        ("1", "| Full House | 25ˢ: three of one colour |"),
    ]


@pytest.mark.parametrize(
    ("section", "text", "part"),
    [
        ("1", "many sixes have **no** penalty", 1),
        ("", "Whoever leaves loses itᶜ", 1),
        ("1", "The player throws (a *command* of its own", 3 / 8),
        ("1", "Never on an own stoneˢ", 0),  # Quoted for another game.
        ("1", "| Full House | 25ˢ: three of one colour |", 0),  # By no test.
    ],
)
def test_a_sentence_counts_as_far_as_tests_quote_it(tmp_path: Path, section: str, text: str, part: float) -> None:
    path = tmp_path / "test_dice.py"
    path.write_text(PROOF)

    assert Sentence(section=section, text=text).quoted(quotations([path])) == part

"""Every leak is caught: each place where something is withheld is broken on purpose, and a law must notice."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from shutil import copytree
from types import ModuleType
from typing import TypeAlias

import pytest

from domain import feed, match
from domain.kernel import AnyRules, Event, Seat, Secret
from domain.match import Commit
from tests.laws import golden, hidden
from tests.laws.lives import live
from tests.laws.registry import KINDS, folder

LIVES = 25
TOY = KINDS["hoard"]
OPEN = next(rules for rules in KINDS.values() if not feed.has_secrets(rules))

Changes: TypeAlias = Mapping[str, str]
"""Each text that is changed, and what it becomes."""

LEAKS_OF_THE_FEED: Mapping[str, Changes] = {
    "secrets are shown to all": {"event.seat in visible if isinstance(event, Secret) else public": "True"},
    "nothing is ever secret": {"any(issubclass(event, Secret) for event in events)": "False"},
    "onlookers see what seat 0 sees": {
        "before.visible if audience is None else before.visible | {audience}": "before.visible | {audience or 0}"
    },
    "each seat sees the next one's secrets": {"| {audience}": "| {audience, audience + 1}"},
    "seats do not see their own secrets": {"before.visible | {audience}": "before.visible"},
    "all is open from the start": {"frozenset(rules.opened(match.board)) if": "frozenset(range(len(match.seats))) if"},
    "nothing opens before the end": {"frozenset(rules.opened(match.board)) if": "frozenset() if"},
    "the end opens nothing": {"return frozenset(range(len(match.seats)))": "return frozenset()"},
    "the hidden is folded": {"advance(rules, before.match, shown) if": "advance(rules, before.match, log[-1]) if"},
    "the time of hidden commits is told": {
        "else before.match\n": "else replace(before.match, at=log[-1].at)\n",
        "from domain.value import Value\n": "from domain.value import Value\nfrom msgspec.structs import replace\n",
    },
    "what opens brings the hidden of others": {"(c for c in (_shown(c, visible) for c in log) if c.events)": "log"},
    "who sees one more sees all": {"visible.issuperset(range(len(match.seats)))": "True"},
    "what was hidden is never sent": {"for commit in (*older, shown)": "for commit in (shown,)"},
    "the public is sent again when something opens": {"public=False": "public=True"},
    "opening closes the own secrets": {"visible |= opened": "visible = opened"},
    "hidden commits are steps": {"if not news:": "if news is None:", "version=before + len(events)": "version=before"},
    "versions count the hidden": {"_step(before.version, older": "_step(sum(len(c.events) for c in log[:-1]), older"},
    "all know what onlookers know": {"if visible not in learnt:": "if (visible := before.visible) not in learnt:"},
    "a recalled game tells no step": {"return take(before, commits[-1])": "return before"},
    "a history has steps of nothing": {"if known.step is not None:": "if known:"},
}

LEAKS_OF_A_GAME: Mapping[str, Changes] = {
    "stakes are public": {"class Staked(Secret,": "class Staked(Public,"},
    "purses are public": {"class PurseDealt(Secret,": "class PurseDealt(Public,"},
    "completion is secret": {"class AllStaked(Public,": "class AllStaked(Secret,"},
    "a public event tells of the secret": {
        '"""A seat has staked on every gem."""\n': '"""A seat has staked on every gem."""\n    coins: int = 0\n',
        "(staked, AllStaked(seat=seat))": "(staked, AllStaked(seat=seat, coins=len(coins)))",
    },
    "the turn follows from secrets": {
        "not state.hands[seat].complete] if len": "len(state.hands[seat].stakes) < state.gems_wanted] if len"
    },
    "what opens follows from secrets": {
        "not state.hands[seat].complete}": "len(state.hands[seat].stakes) < state.gems_wanted}"
    },
}

SECRETS = [(rules, event) for rules in KINDS.values() for event in rules.events if issubclass(event, Secret)]


@pytest.mark.parametrize("changes", LEAKS_OF_THE_FEED.values(), ids=LEAKS_OF_THE_FEED.keys())
def test_a_leak_of_the_feed_is_caught(changes: Changes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hidden, "feed", _mutant(feed, changes, tmp_path))

    assert is_caught(TOY) or is_caught(OPEN)


@pytest.mark.parametrize("sentence", LEAKS_OF_A_GAME)
def test_a_leak_of_a_game_is_caught(sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = sentence.replace(" ", "_")
    copytree(folder(TOY), tmp_path / package)
    _change(tmp_path / package / "rules.py", LEAKS_OF_A_GAME[sentence])
    monkeypatch.syspath_prepend(tmp_path)

    assert is_caught(import_module(package).RULES)


@pytest.mark.parametrize(
    ("rules", "secret"), SECRETS, ids=[f"{rules.name}-{secret.__name__}" for rules, secret in SECRETS]
)
def test_a_secret_made_public_is_caught(
    rules: AnyRules, secret: type[Event], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"{rules.name}_telling_{secret.__name__.lower()}"
    package = copytree(folder(rules), tmp_path / name)
    for path in package.glob("*.py"):
        path.write_text(path.read_text().replace(f"domain.games.{rules.name}", name))
    source = package / Path(import_module(secret.__module__).__file__ or "").name
    _change(source, {f"class {secret.__name__}(Secret,": f"class {secret.__name__}(Public,"})
    monkeypatch.syspath_prepend(tmp_path)

    assert is_caught(import_module(name).RULES)


def test_a_clock_set_by_hidden_moves_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def mover(commit: Commit) -> Seat | None:
        return None if isinstance(commit.events[0], match.MatchEvent) else commit.events[0].seat

    monkeypatch.setattr(match, "_mover", mover)

    assert is_caught(TOY)


def test_what_is_not_broken_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copytree(folder(TOY), tmp_path / "nothing_leaks")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(hidden, "feed", _mutant(feed, {}, tmp_path))

    assert not is_caught(import_module("nothing_leaks").RULES)
    assert not is_caught(OPEN)


def is_caught(rules: AnyRules) -> bool:
    """Return whether some law fails for the rules, in some life or golden log."""
    for check in _checks(rules):
        try:
            check()
        except AssertionError:
            return True
    return False


def _checks(rules: AnyRules) -> Iterator[Callable[[], None]]:
    for number in range(LIVES):
        for law in hidden.LAWS:
            yield partial(law, rules, live(rules, Random(number)))
    for log in golden.logs(rules):
        yield partial(golden.still_means_the_same, rules, log.read_bytes())


def _mutant(module: ModuleType, changes: Changes, where: Path) -> ModuleType:
    path = where / "mutant.py"
    path.write_text(Path(module.__file__ or "").read_text())
    _change(path, changes)
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    mutant = module_from_spec(spec)
    spec.loader.exec_module(mutant)
    return mutant


def _change(path: Path, changes: Changes) -> None:
    text = path.read_text()
    for old, new in changes.items():
        assert text.count(old) == 1, f"in {path.name} this should stand once: {old}"
        text = text.replace(old, new)
    path.write_text(text)

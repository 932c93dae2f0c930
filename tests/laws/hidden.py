"""What may be seen of a game, and what must not: laws of the feed, each a check of one life."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any, TypeAlias

from domain import commands, feed
from domain.codec import canonical, tag
from domain.kernel import AnyRules, Audience, Event, Public, Refused, Seat, Secret
from domain.match import Commit, Match, MatchEvent, advance, fold
from tests.laws.lives import Life

CUTS = 6  # Points of a life at which it is looked at closely.
FUTURES = 12  # Moves of one seat that are compared.


def cuts(life: Life) -> Sequence[Sequence[Commit]]:
    """Return a life up to some points, its end among them."""
    ends = life.random.sample(range(1, len(life.log)), min(CUTS, len(life.log) - 1))
    return [life.log[:end] for end in (*sorted(ends), len(life.log))]


def audiences(match: Match) -> Sequence[Audience]:
    """Return everybody who may look."""
    return (None, *range(len(match.seats)))


def looks(rules: AnyRules, known: feed.Known, audience: Audience) -> bytes:
    """Return all that an audience sees, may do, and could tell from headers."""
    match = known.match
    return canonical(
        {
            "version": known.version,
            "at": match.at,
            "status": match.status,
            "seats": match.seats,
            "result": match.result,
            **facts(rules, match),
            **(_board(rules, match, audience) if match.seats else {}),
        }
    )


def facts(rules: AnyRules, match: Match) -> Mapping[str, Any]:
    """Return what must be the same through everybody's eyes."""
    return {
        "to_move": match.turn,
        "deadlines": [*match.deadlines.items()],
        "opened": sorted(rules.opened(match.board)) if match.seats else [],
        "result": match.result,
    }


def the_feed_only_grows(rules: AnyRules, life: Life) -> None:
    """What was shown stays as it was; versions count it without gap; the end shows each event once, and all."""
    for audience in audiences(life.match):
        steps = [known.step for known in feed.history(rules, life.log, audience)]
        for log in cuts(life):
            earlier = [known.step for known in feed.history(rules, log, audience)]
            assert earlier == steps[: len(earlier)]
        shown = [shown for step in steps if step for shown in step.events]
        assert [one.version for one in shown] == list(range(1, len(shown) + 1))
        assert all(step and step.events and step.version == step.events[-1].version for step in steps)
        assert sorted(canonical([one.at, one.event]) for one in shown) == _all_events(life.log)
        *_, last = feed.history(rules, life.log, audience)
        assert last.match == life.match


def the_known_is_the_fold_of_the_visible(rules: AnyRules, life: Life) -> None:
    """An audience knows its own secrets, those that were opened, and what is public: in the log's order."""
    for audience in audiences(life.match):
        for log in cuts(life):
            *_, known = feed.history(rules, log, audience)
            visible = _opened(rules, log) | ({audience} if audience is not None else set())
            assert known.match == fold(rules, seen(log, visible))


def the_hidden_changes_nothing(rules: AnyRules, life: Life) -> None:
    """Games that differ only in what an audience may not see look the same: even one in which it never happened."""
    for audience in audiences(life.match):
        for log in cuts(life):
            visible = _opened(rules, log) | ({audience} if audience is not None else set())
            told = list(feed.history(rules, log, audience))
            assert told == list(feed.history(rules, list(seen(log, visible)), audience))


def what_shows_nothing_changes_nothing(rules: AnyRules, life: Life) -> None:
    """A commit of which an audience sees nothing leaves all as it was: view, picture, moves, deadlines, versions."""
    before = feed.Game(rules=rules)
    for commit in life.log:
        after = feed.take(before, commit)
        for audience in audiences(before.match):
            if after.known(audience).step is None:
                now, then = (looks(rules, game.known(audience), audience) for game in (after, before))
                assert now == then
        before = after


def a_hidden_move_looks_like_any_other(rules: AnyRules, life: Life) -> None:
    """Of a seat that is not opened others see at most that it moved, whichever move it was."""
    if not feed.has_secrets(rules):
        return
    for log in cuts(life)[:-1]:
        game = feed.recall(rules, log)
        for seat in game.match.turn:
            futures = list(_futures(rules, life, game, seat))
            for audience in {*audiences(game.match)} - {seat}:
                _look_alike(rules, futures, seat, audience)


def everybody_is_told_the_same_facts(rules: AnyRules, life: Life) -> None:
    """Turn, deadlines, what is opened, and the result follow from public facts alone."""
    for log in cuts(life):
        game = feed.recall(rules, log)
        for audience in audiences(game.match):
            assert facts(rules, game.known(audience).match) == facts(rules, game.match)


def a_commit_moves_no_clock_but_its_own_seats(_rules: AnyRules, life: Life) -> None:
    """The first public event of a move is the mover's or nobody's: it says whose limit begins anew."""
    for commit in life.log:
        first = commit.events[0]
        public = next((event for event in commit.events if isinstance(event, Public)), None)
        if not isinstance(first, MatchEvent) and public is not None:
            assert public.seat in (None, first.seat)


def recalled_is_as_taken(rules: AnyRules, life: Life) -> None:
    """A game read back from its log equals the one that was followed commit by commit; so does each history."""
    game, told, match = feed.Game(rules=rules), dict[Audience, list[feed.Known]](), Match()
    ends = {len(log) for log in cuts(life)}
    for end, commit in enumerate(life.log, 1):
        game, match = feed.take(game, commit), advance(rules, match, commit)
        assert game.match == match
        for audience in audiences(life.match):
            if game.known(audience).step is not None:
                told.setdefault(audience, []).append(game.known(audience))
        if end in ends:
            assert feed.recall(rules, life.log[:end]) == game
    for audience, knowns in told.items():
        history = list(feed.history(rules, life.log, audience))
        assert [(k.match, k.step) for k in history] == [(k.match, k.step) for k in knowns]


def who_sees_the_same_knows_the_same(rules: AnyRules, life: Life) -> None:
    """Encodings are shared by the sets of visible seats, before and after a commit."""
    game = feed.Game(rules=rules)
    for commit in life.log:
        game = feed.take(game, commit)
        matches, steps = dict[Any, Match](), dict[Any, feed.Step | None]()
        for known in map(game.known, audiences(game.match)):
            assert matches.setdefault(known.visible, known.match) == known.match
            assert steps.setdefault((known.before, known.visible), known.step) == known.step


Law: TypeAlias = Callable[[AnyRules, Life], None]
"""Fails for a life in which something shows that must not, or does not that must."""

LAWS: Sequence[Law] = (
    the_feed_only_grows,
    the_known_is_the_fold_of_the_visible,
    the_hidden_changes_nothing,
    what_shows_nothing_changes_nothing,
    a_hidden_move_looks_like_any_other,
    everybody_is_told_the_same_facts,
    a_commit_moves_no_clock_but_its_own_seats,
    recalled_is_as_taken,
    who_sees_the_same_knows_the_same,
)


def seen(log: Sequence[Commit], visible: set[Seat]) -> Iterator[Commit]:
    """Yield what somebody sees of a log who sees the secrets of these seats."""
    for commit in log:
        events = tuple(event for event in commit.events if not isinstance(event, Secret) or event.seat in visible)
        if events:
            yield Commit(at=commit.at, events=events)


def _opened(rules: AnyRules, log: Sequence[Commit]) -> set[Seat]:
    """Return the seats opened so far, judged by one who knows all."""
    opened, match = set[Seat](), Match()
    for commit in log:
        match = advance(rules, match, commit)
        if match.seats:
            opened |= {*range(len(match.seats))} if match.ended else {*rules.opened(match.board)}
    return opened


def _all_events(log: Sequence[Commit]) -> list[bytes]:
    return sorted(canonical([commit.at, event]) for commit in log for event in commit.events)


def _board(rules: AnyRules, match: Match, audience: Audience) -> Mapping[str, Any]:
    see = {"view": rules.view(match.board), "picture": rules.picture(match.board)}
    if audience is None or audience not in match.turn:
        return see
    may = {"moves": rules.legal_moves(match.board, audience), "drafts": rules.drafts(match.board, audience)}
    return see | {name: list(each) for name, each in may.items()}


def _futures(rules: AnyRules, life: Life, game: feed.Game, seat: Seat) -> Iterator[feed.Game]:
    moves, at = list(rules.legal_moves(game.match.board, seat)), game.log[-1].at + timedelta(seconds=1)
    for move in life.random.sample(moves, min(FUTURES, len(moves))):
        decided = commands.move(rules, game.match, seat, move, life.seed, at)
        assert not isinstance(decided, Refused)
        yield feed.take(game, Commit(at=at, events=decided))


def _look_alike(rules: AnyRules, futures: Sequence[feed.Game], seat: Seat, audience: Audience) -> None:
    seen = dict[tuple[str, ...], bytes]()
    for known in (game.known(audience) for game in futures):
        if seat not in rules.opened(known.match.board) and not known.match.ended:
            events: Sequence[Event] = [shown.event for shown in known.step.events] if known.step else []
            whole = looks(rules, known, audience) + canonical(events)
            assert seen.setdefault(tuple(map(tag, events)), whole) == whole

"""Feed: what an audience may know, step by step.  It only grows and never changes afterwards."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache, reduce
from itertools import groupby
from operator import itemgetter
from types import MappingProxyType

from domain.kernel import AnyRules, Audience, Event, Seat, Secret
from domain.match import Commit, Match, MatchEvent, advance, fold
from domain.value import Value


class Shown(Value):
    """One event as an audience counts it: `version` is how many it has been shown, this one included."""

    version: int
    at: datetime
    event: Event


class Step(Value):
    """What one commit showed an audience: its own events and those it opened, in the log's order."""

    version: int  # Events shown so far, these included.
    at: datetime  # Of the commit.
    events: tuple[Shown, ...]


class Known(Value):
    """What one audience knows: the fold, in the log's order, of the events it has been shown.

    Equal sets of `visible` seats know the same; the steps in which two audiences come to know the same may differ.
    """

    match: Match = Match()
    visible: frozenset[Seat] = frozenset()  # Whose secrets it is shown; empty where a kind has none.
    before: frozenset[Seat] = frozenset()  # The same before the latest commit; equal pairs were shown the same.
    step: Step | None = None  # What the latest commit showed it; None: nothing.

    @property
    def version(self) -> int:
        """Return how many events the audience has been shown."""
        return self.match.version


class Game(Value):
    """One game, folded: its log, the whole of it, and what each audience knows."""

    rules: AnyRules
    log: tuple[Commit, ...] = ()
    match: Match = Match()
    audiences: Mapping[Audience, Known] = MappingProxyType({None: Known()})

    def known(self, audience: Audience) -> Known:
        """Return what `audience` knows; where nothing is ever hidden all know what onlookers know."""
        known = self.audiences.get(audience)
        return self.audiences[None] if known is None else known


def take(game: Game, commit: Commit) -> Game:
    """Fold one commit for everybody.  Audiences that know the same and learn the same share one `Known`."""
    rules, log = game.rules, (*game.log, commit)
    if not has_secrets(rules):
        known = reveal(rules, game.known(None), None, log)
        return Game(rules=rules, log=log, match=known.match, audiences={None: known})
    match = advance(rules, game.match, commit)
    audiences, learnt = dict[Audience, Known](), dict[frozenset[Seat], Known]()
    for audience in (None, *range(len(match.seats))):
        before = game.known(audience)
        visible = _visible(before, audience)
        if visible not in learnt:
            learnt[visible] = reveal(rules, before, audience, log, match)
        audiences[audience] = learnt[visible]
    return Game(rules=rules, log=log, match=match, audiences=audiences)


def recall(rules: AnyRules, log: Iterable[Commit]) -> Game:
    """Fold a whole log for everybody; the same as taking commit by commit."""
    commits = tuple(log)
    if has_secrets(rules) or not commits:
        return reduce(take, commits, Game(rules=rules))
    match = fold(rules, commits[:-1])
    before = Game(rules=rules, log=commits[:-1], match=match, audiences={None: Known(match=match)})
    return take(before, commits[-1])


def history(rules: AnyRules, log: Sequence[Commit], audience: Audience) -> Iterator[Known]:
    """Yield what `audience` knew after each commit that showed it anything: its feed, with the states."""
    known = Known()
    for end in range(1, len(log) + 1):
        known = reveal(rules, known, audience, log[:end])
        if known.step is not None:
            yield known


def unveiled(rules: AnyRules, log: Iterable[Commit]) -> Iterator[Known]:
    """Yield an ended game commit by commit, everything open: versions count the log itself."""
    match = Match()
    for commit in log:
        shown = _step(match.version, (), commit)
        match = advance(rules, match, commit)
        yield Known(match=match, visible=frozenset(range(len(match.seats))), step=shown)


def abreast(rules: AnyRules, log: Sequence[Commit]) -> Sequence[Commit]:
    """Return an ended log as if its seats had met each draw together, where all play the same draws apart.

    What brought them equally far is one commit.  The log of any other kind is returned as it is.
    """
    if rules.reached is None:
        return log
    match, placed = Match(), list[tuple[tuple[int, ...], Commit]]()
    for number, commit in enumerate(log):
        match = advance(rules, match, commit)
        seat = commit.events[0].seat
        if match.ended:
            place: tuple[int, ...] = (2,)
        elif seat is None or isinstance(commit.events[0], MatchEvent):
            place = (0, number)
        else:
            place = (1, *rules.reached(match.board, seat))
        placed.append((place, commit))
    together = groupby(sorted(placed, key=itemgetter(0)), key=itemgetter(0))
    return [_one([commit for _, commit in commits]) for _, commits in together]


def _one(commits: Sequence[Commit]) -> Commit:
    return Commit(at=max(c.at for c in commits), events=tuple(event for c in commits for event in c.events))


def has_secrets(rules: AnyRules) -> bool:
    """Return whether any event of a kind is ever hidden from anyone."""
    return _any_secret(rules.events)


@cache
def _any_secret(events: tuple[type[Event], ...]) -> bool:
    return any(issubclass(event, Secret) for event in events)


def reveal(
    rules: AnyRules, before: Known, audience: Audience, log: Sequence[Commit], whole: Match | None = None
) -> Known:
    """Take in the last commit of `log`: what the audience itself then knows decides what opens.

    The match's end, which is public, opens everything.  Where a kind has no secrets nothing ever needs opening.
    `whole`, the fold of the whole log, spares folding it again for whoever comes to see all of it.
    """
    if not has_secrets(rules):
        return Known(match=advance(rules, before.match, log[-1]), step=_step(before.version, (), log[-1]))
    visible = _visible(before, audience)
    shown = _shown(log[-1], visible)
    older: Sequence[Commit] = ()
    match = advance(rules, before.match, shown) if shown.events else before.match
    while not (opened := _opened(rules, match)) <= visible:
        visible |= opened
        shown = _shown(log[-1], visible)
        older = [c for c in (_shown(c, visible - before.visible, public=False) for c in log[:-1]) if c.events]
        if whole is not None and visible.issuperset(range(len(match.seats))):
            match = whole
        else:
            match = fold(rules, (c for c in (_shown(c, visible) for c in log) if c.events))
    return Known(match=match, visible=visible, before=before.visible, step=_step(before.version, older, shown))


def _visible(before: Known, audience: Audience) -> frozenset[Seat]:
    return before.visible if audience is None else before.visible | {audience}


def _opened(rules: AnyRules, match: Match) -> frozenset[Seat]:
    if match.ended:
        return frozenset(range(len(match.seats)))
    return frozenset(rules.opened(match.board)) if match.seats else frozenset()


def _step(before: int, older: Sequence[Commit], shown: Commit) -> Step | None:
    news = [(commit.at, event) for commit in (*older, shown) for event in commit.events]
    if not news:
        return None
    events = tuple(Shown(version=version, at=at, event=event) for version, (at, event) in enumerate(news, before + 1))
    return Step(version=before + len(events), at=shown.at, events=events)


def _shown(commit: Commit, visible: frozenset[Seat], *, public: bool = True) -> Commit:
    events = [event for event in commit.events if (event.seat in visible if isinstance(event, Secret) else public)]
    return commit if len(events) == len(commit.events) else Commit(at=commit.at, events=tuple(events))

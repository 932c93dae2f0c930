"""Doors: who may sit down at a table.  Its word, its cap, and the host's invitation that passes both."""

import unicodedata
from datetime import datetime
from typing import Annotated, TypeAlias

from msgspec import Meta

from domain import commands
from domain.commands import Decided
from domain.feed import Game
from domain.kernel import Refused
from domain.match import Match, Member
from infra.secrecy import Unreadable
from services.api.asking import Asked
from services.api.house import House, wish_of
from services.api.problems import Problem
from services.live import Live
from services.wish import Wish

WORD_MAX = 64
WORDS_TRIED_MAX = 10  # At one table, by one player, in one window: a word is shared among people, and short.

TableWord: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=WORD_MAX, pattern=r"^[^\x00-\x1f\x7f]+$", description="The table's password.")
]


class Door:
    """What stands between one player and one table; read anew before each decision."""

    def __init__(self, house: House, asked: Asked, word: str | None) -> None:
        """Take who knocks, and the word they say."""
        self._house = house
        self._asked = asked
        self._word = None if word is None else plain(word)
        self._fits = False
        self._strength = 0
        self._invited_by = set[str]()

    async def ready(self, live: Live) -> None:
        """Read what the door needs to know.  Whatever changes meanwhile changes the game's version, too."""
        match = live.game.match
        if match.status != "open":
            return
        if match.locked or match.opened.strength_max is not None:
            self._invited_by = await self._house.invitations.by(live.id, self._asked.player)
        if match.locked and self._word is not None:
            hidden = (await self._house.words.of([live.id])).get(live.id)
            self._fits = hidden is not None and self._opens(hidden)
        if match.opened.strength_max is not None:
            strengths = await self._house.strengths.of(match.opened.kind, [self._asked.player])
            self._strength = strengths[self._asked.player]

    def closed(self, match: Match) -> Refused | None:
        """Return why the player may not come in, None if they may."""
        if match.status != "open" or match.host in self._invited_by:
            return None
        if match.locked and not self._fits:
            return Refused(reason="wrong_word")
        most = match.opened.strength_max
        return Refused(reason="too_strong") if most is not None and self._strength > most else None

    def _opens(self, hidden: bytes) -> bool:
        try:
            return self._house.secrecy.fits(self._word or "", hidden)
        except Unreadable:
            return False


async def joining(house: House, asked: Asked, live: Live, luck: str, word: str | None) -> Wish:
    """Return the wish to sit down at a table.  Raises Problem too_many_requests where words are being guessed."""
    if word is not None:
        wait = await house.limits.exceeded("words", f"{asked.player}:{live.id}", WORDS_TRIED_MAX)
        if wait is not None:
            raise Problem("too_many_requests", retry_after=wait)
    door, member = Door(house, asked, word), Member(player=asked.player, luck=luck)

    def decide(game: Game, at: datetime) -> Decided:
        closed = door.closed(game.match)
        return closed or commands.join(game.rules, game.match, member, live.seed or b"", at)

    return wish_of(asked, house, live, "join", decide=decide, ready=door.ready)


def plain(word: str) -> str:
    """Return a word in the one Unicode form, so that it is the same from every keyboard."""
    return unicodedata.normalize("NFC", word)

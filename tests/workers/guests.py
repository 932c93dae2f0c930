"""Guests: people who have nobody to play with, over the public interface alone."""

from random import Random
from typing import Any, Self

import httpx

from tests.waiting import until


class Guest:
    """Somebody alone."""

    def __init__(self, http: httpx.AsyncClient, token: str) -> None:
        self._http, self._headers = http, {"Authorization": f"Bearer {token}"}

    @classmethod
    async def at(cls, http: httpx.AsyncClient) -> Self:
        """Return somebody new."""
        return cls(http, (await http.post("/v1/guests")).json()["token"])

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Ask for something that is not refused."""
        answer = await self._http.request(method, path, json=body, headers=self._headers)
        assert answer.is_success, answer.text
        return answer.json()

    async def play(self, game: str, random: Random) -> Any:
        """Make some move whenever it is one's turn, until it is over; return the game then."""
        path = f"/v1/games/{game}"
        while True:
            view = await until(lambda: self.ask("GET", path), lambda seen: seen["moves"] or seen["result"])
            if view["result"] is not None:
                return view
            await self.ask("POST", f"{path}/moves", random.choice(view["moves"]))

"""Turns at the event loop, so that one client with a lot of input does not take it all."""

from __future__ import annotations

import asyncio
from collections import deque

AT_ONCE = 4  # pieces of input read in one round of the event loop


class Turns:
    """Lets connections read their input in small pieces, one after the other.

    A piece can take milliseconds: a body in chunks of one byte is 6 bytes of input for each byte.
    So only a few are read in one round of the event loop, and the other port, timers and answers
    get their turn in between.
    """

    def __init__(self) -> None:
        self._left = AT_ONCE  # in this round
        self._counting = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def take(self) -> None:
        """Wait until the caller may read a piece."""
        if not self._left or self._waiting:
            turn = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            self._count()
            await turn  # `_begin` gives the turn and counts it
            return
        self._left -= 1
        self._count()

    def _count(self) -> None:
        """Begin a new count in the next round."""
        if not self._counting:
            self._counting = True
            asyncio.get_running_loop().call_soon(self._begin)

    def _begin(self) -> None:
        self._left, self._counting = AT_ONCE, False
        while self._left and self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():  # else its connection has ended
                turn.set_result(None)
                self._left -= 1
        if self._waiting or self._left < AT_ONCE:
            self._count()

"""Turns at the event loop, of which one client with much to say must not take all."""

from __future__ import annotations

import asyncio
from collections import deque

AT_ONCE = 4  # pieces of input that are read between two looks at everything else


class Turns:
    """Lets connections read their input in small pieces, one after the other.

    A piece can take milliseconds: a body in chunks of one byte is 6 bytes of input for each byte.
    So only a few are read in one round of the event loop, and the other port, timers and answers
    have theirs in between.
    """

    def __init__(self) -> None:
        self._left = AT_ONCE  # in this round
        self._counting = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def take(self) -> None:
        """Waits until the caller may read a piece."""
        if not self._left or self._waiting:
            turn = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            self._count()
            await turn  # given by `_begin`, which has counted it
            return
        self._left -= 1
        self._count()

    def _count(self) -> None:
        """Begins anew in the next round."""
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

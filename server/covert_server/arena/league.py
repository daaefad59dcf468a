"""The service `League`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import grpc

from covert_bots.arena.errors import LedgerError
from covert_bots.arena.league.league import League, Standing
from covert_bots.arena.league.terms import EntryError, LimitError
from covert_bots.arena.report.text import printable
from covert_server.arena.service import request_of
from covert_server.calls.call import Call
from covert_server.calls.calls import Handler, Method, methods_of
from covert_server.calls.status import Busy, BusyError, FieldError, RefusedError
from covertbots.v1 import league_pb2 as v1

T = TypeVar("T")

MOST_TRIED = 2  # bots tried at a time
AGAIN = 5.0  # seconds after which a refused bot may be handed in again
ANYBODY = "anybody"  # the holder of all bots where no tokens are needed


class Leagues:
    """The handlers of the service."""

    def __init__(self, league: League) -> None:
        self._league = league
        self._tries = 0  # in progress, also of clients that have left
        self._threads = ThreadPoolExecutor(MOST_TRIED + 1, "league")

    def methods(self) -> list[Method]:
        """Return the methods of the service."""
        handlers: dict[str, Handler] = {
            "SubmitBot": self.submit_bot,
            "WithdrawBot": self.withdraw_bot,
            "ListEntrants": self.list_entrants,
        }
        return methods_of(v1.DESCRIPTOR.services_by_name["League"], handlers)

    async def submit_bot(self, call: Call) -> v1.SubmitBotResponse:
        """Take a bot."""
        request, holder = request_of(call, v1.SubmitBotRequest), _holder(call)
        if self._tries == MOST_TRIED:
            raise BusyError(AGAIN, Busy(searches=False))
        self._tries += 1

        def submit() -> Standing:
            return self._league.submit(holder, request.name, request.bot)

        standing = await self._done(submit, tries=1)
        return v1.SubmitBotResponse(entrant=self._entrant(standing, holder))

    async def withdraw_bot(self, call: Call) -> v1.WithdrawBotResponse:
        """Withdraw a bot."""
        request, holder = request_of(call, v1.WithdrawBotRequest), _holder(call)
        standing = await self._done(lambda: self._league.withdraw(holder, request.name))
        return v1.WithdrawBotResponse(entrant=self._entrant(standing, holder))

    async def list_entrants(self, call: Call) -> v1.ListEntrantsResponse:
        """List all bots."""
        request_of(call, v1.ListEntrantsRequest)
        holder = _holder(call)
        standings = await self._done(self._league.standings)
        return v1.ListEntrantsResponse(entrants=[self._entrant(each, holder) for each in standings])

    def _entrant(self, standing: Standing, caller: str) -> v1.Entrant:
        """Return a bot as a caller may see it: what it is, only its holder and the organiser."""
        entry, state, left = standing
        message = v1.Entrant(
            name=printable(entry.name),
            holder=entry.holder,
            state=f"STATE_{state.name}",
            games_left=left,
        )
        message.submitted.FromMilliseconds(round(entry.submitted * 1000))
        if self._league.shows(entry, caller):
            message.bot = printable(entry.bot)
            message.detail = printable(entry.stopped)
        return message

    async def _done(self, work: Callable[[], T], tries: int = 0) -> T:
        """Do work in a thread, to its end even if the client leaves."""
        future = asyncio.get_running_loop().run_in_executor(self._threads, work)

        def ended(_: object) -> None:
            self._tries -= tries

        future.add_done_callback(ended)
        try:
            return await asyncio.shield(future)
        except LimitError as error:
            code = grpc.StatusCode.RESOURCE_EXHAUSTED
            raise RefusedError(code, str(error), "TOO_MANY_BOTS") from None
        except EntryError as error:
            raise FieldError([(error.field, error.wrong)]) from None
        except LedgerError as error:
            code = grpc.StatusCode.FAILED_PRECONDITION
            raise RefusedError(code, str(error), "LEDGER_NOT_WRITTEN") from None


def _holder(call: Call) -> str:
    return ANYBODY if call.holder is None else call.holder.name

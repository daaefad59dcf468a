"""A game at a table of a server, as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from covert_command.games.played_game import MovedOnError, RefusalError
from covert_command.servers.called import REFEREE
from covert_command.tables.calls import LOOKING, TableCalls
from covertbots.v1 import action_pb2, referee_pb2, suggestion_pb2, view_pb2
from covertbots.v1 import tables_pb2 as v1

RECENT = 100  # news that are looked at by who comes back; an answer has no more
MOVED_ON = {
    "NEWS_OUT_OF_DATE": "Too late: something has happened meanwhile.",
    "NOT_TO_DECIDE": "Too late: your seat is not to decide any more.",
    "SEAT_HANDED_OVER": "A bot plays your seat now.",
    "GAME_OVER": "The game is over.",
}


class _Act(NamedTuple):
    """An action of the player."""

    after: int
    """How many news the seat had had."""
    text: str


class TableGame:
    """The game: `PlayedGame`, by the calls of Tables."""

    def __init__(self, calls: TableCalls, table: str, token: str, first: v1.Table) -> None:
        """`first` is the table when its game has begun."""
        self._calls = calls
        self._name, self._token = table, token
        self.table = first
        self.seat = first.seat
        self.now = referee_pb2.AdvanceResponse()
        self.record = referee_pb2.Record()
        """The truth, once the game is over."""
        self.views: list[view_pb2.View] = [view_pb2.View() for _ in first.seats]
        self.views[self.seat] = first.view
        self._after = first.news
        self._acts: list[_Act] = []

    @property
    def decisions(self) -> int:
        return len(self._acts)

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.table.status == v1.TABLE_STATUS_OVER

    @property
    def is_to_decide(self) -> bool:
        """True if the player is."""
        return bool(self.legal) and not self.table.seats[self.seat].bot

    @property
    def legal(self) -> list[str]:
        deciding = self.table.to_decide
        if deciding.seat != self.seat:
            return []
        return [action.text for action in deciding.legal_actions]

    def play(self, *actions: str | action_pb2.Action) -> referee_pb2.AdvanceResponse:
        request = v1.ActRequest(table=self._name, token=self._token, after=self._after)
        for action in actions:
            text = action if isinstance(action, str) else action.text
            request.actions.add(text=text)
        done = [_Act(self._after, action.text) for action in request.actions]
        try:
            response = self._calls.ask("Act", request, v1.ActResponse)
        except RefusalError as error:
            if error.reason not in MOVED_ON:
                raise
            raise MovedOnError(MOVED_ON[error.reason]) from None
        self._acts += done
        self._take(response.table, response.news)
        return self.now

    def look(self, wait: int = 0) -> bool:
        """Look at the table, when there is something new or after so many seconds; return True if
        the seat has news, which are then in `now`."""
        response = self._calls.look(self._name, self._token, self._after, wait)
        return self._take(response.table, response.news)

    def has_moved_on(self) -> bool:
        """Wait for something new, for some seconds; return True if the seat has news. They stay to
        be looked at."""
        response = self._calls.look(self._name, self._token, self._after, LOOKING)
        return response.table.news != self._after or response.table.status == v1.TABLE_STATUS_OVER

    def _take(self, table: v1.Table, news: Sequence[v1.TableNews]) -> bool:
        moments = [item.moment for item in news]
        after = news[-1].number if news else min(self._after, table.news)
        while after < table.news:  # an answer has some alone
            response = self._calls.look(self._name, self._token, after)
            table = response.table
            moments += [item.moment for item in response.news]
            after = response.news[-1].number if response.news else table.news
        if table.undone != self.table.undone:  # perhaps from another device
            self._acts = [act for act in self._acts if act.after < table.news]
        self.table, self._after = table, after
        self.views[self.seat] = table.view
        self.now = self._change(moments)
        return bool(moments)

    def _change(self, moments: Sequence[referee_pb2.Moment]) -> referee_pb2.AdvanceResponse:
        """Return a change that the seat has seen, as a host would see it who knows no more."""
        change = referee_pb2.AdvanceResponse()
        for seat in range(len(self.views)):
            change.news.add(seat=seat)
        change.news[self.seat].moments.extend(moments)
        if self.table.HasField("result"):
            change.result.CopyFrom(self.table.result)
        return change

    def come_back(self) -> view_pb2.View | None:
        """Put into `now` what has happened since the player's last action, and return the view from
        before; None if the player has not acted yet."""
        news = self._news(max(0, self._after - RECENT))
        own = [
            place
            for place, item in enumerate(news)
            if any(event.HasField("seat") and event.seat == self.seat for event in item.events)
        ]
        last = own[-1] if own else 0
        self.now = self._change(news[last + 1 :])
        return None if not own and self._after <= RECENT else news[last].view

    def _news(self, after: int) -> list[referee_pb2.Moment]:
        """Return the seat's news after a number."""
        moments: list[referee_pb2.Moment] = []
        while after < self._after:
            response = self._calls.look(self._name, self._token, after)
            moments += [item.moment for item in response.news]
            if not response.news:
                break
            after = response.news[-1].number
        return moments

    def take_back(self, decisions: int) -> str:
        acts = self._acts[decisions:]
        if not acts:
            raise RefusalError("there is nothing to take back")
        request = v1.UndoRequest(table=self._name, token=self._token, after=self._after)
        request.most = len(acts)
        response = self._calls.ask("Undo", request, v1.UndoResponse)
        self._after = response.news
        self._take(response.table, [])
        return acts[min(len(self._acts), len(acts) - 1) - decisions].text

    def since(self, decisions: int) -> list[referee_pb2.AdvanceResponse]:
        if decisions >= len(self._acts):
            return []
        return [self._change([moment]) for moment in self._news(self._acts[decisions].after)]

    def whole(self) -> list[referee_pb2.AdvanceResponse]:
        return [self._change([moment]) for moment in self._news(0)]

    def view_at(self, decisions: int, seat: int) -> view_pb2.View:
        if decisions >= len(self._acts):
            return self.views[seat]
        number = self._acts[decisions].after
        return self._calls.look(self._name, self._token, number - 1).news[0].moment.view

    def hint(
        self, view: view_pb2.View, bot: str, only: Sequence[str] = (), *, reasons: bool = False
    ) -> suggestion_pb2.Suggestion:
        """Ask for a hint, as far as the table allows; it is for the view that the table has."""
        request = v1.WatchHintRequest(table=self._name, token=self._token, after=self._after)
        request.bot, request.reasons = bot, reasons
        for text in only:
            request.only.add(text=text)
        return self._calls.hint(request)

    def hand_over(self, bot: str = "") -> None:
        """Give the seat to a bot; without one, take it back."""
        request = v1.HandOverRequest(table=self._name, token=self._token, seat=self.seat, bot=bot)
        self._calls.ask("HandOver", request, v1.HandOverResponse)
        self.look()

    def reveal(self) -> None:
        """Fetch the record of the game, which is over, and all that was hidden."""
        asked = v1.GetTableRecordRequest(table=self._name, token=self._token)
        response = self._calls.ask("GetTableRecord", asked, v1.GetTableRecordResponse)
        self.record = response.record
        request = referee_pb2.AdvanceRequest(record=self.record)
        kind = referee_pb2.AdvanceResponse
        self.now = self._calls.ask_other(f"{REFEREE}/Advance", request, kind)
        self.views = [news.moments[-1].view for news in self.now.news]

"""Leduc poker in the service: for bots, and for hosts that play by its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from covert_bots.players.catalogue import Catalogue
from covert_bots.players.other_messages import packed
from covert_bots.players.suggestion import Suggestion
from covert_bots.players.suggestion_message import written_suggestion
from covert_engine.input.errors import ViewError
from covert_engine.search.python.game import PythonView
from covert_server.games import Problems, Unread, read_other
from covert_server.played import play_in_order
from covert_server.settings import Settings
from covertbots.v1 import action_pb2, view_pb2
from covertbots.v1 import referee_pb2 as v1
from leduc import leduc_pb2
from leduc.game import Leduc, State, parse_action
from leduc.messages import (
    action_message,
    action_words,
    event_messages,
    legal_messages,
    seat_name,
    view_from_message,
)
from leduc.rules import ACTIONS, bets_of

SEATS = range(2)
MOST_ENTRIES = 16  # of the lists in a view


def serve(settings: Settings) -> tuple[ServedLeduc, RefereedLeduc]:
    """Return the game for bots and for hosts."""
    return ServedLeduc(), RefereedLeduc()


class ServedLeduc:
    """Leduc poker as bots need it."""

    name: ClassVar[str] = Leduc.name
    catalogue: ClassVar[Catalogue] = Leduc.catalogue
    default_bot: ClassVar[str] = "ismcts"
    digests: ClassVar[list[str]] = []
    card_sets: ClassVar[list[tuple[str, str]]] = []
    players: ClassVar[Sequence[int]] = Leduc.players
    weights: ClassVar[Mapping[str, bytes]] = {}
    reviews: ClassVar[bool] = False
    positions: ClassVar[None] = None
    follow: ClassVar[None] = None
    view_text: ClassVar[None] = None

    def view_of(
        self, message: view_pb2.View, path: str, problems: Problems, unread: Unread = frozenset()
    ) -> PythonView | None:
        path = f"{path}.{self.name}"
        view = read_other(
            message.other,
            leduc_pb2.View,
            path,
            problems,
            unread,
            most_in_list=MOST_ENTRIES,
            most=MOST_ENTRIES,
        )
        try:
            return None if view is None else view_from_message(view)
        except ViewError as error:
            problems.extend((f"{path}.{field}", wrong) for field, wrong in error.violations)
            return None

    def reader_of(self, message: view_pb2.View) -> Callable[[str], int]:
        return parse_action

    def to_decide(self, view: PythonView) -> v1.SeatToDecide | None:
        if view.actor is None:
            return None
        own = view.actor == view.seat
        return v1.SeatToDecide(
            seat=view.actor, legal_actions=legal_messages(view.data) if own else ()
        )

    def decisions_left(self, view: PythonView) -> float:
        return 2.0

    def game_of(self, view: PythonView) -> tuple[Leduc, int]:
        return Leduc(), len(SEATS)

    def written_suggestion(self, suggestion: Suggestion, view: PythonView, build: str) -> bytes:
        bets = bets_of(view.data)
        words = f"{action_words(suggestion.moves[0].action, bets)}."
        return written_suggestion(
            suggestion._replace(turn_in_words=words),
            now=lambda action: action_message(action, bets).SerializeToString(),
            later=lambda action: action_message(action).SerializeToString(),
            build=build,
        )


class RefereedLeduc:
    """Leduc poker as hosts need it."""

    name: ClassVar[str] = Leduc.name

    def card_set(self, digest: str, problems: Problems) -> v1.GetCardSetResponse | None:
        if digest:
            problems.append(("card_set", f"is {digest!r}; expected nothing: there are no sets"))
            return None
        return v1.GetCardSetResponse()

    def deal(
        self, request: v1.DealRequest, problems: Problems, unread: Unread = frozenset()
    ) -> v1.Record | None:
        return self._dealt(request, "", problems, unread)

    def _dealt(
        self, message: v1.DealRequest | v1.Record, parent: str, problems: Problems, unread: Unread
    ) -> v1.Record | None:
        before = len(problems)
        setup = read_other(
            message.other,
            leduc_pb2.Setup,
            f"{parent}{self.name}",
            problems,
            unread,
            most_in_list=0,
            most=0,
        )
        if message.players != len(SEATS):
            problems.append((f"{parent}players", f"is {message.players}; expected {len(SEATS)}"))
        if setup is None or len(problems) > before or unread:
            return None
        return v1.Record(players=len(SEATS), seed=message.seed, other=packed(setup))

    def replay(
        self, record: v1.Record, problems: Problems, unread: Unread = frozenset()
    ) -> tuple[State, v1.Record] | None:
        before = len(problems)
        kept = self._dealt(record, "record.", problems, unread)
        state = Leduc().deal(len(SEATS), record.seed)

        def play(message: action_pb2.Action, action: int) -> None:
            state.play(action)
            assert kept is not None
            kept.actions.add(text=ACTIONS[action])

        play_in_order(
            record.actions,
            "record.actions",
            parse_action,
            None if kept is None else play,
            lambda: legal_messages(state.data),
            problems,
        )
        return None if kept is None or len(problems) > before else (state, kept)

    def reader_of(self, record: v1.Record) -> Callable[[str], int]:
        return parse_action

    def seat_names(self, state: State) -> list[str]:
        return [seat_name(seat) for seat in SEATS]

    def silence(self, state: State) -> None:
        return None

    def reviewed(self, record: v1.Record, seat: int, after: Sequence[int] = ()) -> None:
        return None

    def play(
        self,
        state: State,
        actions: Sequence[action_pb2.Action],
        names: Sequence[str],
        response: v1.AdvanceResponse,
        problems: Problems,
    ) -> None:
        news = [response.news.add(seat=seat) for seat in SEATS]
        game = Leduc()
        if not actions:
            for seat in SEATS:
                news[seat].moments.add(view=game.view_to_message(state.view(seat)))

        def play(message: action_pb2.Action, action: int) -> None:
            before = [state.view(seat).data for seat in SEATS]
            deed = action_message(action, bets_of(state.data))
            state.play(action)
            response.deeds.append(deed)
            response.record.actions.add(text=ACTIONS[action])
            for seat in SEATS:
                view = state.view(seat)
                events = event_messages(before[seat], view.data, names)
                news[seat].moments.add(view=game.view_to_message(view), events=events)

        play_in_order(
            actions, "actions", parse_action, play, lambda: legal_messages(state.data), problems
        )
        if state.actor is None:
            response.result.scores.extend(state.scores())
            response.result.winners.extend(state.winners())
        else:
            response.to_decide.add(seat=state.actor, legal_actions=legal_messages(state.data))

"""Covert's views in requests and answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import ClassVar

from covert_bots.covert.action_message import action_messages
from covert_bots.covert.bots import LEARNED
from covert_bots.covert.catalogue import CATALOGUE
from covert_bots.covert.game import Covert
from covert_bots.covert.view_text import view_text
from covert_bots.covert.wire import mistakes_of_message, view_from_message, written_suggestion
from covert_bots.players.catalogue import Catalogue
from covert_bots.players.message_fields import message_from_fields
from covert_bots.players.suggestion import Suggestion
from covert_engine.covert import View, ViewError, parse_action
from covert_server.calls.status import UnknownCardSetError
from covert_server.covert.card_sets import CardSets
from covert_server.covert.positions import CovertPositions
from covert_server.games import Problems, Unread, is_in, too_large, unread_at
from covertbots.v1 import action_pb2, referee_pb2, view_pb2
from covertbots.v1.covert_card_set_pb2 import CovertOptions

MOST_IN_LIST = 64  # entries of a list in a view: no card set has more cards of a kind
MOST_IN_VIEW = 4096  # entries of all its lists; of 200,000 random views none had over 414


class ServedCovert:
    """Covert with these card sets; the first is the default."""

    name: ClassVar[str] = "covert"
    players: ClassVar[Sequence[int]] = Covert.players
    reviews: ClassVar[bool] = True
    follow: ClassVar[None] = None
    view_text = staticmethod(view_text)
    weights: ClassVar[Mapping[str, bytes]] = {
        name: model.weights for name, model in LEARNED.items()
    }

    def __init__(self, sets: CardSets, default_bot: str) -> None:
        self.sets = sets
        self.default_bot = default_bot
        self.positions = CovertPositions(sets)

    @property
    def catalogue(self) -> Catalogue:
        """The bots that play it."""
        return CATALOGUE

    @property
    def digests(self) -> list[str]:
        """The card sets it is served with, the default one first."""
        return self.sets.digests

    @property
    def card_sets(self) -> list[tuple[str, str]]:
        """Names and digests of these card sets."""
        return [(self.sets.get(digest).name, digest) for digest in self.digests]

    def view_of(
        self, message: view_pb2.View, path: str, problems: Problems, unread: Unread = frozenset()
    ) -> View | None:
        """Return the view in a message; `UnknownCardSetError` if its card set is not known here."""
        home, covert, path = path, message.covert, f"{path}.{self.name}"
        if too_large(covert, path, problems, most_in_list=MOST_IN_LIST, most=MOST_IN_VIEW):
            return None
        before = len(problems)
        left_out = unread_at(path, unread)
        named = covert.card_set or message.HasField("covert_cards")
        if not named and "card_set" not in left_out:
            problems.append((f"{path}.card_set", "is empty; expected the SHA-256 of a card set"))
        if not covert.HasField("options") and "options" not in left_out:
            problems.append((f"{path}.options", "is missing; expected those of the table"))
        whole = not any(is_in(field, f"{home}.covert_cards") for field in unread)
        cards = self.sets.of_view(message, home, problems) if whole else None
        if cards is None:
            return None
        if len(problems) == before and not left_out:
            try:
                return view_from_message(covert, cards)
            except ViewError as error:
                violations = error.violations
        else:
            # Further mistakes are judged by the only set and its usual options.
            covert.card_set = cards.digest.hex()
            covert.options.CopyFrom(message_from_fields(CovertOptions, vars(cards.options)))
            violations = mistakes_of_message(covert, cards, left_out)
        problems.extend((f"{path}.{field}", wrong) for field, wrong in violations)
        return None

    def reader_of(self, message: view_pb2.View) -> Callable[[str], int] | None:
        """Return a reader of action texts with the cards of a message."""
        try:
            cards = self.sets.of_view(message, "", [])
        except UnknownCardSetError:
            return None
        return None if cards is None else partial(parse_action, cards=cards)

    def to_decide(self, view: View) -> referee_pb2.SeatToDecide | None:
        """Return the seat to decide and its choices, as far as the view tells."""
        if view.actor is None:
            return None
        actions, situation = action_messages(view.cards), view.situation()
        written = (
            actions.written_of(action, view.seat, situation) for action in view.legal_actions()
        )
        return referee_pb2.SeatToDecide(
            seat=view.actor,
            legal_actions=map(action_pb2.Action.FromString, written),
            covert=f"DECISION_{view.decision.upper()}",
        )

    def decisions_left(self, view: View) -> float:
        """Return the expected number of decisions left to the view's seat, without forced ones."""
        return Covert.decisions_left(view)

    def game_of(self, view: View) -> tuple[Covert, int]:
        """Return the game of a view, without the choices of its setup that it does not tell: its
        characters and its first player."""
        return Covert(view.cards.source, view.cards.options), view.players

    def written_suggestion(self, suggestion: Suggestion, view: View, build: str) -> bytes:
        """Return a bot's answer as a serialized message, with the build that answered."""
        return written_suggestion(suggestion, view, build)

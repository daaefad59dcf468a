"""Covert's notation of positions in requests (docs/positions.md), and people's own cards."""

from __future__ import annotations

from covert_bots.covert.action_message import action_messages
from covert_bots.covert.card_set_message import card_set_to_message
from covert_bots.covert.position.read import PositionError, read_position
from covert_bots.covert.position.sequel import possible_actions, sequel
from covert_bots.covert.position.write import position_text
from covert_engine.covert import CardSetError, View, format_action
from covert_engine.covert.cards import parse_card_set
from covert_server.covert.card_sets import CardSets
from covert_server.games import Problems
from covertbots.v1 import referee_pb2 as v1


class CovertPositions:
    """Reads and writes positions with these card sets."""

    def __init__(self, sets: CardSets) -> None:
        self._sets = sets

    def card_set(self, text: str, problems: Problems) -> v1.ReadCardSetResponse | None:
        """Return the card set in the text of a file; None if there is a problem."""
        try:
            return v1.ReadCardSetResponse(covert=card_set_to_message(parse_card_set(text)))
        except CardSetError as error:
            problems += (
                ("text", f"line {line}: {problem}" if line else problem)
                for problem, line in zip(error.problems, error.lines, strict=True)
            )
            return None

    def read(
        self, request: v1.ReadPositionRequest, problems: Problems
    ) -> v1.ReadPositionResponse | None:
        """Return the position in a text; None if there is a problem, which is added to the
        others."""
        if request.HasField("cards"):
            card_set = self._sets.sent(request.cards, "cards", problems)
        else:
            card_set = self._sets.get(request.card_set)
        if card_set is None:
            return None
        try:
            position = read_position(request.text, card_set)
        except PositionError as error:
            for line, (name, part, said) in zip(error.lines, error.places(), strict=True):
                field = ".".join(filter(None, ("text", name, part)))
                problems.append((field, f"line {line}: {said}"))
            return None
        response = v1.ReadPositionResponse(view=position.message, assumed=position.assumed)
        if position.card_set.digest not in self._sets.digests:
            response.view.covert_cards.CopyFrom(card_set_to_message(position.card_set))
        return response

    def write(self, view: View) -> str:
        """Return the text of a view."""
        return position_text(view)

    def go_on(
        self, view: View, action: int | None, problems: Problems
    ) -> v1.ContinuePositionResponse | None:
        """Return what may be done, or the position after an action; None if there is a problem."""
        if action is None:
            messages = action_messages(view.cards)
            return v1.ContinuePositionResponse(
                possible=(
                    messages.action_of(possible, seat, world.view(seat).fields())
                    for possible, world in possible_actions(view)
                    if (seat := world.actor) is not None
                )
            )
        after = sequel(view, action)
        if after is None:
            said = format_action(action, view.cards)
            wrong = f"is {said!r}, which nobody may do here, as far as the view tells"
            problems.append(("action.text", wrong))
            return None
        untold = (".".join(filter(None, ("text", *place))) for place in after.untold)
        return v1.ContinuePositionResponse(text=after.text, untold=untold)

"""Games of Covert Action through a server, played by chance."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from covertbots.client import Client
from covertbots.v1 import action_pb2, referee_pb2
from covertbots.v1.covert_action_pb2 import CovertActionSetup, CovertActionView

ALL_ON = CovertActionSetup(saboteurs=True, alternate=True)
"""All options that a table of 9 or more can have; the others are on as it is."""
HOLDING = 0.85  # of the choices in windows


def chosen(text: str, seat: int) -> action_pb2.Action:
    """Return an action with the seat that takes it."""
    return action_pb2.Action(text=text, seat=seat)


def decide_at_random(position: referee_pb2.AdvanceResponse, random: Random) -> tuple[int, str]:
    """Return any seat that is to decide, and what it does: anything, but in a window mostly
    `hold`."""
    decider = random.choice(position.to_decide)
    texts = [action.text for action in decider.legal_actions]
    hold = decider.covert_action == CovertActionView.DECISION_TRIGGER and random.random() < HOLDING
    return decider.seat, "hold" if hold else random.choice(texts)


def windows(
    client: Client, players: int, setup: CovertActionSetup, seed: int, count: int
) -> Iterator[referee_pb2.AdvanceResponse]:
    """Yield so many positions in which a window has just opened."""
    random = Random(seed)
    position = client.advance(client.deal(players, seed, setup))
    opened = None
    while count:
        if not position.to_decide:
            seed += 1
            position = client.advance(client.deal(players, seed, setup))
        view = client.advance(position.record).news[0].moments[0].view.covert_action
        place = seed, view.round, view.t
        if view.phase == CovertActionView.PHASE_WINDOW and place != opened:
            opened = place
            count -= 1
            yield position
        seat, text = decide_at_random(position, random)
        position = client.advance(position.record, chosen(text, seat))

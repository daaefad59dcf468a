"""Covert as the server finds it."""

from __future__ import annotations

from covert_server.covert.card_sets import CardSets
from covert_server.covert.refereed import RefereedCovert
from covert_server.covert.served import ServedCovert
from covert_server.settings import Settings


def serve(settings: Settings) -> tuple[ServedCovert, RefereedCovert]:
    """Return the game with the card sets of a server, for bots and for hosts."""
    sets = CardSets(settings.card_sets)
    return ServedCovert(sets, settings.default_bot), RefereedCovert(sets)

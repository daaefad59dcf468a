"""Covert Action as the server finds it."""

from __future__ import annotations

from covert_server.covert_action.refereed import RefereedCovertAction
from covert_server.covert_action.served import ServedCovertAction
from covert_server.settings import Settings


def serve(settings: Settings) -> tuple[ServedCovertAction, RefereedCovertAction]:
    """Return the game for bots and for hosts; it has one set of cards."""
    return ServedCovertAction(), RefereedCovertAction()

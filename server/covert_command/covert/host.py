"""Covert hosted through the RPCs of a server."""

from __future__ import annotations

from covert_bots.covert.game import Covert
from covert_command.covert.record_file import setup_to_message
from covert_command.games.host import HostedGame
from covert_command.terminal.interrupt import wait_for
from covertbots.client import Client


def deal(client: Client, players: int, seed: int, dealt: Covert) -> HostedGame:
    """Deal a new game with these cards and this setup."""
    setup = setup_to_message(dealt, dealt.cards.options)
    return HostedGame(client, wait_for(client.deal, players, seed, setup))

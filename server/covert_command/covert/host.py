"""Covert hosted through the RPCs of a server."""

from __future__ import annotations

from dataclasses import asdict

from covert_bots.covert.game import Covert
from covert_bots.players.message_fields import message_from_fields
from covert_command.games.host import HostedGame
from covert_command.terminal.interrupt import wait_for
from covertbots.client import Client
from covertbots.v1.covert_card_set_pb2 import CovertOptions
from covertbots.v1.covert_pb2 import CovertSetup


def deal(client: Client, players: int, seed: int, dealt: Covert) -> HostedGame:
    """Deal a new game with these cards and this setup."""
    record = wait_for(
        client.deal,
        players,
        seed,
        CovertSetup(
            card_set=dealt.card_set,
            options=message_from_fields(CovertOptions, asdict(dealt.cards.options)),
            characters=[number + 1 for number in dealt.characters or ()],
            first_player=dealt.first_player,
        ),
    )
    return HostedGame(client, record)

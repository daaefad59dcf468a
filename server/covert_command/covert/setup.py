"""A game of Covert with the setup of a command or of a ledger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from covert_bots.arena.plan import PlanSettings
from covert_bots.covert.game import Covert
from covert_bots.covert.game_setup import SetupError
from covert_command.covert.choices import card_set_of
from covert_command.terminal.mistakes import Mistake
from covert_engine.covert.cards.card_set import OPTIONS, CardSet


def covert_with(
    cards: CardSet,
    chosen: Mapping[str, Any],
    players: int,
    kept: Mapping[str, Any] | None = None,
    place: str = "",
) -> Covert:
    """Return the game of a setup: of the command's options, else of the kept values.

    Mistake names the wrong option, or the wrong entry of the kept values, after `place`.
    """
    try:
        return Covert.with_setup(cards, {**(kept or {}), **chosen}, players)
    except SetupError as error:
        if error.name not in chosen:
            raise Mistake(f"{place}{error}") from None
        if error.name in OPTIONS:
            raise Mistake(f"--option: {error}") from None
        raise Mistake(f"--{error.name.replace('_', '-')}: {error.wrong}") from None


def played_in(settings: PlanSettings, card_set: CardSet | None, path: str) -> Covert:
    """Return the game of a ledger, with this card set or the house set; Mistake if it was played
    with another."""
    if settings.game != Covert.name:
        raise Mistake(f"{path}: a ledger of {settings.game}; expected one of {Covert.name}")
    cards = card_set_of(card_set)
    if cards.digest != settings.card_set:
        raise Mistake(
            f"--cards: the card set has digest {cards.digest[:12]}; expected "
            f"{settings.card_set[:12]}, the ledger's"
        )
    return covert_with(cards, {}, settings.players, settings.setup, f"{path}: setup.")

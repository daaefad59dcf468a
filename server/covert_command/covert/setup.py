"""A game of Covert by the setup that is chosen, or that a ledger keeps."""

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
    """The game of a setup: of what is chosen by options of the command, else of what is kept.

    Mistake names the option that is wrong, or the entry after the place where it is kept.
    """
    try:
        return Covert.with_setup(cards, {**(kept or {}), **chosen}, players)
    except SetupError as error:
        if error.name not in chosen:
            raise Mistake(f"{place}{error}") from None
        if error.name in OPTIONS:
            raise Mistake(f"--option: {error}") from None
        raise Mistake(f"--{error.name.replace('_', '-')}: {error.wrong}") from None


def played_in(settings: PlanSettings, given: CardSet | None, path: str) -> Covert:
    """The game of a ledger, with the cards given or the house set; Mistake if its cards are
    others."""
    if settings.game != Covert.name:
        raise Mistake(f"{path}: a ledger of {settings.game}; expected one of {Covert.name}")
    cards = card_set_of(given)
    if cards.digest != settings.card_set:
        raise Mistake(
            f"--cards: the card set has digest {cards.digest[:12]}; expected "
            f"{settings.card_set[:12]}, the ledger's"
        )
    return covert_with(cards, {}, settings.players, settings.setup, f"{path}: setup.")

"""Games of the model by itself, over all settings: it goes on, it ends, and it loses nothing."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rules.model.game import Game
from rules.model.table import Table
from rules.model.view import view
from rules.pairings import Scenario, scenario

GAMES = tuple(f"drawn-{seed}" for seed in range(1, 25))
DECISIONS = 600  # of a game
VIEWS_EVERY = 50
MOST_ACTIONS = 256  # that the engine has room for
DICE = 5


def played(of: Scenario, decisions: int) -> Game:
    """Play so many decisions of a game, and look at it on the way."""
    game, chance = of.model(), random.Random(of.seed)
    for number in range(decisions):
        if game.decision is None:
            break
        assert 2 <= len(set(game.legal)) == len(game.legal) <= MOST_ACTIONS
        if number % VIEWS_EVERY == 0:
            look(game.table)
        game.play(of.player(game.decision, game.table, chance))
    look(game.table)
    return game


def look(table: Table) -> None:
    """Check that nothing is lost and nothing is there twice."""
    for deck, cards in ((table.agency_deck, table.cards.agency), (table.mission_deck, None)):
        held = [place.card for place in deck.places] + deck.discards
        if table.search and table.search.deck == deck.name:
            held += [place.card for place in table.search.cards]
        for player in table.players:
            hand = player.agency if cards else player.missions
            held += [place.card for place in hand]
            held += [] if cards else player.completed_missions
        held += [card for card in (table.agency_up if cards else table.missions_up) if card]
        if cards and table.use:
            held += table.use.cards
        if cards and table.window:
            held += [*table.window.pool, *[table.window.aside] * bool(table.window.aside)]
        if not cards and table.use and table.use.mission:
            held.append(table.use.mission)
        assert sorted(held) == list(range(1, len(cards or table.cards.missions) + 1))
    shown = Counter(table.tiles)
    assert not table.tiles or [shown[number] for number in range(1, 7)] == list(table.cards.tiles)
    for seat, player in enumerate(table.players):
        on_circles = sum(list(circle.values()).count(seat) for circle in table.circles)
        dice = len(player.dice) + len(player.decoder) + player.folder_dice + on_circles
        assert dice <= DICE
        look_at_lots(table, seat)


def look_at_lots(table: Table, seat: int) -> None:
    """10.4: of each lot as many cards are unseen as places of it are unknown to the seat."""
    fields = view(table, seat)
    for deck, hand in (("agency_deck", "agency_cards"), ("mission_deck", "missions")):
        places = [
            *fields[deck]["places"],
            *(p for player in fields["players"] for p in player[hand]),
        ]
        if table.search and f"{table.search.deck}_deck" == deck:
            places += fields["search"]["cards"]
        unseen = {entry["lot"]: len(entry["cards"]) for entry in fields[deck]["unseen"]}
        assert Counter(place["lot"] for place in places if not place["card"]) == unseen


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_on_and_loses_nothing(name: str) -> None:
    played(scenario(name), DECISIONS)


@pytest.mark.parametrize("name", ["drawn-3", "level-4"])
def test_a_game_ends(name: str) -> None:
    game = played(scenario(name), 100_000)
    assert game.table.phase == "over"
    assert game.winners()


def test_the_same_game_is_played_again() -> None:
    first, again = (played(scenario("drawn-7"), 300).table for _ in range(2))
    assert first.notes == again.notes
    assert view(first, 0) == view(again, 0)

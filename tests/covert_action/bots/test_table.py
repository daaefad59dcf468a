"""Facts kept of a game: shots, hits, roles, and draws."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from covert_bots.covert_action.game import CovertAction
from covert_bots.covert_action.shots import tables_of
from covert_bots.covert_action.table import Table
from covert_bots.players.game import KeptGame
from covert_engine.covert_action import Settings, SettingsError, State

HITS = {"success", "purge", "coup"}


def played(settings: Settings, seed: int) -> tuple[Table, list[dict[str, Any]]]:
    """Return a game among `greedy` bots, and its events with the roles before each."""
    game, told = Table(settings, seed), State.deal(settings, seed)
    bot = CovertAction().catalogue.make("greedy")
    events = []
    while not game.over:
        assert game.actor is not None
        action = bot.choose(game.view(game.actor), game.actor)
        roles = told.hidden()["roles"]
        events += [{**event, "roles_then": roles} for event in told.play_with_events(action)]
        game.play(action)
    return game, events


@pytest.mark.parametrize("seed", range(3))
def test_what_is_kept_is_what_happened(seed: int) -> None:
    """The events are counted again, in a game that alternates and has Saboteurs."""
    settings = Settings(10, saboteurs=True, alternate=True, beats=2, deadline="void")
    game, events = played(settings, seed)
    facts, seats = game.facts(), game.seat_facts()
    shots = [event for event in events if event["kind"] == "shot"]
    assert facts["shots"] == Counter(event["outcome"] for event in shots)
    assert facts["ordered"] == 0
    ended = [event for event in events if event["kind"] == "round_ends"]
    assert facts["void"] == sum(bool(event["void"]) for event in ended)
    assert sum(facts["ends"].values()) == len(ended) == game.round
    for seat, kept in enumerate(seats):
        mine = [event for event in events if event.get("seat") == seat]
        drew = Counter(one["roles_then"][seat] for one in mine if one["kind"] == "draw")
        fired = Counter(one["roles_then"][seat] for one in mine if one["kind"] == "shot")
        hits = Counter(one["roles_then"][seat] for one in mine if one.get("outcome") in HITS)
        assert (kept["drew"], kept["shots"], kept["hits"]) == (drew, fired, hits)
        assert sum(kept["rounds"].values()) == game.round


def test_an_ordered_shot_is_counted() -> None:
    game, _ = played(Settings(6, talk=False), 1)
    assert game.facts()["ordered"] > 0


def test_the_tables_add_up() -> None:
    kept = []
    for seed in range(4):
        game, _ = played(Settings(6, beats=1), seed)
        bots = ("one", "other") * 3
        kept.append(KeptGame(bots, game.facts(), tuple(game.seat_facts())))
    shots, ends, roles = tables_of(kept)
    outcomes = {name: int(count) for name, count, _ in shots.rows}
    assert outcomes["hits"] == outcomes["success"]
    assert outcomes["hits"] + outcomes["fail"] == sum(
        count for one in kept for count in one.facts["shots"].values()
    )
    rounds = sum(int(count) for name, count, _ in ends.rows if name != "void")
    of_all = {row[0]: row for row in roles.rows if row[1] == "all"}
    assert of_all["one"][2] == of_all["other"][2] == 3 * rounds
    assert [row[1] for row in roles.rows if row[0] == "one"] == [
        "sniper",
        "cleaner",
        "mole",
        "bodyguard",
        "all",
    ]
    mole = next(row for row in roles.texts() if row[1] == "mole")
    assert mole[-2:] == ("0.000", "-")  # without shots there is no share of hits
    assert tables_of([]) == []


def test_a_game_has_its_settings() -> None:
    game = CovertAction.with_setup({"talk": False, "beats": 4, "teams": 3}, 9)
    assert game.setup == {"teams": 3, "talk": False}  # 4 beats are usual
    assert game.deal(9, 1).view(0).fields()["settings"]["teams"] == 3
    with pytest.raises(SettingsError, match=r"^beats: 9; expected a whole number from 1 to 6"):
        CovertAction.with_setup({"beats": 9}, 6)
    with pytest.raises(SettingsError, match=r"^noise: 1; expected one of teams, saboteurs"):
        CovertAction.with_setup({"noise": 1}, 6)


def test_no_game_is_longer_than_it_says() -> None:
    """Players who always hold reach round 60, with `void` in 6 beats of 14 statements and
    windows."""
    game = Table(Settings(14, beats=6, deadline="void"), 1)
    actions = 0
    while not game.over:
        game.play(game.legal_actions()[0])
        actions += 1
    assert game.round == 60
    assert actions < CovertAction.longest
    assert game.facts()["void"] == 60

"""The features of a seat for the learned value, worked out again in plain Python from its view."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from views.games import decisions, house, second

from covert_engine.covert import CompiledSet, HandMade, State
from covert_engine.covert.cards.card_set import ABILITIES, EFFECTS, Mission
from covert_engine.covert.evaluation.features import CIRCLES, FEATURE_NAMES
from rules.tables import Scene

PHASES = {
    "placing": ("placing",),
    "breaking": ("first_a", "breaking"),
    "resolving": ("first_b", "resolving"),
    "last missions": ("last_mission",),
}
MISSION = ("points", "dice", "cards", "moves", "any short")


def features(state: State, seat: int) -> dict[str, float]:
    return dict(zip(FEATURE_NAMES, HandMade().truth_features(state)[seat], strict=True))


def expected(state: State, seat: int) -> dict[str, float]:
    """Return every feature that can be read off a seat's view, by name."""
    fields = state.view(seat).fields()
    own = fields["players"][seat]
    return {
        "one": 1,
        "score": state.scores()[seat] * 0.02,
        **of_what_it_holds(own, state.cards),
        **of_its_dice(fields, own, seat),
        **of_its_codes(own, state.cards),
        **of_its_character(own, state.cards),
        **of_the_others(fields, own, seat),
        **of_the_turn(fields, seat),
    }


def of_what_it_holds(own: Any, cards: CompiledSet) -> dict[str, float]:
    held = [cards.source.agency[place["card"] - 1] for place in own["agency_cards"]]
    figures = {
        "missions completed": len(own["completed_missions"]) * 0.2,
        "codes broken": len(own["completed_codes"]) * 0.25,
        "agency cards": len(held) * 0.2,
        "hand nearly full": len(held) >= 6,
        "tokens": own["tokens"] * 0.25,
        "cubes on the character": len(own["cubes"]) * 0.5,
        "reroll token": own["reroll_token"],
        "cubes in supply": own["supply"] * 0.1,
        "missions in hand": len(own["missions"]) * 0.33,
    }
    for number in range(1, 5):
        figures[f"mission {number}: is there"] = number <= len(own["missions"])
    for ability in ABILITIES:
        figures[f"cards with {ability}"] = sum(card.ability == ability for card in held) * 0.5
    return figures


def of_its_dice(fields: Any, own: Any, seat: int) -> dict[str, float]:
    figures = {
        "unplaced dice": len(own["dice"]) * 0.2,
        "dice on the decoder": len(own["decoder_dice"]) * 0.5,
        "dice on the folder": own["folder_dice"] * 0.5,
    }
    for name, circle in zip(CIRCLES, fields["circles"], strict=True):
        figures[f"dice on {name}"] = circle["spaces"].count(seat + 1) * 0.5
    return figures


def of_its_codes(own: Any, cards: CompiledSet) -> dict[str, float]:
    codes = [cards.source.codes[held["card"] - 1].numbers for held in own["codes"]]
    return {"length of codes": sum(map(len, codes)) * 0.1}


def of_its_character(own: Any, cards: CompiledSet) -> dict[str, float]:
    character = cards.source.characters[own["character"] - 1]
    figures = {f"character: {effect}": effect == character.effect for effect in EFFECTS}
    return {**figures, "character's amount": character.amount * 0.3}


def of_the_others(fields: Any, own: Any, seat: int) -> dict[str, float]:
    done = len(own["completed_missions"])
    most = max(
        len(player["completed_missions"])
        for number, player in enumerate(fields["players"])
        if number != seat
    )
    return {
        "most missions of another": most * 0.2,
        "lead in missions": (done - most) * 0.3,
        "last round": fields["final_round"],
        "fifth mission completed": max(done, most) >= 5,
        "round": fields["round"] * 0.1,
        "three players": len(fields["players"]) == 3,
        "four players": len(fields["players"]) == 4,
    }


def of_the_turn(fields: Any, seat: int) -> dict[str, float]:
    order = fields["order"]
    figures: dict[str, float] = {name: fields["phase"] in phases for name, phases in PHASES.items()}
    figures["has a turn order token"] = seat in order
    figures["place in turn order"] = order.index(seat) * 0.3 if seat in order else 0
    figures["places first"] = fields["starter"] == seat
    return figures


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("cards", [house(), second()], ids=["House set", "second set"])
def test_the_figures_are_those_of_the_view(cards: CompiledSet, players: int) -> None:
    compared = 0
    for state in islice(decisions(cards, players, 5, "missions"), 0, None, 17):
        if state.phase == "setup" or state.over:
            continue
        for seat in range(players):
            seen = features(state, seat)
            for name, value in expected(state, seat).items():
                assert seen[name] == pytest.approx(float(value), abs=1e-5), name
        compared += 1
    assert compared > 20


def test_a_mission_shows_how_far_it_is_from_done() -> None:
    missions = [Mission(7, any_cards=2), Mission(3, any_cards=1)]
    table = Scene(missions=missions, circles={"complete": {1: 0}})
    table.seats[0].hand = ["M1", "M2"]
    seen = features(table.resolving().state, 0)
    nearer, further = ({what: seen[f"mission {n}: {what}"] for what in MISSION} for n in (1, 2))
    assert nearer["points"] == pytest.approx(0.3)
    assert further["points"] == pytest.approx(0.7)
    assert (nearer["any short"], further["any short"]) == (0.5, 1)
    assert nearer["dice"] < further["dice"]
    assert nearer["cards"] < further["cards"]
    assert nearer["moves"] == further["moves"] == 0


def test_a_mission_that_only_has_to_be_completed_is_nearly_done() -> None:
    missions = [Mission(7, any_cards=1), Mission(9, any_cards=3)]
    table = Scene(missions=missions, circles={"complete": {1: 0}})
    table.seats[0].hand = ["M1", "M2", "A1"]
    seen = features(table.resolving().state, 0)
    assert (seen["mission 1: any short"], seen["mission 1: nearly done"]) == (0, 1)
    assert (seen["mission 2: any short"], seen["mission 2: nearly done"]) == (1, 0)

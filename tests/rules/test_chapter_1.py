"""Components (rules 1)."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources

import pytest

from covert_engine.covert import State, compile
from covert_engine.covert.cards import parse_card_set
from covert_engine.covert.cards.card_set import (
    CardSet,
    Mission,
)
from covert_engine.covert.cards.errors import CardSetError
from rules.deals import SECOND, begun, dealt
from rules.refusals import put_first, refusal
from rules.tables import CIRCLES, HOUSE, Scene

PLAYERS = (2, 3, 4)
FACES = range(1, 7)
FILE = (resources.files("covert_engine.covert.cards") / "data" / "house.toml").read_text("utf-8")

both_sets = pytest.mark.parametrize("cards", [HOUSE, SECOND], ids=lambda cards: cards.name)


# 1.1


@pytest.mark.parametrize("players", PLAYERS)
def test_r1_1_two_three_or_four_play(players: int) -> None:
    assert len(dealt(players).fields()["players"]) == players


@pytest.mark.parametrize("players", [0, 1, 5])
def test_r1_1_no_fewer_and_no_more_play(players: int) -> None:
    with pytest.raises(ValueError, match="not 2, 3 or 4"):
        State.deal(compile(HOUSE), players, 0)


@both_sets
@pytest.mark.parametrize("players", PLAYERS)
def test_r1_1_each_player_has_dice_agents_cubes_a_reroll_token_and_a_character(
    players: int, cards: CardSet
) -> None:
    for player in begun(players, cards=cards).fields()["players"]:
        assert len(player["dice"]) == 5
        assert len(player["agents"]) == 3
        assert player["supply"] == 15
        assert player["reroll_token"]
        assert player["character"] in range(1, 7)


# 1.2


def test_r1_2_cities_are_joined_by_connections() -> None:
    table = Scene()
    table.seats[0].agents = ["Prague", "Prague", "Prague"]
    table.circles["movement"] = {1: 0}
    joined = {city for pair in HOUSE.connections if "Prague" in pair for city in pair} - {"Prague"}
    game = table.resolving().play("move 1")
    assert set(game.starting("step 1")) == {f"step 1 {city}" for city in joined}


@both_sets
def test_r1_2_each_region_has_one_space_for_a_face_up_agency_card(cards: CardSet) -> None:
    face_up = dealt(2, cards=cards).fields()["agency_face_up"]
    assert len(set(face_up)) == 6 == len(cards.regions)
    assert all(face_up)


# 1.3


@both_sets
def test_r1_3_there_are_48_agency_cards(cards: CardSet) -> None:
    assert len(cards.agency) == 48
    assert "47 of 48; 1 to go" in refusal(agency=HOUSE.agency[1:])
    assert "49 entries; expected 48" in refusal(agency=HOUSE.agency + HOUSE.agency[:1])


# 1.4


@both_sets
def test_r1_4_there_are_60_mission_cards(cards: CardSet) -> None:
    assert len(cards.missions) == 60
    assert "59 of 60; 1 to go" in refusal(missions=HOUSE.missions[1:])
    assert "61 entries; expected 60" in refusal(missions=HOUSE.missions + HOUSE.missions[:1])


@pytest.mark.parametrize("foot", ["radio", "orange", ""])
def test_r1_4_the_foot_is_one_equipment_one_region_or_nothing(foot: str) -> None:
    mission = Mission(5, any_cards=1, foot=foot)
    compile(replace(HOUSE, **put_first("missions", mission)))


# 1.5


@both_sets
def test_r1_5_there_are_40_code_cards(cards: CardSet) -> None:
    assert len(cards.codes) == 40
    assert "39 of 40; 1 to go" in refusal(codes=HOUSE.codes[1:])
    assert "41 entries; expected 40" in refusal(codes=HOUSE.codes + HOUSE.codes[:1])


# 1.7


@both_sets
def test_r1_7_there_are_16_tokens(cards: CardSet) -> None:
    assert sum(cards.tokens) == 16
    assert "15 of 16; 1 to go" in refusal(tokens=(1, *HOUSE.tokens[1:]))
    assert "17 tokens; expected 16" in refusal(tokens=(3, *HOUSE.tokens[1:]))


# 1.9


@pytest.mark.parametrize("circle", CIRCLES)
def test_r1_9_a_circle_has_one_space_for_each_face(circle: str) -> None:
    for face in FACES:
        table = Scene()
        table.seats[0].dice = [face]
        assert table.placing().play(f"place {face} {circle}").circle(circle) == {face: 0}


@pytest.mark.parametrize("circle", CIRCLES)
@pytest.mark.parametrize(
    ("face", "adjacent"),
    [(1, {6, 2}), (2, {1, 3}), (3, {2, 4}), (4, {3, 5}), (5, {4, 6}), (6, {5, 1})],
)
def test_r1_9_a_circle_is_a_ring(circle: str, face: int, adjacent: set[int]) -> None:
    assert open_beside(circle, face, circle_wraps=True) == adjacent


@pytest.mark.parametrize("circle", CIRCLES)
@pytest.mark.parametrize(
    ("face", "adjacent"),
    [(1, {2}), (2, {1, 3}), (3, {2, 4}), (4, {3, 5}), (5, {4, 6}), (6, {5})],
)
def test_r1_9_without_wrapping_6_and_1_are_not_adjacent(
    circle: str, face: int, adjacent: set[int]
) -> None:
    assert open_beside(circle, face, circle_wraps=False) == adjacent


def open_beside(circle: str, face: int, *, circle_wraps: bool) -> set[int]:
    """Return spaces open to the next die when one die lies on a circle."""
    table = Scene(options={"circle_wraps": circle_wraps})
    table.seats[0].dice = [other for other in FACES if other != face]
    table.circles[circle] = {face: 1}
    game = table.placing()
    return {other for other in FACES if game.can(f"place {other} {circle}")}


# 1.10


@pytest.mark.parametrize(
    "section",
    ["equipment", "regions", "connections", "agency", "missions", "codes", "tokens", "characters"],
)
def test_r1_10_a_card_set_file_holds_map_and_cards(section: str) -> None:
    start = FILE.index(f"\n[{section}]\n" if f"\n[{section}]\n" in FILE else f"\n{section} = [")
    end = FILE.index("\n\n", start)
    with pytest.raises(CardSetError, match=f"{section}: (is missing|none yet)"):
        parse_card_set(FILE[:start] + FILE[end:])


def test_r1_10_a_card_set_file_holds_the_options() -> None:
    assert not SECOND.options.circle_wraps
    changed = FILE.replace("circle_wraps = true", "circle_wraps = false")
    assert parse_card_set(changed).options == replace(HOUSE.options, circle_wraps=False)

"""Setup (rules 2). The reference is the keyed chance that the game was dealt by."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain, count, cycle

import pytest

from covert_engine.covert.cards.card_set import CardSet
from rules.deals import SEEDS, begun, dealt
from rules.keyed_chance import KeyedChance
from rules.tables import HOUSE, TextGame

PLAYERS = (2, 3, 4)
GREY, BLACK = 3, 4  # the colours nobody has in a game of two
FACES = range(1, 7)

all_sizes = pytest.mark.parametrize("players", PLAYERS)


def start_cities(seed: int) -> list[str]:
    """Return the cities of the Agency Cards in the order in which they are drawn in 2.2 and 2.3."""
    return [HOUSE.agency[card - 1].city for card in KeyedChance(seed).start_cards()]


def with_flight_tags(*cities: str) -> CardSet:
    """Return the house set, its Agency Cards showing these cities by turns."""
    cards = zip(HOUSE.agency, cycle(cities), strict=False)
    return replace(HOUSE, agency=tuple(replace(card, city=city) for card, city in cards))


def shown_once() -> CardSet:
    """Return the house set with one Agency Card for each city and the others for London."""
    rest = len(HOUSE.agency) - len(HOUSE.cities)
    return with_flight_tags(*HOUSE.cities, *["London"] * rest)


def cubes(game: TextGame) -> dict[str, list[int]]:
    return {cube["city"]: cube["colours"] for cube in game.fields()["cubes"]}


def agents(game: TextGame) -> list[list[str]]:
    return [player["agents"] for player in game.fields()["players"]]


# 2.1


@all_sizes
def test_r2_1_characters_are_dealt_without_equal_ones(players: int) -> None:
    for seed in SEEDS:
        characters = [player["character"] for player in dealt(players, seed).fields()["players"]]
        assert len(set(characters)) == players


def test_r2_1_all_may_choose() -> None:
    for chosen in ([3, 1], [0, 5], [5, 0]):
        players = dealt(2, characters=chosen).fields()["players"]
        assert [player["character"] for player in players] == [number + 1 for number in chosen]


@all_sizes
def test_r2_1_all_else_is_dealt_as_it_is_to_those_who_do_not_choose(players: int) -> None:
    for seed in SEEDS:
        chosen = list(range(players))
        by_choice, by_chance = (begun(players, seed, characters=given) for given in (chosen, None))
        for seat in range(players):
            fields = [game.fields(seat) for game in (by_choice, by_chance)]
            for seen in fields:
                seen["players"] = [{**player, "character": 0} for player in seen["players"]]
            assert fields[0] == fields[1]


@pytest.mark.parametrize(
    "chosen",
    [
        pytest.param([1, 1], id="the same twice"),
        pytest.param([1], id="one only"),
        pytest.param([0, 1, 2], id="more than players"),
        pytest.param([0, 6], id="not of the set"),
        pytest.param([-1, 0], id="less than nothing"),
    ],
)
def test_r2_1_characters_are_chosen_by_all_and_all_different(chosen: list[int]) -> None:
    with pytest.raises(ValueError, match="character"):
        dealt(2, characters=chosen)


# 2.2


@all_sizes
def test_r2_2_each_player_in_turn_puts_agents_in_the_cities_of_three_cards(players: int) -> None:
    for seed in SEEDS:
        drawn = start_cities(seed)
        assert agents(dealt(players, seed)) == [
            drawn[3 * seat : 3 * seat + 3] for seat in range(players)
        ]


# 2.3


def test_r2_3_two_players_have_six_cubes_of_each_unused_colour_on_the_board() -> None:
    for seed in SEEDS:
        colours = Counter(chain(*cubes(dealt(2, seed)).values()))
        assert colours == {GREY: 6, BLACK: 6}


def test_r2_3_the_cubes_go_to_the_cities_of_the_next_cards_in_alternating_colours() -> None:
    seed = next(seed for seed in count() if len(set(start_cities(seed)[6:18])) == 12)
    drawn = start_cities(seed)[6:18]
    assert cubes(dealt(2, seed)) == {
        city: [colour] for city, colour in zip(drawn, cycle((GREY, BLACK)), strict=False)
    }


def test_r2_3_the_next_card_is_drawn_for_one_passed_over() -> None:
    cards = with_flight_tags("London", "Rome", "Kiev", "Prague", "Oslo", "Bonn")
    for seed in SEEDS:
        placed = cubes(dealt(2, seed, cards))
        assert len(placed) == 6
        assert all(colours == [GREY, BLACK] for colours in placed.values())


# 2.4


@all_sizes
def test_r2_4_two_to_each_hand_six_face_up_and_the_rest_is_the_deck(players: int) -> None:
    for seed in SEEDS:
        game = dealt(players, seed)
        hands = [card for seat in range(players) for card in game.hand(seat) if card[0] == "A"]
        face_up = [f"A{card}" for card in game.fields()["agency_face_up"]]
        assert len(set(hands)) == 2 * players
        assert len(set(face_up)) == 6
        assert set(hands).isdisjoint(face_up)
        assert len(game.fields()["agency_deck"]["places"]) == 48 - 2 * players - 6
        assert game.fields()["agency_deck"]["discards"] == []


# 2.5


@all_sizes
def test_r2_5_each_player_chooses_one_of_three_missions_to_return(players: int) -> None:
    game = dealt(players)
    for seat in range(players):
        assert (game.to_decide, game.decision) == (seat, "return_mission")
        held = [card for card in game.hand(seat) if card[0] == "M"]
        assert len(held) == 3
        assert game.legal == [f"return {card}" for card in held]
        game.play(f"return {held[1]}")
        assert [card for card in game.hand(seat) if card[0] == "M"] == [held[0], held[2]]


def test_r2_5_the_card_returned_lies_under_the_deck_and_only_its_player_knows_it() -> None:
    for seed in SEEDS:
        game = dealt(2, seed)
        returned = int(game.legal[2].split("M")[1])
        game.play(game.legal[2])
        own, other = (game.fields(eyes)["mission_deck"]["places"][-1] for eyes in (0, 1))
        assert (own["card"], own["known_by"]) == (returned, [0])
        assert (other["card"], other["known_by"]) == (0, [0])


# 2.6


@all_sizes
def test_r2_6_two_codes_to_each_player_and_two_decks_of_the_rest(players: int) -> None:
    for seed in SEEDS:
        game = begun(players, seed)
        hands = [card for seat in range(players) for card in game.hand(seat) if card[0] == "C"]
        assert len(set(hands)) == 2 * players
        sizes = [deck["size"] for deck in game.fields()["code_decks"]]
        assert sizes == [20 - players, 20 - players]


# 2.7


def test_r2_7_the_tiles_of_other_numbers_are_shuffled_too() -> None:
    """The one chance of all tiles, from the lowest number to the highest."""
    cards = replace(HOUSE, tiles=(1, 0, 5, 4, 3, 1))
    numbers = [1, *[3] * 5, *[4] * 4, *[5] * 3, 6]
    for seed in SEEDS:
        tiles = begun(3, seed, cards).fields()["tiles"]
        assert sorted(tiles) == numbers
        assert tiles == KeyedChance(seed).tiles(numbers)


# 2.8

FIRST_ROLLS = range(400)


def first_rolls(seed: int, players: int) -> list[list[int]]:
    return [KeyedChance(seed).first_roll(seat) for seat in range(players)]


def leaders(seed: int, players: int) -> tuple[list[int], list[int]]:
    """Return the seats with most dice of one number, and those of them with the highest total."""
    rolls = first_rolls(seed, players)
    alike = [max(roll.count(face) for face in FACES) for roll in rolls]
    most = [seat for seat in range(players) if alike[seat] == max(alike)]
    highest = max(sum(rolls[seat]) for seat in most)
    return most, [seat for seat in most if sum(rolls[seat]) == highest]


def first_player(seed: int, players: int) -> int:
    seat: int = begun(players, seed).fields()["starter"]
    return seat


@all_sizes
def test_r2_8_most_dice_of_one_number_go_first(players: int) -> None:
    decided = 0
    for seed in FIRST_ROLLS:
        most, _ = leaders(seed, players)
        if len(most) == 1:
            assert first_player(seed, players) == most[0]
            decided += 1
    assert decided > 100


@all_sizes
def test_r2_8_then_the_highest_total(players: int) -> None:
    decided = 0
    for seed in FIRST_ROLLS:
        most, highest = leaders(seed, players)
        if len(most) > len(highest) == 1:
            assert first_player(seed, players) == highest[0]
            decided += 1
    assert decided > 100


@all_sizes
def test_r2_8_a_deal_may_name_the_first_player(players: int) -> None:
    for seat in range(players):
        for seed in range(10):
            game = begun(players, seed, first_player=seat)
            assert (game.fields()["starter"], game.to_decide) == (seat, seat)


def test_r2_8_naming_the_first_player_changes_nothing_else() -> None:
    for seed in SEEDS:
        fields = [begun(3, seed, first_player=named).fields() for named in (None, 1)]
        for state in fields:
            state["starter"] = state["to_decide"] = state["on_turn"] = 1
        assert fields[0] == fields[1]


@pytest.mark.parametrize("seat", [-1, 2])
def test_r2_8_the_first_player_is_one_of_the_players(seat: int) -> None:
    with pytest.raises(ValueError, match="first_player"):
        dealt(2, first_player=seat)


# 2.9


def test_r2_9_cards_drawn_for_agents_and_cubes_stay_out_until_all_are_placed() -> None:
    """A city that only one card shows gets one agent or one cube."""
    cards = shown_once()
    for seed in SEEDS:
        game = dealt(2, seed, cards)
        stands = set(chain(*agents(game)))
        placed = cubes(game)
        assert (stands & placed.keys()) <= {"London"}
        assert all(len(colours) == 1 for city, colours in placed.items() if city != "London")


def test_r2_9_if_the_deck_runs_out_the_cubes_left_are_not_placed() -> None:
    game = begun(2, cards=with_flight_tags("London"))
    assert cubes(game) == {"London": [GREY, BLACK]}
    assert game.phase == "placing"


# 2.10


@all_sizes
def test_r2_10_missions_are_chosen_in_seat_order_before_the_rest_of_the_setup(players: int) -> None:
    game = dealt(players)
    for seat in range(players):
        assert game.to_decide == seat
        fields = game.fields()
        assert (game.phase, fields["round"]) == ("setup", 0)
        assert fields["missions_face_up"] == [0, 0, 0]
        assert fields["tiles"] == []
        assert all(player["codes"] == [] and player["dice"] == [] for player in fields["players"])
        assert "starter" not in fields
        game.play(game.legal[0])
    assert (game.phase, game.fields()["round"]) == ("placing", 1)


@all_sizes
def test_r2_10_the_cards_returned_lie_in_seat_order_the_last_lowest(players: int) -> None:
    game = dealt(players)
    returned = []
    for _ in range(players):
        returned.append(int(game.legal[0].split("M")[1]))
        game.play(game.legal[0])
    lowest = [
        game.fields(seat)["mission_deck"]["places"][seat - players] for seat in range(players)
    ]
    assert [(place["card"], place["known_by"]) for place in lowest] == [
        (card, [seat]) for seat, card in enumerate(returned)
    ]

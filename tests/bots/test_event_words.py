"""Events describe actions so that a player can check them, and keep secrets."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import pytest

from covert_bots import make
from covert_bots.covert.words.change import SEAT_NAMES, Event, open_deeds
from covert_bots.covert.words.events import _phase_begins, events_between
from covert_bots.covert.words.narration import agency_words, mission_words
from covert_command.covert.screen.opening import opening_of, opening_of_table
from covert_engine.covert import CompiledSet, State, parse_action
from covert_engine.covert.cards import compile, house_set
from covert_engine.covert.cards.card_set import Options
from covert_engine.covert.rules.actions import Kind, unpack

CARDS = compile(house_set())
OPTIONS = Options(either_direction=True, swaps_first=False)
EITHER = CompiledSet(house_set(), OPTIONS)
BENT = CompiledSet(house_set(), Options(codes_bend=True, reroll_decoder=True))


class Seen(NamedTuple):
    """A change as one seat sees it."""

    seat: int
    before: Any
    after: Any
    deeds: list[tuple[int, int]]
    events: list[Event]


def _tell(state: State, play: Callable[[State], int]) -> Iterator[Seen]:
    cards = state.cards.source
    known: list[Any] = [state.view(seat).fields() for seat in range(state.players)]
    while not state.over:
        witnessed, _ = state.play_witnessed(play(state))
        for seat, news in enumerate(witnessed):
            for view, deeds in news:
                after: Any = view.fields()
                events = events_between(
                    known[seat], after, cards, open_deeds(deeds), state.first_rolls()
                )
                yield Seen(seat, known[seat], after, deeds, events)
                known[seat] = after


def watched(cards: CompiledSet, players: int, seed: int) -> Iterator[Seen]:
    """Yield what is seen of a random game; codes are claimed where they can be, and rerolls kept
    for the Decoder."""
    random = Random(seed)

    def play(state: State) -> int:
        legal = state.legal_actions()
        rerolls = [action for action in legal if unpack(action).kind == Kind.REROLL]
        claims = [action for action in legal if unpack(action).kind == Kind.CLAIM]
        if state.decision == "place":
            return random.choice([action for action in legal if action not in rerolls])
        return random.choice(rerolls or claims or legal)

    return _tell(State.deal(cards, players, seed), play)


@lru_cache(maxsize=2)
def events_of(cards: CompiledSet, players: int, seed: int) -> list[Seen]:
    """Return a game that several tests look at: 130 MB, so few are kept."""
    return list(watched(cards, players, seed))


@lru_cache(maxsize=1)
def events_of_greedy(seed: int) -> list[Seen]:
    """Return a game in which missions are completed."""
    bot = make("greedy:worlds=1")

    def play(state: State) -> int:
        assert state.actor is not None
        return bot.choose(state.view(state.actor), seed)

    return list(_tell(State.deal(CARDS, 3, seed), play))


def _only(kind: str, events: list[Event]) -> list[Event]:
    return [event for event in events if event.kind == kind]


def _of_kind(game: list[Seen], kind: str) -> list[tuple[Seen, Event]]:
    return [(change, event) for change in game for event in _only(kind, change.events)]


@pytest.mark.parametrize("cards", [EITHER, CARDS, BENT], ids=["either", "rows", "bent"])
def test_a_broken_code_is_told_with_its_numbers_its_tiles_and_its_dice(cards: CompiledSet) -> None:
    broken = _of_kind(events_of(cards, 2, 2), "code_broken")
    bent = with_dice = backwards = 0
    for change, event in broken:
        numbers = cards.source.codes[event.cards[0] - 1].numbers
        shown = [change.before["tiles"][tile - 1] for tile in event.tiles]
        assert len(numbers) == len(shown) == len(set(event.tiles))
        covered = [
            (number, tile)
            for number, tile, face in zip(numbers, event.tiles, shown, strict=True)
            if number != face
        ]
        assert event.faces == tuple(number for number, _ in covered)
        assert f", {' '.join(map(str, numbers))}, on tiles " in event.words
        for number, tile in covered:
            assert f"a die of {number} on tile {tile}" in event.words
        with_dice += bool(covered)
        steps = {b - a for a, b in zip(event.tiles, event.tiles[1:], strict=False)}
        backwards += steps == {-1}
        bent += steps != {1} and steps != {-1}
    assert len(broken) > 10
    assert with_dice
    assert bool(bent) == (cards is BENT)
    assert bool(backwards) == (cards is not CARDS)


def test_each_claim_is_told_once_when_its_path_is_complete() -> None:
    game = events_of(BENT, 2, 2)
    seats = 2
    claims = [
        (seat, unpack(action).first + 1)
        for change in game
        if change.seat == 0
        for seat, action in change.deeds
        if unpack(action).kind == Kind.CLAIM
    ]
    for watcher in range(seats):
        seen = [
            (event.seat, event.cards[0])
            for change in game
            if change.seat == watcher
            for event in _only("code_broken", change.events)
        ]
        assert seen == claims
    under_way = [event for _, event in _of_kind(game, "claim")]
    assert under_way
    assert all(event.words.endswith(" so far") for event in under_way)


def test_a_swap_is_told_with_the_numbers_of_both_tiles() -> None:
    swaps = _of_kind(events_of(CARDS, 2, 2), "tiles")
    laid, *rest = [event for change, event in swaps if change.seat == 0]
    assert re.fullmatch(r"The cipher tiles are (\d ){6}above \d( \d){5}", laid.words)
    assert rest
    for change, event in swaps:
        if not change.before["tiles"]:
            continue
        first, second = event.tiles
        was = change.before["tiles"]
        assert event.words == (
            f"{SEAT_NAMES[event.seat or 0]} swaps the {was[first - 1]} on tile {first} "
            f"with the {was[second - 1]} on tile {second}"
        )


def test_a_reroll_on_the_decoder_says_where_and_moves_no_die() -> None:
    rerolls = [
        (change, event)
        for change, event in _of_kind(events_of(BENT, 2, 2), "roll")
        if " on the Decoder" in event.words
    ]
    assert rerolls
    for change, event in rerolls:
        assert event.place == "decoder"
        lying = change.after["players"][event.seat]["decoder_dice"]
        assert event.faces == tuple(lying)
        if lying:
            moved = {(other.kind, other.seat, other.place) for other in change.events}
            assert ("dice_placed", event.seat, "decoder") not in moved
            assert ("dice_back", event.seat, "decoder") not in moved


def test_a_gained_card_is_told_with_its_price_and_its_source() -> None:
    game = events_of_greedy(2)
    words = [event.words for _, event in _of_kind(game, "agency_gained")]
    for pattern in (
        r"takes A\d+ \(.*\), face up in \w+, with one die$",
        r"takes A\d+ .*, face up in \w+, with two dice$",
        r"draws an Agency Card from the Agency deck for a pair of cubes$",
    ):
        assert any(re.search(pattern, text) for text in words)
    for change, event in _of_kind(game, "agency_gained"):
        spaces = change.before["agency_face_up"]
        for card in event.cards:
            if "face up in" in event.words:
                assert card in spaces
            elif "from the Agency deck" in event.words:
                assert card not in spaces or card == 0
    missions = [event.words for _, event in _of_kind(game, "mission_gained")]
    assert any(text.endswith(" from the face-up missions with one die") for text in missions)
    searches = _of_kind(game, "search")
    assert searches
    for change, event in searches:
        deck = {"agency": "Agency", "mission": "mission"}[change.after["use"]["deck"]]
        assert f"looks at the top {event.count} cards of the {deck} deck" in event.words
        assert (": " in event.words) == (change.seat == event.seat)


def _paying(texts: list[str], completed: list[int], mission: int) -> tuple[Any, Any, Any]:
    """Return views before and after, and deeds, of seat 0 paying for a mission."""
    state = State.deal(CARDS, 2, 1)
    before: Any = state.view(1).fields()
    before["players"][0]["completed_missions"] = completed
    after = deepcopy(before)
    deeds = [(0, parse_action(text, CARDS)) for text in (f"complete M{mission}", *texts)]
    return before, after, open_deeds(deeds)


def _missions_where(fits: Callable[[Any], bool]) -> list[int]:
    return [number for number, mission in enumerate(CARDS.source.missions, 1) if fits(mission)]


def test_the_foot_that_pays_is_named_if_only_one_mission_has_it() -> None:
    cards = CARDS.source
    mission = _missions_where(lambda card: len(card.equipment) == 1 and not card.any_cards)[0]
    kind = cards.missions[mission - 1].equipment[0]
    feet = [card for card in _missions_where(lambda card: card.foot == kind) if card != mission]
    for completed, whose in (
        (feet[:1], f"'{cards.missions[feet[0] - 1].title}'"),
        (feet[:2], "a completed mission"),
    ):
        before, after, deeds = _paying(["pay foot"], completed, mission)
        paid = _only("payment", events_between(before, after, cards, deeds))
        title = cards.missions[mission - 1].title
        assert [payment.words for payment in paid] == [
            f"North pays for '{title}': the {kind} with the foot of {whose}"
        ]


def test_a_card_of_another_equipment_pays_as_the_character_may() -> None:
    cards = CARDS.source
    mission = _missions_where(lambda some: len(some.equipment) == 1 and not some.any_cards)[0]
    kind = cards.missions[mission - 1].equipment[0]
    card = next(n for n, agency_card in enumerate(cards.agency, 1) if agency_card.equipment != kind)
    before, after, deeds = _paying([f"pay A{card}"], [], mission)
    (paid, *_) = _only("payment", events_between(before, after, cards, deeds))
    assert paid.words.endswith(f" for the {kind}, as the character may")


def test_the_foot_that_meets_a_location_is_told_where_no_agent_does() -> None:
    cards = CARDS.source
    regions = {city: region.name for region in cards.regions for city in region.cities}
    mission = _missions_where(lambda card: len(card.cities) == 1 and not card.regions)[0]
    city = cards.missions[mission - 1].cities[0]
    foot = _missions_where(lambda card: card.foot == regions[city])[0]
    before, after, _ = _paying([], [foot], mission)
    after["players"][0]["completed_missions"] = sorted([foot, mission])
    elsewhere = next(other for other in cards.cities if regions[other] != regions[city])
    for cities, told_so in (([elsewhere] * 3, True), ([elsewhere, elsewhere, city], False)):
        before["players"][0]["agents"] = after["players"][0]["agents"] = cities
        happened = events_between(before, after, cards)
        words = _only("mission_completed", happened)[0].words
        title = cards.missions[foot - 1].title
        assert words.endswith(f", {city} met by the foot of '{title}'") == told_so


def test_every_cube_that_is_left_or_taken_is_told() -> None:
    left_at_all = taken_at_all = 0
    for change in events_of(CARDS, 2, 2):
        lay, lie = (
            Counter({city["city"]: len(city["colours"]) for city in view["cubes"]})
            for view in (change.before, change.after)
        )
        left = Counter(event.cities[0] for event in change.events if event.kind == "cube_left")
        taken = Counter(
            {event.cities[0]: event.count for event in change.events if event.kind == "cubes_taken"}
        )
        moved = [event.words for event in change.events if event.kind == "agent"]
        assert lay + left == lie + taken
        assert sum(", leaves a cube" in words for words in moved) <= left.total()
        left_at_all += left.total()
        taken_at_all += sum(", takes " in words for words in moved)
    assert left_at_all
    assert taken_at_all


def test_payments_in_a_game_add_up_to_the_symbols() -> None:
    paid: dict[tuple[int, int], int] = {}
    asked = 0
    cards = CARDS.source
    for change in events_of_greedy(2):
        if change.seat != 0:
            continue
        for event in change.events:
            if event.kind == "payment":
                paid[event.seat or 0, 0] = paid.get((event.seat or 0, 0), 0) + (event.count or 0)
            if event.kind == "mission_completed":
                missions = [cards.missions[card - 1] for card in event.cards]
                asked += sum(len(mission.equipment) + mission.any_cards for mission in missions)
    assert asked
    assert sum(paid.values()) == asked


def test_the_roll_for_the_first_player_is_told_and_explained() -> None:
    reasons = set()
    for seed in range(40):
        state = State.deal(CARDS, 4, seed)
        rolls = state.first_rolls()
        for change in _tell(state, lambda state: state.legal_actions()[0]):
            first = [event for event in change.events if event.kind == "first_player"]
            if first:
                break
        assert [list(event.faces) for event in change.events if event.kind == "first_roll"] == rolls
        rank = [(max(map(faces.count, faces)), sum(faces)) for faces in rolls]
        assert rank[change.after["starter"]] == max(rank)
        assert first[0].seat == change.after["starter"]
        reasons.add(re.sub(r"\d+|one$|two|three|four", "", first[0].words.partition(" ")[2]))
    assert {reason.split(",")[0] for reason in reasons} >= {
        "places first: most dice alike",
        "places first: the highest total",
    }


def test_a_deal_that_names_the_first_player_tells_of_no_roll() -> None:
    state = State.deal(CARDS, 2, 1, first_player=1)
    kinds = {}
    for change in _tell(state, lambda state: state.legal_actions()[0]):
        kinds.update({event.kind: event.words for event in change.events})
        if change.after["round"]:
            break
    assert kinds["first_player"] == "East places first, as the deal says"
    assert "first_roll" not in kinds


def _end(completed: list[list[int]], codes: list[list[int]], **changes: Any) -> list[Event]:
    before: Any = State.deal(CARDS, len(completed), 1).view(0).fields()
    before.update(phase="resolving", round=9, final_round=True, starter=0, **changes)
    after = deepcopy(before)
    for player, missions, broken in zip(after["players"], completed, codes, strict=True):
        player["completed_missions"] = missions
        player["completed_codes"] = broken
    after["phase"] = "over"
    before["players"] = deepcopy(after["players"])
    return events_between(before, after, CARDS.source)


def _worth(*points: int) -> list[int]:
    """Return missions of these points, all different, the same for the same points."""
    chosen: list[int] = []
    for worth in points:
        missions = enumerate(CARDS.source.missions, 1)
        fits = (number for number, mission in missions if mission.points == worth)
        chosen.append(next(number for number in fits if number not in chosen))
    return sorted(chosen)


def test_the_end_adds_up_the_points_and_says_what_broke_a_tie() -> None:
    def verdict(completed: list[list[int]], codes: list[list[int]]) -> str:
        return _only("over", _end(completed, codes))[0].words

    points = [mission.points for mission in CARDS.source.missions]
    assert {8, 9, 10, 11} <= set(points)
    assert verdict([_worth(8), _worth(9)], [[], []]) == "East wins"
    assert verdict([_worth(8), _worth(10)], [[1], []]) == (
        "East wins the tie with North by the highest single mission, 10 points to 8"
    )
    assert verdict([_worth(10), _worth(10, 10)], [[1, 2, 3, 4, 5], []]) == (
        "East wins the tie with North by most missions, 2 to 1"
    )
    assert verdict([_worth(10), _worth(10), _worth(8)], [[], [], []]) == (
        "North and East share the victory: equal points, missions and highest missions"
    )
    scores = _only("score", _end([_worth(8, 9), []], [[3], []]))
    assert [score.words for score in scores] == [
        "North has 19 points: 17 for 2 missions and 2 for 1 code",
        "East has 0 points: 0 for 0 missions and 0 for 0 codes",
    ]
    assert [score.count for score in scores] == [19, 0]


def test_last_missions_are_announced_though_nobody_can_complete_one() -> None:
    phases = [event.phase for event in _only("phase", _end([[], []], [[], []]))]
    assert phases == ["last_mission", "over"]


def test_it_is_told_whose_turn_begins() -> None:
    told = {event.seat: event.words for _, event in _of_kind(events_of(CARDS, 2, 2), "turn")}
    assert told == {0: "It is North's turn", 1: "It is East's turn"}


def test_a_first_window_that_goes_round_says_who_is_asked_next() -> None:
    before: Any = State.deal(CARDS, 3, 1).view(0).fields()
    before.update(round=1, phase="first_b", order=[2, 0, 1], starter=0)
    after = deepcopy(before)
    for asked, words in ((1, ["First goes round: East is asked next"]), (2, [])):
        after["asked_first"] = asked
        happened = events_between(before, after, CARDS.source)
        assert [event.words for event in _only("asked_first", happened)] == words


def test_the_opening_tells_of_characters_agents_cubes_and_options() -> None:
    fields: Any = State.deal(BENT, 2, 1).view(0).fields()
    for seat, player in enumerate(fields["players"]):
        character, agents = opening_of(seat, fields, BENT.source)
        name = BENT.source.characters[player["character"] - 1].name
        assert character.startswith(f"{name}: ")
        assert all(city in agents for city in player["agents"])
    lines = opening_of_table(fields, BENT.source)
    cities = [place["city"] for place in fields["cubes"] for _ in place["colours"]]
    assert sum(line.count(city) for line in lines for city in set(cities)) == len(cities) == 12
    assert [line for line in lines if line.startswith("codes_bend on: a code may run")]
    assert not [line for line in lines if "circle_wraps" in line]
    of_three: Any = State.deal(CARDS, 3, 1).view(0).fields()
    assert opening_of_table(of_three, CARDS.source) == []


def test_words_name_only_cards_that_the_views_of_the_seat_show() -> None:
    """This holds also for words made from the actions themselves, which hold the truth."""
    titles = {mission.title: number for number, mission in enumerate(house_set().missions, 1)}
    named = 0
    for game in (events_of(CARDS, 2, 2), events_of(BENT, 2, 2), events_of_greedy(2)):
        for change in game:
            shown = {
                key: {int(number) for number in re.findall(r"\d+", json.dumps(numbers))}
                for key, numbers in _cards_shown(change).items()
            }
            for event in change.events:
                for letter, number in re.findall(r"\b([ACM])(\d+)\b", event.words):
                    assert int(number) in shown[letter], event.words
                    named += 1
                for title in re.findall(r"'([A-Z].*?)'(?=[ ,:]|$)", event.words):
                    assert titles[title] in shown["M"], event.words
                    named += 1
    assert named > 500


def _cards_shown(change: Seen) -> dict[str, list[Any]]:
    shown: dict[str, list[Any]] = {"A": [], "C": [], "M": []}
    for view in (change.before, change.after):
        using = view.get("use", {})
        search = [place["card"] for place in view.get("search", {}).get("cards", [])]
        shown["A"] += view["agency_face_up"] + view["agency_deck"]["discards"] + search
        shown["A"] += [*using.get("agency_cards", []), using.get("card", 0)]
        shown["A"] += view.get("espionage", {}).get("pool", [])
        shown["M"] += view["missions_face_up"] + view["mission_deck"]["discards"] + search
        shown["M"] += [using.get("mission", 0)]
        shown["C"] += [*using.get("codes", []), view.get("claim", {}).get("code", 0)]
        for player in view["players"]:
            shown["A"] += [place["card"] for place in player["agency_cards"]]
            shown["M"] += player["completed_missions"]
            shown["M"] += [place["card"] for place in player["missions"]]
            shown["C"] += player["completed_codes"]
            shown["C"] += [place["card"] for place in player["codes"]]
    return shown


def test_every_seat_hears_which_card_is_discarded() -> None:
    """It lies face up from then on (rules 5.10, 5.13), though nobody knew it in the hand."""
    told = {Kind.DISCARD: 0, Kind.DISCARD_MISSION: 0}
    recruiter = {some.effect: some for some in house_set().characters}["draw_agency"]
    some = replace(recruiter, amount=4, times=4, period="turn")
    drawers = tuple(replace(some, name=f"Drawer {number}") for number in range(8))
    hands_overflow = CompiledSet(replace(house_set(), characters=drawers))
    for sight in watched(hands_overflow, 2, 2):
        for seat, deed in open_deeds(sight.deeds):
            kind = Kind(deed.kind)
            if kind not in told or seat == sight.seat:
                continue
            named = agency_words if deed.kind == Kind.DISCARD else mission_words
            words = f"{SEAT_NAMES[seat]} discards {named(deed.first, CARDS.source)}"
            assert words in [event.words for event in sight.events]
            told[kind] += 1
        if min(told.values()) > 2:
            return
    raise AssertionError("too few cards were discarded")


def test_hidden_choices_are_no_open_deeds() -> None:
    texts = ("return M12", "keep A7", "bottom M5", "refuse", "pay foot", "claim C7 3")
    deeds = open_deeds((1, parse_action(text, CARDS)) for text in texts)
    assert [deed.kind for _, deed in deeds] == [Kind.PAY, Kind.CLAIM]


def test_dice_of_the_folder_are_counted_in_words() -> None:
    back = _of_kind(events_of(CARDS, 2, 2), "dice_back")
    rests = {event.words for _, event in back if "folder" in event.words}
    assert any(" two dice back from the Special Operations folder" in words for words in rests)
    assert [words for words in rests if re.search(r"\d|\bdies\b", words)] == []


def test_phases_begin_in_words() -> None:
    assert _phase_begins("breaking").words == "Break Codes begins"
    assert _phase_begins("last_mission").words == "Last missions begin"

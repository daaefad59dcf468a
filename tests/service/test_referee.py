"""Referee: a host without a rules engine can play a game with it."""

from __future__ import annotations

from dataclasses import asdict, replace
from random import Random

import pytest
from service.games import CARDS
from service.server import Serving

from covert_bots.covert.wire import view_from_message, view_to_message
from covert_bots.players.message_fields import fields_from_message
from covert_engine.covert import State, format_action, parse_action
from covert_engine.covert.cards import compile, house_set
from covert_server.settings import Settings
from covertbots.client import Client, ServiceError
from covertbots.v1 import referee_pb2, view_pb2
from covertbots.v1.covert_card_set_pb2 import CovertOptions
from covertbots.v1.covert_pb2 import CovertSetup


def test_a_game_played_through_the_referee_is_the_game_the_engine_plays(client: Client) -> None:
    random = Random(2)
    state = State.deal(CARDS, 3, 42)
    position = client.advance(client.deal(3, 42))
    for seat, news in enumerate(position.news):
        assert [moment.view for moment in news.moments] == [view_to_message(state.view(seat))]
        assert not news.moments[0].events
    for _ in range(150):
        assert [decider.seat for decider in position.to_decide] == [state.actor]
        legal = [action.text for action in position.to_decide[0].legal_actions]
        assert legal == [format_action(action, CARDS) for action in state.legal_actions()]
        played = random.choice(legal)
        seen, done = state.play_watched(parse_action(played, CARDS))
        position = client.advance(position.record, played)
        for news, views in zip(position.news, seen, strict=True):
            assert [moment.view for moment in news.moments] == [*map(view_to_message, views)]
        assert [(deed.seat, deed.text) for deed in position.deeds] == [
            (seat, format_action(action, CARDS)) for seat, action in done
        ]


def test_a_game_is_taken_up_from_its_record_and_ends_with_its_result(client: Client) -> None:
    random = Random(7)
    state = State.deal(CARDS, 2, 9)
    played = []
    while not state.over:
        action = random.choice(state.legal_actions())
        played.append(format_action(action, CARDS))
        state.play(action)
    record = client.deal(2, 9)
    for text in played[:-20]:
        record.actions.add(text=text)
    position = client.advance(record)
    assert not position.HasField("result")
    position = client.advance(position.record, *played[-20:])
    assert not position.to_decide
    assert list(position.result.scores) == state.scores()
    assert list(position.result.winners) == state.winners()


def test_many_actions_at_once_lead_where_they_lead_one_by_one(client: Client) -> None:
    random = Random(3)
    position = client.advance(client.deal(2, 1))
    start = position.record
    views: list[list[view_pb2.View]] = [[], []]
    played = []
    for _ in range(40):
        played.append(random.choice(position.to_decide[0].legal_actions).text)
        position = client.advance(position.record, played[-1])
        for news in position.news:
            views[news.seat].extend(moment.view for moment in news.moments)
    together = client.advance(start, *played)
    assert together.record == position.record
    assert together.to_decide == position.to_decide
    for news in together.news:
        assert [moment.view for moment in news.moments] == views[news.seat]


def test_a_position_does_not_depend_on_what_the_server_remembers(client: Client) -> None:
    random = Random(4)
    position = client.advance(client.deal(4, 6))
    for _ in range(30):
        position = client.advance(
            position.record, random.choice(position.to_decide[0].legal_actions).text
        )
    # The same record in other words is not the one remembered, so it is played from the deal.
    shouted = referee_pb2.Record()
    shouted.CopyFrom(position.record)
    for action in shouted.actions:
        action.text = action.text.upper()
    anew = client.advance(shouted)
    assert anew.to_decide == position.to_decide
    for news, before in zip(anew.news, client.advance(position.record).news, strict=True):
        assert news == before


def test_options_are_those_asked_for_or_the_card_sets_own(client: Client) -> None:
    own = client.deal(2, 1).covert.options
    assert fields_from_message(own) == asdict(house_set().options)
    asked = CovertOptions(swaps_first=True)
    record = client.deal(2, 1, CovertSetup(options=asked))
    assert record.covert.options == asked
    view = client.advance(record).news[0].moments[0].view
    assert view.covert.options == asked
    cards = compile(house_set(), fields_from_message(asked))
    assert view_to_message(view_from_message(view.covert, cards)) == view


def test_characters_and_the_first_player_are_those_asked_for(client: Client) -> None:
    record = client.deal(3, 42, CovertSetup(characters=[4, 6, 1], first_player=2))
    assert (list(record.covert.characters), record.covert.first_player) == ([4, 6, 1], 2)
    position = client.advance(record)
    state = State.deal(CARDS, 3, 42, (3, 5, 0), 2)
    for seat, news in enumerate(position.news):
        view = news.moments[0].view
        assert view == view_to_message(state.view(seat))
        assert [player.character for player in view.covert.players] == [4, 6, 1]
        assert view.covert.starter == 2


def test_without_them_chance_deals_and_the_record_names_none(client: Client) -> None:
    record = client.deal(3, 42)
    assert not record.covert.characters
    assert not record.covert.HasField("first_player")
    view = client.advance(record).news[0].moments[0].view
    assert view == view_to_message(State.deal(CARDS, 3, 42).view(0))


def test_options_that_a_card_set_cannot_have_are_named() -> None:
    house = house_set()
    code = replace(house.codes[0], numbers=(1, 2, 3, 4, 5))
    bending = replace(
        house,
        tiles=(2, 2, 1, 1, 1, 1),  # two rows of four
        codes=(code, *house.codes[1:]),
        options=replace(house.options, codes_bend=True),
    )
    straight = CovertOptions(**(asdict(bending.options) | {"codes_bend": False}))
    with (
        Serving(Settings(workers=1, card_sets=(bending,))) as serving,
        Client(serving.target) as client,
    ):
        assert client.deal(2, 1).covert.options.codes_bend
        with pytest.raises(ServiceError) as caught:
            client.deal(2, 1, CovertSetup(options=straight))
    ((field, wrong),) = caught.value.violations
    assert field == "covert.options"
    assert wrong.startswith("do not go with the card set: code C1: 5 numbers; expected at most 4")


def test_the_card_set_is_reported_as_it_is(client: Client) -> None:
    served = client.get_card_set().covert
    printed = house_set()
    assert served.digest == printed.digest
    assert client.get_card_set(printed.digest).covert == served
    assert [card.city for card in served.agency_cards] == [card.city for card in printed.agency]
    assert [tuple(code.numbers) for code in served.codes] == [
        code.numbers for code in printed.codes
    ]
    assert [mission.points for mission in served.missions] == [m.points for m in printed.missions]
    assert [character.effect for character in served.characters] == [
        character.effect for character in printed.characters
    ]
    assert sum(tokens.count for tokens in served.tokens) == 16


def test_everything_printed_has_its_words(client: Client) -> None:
    served = client.get_card_set().covert
    for card in served.agency_cards:
        assert card.equipment in card.words
        assert card.city in card.words
    for mission in served.missions:
        symbols = [*mission.equipment, *mission.cities, *mission.regions]
        assert all(symbol in mission.words for symbol in symbols)
        assert mission.words.startswith(f"{mission.points} points: ")
        assert mission.foot in mission.words
    for code in served.codes:
        assert code.words == f"{' '.join(map(str, code.numbers))}; {code.equipment}"
    assert all(character.words for character in served.characters)
    abilities = {text.ability: text for text in served.ability_texts}
    assert sorted(abilities) == list(range(1, 9))
    assert all(abilities[card.ability].name in card.words for card in served.agency_cards)
    assert all(text.words.endswith(".") and "[" not in text.words for text in abilities.values())
    assert [text.name for text in served.option_texts] == list(asdict(house_set().options))
    assert all(text.on and text.off and text.on != text.off for text in served.option_texts)


def test_a_refusal_shows_only_to_the_seat_that_refuses(client: Client) -> None:
    """Windows whose seats all refuse are two moments to the others: it opens and it closes."""
    random = Random(6)
    position = client.advance(client.deal(4, 9))
    quiet = 0
    for _ in range(3000):
        if quiet > 5:
            break
        if not position.to_decide:  # the game is over
            position = client.advance(client.deal(4, 10))
        legal = [action.text for action in position.to_decide[0].legal_actions]
        refusing = "refuse" in legal
        seat = position.to_decide[0].seat
        position = client.advance(position.record, "refuse" if refusing else random.choice(legal))
        same_window = (
            refusing
            and position.to_decide
            and "refuse" in [action.text for action in position.to_decide[0].legal_actions]
            and all(deed.text == "refuse" for deed in position.deeds)
            and position.to_decide[0].seat != seat
        )
        if same_window:
            quiet += 1
            for news in position.news:
                if news.seat not in (seat, position.to_decide[0].seat):
                    assert not news.moments
    assert quiet > 5

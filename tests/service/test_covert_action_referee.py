"""Referee plays Covert Action: in windows several seats decide at once, and leave no trace."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from service.covert_action_games import ALL_ON, chosen, decide_at_random, windows

from covert_bots.covert_action.setup_message import settings_of_setup, setup_of_settings
from covert_bots.covert_action.wire import view_to_message
from covert_engine.covert_action import Settings, State
from covertbots.client import Client, ServiceError
from covertbots.v1 import referee_pb2
from covertbots.v1.covert_action_pb2 import (
    CovertActionEvent,
    CovertActionSettings,
    CovertActionSetup,
    CovertActionView,
)

VOID = CovertActionSettings.DEADLINE_VOID
TABLES = [
    (4, CovertActionSetup()),
    (6, CovertActionSetup(saboteurs=True, talk=False, beats=1)),
    (7, CovertActionSetup(talk=False, beats=2, deadline=VOID)),
    (14, ALL_ON),
]


@pytest.mark.parametrize(("players", "setup"), TABLES)
def test_a_game_played_through_the_referee_is_the_game_the_engine_plays(
    client: Client, players: int, setup: CovertActionSetup
) -> None:
    random = Random(players)
    state = State.deal(settings_of_setup(setup, players), 42)
    position = client.advance(client.deal(players, 42, setup))
    for seat, news in enumerate(position.news):
        assert [moment.view for moment in news.moments] == [view_to_message(state.view(seat))]
    for _ in range(400 if players < 10 else 150):
        if state.over:
            break
        assert [decider.seat for decider in position.to_decide] == state.deciders
        for decider in position.to_decide:
            assert [action.text for action in decider.legal_actions] == state.legal_texts(
                seat=decider.seat
            )
            assert {action.seat for action in decider.legal_actions} == {decider.seat}
        seat, text = decide_at_random(position, random)
        events = state.play_with_events(text, seat=seat)
        position = client.advance(position.record, chosen(text, seat))
        assert (position.deeds[0].seat, position.deeds[0].text) == (seat, text)
        for news in position.news:
            views = [view_to_message(state.view(news.seat))] if events else []
            assert [moment.view for moment in news.moments] == views
    assert bool(position.to_decide) != state.over
    if state.over:
        assert list(position.result.winners) == state.winners()
        assert list(position.result.scores) == state.scores()


def test_all_that_may_decide_in_a_window_are_named_and_may_do_so_in_any_order(
    client: Client,
) -> None:
    """They may do so in any number of calls; record, news and all else are the same then."""
    setup = CovertActionSetup(talk=False)
    tried = 0
    for position in windows(client, 6, setup, seed=3, count=6):
        seats = [decider.seat for decider in position.to_decide]
        assert {decider.covert_action for decider in position.to_decide} == {
            CovertActionView.DECISION_TRIGGER
        }
        random = Random(tried)
        choices = [
            chosen(random.choice(decider.legal_actions).text, decider.seat)
            for decider in position.to_decide
        ]
        ascending = client.advance(position.record, *choices)
        for order in (choices[::-1], random.sample(choices, len(choices))):
            assert client.advance(position.record, *order) == reordered(ascending, order)
            # One by one: nobody sees anything before the last, and the record hides the order.
            step = position
            for number, choice in enumerate(order):
                step = client.advance(step.record, choice)
                left = [
                    seat
                    for seat in seats
                    if seat not in {choice.seat for choice in order[: number + 1]}
                ]
                if left:
                    assert [decider.seat for decider in step.to_decide] == left
                    assert not any(news.moments for news in step.news)
                    made = step.record.actions[len(position.record.actions) :]
                    assert [action.seat for action in made] == sorted(set(seats) - set(left))
            assert step.record == ascending.record
            assert step.news == ascending.news
            assert step.to_decide == ascending.to_decide
        assert not any(action.HasField("seat") for action in ascending.record.actions)
        tried += 1
    assert tried == 6


def reordered(
    response: referee_pb2.AdvanceResponse, order: list[Any]
) -> referee_pb2.AdvanceResponse:
    """Return the response with the choices in another order; forced events stay."""
    made = referee_pb2.AdvanceResponse()
    made.CopyFrom(response)
    deeds = {deed.seat: deed for deed in response.deeds[: len(order)]}
    forced = response.deeds[len(order) :]
    del made.deeds[:]
    made.deeds.extend([*(deeds[choice.seat] for choice in order), *forced])
    return made


def test_a_record_goes_on_from_an_open_window(client: Client) -> None:
    """It does so also with a server that remembers nothing: the record is played from the deal."""
    position = next(windows(client, 6, CovertActionSetup(talk=False), seed=1, count=1))
    last = position.to_decide[-1].seat
    part = client.advance(position.record, chosen("hold", last))
    assert [(action.text, action.seat) for action in part.record.actions] == [("hold", last)]
    shouted = referee_pb2.Record()
    shouted.CopyFrom(part.record)
    shouted.actions[0].text = "HOLD"
    assert client.advance(shouted).to_decide == part.to_decide
    seen = client.advance(part.record).news
    choices = [news.moments[0].view.covert_action.HasField("choice") for news in seen]
    assert choices == [seat == last for seat in range(6)]


def test_an_ordered_shot_that_is_forced_is_among_the_deeds(client: Client) -> None:
    """Two Saboteurs misfire; two seats are left, all hold, and who is ordered has one target."""
    setup = CovertActionSetup(saboteurs=True, talk=False, beats=1)
    compared = 0
    for seed in range(200):
        state = State.deal(settings_of_setup(setup, 6), seed)
        played = []
        forced: list[tuple[int, str]] = []
        while state.round == 1 and not state.over and not forced:
            seat = state.deciders[0]
            roles, teams = state.hidden()["roles"], state.view(0).fields()["players"]
            others = [
                text
                for text in state.legal_texts(seat=seat)
                if text != "hold" and teams[int(text[6:]) - 1]["team"] != teams[seat]["team"]
            ]
            shoots = state.phase == "deadline" or (roles[seat] == "saboteur" and others)
            text = (others or state.legal_texts(seat=seat))[-1] if shoots else "hold"
            window = state.phase == "window"
            events = state.play_with_events(text, seat=seat)
            played.append(chosen(text, seat))
            forced = [
                (event["seat"], f"shoot {event['target'] + 1}")
                for event in events
                if window and event["kind"] == "shot" and event["ordered"]
            ]
        if forced:
            position = client.advance(client.deal(6, seed, setup), *played)
            deeds = [(deed.seat, deed.text) for deed in position.deeds]
            assert deeds == [*((action.seat, action.text) for action in played), *forced]
            assert len(position.record.actions) == len(played)
            compared += 1
    assert compared


def test_an_unseen_choice_changes_the_news_of_nobody_else(client: Client) -> None:
    """E4: who fires is the same whether a slower seat held or shot; all news are, byte for byte."""
    random = Random(5)
    compared = 0
    for position in windows(client, 6, CovertActionSetup(talk=False), seed=9, count=20):
        choices = {
            decider.seat: random.choice(decider.legal_actions).text
            for decider in position.to_decide
        }
        after = client.advance(position.record, *map(chosen, choices.values(), choices))
        fired = [deed.seat for deed in after.deeds if deed.text.startswith("shoot")]
        shots = [
            event.seat
            for event in after.news[0].moments[0].events
            if event.covert_action.kind == CovertActionEvent.KIND_SHOT
        ]
        lapsed = [seat for seat in fired if seat not in shots]
        for seat in lapsed:
            held = {**choices, seat: "hold"}
            other = client.advance(
                position.record, *(chosen(text, at) for at, text in held.items())
            )
            for news, two in zip(after.news, other.news, strict=True):
                assert news.SerializeToString() == two.SerializeToString()
            assert after.record != other.record
            compared += 1
    assert compared > 10


def test_events_say_in_words_and_as_data_what_happened(client: Client) -> None:
    random = Random(2)
    names = [f"Player {letter}" for letter in "ABCDEFGHIJKLMN"]
    seen: dict[int, str] = {}
    for players, setup in TABLES:
        position = client.advance(client.deal(players, 7, setup))
        for _ in range(400):
            if not position.to_decide:
                break
            seat, text = decide_at_random(position, random)
            position = client.advance(position.record, chosen(text, seat), names=names[:players])
            public: dict[int, list[str]] = {}
            for news in position.news:
                for event in (event for moment in news.moments for event in moment.events):
                    data = event.covert_action
                    seen.setdefault(data.kind, event.words)
                    if event.HasField("seat"):
                        assert event.words.startswith(f"{names[event.seat]} ")
                    if data.kind in (CovertActionEvent.KIND_ORDERED, CovertActionEvent.KIND_DEALT):
                        assert event.seat == news.seat if event.HasField("seat") else data.role
                        continue  # private, or with a card that only its seat sees
                    if data.kind == CovertActionEvent.KIND_DRAW:
                        assert (data.plan != 0) == (event.seat == news.seat)
                        continue
                    public.setdefault(news.seat, []).append(event.words)
            assert len({tuple(words) for words in public.values()}) <= 1
    assert set(seen) == set(CovertActionEvent.Kind.values()) - {0}


def test_a_deal_writes_out_its_settings_and_names_what_is_wrong(client: Client) -> None:
    for players, setup in TABLES:
        record = client.deal(players, 1, setup)
        assert record.covert_action == setup_of_settings(settings_of_setup(setup, players))
    assert client.deal(9, 1, CovertActionSetup()).covert_action.teams == Settings(9).teams
    with pytest.raises(ServiceError) as caught:
        client.deal(5, 1, CovertActionSetup(saboteurs=True))
    assert [name for name, _ in caught.value.violations] == ["covert_action.saboteurs"]
    with pytest.raises(ServiceError) as caught:
        client.deal(15, 1, CovertActionSetup())
    assert [name for name, _ in caught.value.violations] == ["players"]


def test_the_cards_of_the_game_that_is_named(client: Client) -> None:
    assert client.get_card_set(game="covert_action").covert_action.roles
    assert client.get_card_set(game="covert") == client.get_card_set()
    for game, field in (("chess", "game"), ("covert_action", "card_set")):
        with pytest.raises(ServiceError) as caught:
            client.get_card_set("f" * 64, game=game)
        assert [name for name, _ in caught.value.violations] == [field]

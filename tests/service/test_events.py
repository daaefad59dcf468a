"""Events tell what changed between two views, and no more than the views do."""

from __future__ import annotations

from functools import cache
from itertools import chain
from random import Random
from typing import Any

from service.games import CARDS, decisions
from views.games import decisions as games_of
from views.games import recruiters
from views.twins import WINDOWS, TwinGame, some_twins

from covert_bots.covert.words.change import SEAT_NAMES, Event, open_deeds
from covert_bots.covert.words.events import events_between
from covert_engine.covert import State, format_action, parse_action
from covertbots.v1.covert_pb2 import CovertEvent
from covertbots.v1.referee_pb2 import Event as Shared


@cache
def watched() -> list[list[Event]]:
    """Return the events of a random game, as they came to a seat at a time."""
    random = Random(5)
    state = State.deal(CARDS, 2, 5)
    known = [state.view(seat).fields() for seat in range(2)]
    seen = []
    while not state.over:
        views, _ = state.play_watched(random.choice(state.legal_actions()))
        for seat, news in enumerate(views):
            for view in news:
                fields: Any = view.fields()
                seen.append(events_between(known[seat], fields, CARDS.source))
                known[seat] = fields
    return seen


def test_a_game_has_events_of_nearly_every_kind_each_in_words() -> None:
    events = [event for seen in watched() for event in seen]
    kinds = {event.kind for event in events}
    names = {
        value.name.removeprefix("KIND_").lower() for value in CovertEvent.Kind.DESCRIPTOR.values
    }
    assert kinds <= names
    assert len(kinds) > 25, names - kinds
    for event in events:
        assert event.words
        assert event.words == event.words.strip()


def test_a_window_closes_before_the_effect_and_a_round_ends_after_all_else() -> None:
    closed = ended = 0
    for seen in watched():
        kinds = [event.kind for event in seen]
        assert "window_closes" not in kinds[1:]
        closed += kinds[:1] == ["window_closes"] and len(kinds) > 1
        if "round" in kinds and "dice_back" in kinds:
            before = kinds[: kinds.index("dice_back")]
            after = set(kinds) - set(before)
            assert after <= {"dice_back", "round", "phase", "turn", "roll"}
            ended += bool(before)
    assert closed > 50
    assert ended > 0


def test_a_use_by_a_character_is_reported_as_one() -> None:
    words = set()
    for state in chain(decisions(4, 5), games_of(recruiters(), 3, 1, "hoarding")):
        view = state.view(0)
        if not view.in_use:
            continue
        fields: Any = view.fields()
        before: Any = {name: value for name, value in fields.items() if name != "use"}
        happened = events_between(before, fields, state.cards.source)
        words |= {event.words.partition(" ")[2] for event in happened if event.kind == "use"}
    assert {
        "uses +1",
        "uses Search",
        "uses Search with their character",
        "draws Agency Cards with their character",
        "flies an agent",
    } <= words
    assert "pays for mission M0" not in words


def test_nothing_changes_without_an_event_and_nothing_happens_without_a_change() -> None:
    state = next(iter(decisions(3, 8)))
    fields: Any = state.view(0).fields()
    assert events_between(fields, fields, CARDS.source) == []


def test_placing_a_die_is_reported_to_all() -> None:
    for state in decisions(2, 3):
        texts = [format_action(action, CARDS) for action in state.legal_actions()]
        places = [text for text in texts if text.startswith("place") and text.endswith("movement")]
        if places:
            break
    face = int(places[0].split()[1])
    before = [state.view(seat).fields() for seat in range(2)]
    placing = state.actor
    views, _ = state.play_watched(parse_action(places[0], CARDS))
    for seat in range(2):
        happened = events_between(before[seat], views[seat][0].fields(), CARDS.source)
        die = next(event for event in happened if event.kind == "dice_placed")
        assert (die.seat, die.place, die.faces, die.count) == (placing, "movement", (face,), 1)
        assert die.words == f"{SEAT_NAMES[placing or 0]} places a {face} on Movement"


def test_an_event_is_what_its_message_can_say() -> None:
    shared, details = Shared.DESCRIPTOR.fields_by_name, CovertEvent.DESCRIPTOR.fields_by_name
    assert set(vars(Event("turn", "words"))) == {"words", "seat", *details}
    assert set(shared) == {"words", "seat", "covert", "covert_action", "other"}


def events_of(game: TwinGame, seat: int) -> list[list[Event]]:
    """Return the events that a seat sees in a game, change by change."""
    fields: list[Any] = [view.fields() for view in game.seen[seat]]
    changes = zip(fields, fields[1:], game.done[seat][1:], strict=False)
    return [
        events_between(before, after, game.state.cards.source, open_deeds(done))
        for before, after, done in changes
    ]


def test_a_seat_that_cannot_tell_two_games_apart_is_told_the_same_of_both() -> None:
    """The seat is told the same even if in one of them somebody was asked in a window and refused
    (rules 10.9)."""
    compared = 0
    for players in (2, 3, 4):
        for ability in WINDOWS:
            for pair in some_twins(players, ability, 1):
                seat = pair.observers[-1]
                first, second = (events_of(game, seat) for game in pair.games)
                assert first == second
                compared += len(first)
    assert compared > 100

"""Positions as people at a table write them, read and written by the service."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from service.games import CARDS, request_view, some_decisions

from covert_bots.covert.card_set_message import card_set_from_message, card_set_to_message
from covert_bots.covert.position.sequel import possible_actions, sequel
from covert_bots.covert.position.write import position_text
from covert_engine.covert import View, house_set
from covertbots.client import Client, ServiceError, limits
from covertbots.v1 import view_pb2
from covertbots.v1.covert_card_set_pb2 import CovertCardSet

ROOT = Path(__file__).resolve().parents[2]
PLACE = (ROOT / "examples/positions/place.txt").read_text(encoding="utf-8")
HOUSE = ROOT / "engine/covert_engine/covert/cards/data/house.toml"


def own_cards() -> CovertCardSet:
    """A card set that no server has."""
    return card_set_to_message(replace(house_set(), name="Ours"))


def problems(client: Client, text: str) -> dict[str, str]:
    """Return the mistakes of a text by their fields."""
    with pytest.raises(ServiceError) as refused:
        client.read_position(text)
    assert refused.value.code.name == "INVALID_ARGUMENT"
    return dict(refused.value.violations)


def test_what_is_written_is_read_back(client: Client) -> None:
    for state in some_decisions(3, 11, 12):
        seat = state.actor
        assert seat is not None
        text = client.write_position(request_view(state))
        assert text == position_text(state.view(seat))
        read = client.read_position(text, card_set=CARDS.digest.hex())
        assert not read.view.HasField("covert_cards")
        assert client.write_position(read.view) == text
        assert client.list_legal_actions(read.view).to_decide.seat == seat


def test_what_was_assumed_is_said(client: Client) -> None:
    assumed = client.read_position(PLACE).assumed
    assert any("'8 /red' is taken for" in sentence for sentence in assumed)


@pytest.mark.parametrize(
    ("old", "new", "field", "said"),
    [
        ("dice 23446", "dice 23447", "text.East.dice", "line 10: '23447'; expected faces of dice"),
        ("dice 23446", "dice 2344", "text.East.dice", "line 10: "),
        ("; agents Bon Vie Ams", "", "text.East.agents", "line 10: is missing; expected three"),
        ("cards -; ", "", "text.North.cards", "line 7: is missing; expected your cards"),
        ("Bon Vie Ams", "Bon Vie", "text.East.agents", "line 10: "),
        ("now: round 3, placing", "now: round 3", "text.now", "line 1: no phase"),
        (
            "code decks: lis, bin\n",
            "",
            "text.code decks",
            "line 1: is missing; expected the",
        ),
        ("started: North", "startet: North", "text", "line 2: 'startet' begins no line"),
        ("rad Cop, esc Bon", "rad Cop", "text.face up", "line 4: 5 cards"),
    ],
)
def test_a_mistake_is_named_by_its_line_and_part(
    client: Client, old: str, new: str, field: str, said: str
) -> None:
    assert PLACE.count(old) == 1
    found = problems(client, PLACE.replace(old, new))
    assert list(found) == [field]
    assert found[field].startswith(said)


def test_cards_that_are_made_up_come_with_the_view(client: Client) -> None:
    text = PLACE.replace("rad Cop, esc Bon", "rad Mos, esc Bon")
    read = client.read_position(text)
    made_up = read.view.covert_cards
    assert read.view.covert.card_set == made_up.digest != CARDS.digest.hex()
    assert client.suggest_move(read.view, "greedy").suggestion.moves
    assert "radio Moscow" in client.write_position(read.view)
    read.view.covert.card_set = ""
    read.view.ClearField("covert_cards")
    with pytest.raises(ServiceError, match=r"view\.covert\.card_set: is empty"):
        client.list_legal_actions(read.view)


def test_own_cards_are_read_from_their_file(client: Client) -> None:
    text = HOUSE.read_text(encoding="utf-8")
    assert client.read_card_set(text).covert == card_set_to_message(house_set())
    with pytest.raises(ServiceError) as refused:
        client.read_card_set(text.replace('"radio"', '"rodeo"', 3))
    field, said = refused.value.violations[0]
    assert field == "text"
    assert said.startswith("line ")
    with pytest.raises(ServiceError, match=r"game: is 'covert_action', whose positions are not"):
        client.read_card_set(text, game="covert_action")


def test_a_position_may_be_one_of_own_cards(client: Client) -> None:
    cards = own_cards()
    read = client.read_position(PLACE, cards=cards)
    assert read.view.covert_cards == cards
    answer = client.suggest_move(read.view, "ismcts", limits(iterations=50), plans=True)
    assert answer.suggestion.covert.plans
    with pytest.raises(ServiceError) as refused:
        client.read_position(PLACE, card_set=cards.digest)
    assert refused.value.reason == "CARD_SET_UNKNOWN"


def test_the_same_cards_have_one_answer_however_they_come(client: Client) -> None:
    view = client.read_position(PLACE).view
    brought = view_pb2.View(covert=view.covert, covert_cards=card_set_to_message(CARDS.source))
    limit = limits(iterations=60)
    assert (
        client.suggest_move(view, "ismcts", limit).suggestion
        == client.suggest_move(brought, "ismcts", limit).suggestion
    )


def test_cards_with_mistakes_are_refused(client: Client) -> None:
    view = client.read_position(PLACE, cards=own_cards()).view
    view.covert_cards.missions[3].equipment.append("banjo")
    view.covert_cards.missions[3].points = 0
    with pytest.raises(ServiceError) as refused:
        client.suggest_move(view, "greedy")
    fields = {field for field, _ in refused.value.violations}
    assert fields == {"view.covert_cards"}
    assert any("banjo" in said for _, said in refused.value.violations)
    other = view_pb2.View(covert=view.covert, covert_cards=own_cards())
    other.covert.card_set = "0" * 64
    with pytest.raises(ServiceError, match=r"view\.covert\.card_set: is '0000"):
        client.suggest_move(other, "greedy")
    many = own_cards()
    many.agency_cards.extend(list(many.agency_cards) * 3)
    with pytest.raises(ServiceError, match=r"cards\.agency_cards: has 192 entries; expected at mo"):
        client.read_position(PLACE, cards=many)


def test_a_card_set_as_a_message_is_the_card_set() -> None:
    for card_set in (house_set(), replace(house_set(), name="Ours")):
        message = card_set_to_message(card_set)
        assert card_set_from_message(message).digest == card_set.digest == message.digest


def test_a_position_goes_on(client: Client) -> None:
    view = client.read_position(PLACE).view
    possible = client.continue_position(view).possible
    assert list(possible) == list(client.list_legal_actions(view).to_decide.legal_actions)
    after = client.continue_position(view, "place 3 missions")
    assert not after.untold
    assert "circles: missions 3N" in after.text
    assert "dice 1124" in after.text
    view = client.read_position(after.text).view
    assert view.covert.to_decide == 1
    others = client.continue_position(view).possible
    assert others[0].seat == 1
    assert {"place 4 missions", "pass"} <= {action.text for action in others}
    after = client.continue_position(view, "place 4 folder")
    assert not after.untold  # which token East draws is not ours to know
    assert "tokens 3" in after.text.partition("East:")[2]


def test_what_chance_decides_is_left_to_be_told(client: Client) -> None:
    view = client.read_position(PLACE).view
    after = client.continue_position(view, "place 3 folder")
    assert list(after.untold) == ["text.North.tokens"]
    assert list(problems(client, after.text)) == ["text.North.tokens"]
    told = after.text.replace("tokens -1, ?", "tokens -1, First")
    assert client.read_position(told).view.covert.to_decide == 1


def test_what_nobody_may_do_is_refused(client: Client) -> None:
    view = client.read_position(PLACE).view
    for text, said in (("place 6 missions", "nobody may do"), ("hop", "hop")):
        with pytest.raises(ServiceError) as refused:
            client.continue_position(view, text)
        ((field, wrong),) = refused.value.violations
        assert field == "action.text"
        assert said in wrong


def test_games_without_such_a_notation_say_so(client: Client) -> None:
    with pytest.raises(ServiceError, match=r"game: is 'covert_action', whose positions are not"):
        client.read_position(PLACE, game="covert_action")
    view = view_pb2.View()
    view.covert_action.seat = 1
    for ask in (client.write_position, client.continue_position):
        with pytest.raises(ServiceError, match="view: is of `covert_action`, whose positions are"):
            ask(view)


def test_the_truth_of_another_seat_is_not_in_a_sequel() -> None:
    """A sequel comes from the view alone: views that are equal have equal sequels."""
    state = some_decisions(3, 11, 12)[3]
    seat = state.actor
    assert seat is not None
    view = state.view(seat)
    again = View.from_bytes(CARDS, view.to_bytes())
    action = possible_actions(view)[0][0]
    assert sequel(view, action) == sequel(again, action)

"""All mistakes of a host's request come in one answer, in both games."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import chain, combinations
from typing import Any, TypeAlias

import grpc
import pytest
from google.protobuf import json_format
from google.protobuf.message import Message
from service.web import PROTO, Web, check_error

from covert_bots.covert_action.setup_message import mistakes_of_setup
from covert_server.calls.status import MOST_PROBLEMS
from covert_server.referee import MOST_ACTIONS
from covertbots.client import ServiceError
from covertbots.v1 import referee_pb2 as v1
from covertbots.v1.action_pb2 import Action
from covertbots.v1.covert_action_pb2 import CovertActionSetup
from covertbots.v1.covert_pb2 import CovertSetup

Violations: TypeAlias = dict[str, str]
Send: TypeAlias = Callable[[str, Message], Violations]


def over_grpc(web: Web, method: str, request: Message) -> Violations:
    with grpc.insecure_channel(web.serving.target) as channel:
        path = f"/covertbots.v1.Referee/{method}"
        call: Any = channel.unary_unary(path, type(request).SerializeToString)
        with pytest.raises(grpc.RpcError) as caught:
            call(request, timeout=60)
    error = ServiceError.of(caught.value)
    assert error.code is grpc.StatusCode.INVALID_ARGUMENT
    return once(error.violations)


def named_in(response: Any) -> Violations:
    assert response.status_code == 400
    _, details = check_error(response.json())
    violations = details["BadRequest"]["fieldViolations"]
    return once([(violation["field"], violation["description"]) for violation in violations])


def once(violations: Any) -> Violations:
    """Return the violations by field; none may be named twice."""
    by_field = dict(violations)
    assert len(by_field) == len(violations)
    return by_field


@pytest.fixture
def send(web: Web) -> Send:
    return lambda method, message: over_grpc(web, method, message)


def dealt(web: Web, players: int, **setup: Any) -> v1.Record:
    asked = v1.DealRequest(players=players, seed=3, **setup)
    return web.ask_in_bytes("Referee/Deal", asked, v1.DealResponse).record


def legal(web: Web, record: v1.Record) -> str:
    answer = web.ask_in_bytes(
        "Referee/Advance", v1.AdvanceRequest(record=record), v1.AdvanceResponse
    )
    text: str = answer.to_decide[0].legal_actions[0].text
    return text


def test_a_deal_of_covert(send: Send) -> None:
    setup = CovertSetup(characters=[9, 2, 2, 0], first_player=3)
    mistakes = send("Deal", v1.DealRequest(players=3, covert=setup))
    assert mistakes == {
        "covert.characters": "holds 4 characters; expected 3, one for each seat, or none",
        "covert.characters[0]": "is 9; expected 1 to 6",
        "covert.characters[2]": "is 2 again; expected all different",
        "covert.characters[3]": "is 0; expected 1 to 6",
        "covert.first_player": "is 3; expected a seat, 0 to 2",
    }
    fewer = send("Deal", v1.DealRequest(players=3, covert=CovertSetup(characters=[1])))
    said = "holds 1 character; expected 3, one for each seat, or none"
    assert fewer == {"covert.characters": said}


def test_what_depends_on_a_number_of_players_that_there_is_not_is_left_out(send: Send) -> None:
    setup = CovertSetup(characters=[1, 2, 7], first_player=3)
    mistakes = send("Deal", v1.DealRequest(players=5, covert=setup))
    assert mistakes == {
        "players": "is 5; expected 2, 3 or 4",
        "covert.characters[2]": "is 7; expected 1 to 6",
    }
    asked = v1.DealRequest(players=15, covert_action=CovertActionSetup(teams=4, saboteurs=True))
    assert list(send("Deal", asked)) == ["players", "covert_action.teams"]


def test_a_deal_of_covert_action(send: Send) -> None:
    setup = CovertActionSetup(teams=2, saboteurs=True, alternate=True, beats=9)
    setup.deadline = 77  # type: ignore[assignment]
    asked = v1.DealRequest(players=5, covert_action=setup)
    names = ("saboteurs", "alternate", "beats", "deadline")
    assert set(send("Deal", asked)) == {f"covert_action.{name}" for name in names}


def mistaken_settings(players: int, **chosen: Any) -> list[str]:
    return [mistake.field for mistake in mistakes_of_setup(CovertActionSetup(**chosen), players)]


def test_a_setting_is_judged_by_what_is_sure() -> None:
    assert mistaken_settings(6, saboteurs=True, beats=2) == []
    assert mistaken_settings(3, alternate=True, saboteurs=True) == ["players"]
    assert mistaken_settings(3, alternate=True, teams=2) == ["players", "alternate"]
    assert mistaken_settings(12, alternate=True, teams=2, beats=0) == ["teams", "beats"]
    known = mistakes_of_setup(CovertActionSetup(alternate=True), 5, left_out=["teams"])
    assert known == []


@pytest.mark.parametrize("game", ["covert", "covert_action"])
def test_an_advance(send: Send, web: Web, game: str) -> None:
    """Every subset of these mistakes is answered with exactly those mistakes."""
    if game == "covert":
        record = dealt(web, 2, covert=CovertSetup())
        illegal = "refuse"
    else:
        record = dealt(web, 6, covert_action=CovertActionSetup(talk=False))
        illegal = "am mole"
    good = legal(web, record)
    players = record.players

    def spoil(request: v1.AdvanceRequest, wrong: str) -> None:
        if wrong == "record.players":
            request.record.players = 1
        elif wrong == "record.actions[1].text":
            request.record.actions[1].text = "jump"
        elif wrong == "actions[1].text":
            request.actions[1].text = "hop"
        elif wrong == "names[0]":
            request.names[0] = " "
        else:
            request.names.append("One too many")

    mistakes = ("record.players", "record.actions[1].text", "actions[1].text", "names[0]", "names")
    choices = chain.from_iterable(combinations(mistakes, count) for count in range(1, 6))
    for chosen in choices:
        request = v1.AdvanceRequest(record=record, names=["A name"] * players)
        request.record.actions.extend([Action(text=good), Action(text=illegal)])
        request.actions.extend([Action(text=illegal), Action(text=illegal)])
        for wrong in chosen:
            spoil(request, wrong)
        expected = set(chosen)
        if "record.players" in chosen:
            expected.discard("names")  # depends on it
        elif "record.actions[1].text" not in chosen:
            expected.add("record.actions[1].text")  # illegal, and what comes after it is unsure
        assert set(send("Advance", request)) == expected, chosen


@pytest.mark.parametrize("game", ["covert", "covert_action"])
def test_the_first_illegal_action_and_all_invalid_ones_are_named(
    send: Send, web: Web, game: str
) -> None:
    if game == "covert":
        record, illegal = dealt(web, 2, covert=CovertSetup()), "refuse"
    else:
        setup = CovertActionSetup(talk=False)
        record, illegal = dealt(web, 6, covert_action=setup), "am mole"
    texts = [legal(web, record), illegal, illegal, "jump", "hop"]
    request = v1.AdvanceRequest(record=record, actions=[Action(text=text) for text in texts])
    request.names.extend(["A name", "\n"])
    mistakes = send("Advance", request)
    named = ["actions[1].text", "actions[3].text", "actions[4].text"]
    also = ["names[1]"] if record.players == 2 else ["names", "names[1]"]
    assert sorted(mistakes) == sorted([*named, *also])
    assert "not legal" in mistakes["actions[1].text"] or illegal in mistakes["actions[1].text"]
    del request.actions[1:]
    request.actions[0].seat = 13
    request.actions.add(text="hop")
    assert sorted(send("Advance", request)) == sorted(["actions[0].seat", "actions[1].text", *also])


def test_a_record_that_is_not_there(send: Send) -> None:
    actions = [Action(text="pass")] * (MOST_ACTIONS + 1)
    request = v1.AdvanceRequest(actions=actions, names=["A", ""])
    assert sorted(send("Advance", request)) == ["actions", "names[1]", "record"]
    request = v1.AdvanceRequest(record=v1.Record(players=9), names=["A", ""])
    assert sorted(send("Advance", request)) == ["names[1]", "record"]


@pytest.mark.parametrize("name", [" Ann", "Ann ", " ", "A\tnn", "A" * 41])
def test_what_is_no_name_is_told_what_one_is(name: str, web: Web) -> None:
    asked = v1.AdvanceRequest(record=dealt(web, 2, covert=CovertSetup()), names=["Bob", name])
    expected = "expected 1 to 40 printable characters, with no spaces at its ends"
    assert over_grpc(web, "Advance", asked) == {"names[1]": f"is {name!r}; {expected}"}


def test_a_record_without_cards_and_with_wrong_characters(send: Send, web: Web) -> None:
    record = dealt(web, 2, covert=CovertSetup())
    record.covert.card_set = ""
    record.covert.characters.extend([7, 1, 1])
    request = v1.AdvanceRequest(record=record, actions=[Action(text="jump")])
    named = ["characters", "characters[0]", "characters[2]", "card_set"]
    expected = [f"record.covert.{name}" for name in named]
    assert sorted(send("Advance", request)) == sorted([*expected, "actions[0].text"])


def test_how_it_is_written_hides_nothing_of_what_it_says(web: Web) -> None:
    """A value that could not be read is not called missing too, and what depends on it is left
    out."""
    record = json_format.MessageToDict(dealt(web, 2, covert=CovertSetup()))

    def wrong_in(method: str, fields: Any) -> list[str]:
        return sorted(named_in(web.post(f"Referee/{method}", json.dumps(fields))))

    spoilt = {**record, "players": "two", "covert": {**record["covert"], "firstPlayer": 9}}
    asked: dict[str, Any] = {"record": spoilt, "actions": [{"text": "jump"}], "names": ["", "B"]}
    expected = ["actions[0].text", "names[0]", "record.covert.first_player", "record.players"]
    assert wrong_in("Advance", asked) == expected
    asked = {"record": record, "actions": 3, "name": ["A", "B"]}
    assert wrong_in("Advance", asked) == ["actions", "name"]
    asked = {"record": {**record, "actions": [{"text": 3}]}, "actions": [{"text": "refuse"}]}
    assert wrong_in("Advance", asked) == ["record.actions[0].text"]
    asked = {"record": {**record, "covert": 3}, "names": [""]}
    assert wrong_in("Advance", asked) == ["names[0]", "record.covert"]
    assert wrong_in("Deal", {"covertAction": 3, "players": 9}) == ["covert_action"]
    asked = {"covertAction": {"teams": "x", "alternate": True, "beats": 9}, "players": 6}
    assert wrong_in("Deal", asked) == ["covert_action.beats", "covert_action.teams"]
    asked = {"covert": {"firstPlayer": 9, "characters": "all"}, "players": 2, "sede": 1}
    expected = ["covert.characters", "covert.first_player", "sede"]
    assert wrong_in("Deal", asked) == expected
    assert wrong_in("GetCardSet", {"cardSet": 3, "game": "chess"}) == ["card_set", "game"]


def test_no_more_mistakes_are_looked_for_than_can_be_said(web: Web) -> None:
    record = dealt(web, 4, covert=CovertSetup())
    record.actions.extend(Action(text="hpo") for _ in range(9_000))
    record.covert.characters.extend([7] * 5_000)
    actions = [Action(text="hpo")] * MOST_ACTIONS
    request = v1.AdvanceRequest(record=record, actions=actions, names=[""] * 8_000)
    response = web.post("Referee/Advance", request.SerializeToString(), PROTO)
    match = re.fullmatch(r"(.*); and (\d+) more problems", response.json()["message"])
    assert match is not None
    first, more = match.groups()
    assert first.startswith("record.covert.characters: holds 5000 characters")
    assert MOST_PROBLEMS < int(more) < 4 * MOST_PROBLEMS

"""Requests in JSON: read by Protobuf's JSON mapping, with every mistake named by its field."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from google.protobuf import json_format
from google.protobuf.message import Message
from service.games import request_view, some_decisions

from covert_server.calls.json_encoding import JSON
from covert_server.calls.status import MOST_PROBLEMS, FieldError
from covertbots.v1 import opponent_pb2, referee_pb2, suggestion_pb2, view_pb2
from covertbots.v1.covert_pb2 import CovertSetup

VIEWS = [request_view(state) for players in (2, 4) for state in some_decisions(players, 5, 6)]
Deal, Suggest = referee_pb2.DealRequest, opponent_pb2.SuggestMoveRequest


def wrong(kind: type[Message], data: bytes | str | dict[str, Any]) -> dict[str, str]:
    """Return the violations of a request, by field."""
    text = json.dumps(data) if isinstance(data, dict) else data
    with pytest.raises(FieldError) as caught:
        JSON.parse(kind, text if isinstance(text, bytes) else text.encode())
    assert len(dict(caught.value.violations)) == len(caught.value.violations)
    return dict(caught.value.violations)


@pytest.mark.parametrize("view", VIEWS)
def test_what_is_written_is_read(view: view_pb2.View) -> None:
    request = Suggest(view=view, bot="greedy", seed=(1 << 64) - 1, limits={"iterations": 3})
    assert JSON.parse(Suggest, JSON.write(request)) == request
    assert json_format.Parse(JSON.write(request), Suggest()) == request


def test_what_is_0_or_empty_is_written_and_what_is_absent_is_not() -> None:
    written = json.loads(JSON.write(referee_pb2.SeatNews(seat=0)))
    assert written == {"seat": 0, "moments": []}
    assert "seat" not in json.loads(JSON.write(referee_pb2.Event()))
    assert json.loads(JSON.write(referee_pb2.Event(seat=0)))["seat"] == 0


def test_names_may_be_written_both_ways_and_numbers_as_text() -> None:
    expected = Deal(covert=CovertSetup(card_set="ü", first_player=1), players=3, seed=1 << 60)
    for names in ("cardSet", "firstPlayer"), ("card_set", "first_player"):
        fields = {
            "covert": {names[0]: "ü", names[1]: 1.0},
            "players": "3",
            "seed": str(1 << 60),
        }
        assert JSON.parse(Deal, json.dumps(fields).encode()) == expected
    assert JSON.parse(Deal, b'{"seed": 7, "covert": null}') == Deal(seed=7)
    assert JSON.parse(Deal, b'\xef\xbb\xbf{"seed": 7}') == Deal(seed=7)


def test_each_mistake_is_named_at_once() -> None:
    view = json_format.MessageToDict(VIEWS[0])
    view["covert"]["players"][1]["dices"] = [1]
    view["covert"]["players"][0]["dice"] = 3
    view["covert"]["phase"] = "PHASE_OF_THE_MOON"
    request = {
        "view": view,
        "bot": 5,
        "limits": {"iterations": -1, "time": 2, "clock": []},
        "only": [{"text": "pass"}, "pass", None],
        "seeds": 1,
    }
    mistakes = wrong(Suggest, request)
    players = "view.covert.players[1].dices", "view.covert.players[0].dice"
    assert mistakes[players[0]].startswith("Player has no such field; expected ")
    assert "dice" in mistakes[players[0]]
    assert mistakes[players[1]] == "is 3; expected a list"
    assert mistakes["view.covert.phase"].startswith(
        'is "PHASE_OF_THE_MOON"; expected one of PHASE_SETUP, PHASE_PLACING'
    )
    assert mistakes["bot"] == "is 5; expected a string"
    assert mistakes["limits.iterations"] == f"is -1; expected a whole number from 0 to {2**64 - 1}"
    assert mistakes["limits.time"] == 'is 2; expected seconds, such as "1.5s"'
    assert mistakes["limits.clock"] == "is []; expected an object"
    assert mistakes["only[1]"] == 'is "pass"; expected an object'
    assert mistakes["only[2]"] == "is null; expected an object"
    assert "seed" in mistakes["seeds"]
    assert len(mistakes) == 10


@pytest.mark.parametrize(
    ("fields", "field", "said"),
    [
        ({"players": 2.5}, "players", "is 2.5; expected a whole number from 0 to 4294967295"),
        ({"players": 1 << 40}, "players", "is 1099511627776; expected a whole number"),
        ({"players": True}, "players", "is true; expected a whole number"),
        ({"players": [2]}, "players", "is [2]; expected a whole number"),
        ({"players": {}}, "players", "is {}; expected a whole number"),
        ({"players": "two"}, "players", 'is "two"; expected a whole number'),
        (
            {"covert": {"characters": [1, "x"]}},
            "covert.characters[1]",
            'is "x"; expected a whole number',
        ),
        (
            {"covert": {"characters": [1, None]}},
            "covert.characters[1]",
            "is null; expected a whole number",
        ),
        (
            {"covert": {"options": {"codesBend": 1}}},
            "covert.options.codes_bend",
            "is 1; expected true or false",
        ),
        ({"covert": {"cardSet": "\ud800"}}, "covert.card_set", 'is "\\ud800"; expected a string'),
        ({"a b": 1}, '"a b"', "DealRequest has no such field"),
        ({"\ud800": 1}, '"\\ud800"', "DealRequest has no such field"),
        ({"": 1}, '""', "DealRequest has no such field"),
        ({"bot": "x" * 500, "seed": "x" * 500}, "seed", "..."),
    ],
)
def test_a_value_that_fits_no_field_is_shown(fields: dict[str, Any], field: str, said: str) -> None:
    mistake = wrong(Deal, fields)[field]
    assert said in mistake
    assert len(mistake) < 200


@pytest.mark.parametrize(
    ("data", "field", "said"),
    [
        (b"", "request", "is empty; expected an object"),
        (
            b"{",
            "request",
            "is not valid JSON: Expecting property name enclosed in double quotes at line 1, "
            "column 2",
        ),
        (b"[]", "request", "is []; expected an object"),
        (b"null", "request", "is null; expected an object"),
        (b"3", "request", "is 3; expected an object"),
        (b"{}{}", "request", "is not valid JSON: Extra data at line 1, column 3"),
        (b"NaN", "request", "is NaN, which is not JSON; expected an object"),
        (b"9" * 5000, "request", "is a number of 5000 digits; expected an object"),
        (b'{"cardSet": "\xff"}', "request", "is not valid UTF-8: byte 13"),
        (b"[" * 100_000, "request", "nested too deeply"),
        (b'{"a":' * 20_000, "request", "nested too deeply"),
    ],
)
def test_what_is_no_json_is_refused(data: bytes, field: str, said: str) -> None:
    assert said in wrong(Deal, data)[field]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("NaN", "is NaN, which is not JSON; expected a whole number from 0 to 4294967295"),
        ("-Infinity", "is -Infinity, which is not JSON; expected a whole number"),
        ("1e999", "is 1e999; expected a whole number"),
        ("-" + "9" * 5000, "is a number of 5000 digits; expected a whole number"),
        ("9" * 40, "is " + "9" * 40 + "; expected a whole number"),
        ("9" * 100, "is " + "9" * 57 + "...; expected a whole number"),
        ('1, "firstPlayer": 2', "is given twice"),
        ('1, "first_player": 2', "is given twice: as firstPlayer too"),
        ('1, "firstPlayer": "x"', "is given twice"),
    ],
)
def test_what_json_cannot_say_is_named_by_its_path_beside_other_mistakes(
    value: str, said: str
) -> None:
    text = f'{{"covert": {{"firstPlayer": {value}, "odd": 1, "options": 2}}, "seed": -1}}'
    mistakes = wrong(Deal, text)
    assert mistakes.pop("covert.first_player").startswith(said)
    assert mistakes.keys() == {"covert.odd", "covert.options", "seed"}


def test_what_is_given_twice_is_looked_into_and_read_by_nobody() -> None:
    text = b'{"view": {}, "view": {"covert": {"round": [NaN], "seat": 1e999}}, "bot": "greedy"}'
    with pytest.raises(FieldError) as caught:
        JSON.parse(Suggest, text)
    assert [field for field, _ in caught.value.violations] == [
        "view",
        "view.covert.round",
        "view.covert.seat",
    ]
    assert caught.value.rest == Suggest(bot="greedy")
    assert "view" in caught.value.unread


@pytest.mark.parametrize("value", ["setup", "Setup", "phase_setup", "PHASE_SETPU", "setupp"])
def test_the_value_of_an_enum_that_was_meant_is_named(value: str) -> None:
    mistake = wrong(Suggest, {"view": {"covert": {"phase": value}}})["view.covert.phase"]
    assert mistake.startswith(
        f'is "{value}"; did you mean PHASE_SETUP? expected one of PHASE_SETUP'
    )


def test_the_list_of_mistakes_ends() -> None:
    assert len(wrong(Deal, {f"field{n}": n for n in range(5000)})) == MOST_PROBLEMS


def test_one_of_two_alternatives_is_asked_for() -> None:
    both: dict[str, Any] = {"start": {}, "stop": {}}
    said = "is set together with start; expected only one of start, stop"
    assert wrong(opponent_pb2.AnalyzeRequest, both) == {"stop": said}
    both = {"players": "two", "covert": {}, "covertAction": {"odd": 1}}
    mistakes = wrong(Deal, both)
    assert mistakes["covert_action"] == (
        "is set together with covert; expected only one of covert, covert_action, other"
    )
    assert set(mistakes) == {"players", "covert_action"}
    inside: dict[str, Any] = {"record": {"covertAction": {}, "covert": {}}}
    (field,) = wrong(referee_pb2.AdvanceRequest, inside)
    assert field == "record.covert"
    assert JSON.parse(Deal, b'{"covert": {}, "covertAction": null}') == Deal(covert=CovertSetup())


def test_a_field_under_both_of_its_names_is_given_twice() -> None:
    for given in ({"cardSet": "a", "card_set": "b"}, {"card_set": None, "cardSet": "a"}):
        mistakes = wrong(Deal, {"covert": given})
        assert mistakes == {"covert.card_set": "is given twice: as cardSet too"}


def test_every_field_of_every_request_says_what_it_expects() -> None:
    """An object with an unknown field is a valid value of none of them."""
    others = referee_pb2.AdvanceRequest, opponent_pb2.WatchRequest, suggestion_pb2.Limits
    for kind in (Deal, *others):
        for field in kind.DESCRIPTOR.fields:
            mistakes = wrong(kind, {field.name: {"odd": 1}})
            assert all(name.startswith(field.name) for name in mistakes)
            assert all("expected" in said for said in mistakes.values())


def test_one_mistake_does_not_have_all_values_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """The valid values beside it are converted as a whole."""
    view = json_format.MessageToDict(VIEWS[-1])
    view["covert"]["phase"] = "PHASE_OF_THE_MOON"
    looked = []
    convert = json_format.ParseDict

    def noted(fields: Any, message: Any) -> Any:
        looked.append(fields)
        return convert(fields, message)

    monkeypatch.setattr(json_format, "ParseDict", noted)
    assert set(wrong(Suggest, {"view": view, "bot": "greedy"})) == {"view.covert.phase"}
    assert len(looked) < 40  # it has hundreds of values


def test_a_name_given_twice_is_found_soon() -> None:
    """It does not search all names for each of them."""
    odd = ",".join(f'"a{number}": 1' for number in range(10_000))
    text = f'{{"players": 1, {odd}, "players": 1}}'
    started = time.thread_time()
    with pytest.raises(FieldError, match="is given twice"):
        JSON.parse(referee_pb2.DealRequest, text.encode())
    assert time.thread_time() - started < 5  # looking through them all takes minutes


@pytest.mark.parametrize("depth", [1, 50, 300])
@pytest.mark.parametrize("kind", ["Any", "Struct", "Value"])
def test_no_type_that_the_library_knows_is_converted_in_an_other(kind: str, depth: int) -> None:
    """The library would follow nested messages past its own limit of depth."""
    inner = f'{{"@type": "type.googleapis.com/google.protobuf.{kind}", "value": '
    text = f'{{"view": {{"other": {inner * depth}{{}}{"}" * depth}}}}}'
    said = wrong(Suggest, text)
    assert list(said) == ["view.other"]
    assert said["view.other"].startswith(f"is of the type 'google.protobuf.{kind}', which no game")

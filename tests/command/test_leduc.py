"""The example of a user's own game, installed: by the real command, and by the real server over
gRPC and HTTP."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import httpx
import pytest
from command.pages import blocks, checkout, typed
from command.shell import LONGEST, REPOSITORY, _announced, mistake, run_apart
from google.protobuf import json_format
from google.protobuf.any_pb2 import Any as Other
from google.protobuf.struct_pb2 import Struct

from covertbots.client import Client, RequestError, ServiceError, limits
from covertbots.v1 import opponent_pb2, referee_pb2, view_pb2
from leduc import leduc_pb2

EXAMPLE = REPOSITORY / "examples" / "leduc"
URL = "type.googleapis.com"
WITHOUT_IT = os.environ.get("PYTHONPATH", "")
GAMES = "covert, covert-action, leduc"
TYPES = "leduc.v1.View, leduc.v1.Setup, leduc.v1.Operands, leduc.v1.Event"
NOT_HERE = f"is of the type 'chess.v1.View', which no game here has; games: {GAMES}; types: {TYPES}"
STRUCT = NOT_HERE.replace("chess.v1.View", "google.protobuf.Struct")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Install the example for all processes that the tests of this module start."""
    folder = tmp_path_factory.mktemp("leduc")
    shutil.copytree(
        EXAMPLE, folder / "source", ignore=shutil.ignore_patterns("build", "*.egg-info")
    )
    subprocess.run(
        [sys.executable, "-c", "from setuptools import build_meta as b; b.build_wheel('..')"],
        cwd=folder / "source",
        check=True,
        capture_output=True,
        timeout=LONGEST,
    )
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    path = os.pathsep.join([str(folder / "site"), os.environ.get("PYTHONPATH", "")])
    with patch.dict(os.environ, PYTHONPATH=path.rstrip(os.pathsep)):
        yield


class Server(NamedTuple):
    """A server with the game, and clients of it."""

    client: Client
    web: httpx.Client
    target: str


@pytest.fixture(scope="module")
def server(installed: None) -> Iterator[Server]:
    """Serve the installed games over gRPC and HTTP."""
    with (
        _announced("--http-port", "0") as ports,
        Client(f"127.0.0.1:{ports['port']}") as client,
        httpx.Client(
            base_url=f"http://127.0.0.1:{ports['http_port']}",
            timeout=60,
        ) as web,
    ):
        yield Server(client, web, f"127.0.0.1:{ports['port']}")


def leduc_view(**fields: Any) -> leduc_pb2.View:
    return leduc_pb2.View(**fields)


def command(*arguments: str, stdin: str | None = None) -> str:
    """Run `covert-bots`, which must succeed, and return what it prints."""
    done = run_apart(*arguments, stdin=stdin)
    assert done.returncode == 0, done.stderr
    return done.stdout


def ask(web: httpx.Client, method: str, request: dict[str, Any]) -> dict[str, Any]:
    response = web.post(f"/covertbots.v1.{method}", json=request)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def refused_over_http(web: httpx.Client, method: str, text: str) -> dict[str, str]:
    """Return the violations of a request in JSON, by field."""
    headers = {"content-type": "application/json"}
    response = web.post(f"/covertbots.v1.{method}", content=text, headers=headers)
    assert response.status_code == 400, response.text
    (bad,) = (part["debug"] for part in response.json()["details"] if "BadRequest" in part["type"])
    return {part["field"]: part["description"] for part in bad["fieldViolations"]}


def refused(client: Client, view: view_pb2.View) -> dict[str, str]:
    """Return the violations of a view over gRPC, by field."""
    with pytest.raises(ServiceError) as caught:
        client.suggest_move(view, "random")
    return dict(caught.value.violations)


def position(client: Client, seed: int = 3, *played: str) -> referee_pb2.AdvanceResponse:
    return client.advance(client.deal(2, seed, leduc_pb2.Setup()), *played)


def view_of(news: referee_pb2.AdvanceResponse) -> view_pb2.View:
    return news.news[news.to_decide[0].seat].moments[-1].view


def other_view(message: Any, url: str = URL) -> view_pb2.View:
    other = Other()
    other.Pack(message, type_url_prefix=url)
    return view_pb2.View(other=other)


# The service.


def test_the_server_names_it(server: Server) -> None:
    client, web, _ = server
    (info,) = (game for game in client.get_info().games if game.name == "leduc")
    assert (info.least_players, info.most_players, info.default_bot) == (2, 2, "ismcts")
    listed = ask(web, "Opponent/ListBots", {"game": "leduc"})
    assert [bot["name"] for bot in listed["bots"]] == ["random", "flat", "ismcts"]
    assert listed["games"] == ["covert", "covert_action", "leduc"]


def test_a_game_over_grpc(server: Server) -> None:
    client = server.client
    now = position(client)
    words = []
    with client.play_seat("ismcts:iterations=50", game="leduc") as seat:
        while not now.HasField("result"):
            view = view_of(now)
            legal = client.list_legal_actions(view).to_decide
            assert legal == now.to_decide[0]
            action = (
                client.suggest_move(view, "random", seed=1).suggestion.moves[0].action
                if legal.seat
                else seat.decide(view).action
            )
            assert action in legal.legal_actions
            now = client.advance(now.record, action)
            words += [event.words for event in now.news[0].moments[-1].events]
    assert sum(now.result.scores) == 26
    assert now.result.winners
    assert words[-1].startswith("Seat ")
    again = client.advance(now.record)
    assert again.result == now.result


def test_a_game_by_json_alone_and_the_same_answers(server: Server) -> None:
    client, web, _ = server
    setup = {"other": {"@type": f"{URL}/leduc.v1.Setup"}}
    game = ask(web, "Referee/Deal", {"players": 2, "seed": "3", **setup})
    assert game["record"]["other"] == setup["other"]
    game = ask(web, "Referee/Advance", {"record": game["record"]})
    views = [news["moments"][-1]["view"] for news in game["news"]]
    while game.get("toDecide"):
        (asked,) = game["toDecide"]
        request = {"view": views[asked["seat"]], "limits": {"iterations": 40}, "seed": "7"}
        answer = ask(web, "Opponent/SuggestMove", request)["suggestion"]
        view = json_format.ParseDict(views[asked["seat"]], view_pb2.View())
        rpc = client.suggest_move(view, "", limits(iterations=40), seed=7).suggestion
        assert json_format.ParseDict(answer, type(rpc)()) == rpc
        action = answer["moves"][0]["action"]
        assert action in asked["legalActions"]
        game = ask(web, "Referee/Advance", {"record": game["record"], "actions": [action]})
        views = [news["moments"][-1]["view"] for news in game["news"]]
    assert sum(game["result"]["scores"]) == 26


def test_a_seat_sees_no_card_of_the_other(server: Server) -> None:
    client = server.client
    for seed in range(5):
        now = position(client, seed, "call", "raise", "call", "call")
        for news in now.news:
            for moment in news.moments:
                view = leduc_pb2.View.FromString(moment.view.other.value)
                assert (view.seat, view.other_card) == (news.seat, 0)
                assert bool(view.common) == (view.round == 2)


# Mistakes.


def test_a_view_of_an_unknown_game_is_refused_in_the_same_words(
    server: Server,
) -> None:
    client, web, _ = server
    unknown = view_pb2.View(other=Other(type_url=f"{URL}/chess.v1.View", value=b"\x08\x01"))
    assert refused(client, unknown) == {"view.other": NOT_HERE}
    said = refused_over_http(
        web,
        "Opponent/SuggestMove",
        json.dumps({"view": {"other": {"@type": f"{URL}/chess.v1.View", "seat": 1}}}),
    )
    assert said == {"view.other": NOT_HERE}
    deal = {"players": 2, "other": {"@type": f"{URL}/chess.v1.View"}}
    assert refused_over_http(web, "Referee/Deal", json.dumps(deal)) == {"other": NOT_HERE}
    record = {"record": {"players": 2, "other": {"@type": f"{URL}/chess.v1.View"}}}
    said = refused_over_http(web, "Referee/Advance", json.dumps(record))
    assert said == {"record.other": NOT_HERE}


@pytest.mark.parametrize(
    ("view", "field", "said"),
    [
        (view_pb2.View(other=Other()), "view.other", "is of the type '', which no game"),
        (other_view(Struct()), "view.other", STRUCT[:60]),
        (
            other_view(leduc_pb2.Setup()),
            "view.leduc",
            "is a leduc.v1.Setup; expected a leduc.v1.View",
        ),
        (
            view_pb2.View(other=Other(type_url="x/leduc.v1.View", value=b"\xff")),
            "view.leduc",
            "has 1 bytes that cannot be parsed as leduc.v1.View",
        ),
        (
            other_view(leduc_view(card=1, actions=[2] * 100)),
            "view.leduc.actions",
            "has 100 entries; expected at most 16",
        ),
        (other_view(leduc_view(seat=2)), "view.leduc.seat", "is 2; expected 0 or 1"),
        (
            other_view(leduc_view(card=1, actions=[1])),
            "view.leduc.actions[0]",
            "is 1, which is not legal there",
        ),
        (other_view(leduc_view(card=9)), "view.leduc.card", "is 9; expected 1 to 3"),
        (
            other_view(leduc_view(card=1, common=1, other_card=1, actions=[2, 2, 2, 2])),
            "view.leduc.other_card",
            "is 1; there are two of a rank",
        ),
        (
            other_view(leduc_view(card=1, round=1, stakes=[1, 1])),
            "view.leduc.to_decide",
            "is absent; expected 0, as the actions have it",
        ),
        (
            other_view(leduc_view(card=1, to_decide=1, round=1, stakes=[1, 1])),
            "view.leduc.to_decide",
            "is 1; expected 0, as the actions have it",
        ),
        (
            other_view(leduc_view(card=1, actions=[2], to_decide=1, round=1, stakes=[1, 1]), "x.y"),
            "view.leduc.to_decide",
            "seat 1 is to decide; expected the view's own seat, 0",
        ),
    ],
)
def test_a_wrong_view_is_named_by_its_field(
    server: Server, view: view_pb2.View, field: str, said: str
) -> None:
    violations = refused(server.client, view)
    assert list(violations) == [field]
    assert violations[field].startswith(said)


@pytest.mark.parametrize(
    ("other", "field", "said"),
    [
        ("[]", "view.other", "is []; expected an object"),
        ("{}", "view.other", "is of the type '', which no game here has"),
        ('{"card": 1}', "view.other", "has no @type; expected the type of its message"),
        ('{"@type": 5}', "view.other", "is of the type no text, which no game here has"),
        (
            f'{{"@type": "{URL}/leduc.v1.View", "@type": "{URL}/leduc.v1.View"}}',
            "view.other",
            "has @type twice; expected it once",
        ),
        (
            f'{{"@type": "{URL}/leduc.v1.View", "card": "SEVEN"}}',
            "view.leduc.card",
            'is "SEVEN"; expected one of RANK_JACK, RANK_QUEEN, RANK_KING',
        ),
        (
            f'{{"@type": "{URL}/leduc.v1.View", "cards": 1}}',
            "view.leduc.cards",
            "View has no such field; expected seat, card, common",
        ),
        (f'{{"@type": "{URL}/google.protobuf.Struct", "value": {{}}}}', "view.other", STRUCT[:60]),
    ],
)
def test_a_wrong_view_in_json_is_named_by_its_field(
    server: Server, other: str, field: str, said: str
) -> None:
    request = f'{{"view": {{"other": {other}}}}}'
    violations = refused_over_http(server.web, "Opponent/SuggestMove", request)
    assert list(violations) == [field]
    assert violations[field].startswith(said)


def test_an_other_is_no_way_past_the_limits(server: Server) -> None:
    """Neither its size nor nested messages, which the library would follow, get past them."""
    client, web, _ = server
    most = client.get_info().limits.ceilings.request_bytes
    big = view_pb2.View(other=Other(type_url=f"{URL}/leduc.v1.View", value=b"\0" * most))
    with pytest.raises(ServiceError) as caught:
        client.suggest_move(big, "random", patience=0)
    assert caught.value.code.name == "RESOURCE_EXHAUSTED"
    any_type = f'{{"@type": "{URL}/google.protobuf.Any", "value": '
    for depth in (90, 400, 100_000):
        nested = any_type * depth
        nested = nested[: most - 1000] if depth > 1000 else nested
        inner = nested.count("@type")
        text = f'{{"view": {{"other": {nested[: len(any_type) * inner]}{{}}{"}" * inner}}}}}'
        headers = {"content-type": "application/json"}
        response = web.post(
            "/covertbots.v1.Opponent/SuggestMove", content=text[:most], headers=headers
        )
        assert response.status_code == 400, response.text
    struct = f'{{"@type": "{URL}/google.protobuf.Struct", "value": {{"a": {"[" * 95}{"]" * 95}}}}}'
    violations = refused_over_http(
        web, "Opponent/SuggestMove", f'{{"view": {{"other": {struct}}}}}'
    )
    assert violations["view.other"].startswith(STRUCT[:60])
    assert client.get_info().build.name  # and it still serves


def test_the_client_packs_a_setup_of_another_game_and_no_other_message() -> None:
    from covertbots.client.requests import deal_request

    packed = deal_request(2, 3, leduc_pb2.Setup())
    assert packed.other.TypeName() == "leduc.v1.Setup"
    with pytest.raises(RequestError, match="setup: View message"):
        deal_request(2, 3, view_pb2.View())
    assert opponent_pb2.SuggestMoveRequest(view=view_pb2.View(other=packed.other)).view.HasField(
        "other"
    )


# The command.


def page_blocks(language: str) -> list[str]:
    return [
        block.text for block in blocks("examples/leduc/README.md") if block.language == language
    ]


@pytest.mark.usefixtures("installed")
def test_the_commands_of_its_page_are_typed(tmp_path: Path) -> None:
    seen = {**checkout(tmp_path), "PYTHONPATH": os.environ["PYTHONPATH"]}
    arena, play, after = page_blocks("bash")
    said = typed(arena, tmp_path, seen)
    assert "all as in the ledger" in said
    assert "Pots" in said
    assert "  wins" in typed(play, tmp_path, seen, stdin="call\n" * 8)
    said = typed(after, tmp_path, seen)
    assert "Seat 1 is dealt a jack.\n" in said
    assert "> Seat 1: jack, " in said
    assert "500 iterations (all of them done)" in said


def test_the_python_and_the_json_of_its_page(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    (code,) = page_blocks("python")
    assert code.count('"localhost:50051"') == 1
    exec(code.replace("localhost:50051", server.target), {})
    assert capsys.readouterr().out in ("Fold.\n", "Call.\n", "Raise by 2.\n")
    (text,) = page_blocks("json")
    request = {**json.loads(text), "bot": "random"}
    assert ask(server.web, "Opponent/SuggestMove", request)["suggestion"]["moves"]


def test_the_page_names_files_that_there_are() -> None:
    page = (EXAMPLE / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:leduc|tests|covert_\w+)/[\w/]+\.\w+)`", page)
    assert len(named) > 12
    homes = (EXAMPLE, REPOSITORY, *(REPOSITORY / home for home in ("engine", "bots", "server")))
    missing = [name for name in named if not any((home / name).exists() for home in homes)]
    assert missing == []


@pytest.mark.usefixtures("installed")
def test_it_is_played_saved_resumed_and_replayed(tmp_path: Path) -> None:
    record, saved = str(tmp_path / "game.record"), str(tmp_path / "view.json")
    typed = f"nonsense\nhint\nsave {saved}\ncall\n"
    game = ("play", "--game", "leduc", "--bot", "random", "--seed", "3")
    adviser = ("--adviser", "ismcts:iterations=30")
    shown = command(*game, *adviser, "--record", record, stdin=f"{typed}quit\n")
    assert "> Seat 1: jack, 1 chip in the pot" in shown
    assert "'nonsense' is not possible here; expected call, raise, or `help`" in shown
    assert "30 iterations (all of them done)" in shown
    assert Path(record).read_text().startswith("leduc-record 1\nseed: 3\nseats: you; random\n")
    again = command("play", "--resume", record, *adviser, stdin="call\n" * 8)
    assert "The game is in" in again
    assert "  wins" in again

    assert "2000 iterations" not in command("suggest", saved, "--iterations", "20")
    answer = json.loads(command("suggest", saved, "--iterations", "20", "--json"))
    assert answer["suggestion"]["iterations"] == "20"

    replayed = command("replay", record)
    assert replayed.startswith("Seat 1: you, Seat 2: random\nSeat 1 is dealt a jack.\n")
    assert replayed.rstrip().endswith("wins") or "wins\n" in replayed
    moments = json.loads(command("replay", record, "--seat", "1", "--json"))["moments"]
    assert [moment["action"] for moment in moments if "action" in moment]
    assert "dealt a king" not in command("replay", record, "--seat", "1")
    at = command("replay", record, "--at", "1", "--save", str(tmp_path / "at.json"))
    assert "> Seat 1: jack, " in at


@pytest.mark.usefixtures("installed")
def test_what_it_does_not_have_is_said() -> None:
    said = mistake("demo", "--game", "leduc", apart=True)
    assert said == "Leduc poker does not have `covert-bots demo`"
    said = mistake(*("play", "--game", "leduc", "--option", "talk=off"), apart=True)
    assert "--option: " in said


def test_without_it_its_views_are_refused(tmp_path: Path) -> None:
    saved = tmp_path / "view.json"
    saved.write_text(json_format.MessageToJson(other_view(leduc_view(card=1))))
    refused = run_apart("suggest", str(saved), PYTHONPATH=WITHOUT_IT)
    assert refused.returncode == 2
    assert refused.stderr == (
        f"covert-bots: {saved}: other: is of the type 'leduc.v1.View', which no game here has; "
        "games: covert, covert-action; types: none\n"
    )


def test_its_messages_are_those_of_its_proto(tmp_path: Path) -> None:
    from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet
    from grpc_tools import protoc

    out = tmp_path / "descriptors"
    arguments = ["protoc", f"-I{EXAMPLE}", f"--descriptor_set_out={out}", "leduc/leduc.proto"]
    assert protoc.main(arguments) == 0
    (written,) = FileDescriptorSet.FromString(out.read_bytes()).file
    generated = FileDescriptorProto()
    leduc_pb2.DESCRIPTOR.CopyToProto(generated)
    for file in (written, generated):
        for message in file.message_type:
            for field in message.field:
                field.ClearField("json_name")
    assert written == generated

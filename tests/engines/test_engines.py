"""Engines play as their protocol says: ours, and those of the examples."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from command.shell import serving
from google.protobuf.json_format import MessageToDict, ParseDict

from covert_bots.arena.attempt import Attempt, Outcome, play
from covert_bots.arena.entrants.foreign import ForeignBots
from covert_bots.arena.plan import Format, Plan, PlanSettings
from covert_bots.covert.game import Covert
from covert_bots.covert_action.game import CovertAction
from covert_bots.engines.documents import STOP, Begun, Teller, begun_of, hello_line, view_in
from covert_bots.engines.isolation import Isolation
from covert_bots.engines.process import EngineProcess
from covertbots.client import Client
from covertbots.v1 import view_pb2
from covertbots.v1.action_pb2 import Action
from covertbots.v1.covert_action_pb2 import CovertActionSetup

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "engines"
OURS = f"engine:{sys.executable} -m covert_command engine --bot"
GAMES = [(Covert(), 2), (CovertAction(), 4)]
SHORT = 40  # decisions
EXPECTED = "expected an object that holds one object, hello or game or view or stop or bye"


@pytest.fixture(scope="module")
def foreign() -> Iterator[ForeignBots]:
    with closing(ForeignBots(Isolation())) as bots:
        yield bots


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving() as target:
        yield target


def compiled(source: str, folder: Path, *compilers: str) -> str:
    """Return an engine of the examples, compiled."""
    compiler = next(filter(None, map(shutil.which, compilers)), None)
    if compiler is None:
        pytest.skip(f"no {compilers[0]}")
    program = folder / source.replace(".", "_")
    strict = ("-Wall", "-Werror") if source.endswith(".c") else ("-D", "warnings")
    subprocess.run([compiler, *strict, "-o", program, EXAMPLES / source], check=True)
    return f"engine:{program}"


@pytest.fixture(scope="module")
def any_move(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the engine in C."""
    return compiled("any_move.c", tmp_path_factory.mktemp("engines"), "cc", "gcc")


def played(bots: Sequence[str], game: Any, players: int, foreign: ForeignBots) -> Attempt:
    """Play a game among these bots, or copies of one bot."""
    form = Format.SELF_PLAY if len(bots) == 1 else Format.GAUNTLET
    settings = PlanSettings(tuple(bots), players, 1, format=form, game=game.name)
    fixture = Plan(settings).block(0).games[0]
    return play(fixture, 1, tuple(bots), game, lambda *_: None, foreign, 60.0)


@pytest.mark.parametrize(("game", "players"), GAMES, ids=["covert", "covert-action"])
def test_a_bot_plays_the_same_in_process_as_an_engine_and_on_a_server(
    game: Any, players: int, foreign: ForeignBots, server: str
) -> None:
    spec = "ismcts:iterations=10"
    names = (spec, f"{OURS} {spec}", f"grpc://{server}/{spec}")
    here, engine, remote = (played([bot, "greedy"], game, players, foreign) for bot in names)
    assert here.outcome is engine.outcome is remote.outcome is Outcome.FINISHED
    assert here.actions == engine.actions == remote.actions
    assert list(here.thoughts.iterations) == list(engine.thoughts.iterations)
    assert sum(here.thoughts.iterations) > 0


@pytest.mark.parametrize(("game", "players"), GAMES, ids=["covert", "covert-action"])
def test_the_example_in_c_plays_whole_games(
    game: Any, players: int, any_move: str, foreign: ForeignBots
) -> None:
    first, again = (played([any_move], game, players, foreign) for _ in range(2))
    assert first.outcome is Outcome.FINISHED
    assert first.actions == again.actions


def test_the_example_in_rust_plays_as_the_one_in_c(
    any_move: str, foreign: ForeignBots, tmp_path: Path
) -> None:
    in_rust = compiled("any_move.rs", tmp_path, "rustc")
    first, again = (played([bot], Covert(), 2, foreign) for bot in (any_move, in_rust))
    assert first.outcome is Outcome.FINISHED
    assert first.actions == again.actions


def test_the_example_in_python_plays_better_than_chance(foreign: ForeignBots) -> None:
    careful = f"engine:{sys.executable} {EXAMPLES / 'careful.py'}"
    attempt = played([careful, "random"], Covert(), 2, foreign)
    seat = attempt.fixture.seats.index(0)
    assert attempt.winners == (seat,)
    assert attempt.scores[seat] > 2 * attempt.scores[1 - seat]


def test_a_search_ends_at_once_when_it_is_told_to() -> None:
    """Otherwise it would take an hour."""
    game = Covert()
    state, teller = game.deal(2, 1), Teller(game)
    assert state.actor is not None
    view, legal = state.view(state.actor), state.legal_actions()
    command = [sys.executable, "-m", "covert_command", "engine", "--bot", "ismcts:seconds=3600"]
    with closing(EngineProcess(command, Isolation().environment())) as engine:
        engine.ask(hello_line(), 60.0, "hello")
        engine.ask(teller.game_line(2, state.actor, 1, 3600.0, card_set=True), 60.0, "game")
        question, texts = teller.view_line(1, view, legal, "message", None)
        answer = json.loads(engine.ask(question + b"\n" + STOP, 60.0, "move"))
    assert answer["action"]["text"] in texts
    assert answer["action"]["iterations"] > 0


def lines(game: Any, players: int) -> Iterator[tuple[Any, dict[str, Any], dict[str, Any]]]:
    """Yield views of a game, with what an engine is told in JSON and as a message."""
    state, teller = game.deal(players, 3), Teller(game)
    for number in range(SHORT):
        view, legal = state.view(state.actor), state.legal_actions()
        forms = (teller.view_line(number, view, legal, form, [])[0] for form in ("json", "message"))
        in_json, in_message = (json.loads(line)["view"] for line in forms)
        yield view, in_json, in_message
        state.play(legal[number % len(legal)])


@pytest.mark.parametrize(
    ("game", "players", "other"),
    [(*GAMES[0], "covert_action"), (*GAMES[1], "covert")],
    ids=["covert", "covert-action"],
)
def test_a_bot_of_a_module_starts_without_the_other_game(
    game: Any, players: int, other: str
) -> None:
    """In a tournament it has a new process for each game."""
    program = (
        f"import sys; sys.modules['covert_bots.{other}'] = None\n"
        "from covert_bots.engines.module_host import main; main('builtins', 'object')"
    )
    begun = Teller(game).game_line(players, 0, 1, 5.0, card_set=True)
    told = b"".join(line + b"\n" for line in (hello_line(), begun))
    done = subprocess.run([sys.executable, "-c", program], input=told, capture_output=True)
    assert done.stdout.splitlines()[1:] == [b'{"game":{}}'], done


@pytest.mark.parametrize(("game", "players"), GAMES, ids=["covert", "covert-action"])
def test_a_question_has_the_view_and_its_legal_actions(game: Any, players: int) -> None:
    for view, in_json, in_message in lines(game, players):
        message = game.view_to_message(view)
        assert ParseDict(in_json["view"], view_pb2.View()) == message
        assert view_in(in_message) == message
        assert game.view_from_message(view_in(in_message)) == view
        texts = [action["text"] for action in in_json["actions"]]
        assert list(map(game.parse_action, texts)) == view.legal_actions()


@pytest.mark.parametrize(("game", "players"), GAMES, ids=["covert", "covert-action"])
def test_an_engine_can_make_the_game_again(game: Any, players: int) -> None:
    line = Teller(game).game_line(players, 1, 1 << 63, 5.0, card_set=True)
    begun = begun_of(json.loads(line)["game"])
    assert begun.seed == 1 << 63
    again = type(game).of_facts(begun.card_set, begun.setup, begun.players)
    assert (again.setup, again.card_set) == (game.setup, game.card_set)
    assert isinstance(begun, Begun)


@pytest.mark.parametrize(("game", "players"), GAMES, ids=["covert", "covert-action"])
def test_an_engine_observes_what_its_seat_observes_at_the_service(
    game: Any, players: int, server: str
) -> None:
    """The host there plays the same actions, and gets the events of each seat."""
    with Client(server) as client:
        setup = CovertActionSetup() if isinstance(game, CovertAction) else None
        record = client.deal(players, 7, setup)
        state = game.deal(players, 7)
        seen = 0
        for _ in range(SHORT):
            action = state.legal_actions()[-1]
            text = game.action_to_message(action).text
            advanced = client.advance(record, Action(text=text, seat=state.actor))
            observed = game.play_observed(state, action, range(players))
            told = [
                [event for moment in news.moments for event in moment.events]
                for news in advanced.news
            ]
            assert [[MessageToDict(event) for event in events] for events in observed] == [
                [MessageToDict(event) for event in events] for events in told
            ]
            seen += sum(map(len, observed))
            record = advanced.record
    assert seen > SHORT


def test_the_page_shows_what_the_example_says() -> None:
    page = (ROOT / "docs" / "engine-protocol.md").read_text()
    said = re.findall(r"^([<>]) (.*)$", page, re.MULTILINE)
    asked = "".join(f"{line}\n" for direction, line in said if direction == ">")
    engine = [sys.executable, str(EXAMPLES / "careful.py")]
    done = subprocess.run(engine, input=asked, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers == [json.loads(line) for direction, line in said if direction == "<"]


def test_nonsense_is_answered_with_what_was_expected() -> None:
    lines = ["1", "quit", '{"view":{}}', '{"game":{}}', '{"walk":{}}', '{"hello":{}}', '{"bye":{}}']
    done = subprocess.run(
        [sys.executable, "-m", "covert_command", "engine", "--bot", "random"],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        timeout=60,
    )
    *refused, hello = map(json.loads, done.stdout.splitlines())
    assert [answer["error"]["message"] for answer in refused] == [
        f"line: is '1'; {EXPECTED}",
        f"line: is 'quit'; {EXPECTED}",
        "view: comes before a game; expected `game` first",
        "'game': is missing in the line",
        f"""line: is '{{"walk":{{}}}}'; {EXPECTED}""",
    ]
    assert hello["hello"]["name"] == "random"
    assert (done.returncode, done.stderr) == (0, "")

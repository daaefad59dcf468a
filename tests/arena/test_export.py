"""The games of a ledger as data: a file says all that the ledger says, and is believed in
nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from arena.tournaments import game_of, plan_of, run
from jsonschema import Draft202012Validator

from covert_bots.arena.attempt import Failure, failed
from covert_bots.arena.errors import LedgerError
from covert_bots.arena.export import json_lines, parquet, transfer
from covert_bots.arena.export.fields import GAME, FieldError, check, json_schema
from covert_bots.arena.export.transfer import Transferred
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Format, Plan, PlanSettings
from covert_bots.covert_action.game import CovertAction
from covert_bots.players.game import Game

ROOT = Path(__file__).parents[2]
BOTS = ("random", "flat:iterations=2,candidates=2", "badly_behaved:raises")
PLAN = plan_of(*BOTS, blocks=1)
HEADLESS = 1  # lines before the first game
Lines = list[dict[str, Any]]
Change = Callable[[Lines], object]


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a ledger of finished games, of forfeits, and of one that had to be played again."""
    file = tmp_path_factory.mktemp("exported") / "a"
    with Ledger(file) as ledger:
        ledger.open_plan(PLAN)
        again = PLAN.block(0).games[0]
        lost = failed(again, 1, Failure.INFRASTRUCTURE, None, "the host of \N{SNOWMAN} died")
        ledger.add(lost, BOTS)
        run(PLAN, ledger)
    return file


def exported(
    ledger: Path, plan: Plan = PLAN, game: Game | None = None, *, only_repeatable: bool = False
) -> tuple[bytes, Transferred]:
    file = BytesIO()
    with Ledger(ledger, reading=True) as opened:
        written = transfer.write(
            opened,
            plan,
            game or game_of(plan),
            json_lines.JsonLines(file),
            only_repeatable=only_repeatable,
        )
    return file.getvalue(), written


def imported(data: bytes, path: Path, game: Game | None = None) -> Transferred:
    def any_game(settings: PlanSettings) -> Game:
        return game or game_of(PLAN)

    return transfer.read(json_lines.read(BytesIO(data), "games"), path, any_game)


def lines_of(data: bytes) -> Lines:
    return [json.loads(line) for line in data.splitlines()]


def attempts_in(ledger: Path) -> list[bytes]:
    """Return the lines of attempts, in the order of the schedule."""
    lines = [line for line in ledger.read_bytes().splitlines() if b'"block"' in line]
    return sorted(lines, key=lambda line: [json.loads(line)[n] for n in ("block", "rotation")])


@pytest.fixture(scope="module")
def games(ledger: Path) -> bytes:
    return exported(ledger)[0]


# There and back.


def test_a_ledger_is_read_back_as_it_was(ledger: Path, games: bytes, tmp_path: Path) -> None:
    """Every byte of every attempt, whatever fields a ledger has."""
    read = imported(games, tmp_path / "b")
    assert read == exported(ledger)[1]
    assert attempts_in(tmp_path / "b") == attempts_in(ledger)
    assert exported(tmp_path / "b")[0] == games
    with Ledger(ledger, reading=True) as before, Ledger(tmp_path / "b", reading=True) as after:
        assert after.digest() == before.digest()
        assert after.code() == before.code() != {}
        assert after.settings() == before.settings()


def test_parquet_says_the_same(ledger: Path, games: bytes, tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    with file.open("wb") as sink, Ledger(ledger, reading=True) as opened:
        written = transfer.write(
            opened, PLAN, game_of(PLAN), parquet.Parquet(sink), only_repeatable=False
        )
    with file.open("rb") as source:
        documents = [document for _, document in parquet.read(source, "games.parquet")]
    assert [documents[0], *documents[1:]] == [
        lines_of(games)[0]["tournament"],
        *lines_of(games)[1:],
    ]
    with file.open("rb") as source:
        read = transfer.read(parquet.read(source, ""), tmp_path / "b", lambda _: game_of(PLAN))
    assert read == written == exported(ledger)[1]


def test_a_game_of_hidden_teams_is_read_back(tmp_path: Path) -> None:
    game = CovertAction({"talk": False, "saboteurs": True})
    settings = PlanSettings(
        ("greedy",), 6, 2, "ab" * 32, Format.SELF_PLAY, game=game.name, setup=game.setup
    )
    plan = Plan(settings)
    with Ledger(tmp_path / "a") as ledger:
        run(plan, ledger, game=game)
    data, written = exported(tmp_path / "a", plan, game)
    assert imported(data, tmp_path / "b", game) == written
    assert attempts_in(tmp_path / "b") == attempts_in(tmp_path / "a")
    assert {action["text"].split()[0] for action in lines_of(data)[1]["actions"]} <= {
        "hold",
        "shoot",
    }


def test_an_action_has_its_seat_its_operands_and_what_the_bot_thought_of_it(games: bytes) -> None:
    finished = next(line for line in lines_of(games)[1:] if line["outcome"] == "finished")
    first = finished["actions"][0]
    assert (first["seat"], first["round"], first["choices"]) == (0, 0, 3)
    assert first["text"] == f"return M{first['operands'][0] + 1}"
    assert first["number"] == first["kind"] | first["operands"][0] << 6
    by_bot: dict[str, list[Any]] = {bot: [] for bot in BOTS}
    for action in finished["actions"]:
        by_bot[finished["seats"][action["seat"]]].append(action["value"])
    assert set(by_bot["random"]) == {None}
    assert any(value is not None and 0 < value < 1 for value in by_bot[BOTS[1]])


def test_what_can_be_repeated_is_the_same_in_every_run(ledger: Path, tmp_path: Path) -> None:
    """And a longer plan begins with the games of a shorter one."""
    bots = ("random", "greedy:worlds=1")
    runs = []
    for number, blocks in enumerate((1, 1, 2)):
        plan = plan_of(*bots, blocks=blocks)
        with Ledger(tmp_path / str(number)) as played:
            run(plan, played)
        runs.append(exported(tmp_path / str(number), plan, only_repeatable=True))
    (first, digest), (again, digest_again), (longer, _) = runs
    assert (first, digest) == (again, digest_again)
    games = first.splitlines()[HEADLESS:]
    assert longer.splitlines()[HEADLESS:][: len(games)] == games
    assert imported(first, tmp_path / "b") == digest
    with Ledger(tmp_path / "0", reading=True) as there, Ledger(tmp_path / "b") as here:
        assert here.digest() == there.digest()
        here.check_plan(plan_of(*bots, blocks=1))


def test_void_games_are_not_among_what_can_be_repeated(ledger: Path, games: bytes) -> None:
    repeatable = lines_of(exported(ledger, only_repeatable=True)[0])
    outcomes = {line["outcome"] for line in lines_of(games)[HEADLESS:]}
    assert outcomes == {"void", "forfeit", "finished"}
    assert {line["outcome"] for line in repeatable[HEADLESS:]} == {"forfeit", "finished"}
    assert {line["seconds"] for line in repeatable[HEADLESS:]} == {None}


# The schema.


def test_the_published_schema_is_that_of_the_code() -> None:
    text = (ROOT / "docs" / "games.schema.json").read_text(encoding="utf-8")
    assert json.loads(text) == json_schema(), "python docs/games_schema.py writes it"


def test_every_line_fits_the_schema(games: bytes, ledger: Path) -> None:
    Draft202012Validator.check_schema(json_schema())
    validator = Draft202012Validator(json_schema())
    for line in lines_of(games) + lines_of(exported(ledger, only_repeatable=True)[0]):
        validator.validate(line)


@pytest.mark.parametrize(
    "change",
    [
        {"players": "2"},
        {"players": 2.5},
        {"players": None},
        {"seed": 7},
        {"seats": "random"},
        {"winners": [None]},
        {"setup": []},
        {"seconds": -1},
        {"rounds": -1},
        {"scores": [1 << 63]},
        {"figures": [{}]},
        {"more": 1},
    ],
    ids=str,
)
def test_schema_and_reader_refuse_the_same(change: dict[str, Any], games: bytes) -> None:
    line = lines_of(games)[-1]
    check(line, GAME, "")
    assert not Draft202012Validator(json_schema()).is_valid(line | change)
    with pytest.raises(FieldError, match=next(iter(change))):
        check(line | change, GAME, "")


def test_a_lacking_field_is_named(games: bytes) -> None:
    line = lines_of(games)[-1]
    del line["actions"][2]["text"]
    assert not Draft202012Validator(json_schema()).is_valid(line)
    with pytest.raises(FieldError, match=r"^actions\.2\.text: missing; expected the action in"):
        check(line, GAME, "")


# Files that are wrong.


def of_last(**changed: Any) -> Change:
    """Change the last game, which is finished."""
    return lambda lines: lines[-1].update(changed)


def of_action(place: int, **changed: Any) -> Change:
    return lambda lines: lines[-1]["actions"][place].update(changed)


def of_settings(**changed: Any) -> Change:
    return lambda lines: lines[0]["tournament"]["settings"].update(changed)


def of_another_plan(lines: Lines) -> None:
    """Leave a single game, of another deal."""
    del lines[1:-1]
    of_settings(seed=2)(lines)


def of_tournament(**changed: Any) -> Change:
    return lambda lines: lines[0]["tournament"].update(changed)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (of_last(winners=[0, 1]), r"line \d+: its winners should be "),
        (of_last(scores=[1, 1]), r"line \d+: its scores should be .*; the file has"),
        (of_last(rounds=99), r"line \d+: its rounds should be "),
        (of_last(game_facts={}), r"line \d+: its facts should be "),
        (of_last(seed="5"), r"line \d+: seed: '5'; expected '\d+'"),
        (of_last(seats=["random", "random"]), r"line \d+: seats: .*; expected "),
        (of_last(block=9), r"line \d+: block: 9; expected 0 to 2, by the plan"),
        (of_last(outcome="won"), r"line \d+: 'won' is not a valid Outcome"),
        (of_last(outcome="forfeit"), r"line \d+: it ends by the rules"),
        (of_last(players=3), r"line \d+: players: 3; expected 2"),
        (of_last(actions=[]), r"line \d+: the game goes on after 0 decisions"),
        (of_last(bot_seeds=["1", "2"]), r"line \d+: bot_seeds: "),
        (lambda lines: lines[-1]["actions"].append(lines[-1]["actions"][-1]), r"the game is over"),
        (of_action(3, seat=1), r"line \d+: actions\.3\.seat: 1; expected 0"),
        (of_action(3, text="pass"), r"line \d+: actions\.3\.text: 'pass'; expected '"),
        (of_action(3, number=0), r"line \d+: actions\.3: "),
        (of_action(3, number=1 << 40), r"line \d+: actions\.3\.number: 1099511627776"),
        (of_action(3, choices=99), r"line \d+: actions\.3\.choices: 99; expected "),
        (of_action(3, operands=[1, 1, 1]), r"line \d+: actions\.3\.operands: "),
        (of_action(3, iterations=1 << 32), r"line \d+: actions\.3\.iterations: 4294967296"),
        (of_action(3, value=1.5), r"line \d+: actions\.3\.value: 1\.5; expected 0 to 1"),
        (lambda lines: lines.append(lines[-1]), r"line \d+: attempt 1 at game .* again"),
        (lambda lines: lines.pop(0), r"line 1: no tournament"),
        (lambda lines: lines.append(lines[0]), r"line \d+: game: missing"),
        (of_tournament(version=2), r"line 1: version: 2; expected 1"),
        (of_tournament(test={"elo0": "x"}), r"line 1: "),
        (of_tournament(code={"random": 1}), r"line 1: code: 1 of random"),
        (of_settings(players=1), r"line 1: players: 1"),
        (of_another_plan, r"line 2: seed: '\d+'; expected '\d+'"),
        (of_settings(bots="ab"), r"line 1: settings\.bots: 'ab'; expected a list"),
        (of_settings(game=[]), r"line 1: settings\.game: \[\]; expected a text$"),
        (of_settings(seed=1.5), r"line 1: settings\.seed: 1\.5; expected a number, or a secret"),
        (of_settings(blocks=True), r"line 1: settings\.blocks: True"),
        (of_settings(budget={}), r"line 1: settings: others than those"),
        (
            of_settings(setup=json.loads('{"a":' * 900 + "1" + "}" * 900)),
            r"line 1: settings: too deep",
        ),
        (
            of_last(game_facts=json.loads('{"a":[' * 9 + "]}" * 9)),
            r"line \d+: game_facts: too deep",
        ),
        (of_settings(budget=3), r"line 1: "),
        (of_settings(players=1 << 40, format="self-play", bots=["random"]), r"settings.players"),
        (
            of_settings(players=4, bots=[f"b{number}" for number in range(64)], blocks=1 << 20),
            r"settings\.bots: 64 at tables of 4; expected at most 100000 tables",
        ),
    ],
)
def test_the_first_line_that_is_wrong_is_named_and_no_ledger_is_left(
    change: Change, message: str, games: bytes, tmp_path: Path
) -> None:
    lines = lines_of(games)
    lines.sort(key=lambda line: line.get("outcome", "") == "finished")
    change(lines)
    data = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    with pytest.raises(LedgerError, match=f"^games: .*{message}"):
        imported(data, tmp_path / "b")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"", "an empty file"),
        (b"\xff\n", "line 1: no JSON; expected a game"),
        (b'{"tourn', "line 1: no JSON, perhaps cut short"),
        (b"[" * 100_000, "line 1: no JSON"),
        (b'{"tournament":NaN}\n', "line 1: no JSON"),
        (b'{"tournament":5}\n', "line 1: the line: 5; expected an object"),
        (b"7" * 10_000 + b"\n", "line 1: no "),
        (b" " * 2_000, "line 1: longer than 1000 bytes"),
    ],
    ids=lambda value: str(value[:20]),
)
def test_what_is_no_export_is_refused(
    line: bytes, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_lines, "LONGEST_LINE", 1000 if line.startswith(b" ") else 1 << 20)
    with pytest.raises(LedgerError, match=f"games: {message}"):
        imported(line, tmp_path / "b")


def test_a_ledger_that_exists_stays(games: bytes, ledger: Path) -> None:
    before = ledger.read_bytes()
    with pytest.raises(LedgerError, match="exists already; expected a new file"):
        imported(games, ledger)
    assert ledger.read_bytes() == before


def test_a_broken_file_of_parquet_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match=r"x: .*; expected games that the arena exported"):
        list(parquet.read(BytesIO(b"PAR1" + b"\0" * 100 + b"PAR1"), "x"))

"""The commands are one family: help with examples that work, errors, `--json`, completion."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import click
import pytest
from command.shell import COMMAND, LONGEST, REPOSITORY, environment, mistake, run, serving
from command.small_games import Demo

from covert_bots.covert.catalogue import describe
from covert_bots.covert.review import review
from covert_bots.covert.training.train import Schedule
from covert_command.program import covert_bots

VIEW = REPOSITORY / "examples" / "views" / "place.json"
HOUSE_SET = REPOSITORY / "engine/covert_engine/covert/cards/data/house.toml"
RECIPE = REPOSITORY / "examples" / "datasets" / "covert-2.toml"
Words = tuple[str, ...]
NO_JSON: set[Words] = {("play",), ("engine",), ("mcp",)}  # conversations
SHORTER: dict[Words, Words] = {  # what is put after an example that would take minutes
    ("arena", "run"): ("--blocks", "1", "--workers", "1"),
    ("arena", "sprt"): ("--blocks", "1", "--workers", "1"),
    ("arena", "dataset"): ("--blocks", "1", "--workers", "1"),
    ("load",): ("--seconds", "1"),
    ("review",): ("--adviser", "greedy"),
    ("demo",): ("--players", "2"),
    ("train",): (
        *("--searched", "1,0,0", "--games", "2,0,0"),
        *("--generations", "1", "--workers", "1"),
    ),
}
SHORTER_OF_ACTION: dict[Words, Words] = {  # the same of examples with `--game covert-action`
    ("arena", "run"): ("--blocks", "1", "--workers", "1"),
    ("demo",): ("--players", "4", "--seed", "1"),
    ("load",): ("--seconds", "1"),
    ("train",): ("--games", "1", "--generations", "1", "--workers", "1"),
}
WRITTEN: dict[Words, str] = {  # a file that an example makes
    ("arena", "run"): "games.ledger",
    ("cards", "new"): "my-set.toml",
}


def tree(command: click.Command, path: Words = ()) -> Iterator[Words]:
    """Yield the commands and groups, each by its words."""
    yield path
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from tree(inner, (*path, name))


def command_of(path: Words) -> click.Command:
    command: click.Command = covert_bots
    for name in path:
        assert isinstance(command, click.Group)
        inner = command.get_command(click.Context(command), name)
        assert inner is not None
        command = inner
    return command


def examples(path: Words) -> list[list[str]]:
    """Return the examples of a command's help as a person reads them, without `covert-bots`."""
    shown = run(*path, "--help", columns=80).stdout
    _, _, listed = re.sub(r"\n  Examples?:\n", "\0", shown).partition("\0")
    lines = [shlex.split(line) for line in listed.splitlines()]
    assert all(line[0] == "covert-bots" for line in lines)
    return [line[1:] for line in lines]


ALL = list(tree(covert_bots))
COMMANDS = [path for path in ALL if not isinstance(command_of(path), click.Group)]
GROUPS = [path for path in ALL if path not in COMMANDS]
EXAMPLES = [(path, words) for path in ALL for words in examples(path)]
# `serve` has a test of its own here; `commands/test_conform.py` has servers for `conform`,
# `commands/test_table.py` runs `table`, `test_moving.py` of tests/tables `tables`,
# `test_play_at_table.py` `play --table`, `arena/test_many_bots.py` `arena pool`,
# `arena/test_serve.py` `arena serve` and its calls,
# `commands/test_mcp.py` `mcp`, `commands/test_bench.py` `bench --json`, and
# `commands/test_suggest_position.py` what goes on until Ctrl-C. Groups repeat examples of their
# commands.
ELSEWHERE: tuple[Words, ...] = (
    ("serve",),
    ("table",),
    ("tables",),
    ("play", "--table"),
    ("arena", "watch"),
    ("arena", "pool"),
    ("arena", "serve"),
    ("arena", "submit"),
    ("arena", "withdraw"),
    ("arena", "entrants"),
    ("mcp",),
    ("conform",),
    ("bench", "--json"),
)
ASKED = [
    words
    for words in dict.fromkeys(tuple(words) for _, words in EXAMPLES)
    if not any(words[: len(start)] == start for start in ELSEWHERE) and "--watch" not in words
]


def named(value: object) -> str:
    return " ".join(value) if isinstance(value, (tuple, list)) else ""


def test_the_tree_is_gone_through() -> None:
    assert {("demo",), ("arena", "sprt"), ("cards", "check")} <= set(COMMANDS)
    assert sorted(GROUPS) == [(), ("arena",), ("cards",), ("tables",)]


CALLS = ("grpc", "asyncio")  # modules that take long to import, for calls of a server
MODULES: dict[Words, Words] = {  # commands, and modules without which they start
    (): (*CALLS, "google.protobuf", "rich", "scipy"),  # such as `covert-bots --version`
    ("cards", "new-bot", "token"): (*CALLS, "google.protobuf", "scipy"),
    ("arena", "demo", "train"): (*CALLS, "scipy.special", "scipy.optimize"),
    ("companion", "conform", "demo", "load"): ("scipy",),
    ("play", "replay", "review", "serve", "suggest"): ("scipy",),
}


@pytest.mark.parametrize(("commands", "modules"), MODULES.items(), ids=named)
def test_a_command_starts_without_modules_that_it_does_not_need(
    commands: Words, modules: Words
) -> None:
    program = (
        "import sys; from importlib import import_module\n"
        f"sys.modules.update(dict.fromkeys({modules!r}))\n"
        "from covert_command.program import covert_bots\n"
        f"for name in {commands!r}:\n"
        "    covert_bots.get_command(None, name)"
    )
    done = subprocess.run(
        [COMMAND[0], "-c", program], capture_output=True, text=True, env=environment()
    )
    assert done.stderr == ""


# Help.


@pytest.mark.parametrize("path", ALL, ids=named)
def test_the_help_ends_with_examples_of_the_command(path: Words) -> None:
    listed = examples(path)
    assert listed
    for words in listed:
        assert tuple(words[: len(path)]) == path


@pytest.mark.parametrize("path", ALL, ids=named)
def test_the_help_has_no_place_left_to_fill_in(path: Words) -> None:
    assert "{" not in run(*path, "--help", columns=80).stdout


def test_the_help_names_the_levels() -> None:
    shown = " ".join(run("demo", "--help", columns=80).stdout.split())
    assert "a level: beginner, easy, medium, hard, expert, club-1 to club-17. " in shown


@pytest.mark.parametrize("path", GROUPS, ids=named)
def test_a_group_says_what_each_of_its_commands_does_in_whole_sentences(path: Words) -> None:
    listed = run(*path, "--help", columns=80).stdout.partition("\nCommands:\n")[2]
    lines = listed.partition("\n\n")[0].splitlines()
    names = [words[-1] for words in ALL if words[:-1] == path and words]
    assert sorted(line.split()[0] for line in lines) == sorted(names)
    assert [line for line in lines if not line.endswith(".") or line.endswith("...")] == []


@pytest.fixture(scope="module")
def exported(ledger: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the games of the ledger as JSON lines."""
    file = tmp_path_factory.mktemp("exported") / "games.jsonl"
    assert run("arena", "export", ledger, "--out", str(file)).returncode == 0
    return file


@pytest.fixture
def folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, demo: Demo, ledger: str, exported: Path
) -> Path:
    """Return a folder with the files that examples name, where reviews take few samples and
    trainings search briefly."""
    brief = partial(Schedule, long_iterations=30, iterations=5, epochs=2)
    monkeypatch.setattr("covert_command.covert.train.Schedule", brief)
    assert review.__kwdefaults__ is not None
    monkeypatch.setitem(review.__kwdefaults__, "samples", 4)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "kept"))
    shutil.copy(VIEW, "view.json")
    shutil.copy(demo.record, "game.record")
    shutil.copy(ledger, "games.ledger")
    shutil.copy(exported, "exported.jsonl")
    shutil.copy(RECIPE, "covert-2.toml")
    shutil.copy(HOUSE_SET, "my-set.toml")
    return tmp_path


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("words", ASKED, ids=named)
def test_an_example_works_and_json_is_one_document_and_nothing_else(
    words: Words, folder: Path
) -> None:
    command = next(path for path in COMMANDS if words[: len(path)] == path)
    if "--resume" in words:
        kept = ("--bot", "random") if command == ("play",) else ()
        assert run(*command, *kept, stdin="1\nquit\n").returncode == 0
    if "--rotate" in words:
        assert run("token", "lobby", "--tokens", "tokens.toml").returncode == 0
    elif command in WRITTEN:
        (folder / WRITTEN[command]).unlink()
    as_json = () if command in NO_JSON else ("--json",)
    shorter = SHORTER_OF_ACTION if "covert-action" in words else SHORTER
    done = run(*words, *shorter.get(command, ()), *as_json, stdin="1\nquit\n")
    assert done.returncode == 0, done.stderr
    if as_json:
        assert isinstance(json.loads(done.stdout), dict)


def test_the_example_of_serve_works() -> None:
    (words,) = examples(("serve",))
    with serving(*words[1:], "--port", "0") as target:  # the last one counts
        assert target


@pytest.mark.parametrize("path", GROUPS, ids=named)
def test_a_group_alone_shows_its_help(path: Words) -> None:
    alone, asked = run(*path), run(*path, "--help")
    assert (alone.returncode, alone.stdout) == (0, asked.stdout)
    assert alone.stderr == ""


@pytest.mark.parametrize("words", [("--help",), ("cards", "show"), ("play", "--help")])
def test_an_output_that_is_closed_early_ends_a_command_as_it_ends_other_programs(
    words: Words,
) -> None:
    """The output of click and that of rich both do."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        done = subprocess.run(
            [*COMMAND, *words], stdout=closed, stderr=subprocess.PIPE, env=environment()
        )
    assert (done.returncode, done.stderr) == (141, b"")


# Errors.


@pytest.mark.parametrize("path", ALL, ids=named)
def test_an_unknown_option_is_one_line_that_leads_to_the_help(path: Words) -> None:
    said = mistake(*path, "--qqq")
    assert said == f"no such option --qqq (see {' '.join(('covert-bots', *path))} --help)"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("--boot easy", "no such option --boot; did you mean --bot?"),
        ("--bot", "--bot: expected a value after it"),
        ("--seed 'ever is not so'", "--seed: 'ever is not so'; expected a whole number from 0"),
        ("--list=3", "--list: expected no value"),
        ("easy", "unexpected argument 'easy'; did you mean --bot easy?"),
        (
            "covert-action",
            "unexpected argument 'covert-action'; did you mean --game covert-action?",
        ),
        ("ever so", "unexpected argument 'ever' ("),
        (
            "--bot easy,hard",
            "--bot: 'easy,hard'; expected one bot; did you mean --bot easy --bot hard?",
        ),
    ],
)
def test_what_is_typed_at_the_wrong_place_leads_to_the_option(typed: str, said: str) -> None:
    assert mistake("play", *shlex.split(typed)).startswith(said)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("aren", "did you mean 'arena'?"),
        ("xyz", "expected one of demo, play, table, tables, suggest"),
    ],
)
def test_an_unknown_command_leads_to_those_there_are(typed: str, meant: str) -> None:
    said = mistake(typed)
    assert said.startswith(f"no such command {typed!r}; {meant}")
    assert said.endswith(" (see covert-bots --help)")


@pytest.mark.parametrize("path", COMMANDS, ids=named)
def test_a_wrong_value_names_its_option_first(path: Words, folder: Path) -> None:
    """Options are checked first, since an argument may be missing."""
    for option in command_of(path).params:
        checked = isinstance(option.type, (click.IntRange, click.FloatRange, click.Choice))
        if isinstance(option, click.Option) and checked:
            said = mistake(*path, option.opts[0], "?")
            assert said.startswith(f"{option.opts[0]}: '?'; expected ")


@pytest.mark.parametrize(
    "words",
    [
        ("suggest", "no.json"),
        ("replay", "no.record"),
        ("replay", "no.ledger", "0.1"),
        ("cards", "check", "no.toml"),
        ("cards", "show", "no.toml"),
        ("demo", "--cards", "no.toml"),
        ("demo", "--bot", "random", "--record", "no/game"),
        ("arena", "show", "no.ledger"),
        ("arena", "verify", "no.ledger"),
        ("arena", "balance", "no.ledger"),
        ("arena", "export", "no.ledger", "--out", "games.jsonl"),
        ("arena", "import", "no.jsonl", "--out", "again.ledger"),
        ("arena", "run", "no.toml"),
    ],
    ids=named,
)
def test_a_missing_file_is_named_and_with_json_nothing_is_printed(
    words: Words, folder: Path
) -> None:
    done = run(*words, "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"covert-bots: .*\bno[./].*\n", done.stderr)
    assert ".new" not in done.stderr  # a temporary file, which the user does not know


# `--json`, and where progress goes.


@pytest.mark.parametrize("path", COMMANDS, ids=named)
def test_every_command_but_a_conversation_has_json(path: Words) -> None:
    options = [option for option in command_of(path).params if "--json" in option.opts]
    if path in NO_JSON:
        assert not options
        return
    assert isinstance(options[0], click.Option)
    assert options[0].help == "Print one JSON document."


@pytest.mark.parametrize(
    "words",
    [
        ("demo", "--game", "covert-action", "--bot", "random", "--players", "4", "--seed", "1"),
        ("suggest", str(VIEW)),
        ("arena", "run", "--bots", "greedy,random", "--blocks", "1"),
    ],
    ids=named,
)
def test_progress_goes_to_standard_error(words: Words) -> None:
    """Standard error is a terminal here, so that there is progress to show."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *words, "--json"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=environment(),
    ) as process:
        os.close(theirs)
        shown = b""
        while select.select([ours], [], [], LONGEST)[0]:
            try:
                shown += os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
        assert process.stdout is not None
        printed = process.stdout.read()
        assert process.wait(LONGEST) == 0
    os.close(ours)
    assert isinstance(json.loads(printed), dict)
    assert b"\x1b" not in printed
    assert b"\x1b[" in shown  # drawn anew as it goes


# Completion.


def completed(shell: str, typed: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the completions that a shell gets for the last word of a line."""
    monkeypatch.setenv("_COVERT_BOTS_COMPLETE", f"{shell}_complete")
    monkeypatch.setenv("COMP_WORDS", f"covert-bots {typed}")
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split(" "))))
    return run().stdout.splitlines()


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("are", "arena"),
        ("arena ", "sprt"),
        ("arena run --for", "--format"),
        ("arena run --format ga", "gauntlet"),
        ("cards show --only m", "missions"),
        ("play --option sw", "swaps_first=on"),
        ("play --game covert-action --option te", "teams=3"),
        ("arena run --option sw", "swaps_first=on"),
        ("arena run --option te", "teams=3"),
        ("companion --option dead", "deadline=void"),
        *((f"{command} --bot ", bot.name) for bot in describe() for command in ("demo", "serve")),
        ("play --adviser is", "ismcts"),
    ],
)
def test_a_shell_completes_commands_options_and_choices(
    typed: str, wanted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert f"plain,{wanted}" in completed("bash", typed, monkeypatch)
    other = typed.rpartition(" ")[0] + " ?"
    assert f"plain,{wanted}" not in completed("bash", other.strip(), monkeypatch)


@pytest.mark.parametrize("typed", ["demo --cards my", "demo --record g", "suggest v"])
def test_a_shell_completes_files_by_itself(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert completed("bash", typed, monkeypatch) == [f"file,{typed.split()[-1]}"]

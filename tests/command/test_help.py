"""Every command ends its help with examples, which it understands."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from command.running import run

from covert_command.commands import covert_bots


def leaves(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The commands that do something."""
    if not isinstance(command, click.Group):
        yield path
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        found = command.get_command(context, name)
        assert found is not None
        yield from leaves(found, (*path, name))


COMMANDS = list(leaves(covert_bots, ()))


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_the_help_of_a_command_ends_with_examples_of_it(
    path: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games.ledger").touch()
    shown = run(*path, "--help", columns=80).stdout
    lines = re.split(r"\n  Examples?:\n", shown)[1].splitlines()
    assert lines
    for line in lines:
        name, *words = shlex.split(line)
        assert (name, tuple(words[: len(path)])) == ("covert-bots", path)
        command: click.Command = covert_bots
        context = click.Context(covert_bots)
        for one in path:
            assert isinstance(command, click.Group)
            found = command.get_command(context, one)
            assert found is not None
            command = found
        command.make_context(line, words[len(path) :])


def test_a_shell_completes_commands_and_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_COVERT_BOTS_COMPLETE", "bash_complete")
    for typed, place, wanted in (("are", 1, "arena"), ("arena run --for", 3, "--format")):
        monkeypatch.setenv("COMP_WORDS", f"covert-bots {typed}")
        monkeypatch.setenv("COMP_CWORD", str(place))
        assert f"plain,{wanted}" in run().stdout.splitlines()

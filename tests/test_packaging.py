"""The installed packages are those of the checkout."""

from __future__ import annotations

import ast
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from email.parser import Parser
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest
from flit_core import buildapi
from setuptools import find_packages

from covert_engine.covert.cards import _compiled
from covert_server.build import PACKAGES, SUFFIXES

ROOT = Path(__file__).resolve().parents[1]
PROTO = ROOT / "proto"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CLIENT: dict[str, Any] = tomllib.loads((PROTO / "pyproject.toml").read_text(encoding="utf-8"))


def packages() -> dict[str, Path]:
    """Return the folders of the packages, as setuptools finds them."""
    folders = PROJECT["tool"]["setuptools"]["packages"]["find"]["where"]
    return {
        name: ROOT.joinpath(folder, *name.split("."))
        for folder in folders
        for name in find_packages(str(ROOT / folder))
    }


def test_every_folder_of_code_is_in_a_package() -> None:
    """A folder without `__init__.py` would be left out of the wheel."""
    known = set(packages().values())
    assert len(known) > 50
    for folder in ("engine", "bots", "server"):
        for file in (ROOT / folder).rglob("*.py"):
            assert file.parent in known or file.parent.name == "data", file


def test_the_table_has_each_extra() -> None:
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    table = text.partition("| extra |")[2].partition("\n\n")[0]
    named = re.findall(
        r"`([\w-]+)`", "\n".join(row.split("|")[1] for row in table.splitlines()[2:])
    )
    assert sorted(named) == sorted(PROJECT["project"]["optional-dependencies"])


def test_the_name_of_the_program_covers_all_data() -> None:
    """The data that bots have learned is a part of what their answers depend on."""
    folders = packages()
    data = {path.name: path for name in PACKAGES for path in folders[name].rglob("data/*")}
    assert {"behaviour.json", "belief.json", "value.weights"} <= data.keys()
    assert {path.suffix for path in data.values()} <= set(SUFFIXES)


def test_every_file_a_package_needs_is_installed() -> None:
    """Python files are included by default; the rest must be named, C and Cython sources apart."""
    named = PROJECT["tool"]["setuptools"]["package-data"]
    for package, folder in packages().items():
        patterns = [*named["*"], *named.get(package, [])]
        kept = {path for pattern in patterns for path in folder.glob(pattern)}
        for path in folder.iterdir():
            if path.is_file() and path.suffix not in (".py", ".pyx", ".h", ".so", ".pyd"):
                assert path in kept, f"{path.relative_to(ROOT)} is not in package-data"


def test_the_readme_has_two_commands() -> None:
    """The file `.ci/run` takes its first steps from."""
    blocks = (ROOT / "README.md").read_text(encoding="utf-8").split("```sh\n")[1:]
    commands = [block.split("```")[0].splitlines() for block in blocks]
    assert [len(lines) for lines in commands] == [1, 1]
    assert commands[0][0].endswith("covert-bots demo --bot ismcts:iterations=500")
    assert commands[1][0].endswith("pytest -n auto")


def test_what_is_built_here_is_what_is_tested() -> None:
    """It is not a package that is installed beside it, such as a release build."""
    built = any((ROOT / "engine").rglob(f"*{EXTENSION_SUFFIXES[0]}"))
    assert Path(str(_compiled.__file__)).is_relative_to(ROOT / "engine") == built


# The client, a distribution of its own.


def test_the_client_is_all_of_its_folder_and_pure_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A .proto file added later is included, with its generated code."""
    monkeypatch.chdir(PROTO)
    name = buildapi.build_wheel(str(tmp_path))
    assert name == f"covertbots-{CLIENT['project']['version']}-py3-none-any.whl"
    with zipfile.ZipFile(tmp_path / name) as wheel:
        packed = {member for member in wheel.namelist() if not member.startswith("covertbots-")}
        (metadata,) = (member for member in wheel.namelist() if member.endswith("/METADATA"))
        written = Parser().parsestr(wheel.read(metadata).decode())
    lying = {
        path.relative_to(PROTO).as_posix()
        for path in (PROTO / "covertbots").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert packed == lying
    assert {"covertbots/py.typed", "covertbots/v1/opponent.proto"} <= packed
    assert written.get_all("Requires-Dist") == CLIENT["project"]["dependencies"]


def test_the_client_imports_nothing_but_what_it_requires() -> None:
    required = {"grpc", "google", "covertbots"}
    for path in (PROTO / "covertbots").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            tops = {name.partition(".")[0] for name in names} - set(sys.stdlib_module_names)
            assert tops <= required, path


def test_both_have_one_licence_and_python() -> None:
    for key in ("license", "requires-python"):
        assert CLIENT["project"][key] == PROJECT["project"][key], key
    assert (PROTO / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_the_version_stands_in_one_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All distributions have that of the client, and the changelog says what it brings."""
    version = CLIENT["project"]["version"]
    assert "version" in PROJECT["project"]["dynamic"]
    assert set_up(tmp_path, monkeypatch)["version"] == version
    packed = json.loads((ROOT / "clients" / "typescript" / "package.json").read_text())
    assert "version" not in packed
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## \[([^]]+)\]", changes, re.MULTILINE)[-1] == version


@pytest.mark.parametrize("missing", ["git", "node", "npm", "protoc", "python"])
def test_a_release_says_what_it_needs(missing: str, tmp_path: Path) -> None:
    """It is run in a copy of the folder that it stands in, with programs that do nothing."""
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("bash", "dirname", "mkdir", "sed", "rm"):
        (programs / name).symlink_to(str(shutil.which(name)))
    for name in {"git", "node", "npm", "protoc", "python"} - {missing}:
        (programs / name).write_text("#!/bin/bash\n")
        (programs / name).chmod(0o755)
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "release", tmp_path / ".ci")
    done = subprocess.run(
        [tmp_path / ".ci" / "release"],
        env={"PATH": str(programs), "PYTHONS": "python"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    wanted = "no wheel for python, which is not here" if missing == "python" else missing
    assert wanted in done.stderr


def set_up(folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return what setup.py asks for, run in a folder that has no earlier build."""
    pytest.importorskip("Cython")
    asked: dict[str, Any] = {}
    monkeypatch.setattr("setuptools.setup", asked.update)
    monkeypatch.setattr("Cython.Build.cythonize", lambda modules, **_: modules)
    monkeypatch.chdir(folder)
    runpy.run_path(str(ROOT / "setup.py"))
    return asked


@pytest.mark.parametrize(("command", "compiled"), [("bdist_wheel", False), ("build_ext", True)])
def test_what_only_tests_use_is_compiled_and_in_no_wheel(
    command: str, compiled: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("engine", "bots", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.setattr("sys.argv", ["setup.py", command])
    names = {module.name for module in set_up(tmp_path, monkeypatch)["ext_modules"]}
    assert "covert_engine.search._ismcts" in names
    assert ("toys._toy" in names) == compiled


@pytest.mark.parametrize("release", [False, True])
def test_a_checkout_requires_its_own_client_and_a_release_its_version(
    release: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COVERT_RELEASE", "1" if release else "")
    asked = set_up(tmp_path, monkeypatch)
    first, *others = asked["install_requires"]
    version = CLIENT["project"]["version"]
    assert first == (f"covertbots=={version}" if release else f"covertbots @ {PROTO.as_uri()}")
    assert set(CLIENT["project"]["dependencies"]) - set(others) == {
        "googleapis-common-protos>=1.65",  # which grpcio-status brings
        "types-grpcio",  # needed only to write programs with the client
        "types-protobuf>=5.27",
    }


MISSPELT = """
import grpc
from covertbots.client import Client, ServiceError
from covertbots.v1.view_pb2 import View

with Client("localhost:50051") as client:
    game = client.advance(client.deal(2, 1))
    seat = game.to_decid[0].seat
    words = client.suggest_move(View(covrt=None)).suggestion.turn_in_word
    try:
        client.list_bots()
    except ServiceError as error:
        gone = error.code is grpc.StatusCode.UNAVIALABLE
"""


def test_type_checkers_find_misspelt_fields_with_the_client_alone_installed(tmp_path: Path) -> None:
    """The environment has what the client requires, and nothing else."""
    pytest.importorskip("mypy")
    venv.create(tmp_path / "venv", symlinks=True)
    python = tmp_path / "venv" / "bin" / "python"
    (site,) = (tmp_path / "venv" / "lib").glob("python*/site-packages")
    shutil.copytree(PROTO / "covertbots", site / "covertbots")
    for requirement in CLIENT["project"]["dependencies"]:
        name = re.split(r"[<>=]", requirement)[0]
        for file in distribution(name).files or ():
            if ".." not in file.parts:
                (site / file).parent.mkdir(parents=True, exist_ok=True)
                (site / file).symlink_to(file.locate())
    program = tmp_path / "misspelt.py"
    program.write_text(MISSPELT)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--python-executable", python, program],
        cwd=tmp_path,
        env={key: value for key, value in os.environ.items() if not key.endswith("PYTHONPATH")},
        capture_output=True,
        text=True,
    )
    wrong = re.findall(r"^misspelt.py:(\d+): error: ", done.stdout, re.MULTILINE)
    assert wrong == ["8", "9", "9", "13"], done.stdout

"""Documentation of the Python interface: stubs agree with what is compiled, examples run."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from command.shell import serving

ROOT = Path(__file__).resolve().parents[1]
HOMES = ("proto", "engine", "bots")
HOUSE_SET = ROOT / "engine/covert_engine/covert/cards/data/house.toml"
STUBS = sorted((ROOT / "engine" / "covert_engine").rglob("_*.pyi"))
SIGNATURE = re.compile(r"[\w.]+(\(.*\)( -> .*)?|: .*)")
"""The signature that Cython writes before a docstring."""


def module_of(path: Path, home: Path) -> str:
    return ".".join(path.relative_to(home).with_suffix("").parts).removesuffix(".__init__")


def text_of(stub: Path) -> str:
    return stub.read_text(encoding="utf-8")


# Stubs.


def described(body: list[ast.stmt], name: str = "") -> Iterator[tuple[str, str | None]]:
    """Yield the classes and functions of a stub, each with its docstring."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield f"{name}{node.name}", ast.get_docstring(node)
            yield from described(node.body, f"{name}{node.name}.")
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("__"):
            yield f"{name}{node.name}", ast.get_docstring(node)


def fields(tree: ast.Module) -> Iterator[tuple[str, str | None]]:
    """Yield the fields of its classes, each with the docstring after it."""
    for cls in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        for number, node in enumerate(cls.body):
            if isinstance(node, ast.AnnAssign):
                after = ast.Module(cls.body[number + 1 : number + 2], [])
                yield f"{cls.name}.{ast.unparse(node.target)}", ast.get_docstring(after)


def compiled_doc(module: ModuleType, name: str) -> str | None:
    """Return the docstring of what is compiled, without Cython's line before it."""
    member: Any = module
    for part in name.split("."):
        member = vars(member).get(part)
    lines = (getattr(member, "__doc__", None) or "").split("\n")
    if SIGNATURE.fullmatch(lines[0]):
        del lines[0]
    return inspect.cleandoc("\n".join(lines)) or None


@pytest.mark.parametrize("stub", STUBS, ids=lambda entry: entry.stem)
def test_a_stub_describes_what_it_shows(stub: Path) -> None:
    tree = ast.parse(text_of(stub))
    docs = {**dict(described(tree.body)), **dict(fields(tree))}
    assert docs
    assert {name for name, doc in docs.items() if not doc} <= {"GameState.__hash__"}


@pytest.mark.parametrize("stub", STUBS, ids=lambda entry: entry.stem)
def test_a_stub_says_what_help_says(stub: Path) -> None:
    """A compiled object has the docstring of the stub or none; in the games, which people call, it
    has one. A docstring in a header is for those who write Cython."""
    module = importlib.import_module(module_of(stub, ROOT / "engine"))
    headed = inspect.cleandoc(stub.with_suffix(".pxd").read_text(encoding="utf-8"))
    for name, doc in described(ast.parse(text_of(stub)).body):
        compiled = compiled_doc(module, name)
        if compiled is None:
            assert not module.__name__.startswith("covert_engine.covert"), name
        elif compiled not in headed:
            assert compiled == doc, name


# Examples.


def examples() -> Iterator[doctest.DocTest]:
    """Yield the examples of all our docstrings, in stubs and Python alike, and of the pages."""
    finder, parser = doctest.DocTestFinder(exclude_empty=True), doctest.DocTestParser()
    for home in HOMES:
        for path in sorted((ROOT / home).rglob("*.py*")):
            if path.suffix not in (".py", ".pyi") or ">>>" not in text_of(path):
                continue
            name = module_of(path, ROOT / home)
            if path.suffix == ".py":
                yield from finder.find(importlib.import_module(name), name)
                continue
            for node in ast.walk(ast.parse(text_of(path))):
                if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                    text = ast.get_docstring(node) or ""
                    yield parser.get_doctest(
                        text, {}, f"{name}.{node.name}", str(path), node.lineno
                    )
    for page in PAGES:
        for number, block in enumerate(blocks(page)):
            if ">>>" in block:
                yield parser.get_doctest(block, {}, f"{page.stem}-{number}", str(page), 0)


PAGES = [
    ROOT / "README.md",
    ROOT / "proto" / "README.md",
    *sorted(page for page in (ROOT / "docs").rglob("*.md") if page.parent.name != "made"),
]


RUN_ELSEWHERE = ("security", "environments", "openspiel", "datasets")
"""Pages whose programs need more than a server: command/test_security_page.py,
command/arena/test_export.py, envs/test_page.py, openspiel/test_page.py and text_arena/."""


def blocks(page: Path) -> list[str]:
    """Return the Python that a page shows."""
    return re.findall(r"^```python\n(.*?)^```$", text_of(page), re.MULTILINE | re.DOTALL)


def programs(page: Path) -> list[str]:
    return [block for block in blocks(page) if ">>>" not in block]


EXAMPLES = [example for example in examples() if example.examples]
PROGRAMS = [page for page in PAGES if programs(page) and page.stem not in RUN_ELSEWHERE]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda entry: entry.name)
def test_an_example_gives_what_it_says(example: doctest.DocTest) -> None:
    printed: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=printed.append)
    assert "".join(printed) == ""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving() as target:
        yield target


@pytest.mark.parametrize("page", PROGRAMS, ids=lambda page: page.stem)
def test_the_python_of_a_page_runs(
    page: Path, server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It runs in a checkout, with the reader's own `my-set.toml`; code that asks a server, against
    one."""
    shutil.copy(HOUSE_SET, tmp_path / "my-set.toml")
    for name in ("clients", "examples"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    for program in programs(page):
        exec(compile(program.replace("localhost:50051", server), str(page), "exec"), {})


def test_examples_are_found_in_each_place() -> None:
    names = {example.name for example in EXAMPLES}
    assert {
        "covert_engine.covert._game.State",
        "covert_engine.covert._seat_view.View",
        "covert_engine.covert.notation.parse_action",
        "python-0",
    } <= names

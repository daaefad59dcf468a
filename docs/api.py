"""Makes the reference of the Python interface with pdoc: `python docs/api.py FOLDER`.

pdoc takes the docstrings and types of a compiled module from its stub when it documents that
module. Ours are private, and a package shows what they make; so their stubs are asked here too.
"""

from __future__ import annotations
import __future__

import re
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

import pdoc
import pdoc.render
from pdoc import doc, doc_pyi

PUBLIC = (
    "covert_engine.covert",
    "covert_engine.covert.cards",
    "covert_engine.covert.encoding",
    "covert_engine.covert.evaluation.weights",
    "covert_engine.covert.exchange.fields",
    "covert_engine.covert.rules.actions",
    "covert_engine.covert_action",
    "covert_engine.covert_action.encoding",
    "covert_engine.covert_action.evaluation.behaviour",
    "covert_engine.covert_action.exchange.fields",
    "covert_engine.covert_action.rules.actions",
    "covert_engine.covert_action.rules.names",
    "covert_engine.encoding",
    "covert_engine.encoding.field",
    "covert_engine.search",
    "covert_bots",
    "covert_bots.covert.balance",
    "covert_bots.covert.bots",
    "covert_bots.covert.catalogue",
    "covert_bots.covert.game",
    "covert_bots.players.bot",
    "covert_bots.players.bots",
    "covert_bots.players.catalogue",
    "covert_bots.players.decision",
    "covert_bots.players.game",
    "covert_bots.players.match",
    "covert_bots.players.spec",
    "covert_bots.players.suggestion",
    "covert_bots.players.view",
    "covert_bots.arena",
    "covert_bots.arena.attempt",
    "covert_bots.arena.backend",
    "covert_bots.arena.driver",
    "covert_bots.arena.entrants.entrant",
    "covert_bots.arena.entrants.enter",
    "covert_bots.arena.errors",
    "covert_bots.arena.forecast",
    "covert_bots.arena.ledger",
    "covert_bots.arena.plan",
    "covert_bots.arena.standings",
    "covert_bots.arena.statistics",
    "covert_bots.arena.statistics.elo",
    "covert_bots.arena.statistics.luck",
    "covert_bots.arena.statistics.plackett_luce",
    "covert_bots.arena.statistics.sprt",
    "covert_bots.arena.verify",
    "covertbots.client",
)
"""The modules that a program may import, without those whose names a package shows as its own."""


def completed(module: doc.Module) -> None:
    """Take what a package shows of compiled modules from their stubs, and what fields mean from
    the comments beside them."""
    of_module(module)
    shown = getattr(module.obj, "__all__", ())
    for member in list(module.members.values()):
        if isinstance(member, doc.Variable) and not member.docstring and member.name not in shown:
            del module.members[member.name]  # a constant without a docstring
            continue
        origin = member.taken_from[0]
        ours = origin.startswith("covert") and origin != module.modulename
        stub = doc_pyi.find_stub_file(origin) if ours else None
        if stub is not None:
            if isinstance(member, doc.Class):
                doc_pyi._prepare_module(member)
            stub_module = run_stub(origin, stub)
            with mock.patch.dict("sys.modules", {origin: stub_module}):
                doc_pyi._patch_doc(member, doc.Module(stub_module))
        elif isinstance(member, doc.Class):
            read_comments(member)


def read_comments(cls: doc.Class) -> None:
    """`cities: int = 0  # to fly to` is described by what stands beside it."""
    for member in cls.own_members:
        comment = re.search(rf"^    {member.name}: .*?  # (.)(.*)$", cls.source, re.MULTILINE)
        if comment and not member.docstring:
            member.docstring = f"{comment[1].upper()}{comment[2]}."


def run_stub(name: str, stub: Path) -> ModuleType:
    """The module a stub would be. In a stub, names may stand before what they name."""
    module = ModuleType(name)
    module.__file__ = str(stub)
    flags = __future__.annotations.compiler_flag
    exec(compile(stub.read_text(encoding="utf-8"), stub, "exec", flags), vars(module))
    return module


def documented_below(module: doc.Module) -> list[doc.Module]:
    """Return the modules that the navigation of a page leads to: those directly below it."""
    inner = [name for name in PUBLIC if name.startswith(f"{module.fullname}.")]
    nearest = [
        name for name in inner if not any(name.startswith(f"{package}.") for package in inner)
    ]
    return [doc.Module.from_name(name) for name in nearest]


of_module = doc_pyi.include_typeinfo_from_stub_files


def main() -> None:
    (folder,) = sys.argv[1:]
    root = Path(__file__).resolve().parents[1]
    if any((root / "engine").rglob("*.so")):  # built in place: not what may be installed beside it
        sys.path[:0] = [str(root / home) for home in ("proto", "engine", "bots")]
    bots = import_module("covert_bots")
    for name in bots.__all__:  # each is imported when it is asked for; pdoc looks at what is there
        getattr(bots, name)
    doc_pyi.include_typeinfo_from_stub_files = completed
    shown: Any = doc.Module
    shown.submodules = property(documented_below)
    pdoc.render.configure(docformat="markdown", footer_text="Covert bots", search=True)
    # each without what lies in it
    only = [pattern for name in PUBLIC for pattern in (name, rf"!{name}\..*")]
    pdoc.pdoc(*only, output_directory=Path(folder))


if __name__ == "__main__":
    main()

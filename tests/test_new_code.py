"""Where something new needs several files, a test names the one that lacks it.

docs/architecture.md, "Where new code goes", names the first file to open. For a call of the
service, an event of Covert Action and an effect of a character these tests find the others.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from covert_bots.covert_action.words.events import _WORDS
from covert_engine.covert.cards.card_set import EFFECTS
from covert_engine.covert_action.exchange.fields import EventFields
from covertbots.client import AsyncClient
from covertbots.v1 import arena_pb2, league_pb2, opponent_pb2, referee_pb2, tables_pb2
from covertbots.v1.covert_action_pb2 import CovertActionEvent

ROOT = Path(__file__).resolve().parents[1]
CALLS = [
    method.name
    for file in (opponent_pb2, referee_pb2)
    for service in file.DESCRIPTOR.services_by_name.values()
    for method in service.methods
]
TABLE_CALLS = [method.name for method in tables_pb2.DESCRIPTOR.services_by_name["Tables"].methods]
ARENA_CALLS = [method.name for method in arena_pb2.DESCRIPTOR.services_by_name["Arena"].methods]
LEAGUE_CALLS = [method.name for method in league_pb2.DESCRIPTOR.services_by_name["League"].methods]
IN_ANOTHER = {"Watch": "analyze"}  # method of the Python client that does what the call does
RAW = {"Analyze", "PlaySeat"}  # browsers cannot make them, so that client has no method for them
UNCHECKED = {"GetCardSet"}  # a server's own cards, which nobody promises

# Events of which all seats observe all fields: `fold_event` of _adapter.pyx hides none.
PUBLIC_EVENTS = {
    *("said", "window_opens", "window_closes", "deadline_comes", "shot", "out", "round_ends"),
    *("dealt", "game_ends"),
}
OWN_EVENTS = {"ordered"}  # event_message.py adds it for the seat that observes it
RULES = "engine/covert_engine/covert/rules"
PASSIVE = {  # for an effect that is always on, the files that play, judge and explain by it
    "extra_swap": (f"{RULES}/_flow.pyx",),
    "reach": (
        f"{RULES}/_legal.pyx",
        "engine/covert_engine/covert/evaluation/_plan.pyx",
        "bots/covert_bots/covert/words/placed.py",
    ),
    "any_equipment": (
        f"{RULES}/_missions.pyx",
        "bots/covert_bots/covert/words/needs.py",
    ),
}


def text_of(file: str) -> str:
    return (ROOT / file).read_text(encoding="utf-8")


def snake(name: str) -> str:
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


@pytest.mark.parametrize("call", CALLS)
def test_a_call_of_the_service_is_in_server_clients_page_and_checks(call: str) -> None:
    """`make client` writes the blocking client, and a test compares."""
    handlers = text_of("server/covert_server/opponent.py") + text_of(
        "server/covert_server/referee.py"
    )
    assert f'"{call}": self.' in handlers
    assert callable(getattr(AsyncClient, IN_ANOTHER.get(call, snake(call)), None))
    if call not in RAW:
        name = call[0].lower() + call[1:]
        assert re.search(rf"\.{name}\(", text_of("clients/typescript/src/client.ts"))
    assert f"`{call}`" in text_of("docs/service.md")
    if call not in UNCHECKED:
        files = (ROOT / "server/covert_command/conformance").glob("*.py")
        assert re.search(rf"\b{call}\b", "".join(path.read_text("utf-8") for path in files))


@pytest.mark.parametrize("call", TABLE_CALLS)
def test_a_call_of_tables_is_in_server_clients_and_page(call: str) -> None:
    assert f'"{call}": on(' in text_of("server/covert_server/tables/service.py")
    assert callable(getattr(AsyncClient, snake(call), None))
    sources = [text_of(f"clients/typescript/src/{name}.ts") for name in ("client", "tables")]
    assert f"tables.{call[0].lower()}{call[1:]}(" in "".join(sources)
    assert f"`{call}`" in text_of("docs/tables.md")


@pytest.mark.parametrize("call", [*ARENA_CALLS, *LEAGUE_CALLS])
def test_a_call_of_arena_or_league_is_in_the_clients(call: str) -> None:
    assert callable(getattr(AsyncClient, snake(call), None))
    service = "league" if call in LEAGUE_CALLS else "arena"
    name = call[0].lower() + call[1:]
    assert f"{service}.{name}(" in text_of("clients/typescript/src/client.ts")


def kinds_of_events() -> set[str]:
    """Return the kinds of events of Covert Action that its rules know."""
    header = text_of("engine/covert_engine/covert_action/rules/_events.pxd")
    body = re.search(r"cdef enum EventKind:\n(.*?)\n\n", header, re.DOTALL)
    assert body is not None
    return {name.lower() for name in re.findall(r"^ +([A-Z_]+) =", body[1], re.MULTILINE)}


def test_a_kind_of_event_is_in_fields_message_words_and_told() -> None:
    kinds = kinds_of_events()
    assert set(get_args(get_type_hints(EventFields)["kind"])) == kinds
    values = CovertActionEvent.Kind.DESCRIPTOR.values
    numbered = {value.name.removeprefix("KIND_").lower() for value in values}
    assert numbered == kinds | OWN_EVENTS | {"unspecified"}
    assert set(_WORDS) == kinds | OWN_EVENTS
    told = text_of("engine/covert_engine/covert_action/_game.pyx").partition("dict told(")[2]
    assert {kind for kind in kinds if not re.search(rf"\b{kind.upper()}\b", told)} == set()


def test_the_observers_of_a_kind_of_event_are_known() -> None:
    """Of a draw, others do not see the card. A new kind joins `PUBLIC_EVENTS`, or `fold_event`
    hides what an observer may not see: the search would know it otherwise."""
    assert kinds_of_events() == PUBLIC_EVENTS | {"draw"}
    adapter = text_of("engine/covert_engine/covert_action/_adapter.pyx")
    assert "if event.kind == DRAW and event.seat != observer:" in adapter


def test_a_passive_effect_is_where_moves_are_played_judged_and_explained() -> None:
    passive = {name for name, effect in EFFECTS.items() if not effect.played} - {"none"}
    assert passive == set(PASSIVE)
    for effect, files in PASSIVE.items():
        for file in files:
            wanted = effect if file.endswith(".py") else effect.upper()
            assert re.search(rf"\b{wanted}\b", text_of(file)), file


def test_the_features_have_room_for_each_effect() -> None:
    """Their layout ends with the last effect."""
    last = list(EFFECTS)[-1].upper()
    features = text_of("engine/covert_engine/covert/evaluation/_features.pyx")
    assert f"AT_END = AT_CHARACTER + {last} + 3" in features

"""The service spells enumerations everywhere as messages do, in both games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from views.games import collection

from covert_bots.covert.wire import view_from_message, view_to_message
from covert_bots.players.message_fields import as_in_messages
from covert_engine.covert import ViewError
from covert_engine.covert.cards.card_set import ABILITIES
from covert_engine.covert.cards.stages import DECISIONS, PHASES
from covert_engine.covert_action.rules.names import OUTCOMES, ROLES, TEAMS
from covert_engine.input.spelling import EnumName, Said
from covertbots.client import Client, ServiceError
from covertbots.v1 import view_pb2
from covertbots.v1.covert_action_pb2 import CovertActionSetup, CovertActionView
from covertbots.v1.covert_view_pb2 import CovertView

SHORT = {*PHASES, *DECISIONS, *ABILITIES, *OUTCOMES, *ROLES, *TEAMS, "unspecified", "flight"}


def check_spelling(violations: Any) -> None:
    for _, wrong in violations:
        assert not SHORT & set(re.findall(r"'([a-z_]+)'", wrong)), wrong
        for listed in re.findall("expected one of ([^;(]+)", wrong):
            assert not SHORT & set(re.split(r", | or ", listed)), wrong


def spoilt() -> Iterator[tuple[CovertView, Any]]:
    """Yield views of which one enum has another value, each of those it can have."""
    for view in collection()[::40]:
        enums = [("phase", CovertView.Phase), ("decision", CovertView.Decision)]
        for name, enum in enums:
            for number in [*enum.values(), 99]:
                message = view_to_message(view).covert
                setattr(message, name, number)
                yield message, view
        if view.in_use:
            for number in [*CovertView.Use.Kind.values(), 99]:
                message = view_to_message(view).covert
                message.use.kind = number  # type: ignore[assignment]
                yield message, view


def test_a_view_of_covert() -> None:
    said = set()
    for message, view in spoilt():
        try:
            view_from_message(message, view.cards)
        except ViewError as error:
            check_spelling(error.violations)
            said |= {
                name for _, wrong in error.violations for name in re.findall("[A-Z_]{6,}", wrong)
            }
    assert {"PHASE_OVER", "DECISION_NONE", "KIND_FLIGHT", "PHASE_UNSPECIFIED"} <= said


def test_what_a_service_says_of_covert_action(client: Client) -> None:
    position = client.advance(client.deal(6, 3, CovertActionSetup()))
    view = position.news[0].moments[-1].view

    def said(change: Any) -> dict[str, str]:
        changed = view_pb2.View()
        changed.CopyFrom(view)
        change(changed.covert_action)
        with pytest.raises(ServiceError) as caught:
            client.suggest_move(changed, "random")
        check_spelling(caught.value.violations)
        return dict(caught.value.violations)

    def phase(message: CovertActionView) -> None:
        message.phase = 99  # type: ignore[assignment]

    def role(message: CovertActionView) -> None:
        message.players[1].role = CovertActionView.ROLE_MOLE
        message.players[0].role = CovertActionView.ROLE_UNSPECIFIED

    def team(message: CovertActionView) -> None:
        message.players[1].team = CovertActionView.TEAM_UNSPECIFIED

    def deadline(message: CovertActionView) -> None:
        message.settings.deadline = 0  # type: ignore[assignment]

    phases = "PHASE_TALK, PHASE_WINDOW, PHASE_DEADLINE, PHASE_OVER"
    place = "view.covert_action"
    assert said(phase)[f"{place}.phase"] == f"'99'; expected one of {phases}"
    wrong = said(role)
    hidden = "ROLE_UNSPECIFIED, as it is hidden (4.1, 4.2)"
    assert wrong[f"{place}.players[1].role"] == f"'ROLE_MOLE'; expected {hidden}"
    assert wrong[f"{place}.players[0].role"].startswith("ROLE_UNSPECIFIED; expected a role")
    teams = "'TEAM_UNSPECIFIED'; expected one of TEAM_RED, TEAM_BLUE"
    assert said(team)[f"{place}.players[1].team"] == teams
    deadlines = "DEADLINE_UNSPECIFIED; expected DEADLINE_ORDER or DEADLINE_VOID"
    assert said(deadline)[f"{place}.settings.deadline"] == f"is {deadlines}"


def test_python_reads_the_names_of_its_own_fields() -> None:
    wrong = Said(f"{EnumName('PHASE', 'over')!r}, not {EnumName('', 'null')}")
    assert wrong == "'over', not null"
    assert as_in_messages([("phase", wrong)]) == [("phase", "'PHASE_OVER', not nothing")]

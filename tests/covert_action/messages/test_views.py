"""Views of Covert Action as messages: they say the same, and what no game shows is named."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from covert_action.engine.tables import positions
from covert_bots.covert_action.wire import view_from_message, view_to_message
from covert_engine.covert_action import Settings, State, View, ViewError
from covertbots.v1.covert_action_pb2 import CovertActionOperands, CovertActionView


def views() -> Iterator[View]:
    for state, _ in positions(10, 7, holding=0.9, share=0.03):
        for seat in range(state.players):
            yield state.view(seat)


def test_a_view_and_its_message_say_the_same() -> None:
    phases = set()
    chosen = ordered = 0
    for view in views():
        message = view_to_message(view)
        again = view_from_message(
            CovertActionView.FromString(message.covert_action.SerializeToString())
        )
        assert again == view
        assert view_to_message(again) == message
        phases.add(view.phase)
        chosen += message.covert_action.HasField("choice")
        ordered += view.phase == "deadline" and view.actor == view.seat
    assert phases == {"talk", "window", "deadline", "over"}
    assert chosen > 5
    assert ordered


def test_what_stands_there_as_data_is_what_the_text_says() -> None:
    state = State.deal(Settings(6), 1)
    speaker = state.actor
    assert speaker is not None
    other = (speaker + 2) % 6
    state.play(f"is {other + 1} sniper")
    (said,) = view_to_message(state.view(0)).covert_action.statements
    assert (said.t, said.seat, said.text) == (1, speaker, f"is {other + 1} sniper")
    assert said.operands == CovertActionOperands(
        kind=CovertActionOperands.KIND_IS, target=other, role=CovertActionView.ROLE_SNIPER
    )
    # It is told, and not read.
    message = view_to_message(state.view(0)).covert_action
    message.statements[0].operands.role = CovertActionView.ROLE_MOLE
    assert view_from_message(message) == state.view(0)


def test_statements_may_be_forgotten() -> None:
    state = State.deal(Settings(6), 1)
    state.play("am mole")
    state.play("pass")
    message = view_to_message(state.view(0)).covert_action
    del message.statements[:]
    texts = [statement["text"] for statement in view_from_message(message).fields()["statements"]]
    assert texts == ["pass", "pass"]


def hidden(view: CovertActionView) -> Iterator[CovertActionView.Player]:
    return (
        player for seat, player in enumerate(view.players) if seat != view.seat and player.is_in
    )


Spoil = Callable[[CovertActionView], object]
# The other mistakes are those of fields (`engine/test_checks.py`), which one reader reads.
SPOILT: dict[str, tuple[Spoil, str, str]] = {
    "no settings": (lambda view: view.ClearField("settings"), "settings", "is missing"),
    "players": (
        lambda view: setattr(view.settings, "players", 15),
        "settings.players",
        "is 15; expected a whole number from 4 to 14",
    ),
    "no deadline": (
        lambda view: view.settings.ClearField("deadline"),
        "settings.deadline",
        "is DEADLINE_UNSPECIFIED; expected DEADLINE_ORDER or DEADLINE_VOID",
    ),
    "phase": (lambda view: setattr(view, "phase", 9), "phase", "'9'; expected one of PHASE_TALK"),
    "to decide": (lambda view: view.ClearField("to_decide"), "to_decide", "None; expected"),
    "choice": (
        lambda view: view.choice.MergeFrom(CovertActionView.Choice(text="hold")),
        "choice.text",
        "'hold'; expected nothing",
    ),
    "another's card": (
        lambda view: setattr(next(hidden(view)), "role", CovertActionView.ROLE_MOLE),
        "players[",
        "'ROLE_MOLE'; expected ROLE_UNSPECIFIED, as it is hidden",
    ),
    "another's Plan cards": (
        lambda view: next(hidden(view)).types.extend([0, 0, 0, 0]),
        "players[",
        "[0, 0, 0, 0]; expected nothing, as they are hidden",
    ),
    "own card": (
        lambda view: view.players[view.seat].ClearField("role"),
        "players[",
        "ROLE_UNSPECIFIED; expected a role",
    ),
    "a team that is none": (
        lambda view: setattr(view.players[0], "team", 7),
        "players[0].team",
        "'7'; expected one of TEAM_RED, TEAM_BLUE",
    ),
    "a shot": (
        lambda view: view.shots.add(t=1, shooter=0, target=1),
        "shots[0].outcome",
        "'OUTCOME_UNSPECIFIED'; expected one of OUTCOME_COUP",
    ),
}


@pytest.mark.parametrize("what", SPOILT)
def test_what_no_game_shows_is_named_by_its_path(what: str) -> None:
    change, field, wrong = SPOILT[what]
    state = State.deal(Settings(6), 1)
    state.play("am mole")
    seat = state.actor
    assert seat is not None
    message = view_to_message(state.view(seat)).covert_action
    change(message)
    with pytest.raises(ViewError) as caught:
        view_from_message(message)
    named = [violation for violation in caught.value.violations if violation[0].startswith(field)]
    assert named, caught.value
    assert named[0][1].startswith(wrong), named

"""The check of tables of people that are followed."""

from __future__ import annotations

from covert_command.conformance.checks import CHECKS, check
from covert_command.conformance.trial import AbsentError, Trial, expect
from covert_command.servers.called import RefusedError
from covertbots.v1 import referee_pb2

__all__ = ["CHECKS"]

FOLLOW = "covertbots.v1.Referee/FollowTable"
LINES = ("seat 1", "teams r b r b", "card mole", "opener 1", "1 am sniper", "2 is 3 mole")


@check("a table of people is followed line by line")
def follows_tables(trial: Trial) -> None:
    request = referee_pb2.FollowTableRequest(players=4, lines=LINES)
    try:
        followed = trial.server.call(FOLLOW, request, referee_pb2.FollowTableResponse)
    except RefusedError as error:
        if error.fields == ["game"]:
            raise AbsentError("no game of the server has tables that are followed") from None
        raise
    kept = [line.text for line in followed.lines]
    expect(kept == list(LINES), f"FollowTable: the lines are kept as {kept}")
    said = [(each.seat, each.text) for each in followed.view.covert_action.statements]
    expect(said == [(0, "am sniper"), (1, "is 3 mole")], f"FollowTable: said is {said}")
    beliefs = len(followed.covert_action.seats)
    expect(beliefs == request.players, f"FollowTable: beliefs about {beliefs} seats; expected 4")
    request.lines.append("5 am mole")
    refused = trial.refusal(request, FOLLOW)
    expect(refused.code == "INVALID_ARGUMENT", f"FollowTable: a wrong line gets {refused}")
    wrong = f"lines[{len(LINES)}]"
    expect(refused.fields == [wrong], f"FollowTable: fields are {refused.fields}, not {wrong}")

"""Tables of people that the service follows, as their players tell of them (docs/companion.md)."""

from __future__ import annotations

from collections.abc import Sequence

from covert_bots.covert_action.action_message import ROLES
from covert_bots.covert_action.hint import beliefs_of
from covert_bots.covert_action.real_table.decisions import decisions
from covert_bots.covert_action.real_table.entries import TableLog
from covert_bots.covert_action.real_table.line_words import is_remark, line_words, speaker_of
from covert_bots.covert_action.real_table.questions import (
    answers,
    other_claims,
    own_claims,
    question,
)
from covert_bots.covert_action.real_table.standing import EntryError, Standing
from covert_bots.covert_action.wire import view_to_message
from covert_bots.covert_action.words.names import seat_names
from covert_engine.covert_action.rules.names import TEAMS
from covert_server.covert_action.refereed import settings_in
from covert_server.games import Problems
from covertbots.v1 import referee_pb2 as v1

Line = v1.FollowTableResponse.Line


def follow(request: v1.FollowTableRequest, problems: Problems) -> v1.FollowTableResponse | None:
    """Return the table after the lines of a request; None if there is a problem, which is added to
    the others. The first wrong line is the last that is read."""
    settings = settings_in(request.covert_action, request.players, "", problems, frozenset())
    if settings is None:
        return None
    log = TableLog(settings)
    names = list(request.names) or seat_names(settings.players)
    response = v1.FollowTableResponse()
    for number, line in enumerate(request.lines):
        kept, round_ = len(log.entries), log.now.round
        try:
            log.enter(line)
        except EntryError as error:
            problems.append((f"lines[{number}]", str(error)))
            return None
        response.lines.extend(_line(text, names, round_) for text in log.entries[kept:])
    _add_standing(log.now, names, response)
    return response


def _line(text: str, names: Sequence[str], round_: int = 0) -> Line:
    return Line(
        text=text,
        words=line_words(text, names),
        round=round_,
        seat=speaker_of(text),
        noted=is_remark(text),
    )


def _add_standing(now: Standing, names: Sequence[str], response: v1.FollowTableResponse) -> None:
    response.MergeFrom(
        v1.FollowTableResponse(
            need=f"NEED_{now.need.upper()}",
            question=question(now),
            round=now.round,
            teams=[f"TEAM_{team.upper()}" for team in TEAMS[: now.settings.teams]],
        )
    )
    response.own_claims.extend(ROLES[role] for role in own_claims(now))
    response.other_claims.extend(ROLES[role] for role in other_claims(now))
    response.answers.extend(_line(text, names) for text in answers(now))
    view = now.view()
    if view is None:
        return
    response.view.CopyFrom(view_to_message(view))
    response.covert_action.CopyFrom(beliefs_of(view))
    for position, supposed in decisions(now):
        decided = position.view()
        assert decided is not None
        response.decisions.add(view=view_to_message(decided), supposed=supposed)

"""The checks of `Tables`, at one table of two persons. The server forgets it in time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import NamedTuple

from google.protobuf.message import Message

from covert_command.conformance.checks import SEED, check, expect_reason
from covert_command.conformance.followed import CHECKS
from covert_command.conformance.trial import AbsentError, Trial, expect
from covert_command.servers.called import TABLES, RefusedError
from covertbots.v1 import tables_pb2 as v1

__all__ = ["CHECKS"]  # those of tables are the last

FAR = 1 << 40  # a number of news that no seat has
WRONG = "AAAAAAAAAAAAAAAAAAAAAA"  # a token of no table


class Seats(NamedTuple):
    """A table, and the tokens of its two seats."""

    made: v1.CreateTableResponse
    joined: v1.JoinTableResponse

    @property
    def tokens(self) -> tuple[str, str]:
        return self.made.seat_token, self.joined.seat_token


def _seats(trial: Trial) -> Seats:
    """Return the table, which is made and joined once."""
    if trial.seats is None:
        request = v1.CreateTableRequest(
            seats=[v1.SeatPlan(host="Ann"), v1.SeatPlan(open=True)], seed=SEED
        )
        request.covert.card_set = trial.cards.digest.hex()
        try:
            made = trial.server.call(f"{TABLES}/CreateTable", request, v1.CreateTableResponse)
        except RefusedError as error:
            if error.info.reason == "MANY_TABLES":
                raise AbsentError(f"no table can be made: {error.message}") from None
            raise
        for name in ("table", "host_token", "invitation", "seat_token"):
            expect(bool(getattr(made, name)), f"CreateTable: {name} is empty")
        join = v1.JoinTableRequest(table=made.table, invitation=made.invitation, name="Bob")
        joined = trial.server.call(f"{TABLES}/JoinTable", join, v1.JoinTableResponse)
        trial.seats = Seats(made, joined)
    seats: Seats = trial.seats
    return seats


def _shown(trial: Trial, token: str, after: int = 0) -> v1.GetTableResponse:
    """Return the table as the holder of a token sees it."""
    request = v1.GetTableRequest(table=_seats(trial).made.table, token=token, after=after)
    return trial.server.call(f"{TABLES}/GetTable", request, v1.GetTableResponse)


def _deciding(trial: Trial) -> tuple[str, str, v1.Table]:
    """Return the token of the seat that is to decide, the other one, and what the first sees."""
    tokens = _seats(trial).tokens
    tables = [_shown(trial, token).table for token in tokens]
    deciding = [seat for seat in range(2) if tables[seat].to_decide.legal_actions]
    said = f"of two seats {len(deciding)} have legal actions; expected one"
    expect(len(deciding) == 1, said)
    (seat,) = deciding
    own = tables[seat].to_decide.seat
    expect(own == seat, f"seat {seat} sees legal actions of seat {own}")
    return tokens[seat], tokens[1 - seat], tables[seat]


def _act(trial: Trial, token: str, after: int, text: str) -> v1.ActRequest:
    request = v1.ActRequest(table=_seats(trial).made.table, token=token, after=after)
    request.actions.add(text=text)
    return request


def _acted(trial: Trial, request: v1.ActRequest) -> v1.ActResponse:
    return trial.server.call(f"{TABLES}/Act", request, v1.ActResponse)


@check("a table is made, joined and played by its tokens")
def plays_at_a_table(trial: Trial) -> None:
    seats = _seats(trial)
    expect(seats.made.seat == 0, f"the host asked for seat 0 and has seat {seats.made.seat}")
    expect(seats.joined.seat == 1, f"seat 1 is open; joined is seat {seats.joined.seat}")
    for seat, token in enumerate(seats.tokens):
        table = _shown(trial, token).table
        status = v1.TableStatus.Name(table.status)
        expect(table.status == v1.TABLE_STATUS_PLAYING, f"all have sat down; status is {status}")
        names = [place.name for place in table.seats]
        expect(names == ["Ann", "Bob"], f"the names are {names}; expected Ann and Bob")
        expect(
            table.seat == table.view.covert.seat == seat, f"seat {seat} sees another seat's view"
        )
        expect(table.seeded, "seeded is false, though CreateTable had a seed")
    token, _, table = _deciding(trial)
    done = _acted(trial, _act(trial, token, table.news, table.to_decide.legal_actions[0].text))
    expect(done.table.news > table.news, "an action is no news to its own seat")


@check("an action at a table is done once, and not after newer news")
def acts_once(trial: Trial) -> None:
    token, _, table = _deciding(trial)
    legal = [action.text for action in table.to_decide.legal_actions]
    request = _act(trial, token, table.news, legal[0])
    first, again = (_acted(trial, request) for _ in range(2))
    expect(first.news == again.news, "the same action, sent again, has other news")
    expect(first.table.news == again.table.news, "the same action, sent again, is done again")
    request.actions[0].text = legal[-1] if len(legal) > 1 else "no such action"
    error = trial.refusal(request, f"{TABLES}/Act")
    expect(error.code == "ABORTED", f"another action at an old number gets {error}")
    expect_reason(error, "NEWS_OUT_OF_DATE")


@check("a table is closed to wrong tokens, and to a seat that is not to decide")
def refuses_others(trial: Trial) -> None:
    seats = _seats(trial)
    token, other, table = _deciding(trial)
    text = table.to_decide.legal_actions[0].text

    def refused(method: str, request: Message, code: str, reason: str) -> None:
        error = trial.refusal(request, f"{TABLES}/{method}")
        expect(error.code == code, f"{method}: expected {code}; it gets {error}")
        expect_reason(error, reason)
        secrets = (seats.made.host_token, seats.made.invitation, *seats.tokens)
        expect(not any(secret in str(error) for secret in secrets), f"{method} repeats a token")

    for wrong in (WRONG, seats.made.invitation, seats.made.host_token):
        request = _act(trial, wrong, table.news, text)
        refused("Act", request, "PERMISSION_DENIED", "TOKEN_WRONG")
    after = _shown(trial, other).table.news
    refused("Act", _act(trial, other, after, text), "FAILED_PRECONDITION", "NOT_TO_DECIDE")
    look = v1.GetTableRequest(table=table.name, token=WRONG)
    refused("GetTable", look, "PERMISSION_DENIED", "TOKEN_WRONG")
    join = v1.JoinTableRequest(table=table.name, invitation=WRONG, name="Cy")
    refused("JoinTable", join, "PERMISSION_DENIED", "TOKEN_WRONG")
    join.invitation = seats.made.invitation
    refused("JoinTable", join, "FAILED_PRECONDITION", "NO_SEAT_OPEN")
    hand = v1.HandOverRequest(table=table.name, token=other, seat=table.seat, bot="")
    refused("HandOver", hand, "PERMISSION_DENIED", "TOKEN_WRONG")
    undo = v1.UndoRequest(table=table.name, token=token, after=table.news)
    refused("Undo", undo, "FAILED_PRECONDITION", "NO_UNDO")
    record = v1.GetTableRecordRequest(table=table.name, token=seats.made.host_token)
    refused("GetTableRecord", record, "FAILED_PRECONDITION", "GAME_NOT_OVER")
    unknown = v1.GetTableRequest(table="no such table", token=token)
    refused("GetTable", unknown, "NOT_FOUND", "TABLE_UNKNOWN")
    for bare in (seats.made.invitation, seats.made.host_token):
        shown = _shown(trial, bare)
        seen = shown.table.HasField("view") or shown.news or shown.table.HasField("to_decide")
        expect(not seen, "a token without a seat shows something of the game")


@check("news of a table come after a number, without gaps, to their own seat")
def numbers_news(trial: Trial) -> None:
    deciding, _, table = _deciding(trial)
    _acted(trial, _act(trial, deciding, table.news, table.to_decide.legal_actions[0].text))
    for token in _seats(trial).tokens:
        whole = _shown(trial, token)
        numbers = [item.number for item in whole.news]
        count = whole.table.news
        expect(numbers == list(range(1, count + 1)), f"news are numbered {numbers}, of {count}")
        last = whole.news[-1].moment.view
        expect(last == whole.table.view, "the view of the last news is not that of the table")
        later = _shown(trial, token, count - 1).news
        expect(list(later) == list(whole.news[-1:]), f"after {count - 1} come {len(later)} news")
        expect(not _shown(trial, token, FAR).news, "there are news after all news")
        watched = next(_watched(trial, token, count - 1))
        expect(list(watched.news) == list(later), "WatchTable has other news than GetTable")
        expect(not watched.ended, "WatchTable ends in the middle of the game")


def _watched(trial: Trial, token: str, after: int) -> Iterator[v1.WatchTableResponse]:
    request = v1.WatchTableRequest(table=_seats(trial).made.table, token=token, after=after)
    method, kind = f"{TABLES}/WatchTable", v1.WatchTableResponse
    answers = trial.server.stream(method, [request], kind)
    with closing(answers):  # type: ignore[type-var]  # an iterator that has `close`
        yield from (answer for answer in answers if answer.HasField("table"))


@check("hints at a table follow its policy")
def keeps_the_policy_of_hints(trial: Trial) -> None:
    token, _, table = _deciding(trial)
    policy = v1.HintPolicy.Name(table.hints)
    expect(table.hints == v1.HINT_POLICY_AFTER_GAME, f"two persons play; hints are {policy}")
    request = v1.WatchHintRequest(table=table.name, token=token, after=table.news)
    try:
        answers = list(trial.server.stream(f"{TABLES}/WatchHint", [request], v1.WatchTableResponse))
    except RefusedError as error:
        expect(error.code == "FAILED_PRECONDITION", f"a hint before the end gets {error}")
        expect_reason(error, "NO_HINTS")
    else:
        expect(not answers, "WatchHint gives a hint before the end of the game")

"""The position of a table: played on by the rules, and shown to each seat as it may know it.

Nothing here changes a position in place: an action makes a new one, which takes the place of the
old one only when its log is kept. What a seat sees follows from its view alone.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from covert_engine.input.errors import NotationError
from covert_server.calls.status import FieldError
from covert_server.games import RefereedGame, ServedGame
from covert_server.played import LegalActions
from covert_server.tables.kept import Entry
from covertbots.v1 import action_pb2, referee_pb2, view_pb2

WORLDS = 8  # sampled to see if an action showed its seat anything new
LATEST = 16  # news of a seat that are remembered; earlier ones are played again


class NotToDecideError(Exception):
    """An action of a seat that is not to decide."""


class Rules(NamedTuple):
    """The rules of the game at a table, and how it was dealt."""

    refereed: RefereedGame
    served: ServedGame
    deal: referee_pb2.Record
    names: Sequence[str]
    """The names of the seats, as the words of events call them."""


class Move(NamedTuple):
    """An action of a seat."""

    seat: int
    action: action_pb2.Action


@dataclass
class Position:
    """Where the game of a table stands, after its whole log."""

    rules: Rules
    state: Any
    record: referee_pb2.Record
    log: Sequence[Entry]
    news: tuple[int, ...]
    """How many news each seat has had."""
    latest: list[list[bytes]]
    """The latest news of each seat, serialized moments."""
    deciders: Sequence[int]
    """The seats that are to decide: the truth."""
    silent: dict[int, bool] = field(default_factory=dict)
    """True for the actions of the log that showed their own seat nothing new, as far as worked
    out."""
    _present: referee_pb2.AdvanceResponse | None = None

    @property
    def present(self) -> referee_pb2.AdvanceResponse:
        """The position as the rules show it to a host: the truth, and the present view of each
        seat."""
        if self._present is None:
            response = referee_pb2.AdvanceResponse()
            self.rules.refereed.play(self.state, [], self.rules.names, response, [])
            self._present = response
        return self._present

    @property
    def over(self) -> bool:
        """True if the game is over."""
        over: bool = self.state.over
        return over

    def view(self, seat: int) -> view_pb2.View:
        """Return the present view of a seat."""
        (moment,) = self.present.news[seat].moments
        return moment.view

    def to_decide(self, seat: int) -> referee_pb2.SeatToDecide | None:
        """Return who is to decide, as far as a seat can know."""
        return self.rules.served.to_decide(self.state.view(seat))


def replayed(rules: Rules, log: Sequence[Entry]) -> Position:
    """Return the position that a log leads to."""
    record = referee_pb2.Record()
    record.CopyFrom(rules.deal)
    record.actions.extend(action_pb2.Action(text=entry.text, seat=entry.seat) for entry in log)
    problems: list[tuple[str, str]] = []
    replay = rules.refereed.replay(record, problems)
    assert replay is not None, problems
    state, record = replay
    news = log[-1].news if log else (1,) * record.players
    position = Position(rules, state, record, log, news, [[] for _ in news], ())
    position.deciders = _deciders(position.present)
    return position


def _deciders(response: referee_pb2.AdvanceResponse) -> list[int]:
    return [deciding.seat for deciding in response.to_decide]


def played(position: Position, moves: Sequence[Move], undoable: bool = False) -> Position:
    """Return the position after some moves, all or none: FieldError if one is not legal,
    NotToDecideError if the seat of the first is not to decide. With `undoable` it is noted which of
    them could be taken back."""
    rules, state = position.rules, position.state.copy()
    response = referee_pb2.AdvanceResponse(record=position.record)
    log, news = list(position.log), list(position.news)
    latest = [list(moments) for moments in position.latest]
    silent = dict(position.silent)
    for index, (seat, action) in enumerate(moves):
        before, after = state.view(seat), position.news[seat]
        text = _legal_text(rules, before, action, f"actions[{index}]", first=not index)
        _play(rules, state, Entry(seat, text, after, ()), response)
        for seen in response.news:
            moments = [moment.SerializeToString() for moment in seen.moments]
            news[seen.seat] += len(moments)
            latest[seen.seat] = [*latest[seen.seat], *moments][-LATEST:]
        if undoable:
            fresh = len(response.news[seat].moments)
            silent[len(log)] = _showed_nothing(rules, before, text, state, fresh)
        log.append(Entry(seat, text, after, tuple(news)))
    deciders = _deciders(response)
    return Position(rules, state, response.record, log, tuple(news), latest, deciders, silent)


def _play(rules: Rules, state: Any, entry: Entry, response: referee_pb2.AdvanceResponse) -> None:
    """Play an action of the log in place; the response, which has the record, gets its news."""
    for name in ("deeds", "to_decide", "news", "result"):
        response.ClearField(name)
    problems: list[tuple[str, str]] = []
    action = action_pb2.Action(text=entry.text, seat=entry.seat)
    rules.refereed.play(state, [action], rules.names, response, problems)
    assert not problems, problems


def legal_text(position: Position, move: Move, path: str) -> str:
    """Return the text of a legal move as records have it; errors as of `played`."""
    view = position.state.view(move.seat)
    return _legal_text(position.rules, view, move.action, path, first=True)


def _legal_text(
    rules: Rules, view: Any, action: action_pb2.Action, path: str, *, first: bool
) -> str:
    """Return the text of an action as records have it. What is legal follows from the view of its
    seat: a mistake must not name the actions of another."""
    seat, deciding = view.seat, rules.served.to_decide(view)
    if deciding is None or deciding.seat != seat:
        if first:
            raise NotToDecideError
        wrong = "comes when the seat is no longer to decide; expected no actions from here on"
        raise FieldError([(path, wrong)])
    if action.HasField("seat") and action.seat != seat:
        wrong = f"is {action.seat}; expected {seat}, the seat of the token, or nothing"
        raise FieldError([(f"{path}.seat", wrong)])
    texts = [legal.text for legal in deciding.legal_actions]
    if action.text in texts:
        return action.text
    hints = LegalActions(lambda: deciding.legal_actions)
    read = rules.refereed.reader_of(rules.deal)
    assert read is not None
    try:
        number = read(action.text)
    except NotationError as error:
        raise FieldError([(f"{path}.text", hints.unread(action, error, 0))]) from None
    for text in texts:
        if read(text) == number:
            return text
    raise FieldError([(f"{path}.text", hints.illegal(action.text, 0))])


def _showed_nothing(rules: Rules, before: Any, text: str, after: Any, fresh: int) -> bool:
    """Return True if a seat with the view `before` knew what its action would lead to: in the state
    `after` it, of which the seat had `fresh` news. It then knows the same in any world."""
    if fresh == 0:
        return True  # a sealed choice, of which nothing has come yet
    read, sample = rules.refereed.reader_of(rules.deal), getattr(before, "sample", None)
    if fresh > 1 or read is None or sample is None:
        return False
    known = after.view(before.seat).digest()
    for key in range(WORLDS):
        world = sample(key)
        if world.actor != before.seat:
            return False
        world.play(read(text))
        if world.view(before.seat).digest() != known:
            return False
    return True


def news_after(position: Position, seat: int, after: int, most: int) -> list[bytes]:
    """Return the news of a seat that follow its first `after`, at most so many, as serialized
    moments."""
    had, latest = position.news[seat], position.latest[seat]
    if after >= had:
        return []
    if after >= had - len(latest):
        return latest[len(latest) - (had - after) :][:most]
    return _news_again(position, seat, after, min(had, after + most))


def _news_again(position: Position, seat: int, after: int, last: int) -> list[bytes]:
    """Return the news after the first `after` up to the `last`, by playing that part again."""
    rules, log = position.rules, position.log
    start = bisect_right(log, after, key=lambda entry: entry.news[seat])
    then = replayed(rules, log[:start])
    news = []
    if not after:  # the deal
        news.append(then.present.news[seat].moments[0].SerializeToString())
    response = referee_pb2.AdvanceResponse(record=then.record)
    for entry in log[start:]:
        if after + len(news) >= last:
            break
        _play(rules, then.state, entry, response)
        moments = [moment.SerializeToString() for moment in response.news[seat].moments]
        fresh = entry.news[seat] - after - len(news)  # others came before `after`
        news += moments[len(moments) - fresh :] if fresh else []
    return news[: last - after]


def undone_to(position: Position, seat: int, most: int = 0) -> int | None:
    """Return how many actions of the log are left if a seat takes back its latest, at most so many
    if not 0, as far as nothing became known to it since; None if there is nothing to take back."""
    left, taken, log = None, 0, position.log
    for number in reversed(range(len(log))):
        if log[number].seat != seat:
            before = log[number - 1].news if number else (1,) * len(position.news)
            if log[number].news[seat] > before[seat]:
                break
            continue
        if not _is_silent(position, number):
            break
        left, taken = number, taken + 1
        if taken == most:
            break
    return left


def _is_silent(position: Position, number: int) -> bool:
    """Return True if an action of the log showed its own seat nothing that it did not know."""
    if number not in position.silent:
        rules, entry = position.rules, position.log[number]
        then = replayed(rules, position.log[:number])
        before, fresh = then.state.view(entry.seat), entry.news[entry.seat] - then.news[entry.seat]
        _play(rules, then.state, entry, referee_pb2.AdvanceResponse(record=then.record))
        position.silent[number] = _showed_nothing(rules, before, entry.text, then.state, fresh)
    return position.silent[number]

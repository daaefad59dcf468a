"""The interface between the service and a game, and the problems of a request."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from google.protobuf.any_pb2 import Any as Other
from google.protobuf.message import Message
from google.protobuf.unknown_fields import UnknownFieldSet

from covert_bots.players.bot import Bot
from covert_bots.players.catalogue import Catalogue
from covert_bots.players.decision import Search
from covert_bots.players.game import Game
from covert_bots.players.message_fields import list_sizes, lists_of
from covert_bots.players.other_messages import OTHER, OtherMessageError, game_of, unpacked
from covert_bots.players.suggestion import Suggestion
from covert_bots.players.view import View
from covert_engine.search import SearchResult, StopFlag
from covert_server.calls.status import FieldError
from covertbots.v1 import action_pb2, opponent_pb2, referee_pb2, review_pb2, view_pb2

Problems: TypeAlias = list[tuple[str, str]]
"""Mistakes of a request: pairs (path of the field, mistake)."""

Follower: TypeAlias = Callable[
    [referee_pb2.FollowTableRequest, Problems], referee_pb2.FollowTableResponse | None
]
"""Returns a table of people after the lines of a request. None if there is a problem, which is
added to the others."""

Unread: TypeAlias = frozenset[str]
"""Paths of fields that could not be read. Nothing more is said of them, nor of fields that depend
on them."""


class Named(Protocol):
    """An object that belongs to a game."""

    @property
    def name(self) -> str:
        """The game's name, also of its fields in the messages that all games share. Any other game
        is in their fields `other`, and mistakes name its fields as if they had its name."""


class ServedGame(Named, Protocol):
    """A game as bots need it: read from requests and written to answers."""

    @property
    def catalogue(self) -> Catalogue:
        """The bots that play it."""

    @property
    def default_bot(self) -> str:
        """Spec of the bot of requests that name none."""

    @property
    def digests(self) -> list[str]:
        """The card sets it is served with, the default one first; none if it has but one."""

    @property
    def card_sets(self) -> list[tuple[str, str]]:
        """Names and digests of these card sets."""

    @property
    def players(self) -> Sequence[int]:
        """The numbers of seats it can have."""

    @property
    def weights(self) -> Mapping[str, bytes]:
        """Weights of its learned evaluators, by the names that bots have for them."""

    def view_of(
        self, message: view_pb2.View, path: str, problems: Problems, unread: Unread = frozenset()
    ) -> View | None:
        """Return the view in a message of this game, at `path` of a request. None if there is a
        problem, which is added to the others, or if part of it is `unread`."""

    def reader_of(self, message: view_pb2.View) -> Callable[[str], int] | None:
        """Return a reader of action texts in a message's game, which raises NotationError for other
        texts. None if the game's actions cannot be known."""

    @property
    def reviews(self) -> bool:
        """True if its records can be reviewed."""

    @property
    def positions(self) -> PositionNotation | None:
        """How its positions are written down; None if they are not."""

    @property
    def follow(self) -> Follower | None:
        """A function that follows a table of people; None if they are not followed."""

    def to_decide(self, view: Any) -> referee_pb2.SeatToDecide | None:
        """Return the seat to decide and the kind of its choice, as far as a view tells, with the
        legal actions of the view's own seat; None if nobody is known to decide."""

    @property
    def view_text(self) -> Callable[[Any, Sequence[str]], str] | None:
        """A function that writes a view, and what happened in words, as plain text; None if there
        is none."""

    def decisions_left(self, view: Any) -> float:
        """Return the expected number of decisions left to the view's seat, without forced ones."""

    def game_of(self, view: Any) -> tuple[Game, int]:
        """Return the game of a view as bots have it, as far as the view tells, and the number of
        its seats."""

    def written_suggestion(self, suggestion: Suggestion, view: Any, build: str) -> bytes:
        """Return a bot's answer as a serialized message, with the build that answered."""


class PositionNotation(Protocol):
    """Positions of a game as people at a table write them. Mistakes are added to the problems."""

    def card_set(self, text: str, problems: Problems) -> referee_pb2.ReadCardSetResponse | None:
        """Return the card set in the text of a file."""

    def read(
        self, request: referee_pb2.ReadPositionRequest, problems: Problems
    ) -> referee_pb2.ReadPositionResponse | None:
        """Return the position in a text."""

    def write(self, view: Any) -> str:
        """Return the text of a view."""

    def go_on(
        self, view: Any, action: int | None, problems: Problems
    ) -> referee_pb2.ContinuePositionResponse | None:
        """Return what may be done, or the position after an action."""


class RefereedGame(Named, Protocol):
    """A game as hosts play it by the rules. Mistakes are added to the problems."""

    def card_set(self, digest: str, problems: Problems) -> referee_pb2.GetCardSetResponse | None:
        """Return a card set; the default one for an empty digest."""

    def deal(
        self, request: referee_pb2.DealRequest, problems: Problems, unread: Unread = frozenset()
    ) -> referee_pb2.Record | None:
        """Return the record of a new game, with every choice written out. None if there is a
        problem, or if part of the request is `unread`."""

    def replay(
        self, record: referee_pb2.Record, problems: Problems, unread: Unread = frozenset()
    ) -> tuple[Any, referee_pb2.Record] | None:
        """Return the position that the `record` of a request leads to, and the record without
        fields that do not change the game. None if there is a problem, or if part of the record is
        `unread`."""

    def reader_of(self, record: referee_pb2.Record) -> Callable[[str], int] | None:
        """Return a reader of action texts in a record's game, which raises NotationError for other
        texts. None if the game's actions cannot be known."""

    def seat_names(self, state: Any) -> list[str]:
        """Return the names of the seats in the words of events, where the host gives none."""

    def play(
        self,
        state: Any,
        actions: Sequence[action_pb2.Action],
        names: Sequence[str],
        response: referee_pb2.AdvanceResponse,
        problems: Problems,
    ) -> None:
        """Play the actions in place, and add to the response, which has the record, the events and
        the position reached. The response is useless if there is a problem."""

    def silence(self, state: Any) -> str | None:
        """Return the text of the choice of a seat that says nothing until the open window of sealed
        choices closes; None without such a window."""

    def reviewed(
        self, record: referee_pb2.Record, seat: int, after: Sequence[int] = ()
    ) -> ReviewedGame | None:
        """Return a sound record for the review of a seat, or of its decisions at some places of the
        record; None if the game has no reviews. FieldError for a place that is none."""


class ReviewedGame(Protocol):
    """A record under review for one of its seats."""

    @property
    def judged(self) -> int:
        """The number of decisions to be judged."""

    def choices(self) -> Iterator[Any]:
        """Return these decisions, in order."""

    def judgement(
        self, choice: Any, bot: Bot, seed: int
    ) -> Generator[Search, SearchResult, review_pb2.ReviewedDecision]:
        """Yield the searches a bot needs to judge a decision, receive their results, and return its
        judgement. FieldError if the bot cannot judge."""

    def luck(self, stop: StopFlag) -> Generator[None, None, Any]:
        """Count the seat's luck step by step and return it. StoppedError, also within a step, once
        the flag is raised."""

    def summary(
        self, judged: int, mistakes: Sequence[review_pb2.ReviewedDecision], luck: Any
    ) -> review_pb2.Review:
        """Return the review of so many judged decisions, with the mistakes among them in any order;
        `luck` is None if unknown."""


class StoppedError(Exception):
    """Work stopped before its end."""


G = TypeVar("G", bound=Named)
M = TypeVar("M", bound=Message)


class Games(Generic[G]):
    """The games served; the first is for requests that name none."""

    def __init__(self, games: Sequence[G]) -> None:
        self._games = {game.name: game for game in games}

    def __iter__(self) -> Iterator[G]:
        return iter(self._games.values())

    @property
    def names(self) -> list[str]:
        """Their names."""
        return list(self._games)

    @property
    def first(self) -> G:
        """The game of requests that name none."""
        return next(iter(self._games.values()))

    def named(self, name: str, path: str, problems: Problems) -> G | None:
        """Return the game that a request names at `path`."""
        if name and name not in self._games:
            problems.append((path, f"is {name!r}; expected {_listed(self._games)}, or nothing"))
            return None
        return self._games[name] if name else self.first

    def chosen(self, name: str, path: str) -> G:
        """Return the game of a name; FieldError if there is none."""
        problems: Problems = []
        game = self.named(name, path, problems)
        if game is None:
            raise FieldError(problems)
        return game

    def of_field(self, message: Message, oneof: str, path: str, problems: Problems) -> G | None:
        """Return the game whose field is set in a message, which stands at `path`; empty for the
        request itself."""
        try:
            name = game_of(message, oneof)
        except OtherMessageError as error:
            problems.append((f"{path}.{OTHER}" if path else OTHER, str(error)))
            return None
        if name in self._games:
            return self._games[name]
        wrong = "names no game"
        if name is not None:
            wrong = f"is of the game `{name}`, which is not served here"
        elif len(UnknownFieldSet(message)):
            wrong = "is of a game that is unknown to this server, which may be older than the game"
        fields = (
            name if name in message.DESCRIPTOR.fields_by_name else OTHER for name in self._games
        )
        problems.append((path, f"{wrong}; expected {_listed(dict.fromkeys(fields))} in it"))
        return None


def _listed(names: Iterable[str]) -> str:
    return " or ".join(f"`{name}`" for name in names)


def too_large(
    message: Message, path: str, problems: Problems, *, most_in_list: int, most: int
) -> bool:
    """Return True if a message has more entries in its lists than it can have: it is not
    converted."""
    longest, entries = list_sizes(message)
    if longest <= most_in_list and entries <= most:
        return False
    entries = 0
    for field, length in lists_of(message, path):
        entries += length
        if length > most_in_list:
            problems.append((field, f"has {length} entries; expected at most {most_in_list}"))
            return True
        if entries > most:
            wrong = f"has more than {most} entries in its lists; expected fewer"
            problems.append((path, wrong))
            return True
    raise AssertionError("counted as too large, but no list is")


def read_other(
    other: Other,
    kind: type[M],
    path: str,
    problems: Problems,
    unread: Unread,
    *,
    most_in_list: int,
    most: int,
) -> M | None:
    """Return the message of a game in an `other`, whose fields are named below `path`. None if
    there is a problem, which is added to the others, or if part of it is `unread`."""
    try:
        message = unpacked(other, kind)
    except OtherMessageError as error:
        problems.append((path, str(error)))
        return None
    if too_large(message, path, problems, most_in_list=most_in_list, most=most):
        return None
    return None if unread_at(path, unread) else message


def is_in(path: str, home: str) -> bool:
    """Return True if the path of a field is `home` or lies below it."""
    return path == home or path.startswith((f"{home}.", f"{home}["))


def unread_at(path: str, unread: Unread) -> list[str]:
    """Return the fields below a path, relative to it."""
    return [field.removeprefix(f"{path}.") for field in unread if field.startswith(f"{path}.")]


def request_game(
    games: Games[ServedGame],
    request: opponent_pb2.SuggestMoveRequest
    | opponent_pb2.PlaySeatChange
    | referee_pb2.ListLegalActionsRequest
    | referee_pb2.DescribeViewRequest
    | referee_pb2.WritePositionRequest
    | referee_pb2.ContinuePositionRequest,
    path: str,
    problems: Problems,
) -> ServedGame | None:
    """Return the game of the view in a request."""
    if not request.HasField("view"):
        problems.append((path, "is missing; expected the view of a seat"))
        return None
    return games.of_field(request.view, "game", path, problems)

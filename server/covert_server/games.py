"""What the service asks of a game, and the problems of a request that it finds on the way."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from google.protobuf.message import Message
from google.protobuf.unknown_fields import UnknownFieldSet

from covert_bots.players.bot import Bot
from covert_bots.players.catalogue import Catalogue
from covert_bots.players.decision import Search
from covert_bots.players.message_fields import list_sizes, lists_of
from covert_bots.players.suggestion import Suggestion
from covert_bots.players.view import View
from covert_engine.search import SearchResult, StopFlag
from covert_server.calls.status import FieldError
from covertbots.v1 import action_pb2, opponent_pb2, referee_pb2, review_pb2, view_pb2

Problems: TypeAlias = list[tuple[str, str]]
"""Fields of a request, by their path, and what is wrong with them."""

Unread: TypeAlias = frozenset[str]
"""Fields that could not be read, by their path: nothing more is said of them, nor of what depends
on them."""


class Named(Protocol):
    """Something of a game."""

    @property
    def name(self) -> str:
        """The game's name, which is that of its fields in the messages that all games share."""
        ...


class ServedGame(Named, Protocol):
    """A game as bots are asked about it: read from requests and written to answers."""

    @property
    def catalogue(self) -> Catalogue:
        """The bots that play it."""
        ...

    @property
    def default_bot(self) -> str:
        """Spec of the bot of requests that name none."""
        ...

    @property
    def digests(self) -> list[str]:
        """The card sets it is served with, the default one first; none if it has but one."""
        ...

    @property
    def card_sets(self) -> list[tuple[str, str]]:
        """The names and digests of the same."""
        ...

    @property
    def players(self) -> Sequence[int]:
        """The numbers of seats it can have."""
        ...

    @property
    def weights(self) -> Mapping[str, bytes]:
        """What its learned evaluators play by, under the names that bots have for them."""
        ...

    def view_of(
        self, message: view_pb2.View, path: str, problems: Problems, unread: Unread = frozenset()
    ) -> View | None:
        """The view in a message of this game, which stands at `path` of a request. None if there is
        a problem, which is added to the others, or if some of it is `unread`."""
        ...

    def reader_of(self, message: view_pb2.View) -> Callable[[str], int] | None:
        """What reads the texts of actions in a message's game; it raises NotationError for what
        is none. None if they cannot be known."""
        ...

    @property
    def reviews(self) -> bool:
        """Whether its records are reviewed."""
        ...

    def to_decide(self, view: Any) -> referee_pb2.SeatToDecide | None:
        """The seat to decide and what it is choosing, as far as a view tells, and its legal actions
        if it is the view's own; None if nobody is to decide, as far as the view tells."""
        ...

    def decisions_left(self, view: Any) -> float:
        """About how many decisions the view's seat has yet to take, forced ones not counted."""
        ...

    def written_suggestion(self, suggestion: Suggestion, view: Any, build: str) -> bytes:
        """A bot's answer as its message writes itself, with the build that answered."""
        ...


class RefereedGame(Named, Protocol):
    """A game as hosts play it by the rules. What is wrong is added to the problems."""

    def card_set(self, digest: str, problems: Problems) -> referee_pb2.GetCardSetResponse | None:
        """A card set; the default one for an empty digest."""
        ...

    def deal(
        self, request: referee_pb2.DealRequest, problems: Problems, unread: Unread = frozenset()
    ) -> referee_pb2.Record | None:
        """The record of a new game, all that can be chosen written out. None if there is a problem,
        or if some of the request is `unread`."""
        ...

    def replay(
        self, record: referee_pb2.Record, problems: Problems, unread: Unread = frozenset()
    ) -> tuple[Any, referee_pb2.Record] | None:
        """The position that a record leads to, which stands at `record` of a request, and the
        record as it is kept: nothing in it that does not change the game. None if there is a
        problem, or if some of the record is `unread`."""
        ...

    def reader_of(self, record: referee_pb2.Record) -> Callable[[str], int] | None:
        """What reads the texts of actions in a record's game; it raises NotationError for what
        is none. None if they cannot be known."""
        ...

    def seat_names(self, state: Any) -> list[str]:
        """What the words of events call the seats where the host does not say."""
        ...

    def play(
        self,
        state: Any,
        actions: Sequence[action_pb2.Action],
        names: Sequence[str],
        response: referee_pb2.AdvanceResponse,
        problems: Problems,
    ) -> None:
        """Plays the actions in place; adds to the response, which has the record, all that was done
        and seen, and how the game stands then. The response is of no use if there is a problem."""
        ...

    def reviewed(self, record: referee_pb2.Record, seat: int) -> ReviewedGame | None:
        """A sound record, to be looked back at for a seat of it; None if there are no reviews of
        this game."""
        ...


class ReviewedGame(Protocol):
    """A record that is looked back at for one of its seats."""

    @property
    def judged(self) -> int:
        """How many decisions there are to be judged."""
        ...

    def choices(self) -> Iterator[Any]:
        """These decisions, in order."""
        ...

    def judgement(
        self, choice: Any, bot: Bot, seed: int
    ) -> Generator[Search, SearchResult, review_pb2.ReviewedDecision]:
        """What a bot says of a decision: it asks for searches, is sent what each has found, and
        returns what it says. FieldError if the bot cannot judge."""
        ...

    def luck(self, stop: StopFlag) -> Generator[None, None, Any]:
        """Counts step by step what chance gave the seat, and returns it. StoppedError, also within
        a step, once the flag is raised."""
        ...

    def summary(
        self, judged: int, mistakes: Sequence[review_pb2.ReviewedDecision], luck: Any
    ) -> review_pb2.Review:
        """The review, of which so many decisions were judged, with those of them that were
        mistakes in any order; `luck` is None where it is not known."""
        ...


class StoppedError(Exception):
    """Work that was stopped before its end."""


G = TypeVar("G", bound=Named)


class Games(Generic[G]):
    """The games that are served; the first is that of requests that name none."""

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
        """The one of requests that name none."""
        return next(iter(self._games.values()))

    def named(self, name: str, path: str, problems: Problems) -> G | None:
        """The game of a name in a request, which stands at `path`."""
        if name and name not in self._games:
            problems.append((path, f"is {name!r}; expected {self._listed}, or nothing"))
            return None
        return self._games[name] if name else self.first

    def chosen(self, name: str, path: str) -> G:
        """The same; FieldError if there is no such game."""
        problems: Problems = []
        game = self.named(name, path, problems)
        if game is None:
            raise FieldError(problems)
        return game

    def of_field(self, message: Message, oneof: str, path: str, problems: Problems) -> G | None:
        """The game whose field is set in a message, which stands at `path`."""
        name = message.WhichOneof(oneof)
        if name in self._games:
            return self._games[name]
        wrong = "names no game"
        if name is not None:
            wrong = f"is of the game `{name}`, which is not served here"
        elif len(UnknownFieldSet(message)):
            wrong = "is of a game that is unknown to this server, which may be older than the game"
        problems.append((path, f"{wrong}; expected {self._listed} in it"))
        return None

    @property
    def _listed(self) -> str:
        return " or ".join(f"`{name}`" for name in self._games)


def too_large(
    message: Message, path: str, problems: Problems, *, most_in_list: int, most: int
) -> bool:
    """Whether a message has more in its lists than it can have: then nothing of it is converted."""
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


def unread_at(path: str, unread: Unread) -> list[str]:
    """Those of the fields that stand at a path, by their own paths from there."""
    return [one.removeprefix(f"{path}.") for one in unread if one.startswith(f"{path}.")]


def request_game(
    games: Games[ServedGame],
    request: opponent_pb2.SuggestMoveRequest
    | opponent_pb2.PlaySeatChange
    | referee_pb2.ListLegalActionsRequest,
    path: str,
    problems: Problems,
) -> ServedGame | None:
    """The game of the view in a request."""
    if not request.HasField("view"):
        problems.append((path, "is missing; expected the view of a seat"))
        return None
    return games.of_field(request.view, "game", path, problems)

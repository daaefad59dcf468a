"""The requests of the service `Tables`, checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from google.protobuf.duration_pb2 import Duration

from covert_bots.players.other_messages import OTHER
from covert_server.calls.call import Call
from covert_server.calls.status import FieldError
from covert_server.checks import bot_of, not_echoes, read_request
from covert_server.games import Games, Problems, RefereedGame, ServedGame
from covert_server.referee import LONGEST_NAME, MOST_ACTIONS, is_usable_name
from covert_server.tables.kept import Seat
from covertbots.v1 import referee_pb2
from covertbots.v1 import tables_pb2 as v1

LONGEST_SPEC = 200  # characters
MOST_SEATS = 64
MOST_DEAL = 1 << 14  # bytes of a setup, written out
LONGEST_WAIT, LONGEST_WINDOW = 60, 300  # seconds
USUAL_WINDOW = 10_000  # milliseconds, where several people play
A_NAME = f"1 to {LONGEST_NAME} printable characters, with no spaces at its ends"


class NewTable(NamedTuple):
    """A table to be made."""

    game: str
    deal: referee_pb2.Record
    seats: list[Seat]
    """A host's seat has a name and no token yet."""
    host_seat: int | None
    hints: v1.HintPolicy
    window: int
    """Milliseconds."""
    seeded: bool
    """True if the request names the seed."""


def new_table(
    call: Call, refereed: Games[RefereedGame], served: Games[ServedGame], seed: int
) -> NewTable:
    """Read a request for a table; `seed` is that of a game whose request has none."""
    request, known, unread = read_request(call, v1.CreateTableRequest)
    problems: Problems = []
    game: RefereedGame | None = None
    if request.WhichOneof("setup") is not None:
        game = refereed.of_field(request, "setup", "", problems)
    elif unread.isdisjoint((*refereed.names, OTHER)):
        game = refereed.first
    deal, bots = None, served.first
    if game is not None:
        bots = served.chosen(game.name, "game")
        deal = _deal(request, game, seed, problems)
    seats = [_seat(plan, f"seats[{number}]", bots, problems) for number, plan in _plans(request)]
    hosts = [number for number, plan in _plans(request) if plan.WhichOneof("player") == "host"]
    for number in hosts[1:]:
        wrong = f"is a second host, after seats[{hosts[0]}]; expected one at most"
        problems.append((f"seats[{number}].host", wrong))
    if seats and all(seat.bot for seat in seats):
        problems.append(("seats", "holds bots alone; expected a seat for a person"))
    hints = request.hints or _usual_hints(seats)
    if hints not in v1.HintPolicy.values():
        problems.append(("hints", f"is {hints}; expected a HintPolicy"))
    window = USUAL_WINDOW if sum(not seat.bot for seat in seats) > 1 else 0
    if request.HasField("window"):
        window = _milliseconds(request.window, "window", LONGEST_WINDOW, problems)
    problems = [*known, *not_echoes(problems, unread)]
    if problems or game is None or deal is None:
        raise FieldError(problems)
    host_seat, seeded = hosts[0] if hosts else None, request.HasField("seed")
    return NewTable(game.name, deal, seats, host_seat, hints, window, seeded)


def _plans(request: v1.CreateTableRequest) -> list[tuple[int, v1.SeatPlan]]:
    return list(enumerate(request.seats[:MOST_SEATS]))


def _deal(
    request: v1.CreateTableRequest, game: RefereedGame, seed: int, problems: Problems
) -> referee_pb2.Record | None:
    """Return the record of the game as it is dealt."""
    asked = referee_pb2.DealRequest(
        players=len(request.seats), seed=request.seed if request.HasField("seed") else seed
    )
    setup = request.WhichOneof("setup")
    if setup is not None:
        getattr(asked, setup).CopyFrom(getattr(request, setup))
    of_deal: Problems = []
    deal = game.deal(asked, of_deal)
    for field, wrong in of_deal:
        problems.append(("seats" if field == "players" else field, wrong))
    if deal is not None and not of_deal and deal.ByteSize() > MOST_DEAL:
        setup = setup or game.name
        wrong = f"takes {deal.ByteSize()} bytes; expected {MOST_DEAL} at most"
        problems.append((setup, wrong))
    return deal


def _seat(plan: v1.SeatPlan, path: str, served: ServedGame, problems: Problems) -> Seat:
    kind = plan.WhichOneof("player")
    if kind == "host":
        check_name(plan.host, f"{path}.host", (), problems)
        return Seat(name=plan.host)
    if kind == "bot":
        return Seat(bot=spec_of(plan.bot, served, f"{path}.bot", problems))
    if kind is None:
        problems.append((path, "is empty; expected `host`, `bot` or `open` in it"))
    return Seat()


def _usual_hints(seats: Sequence[Seat]) -> v1.HintPolicy:
    persons = sum(not seat.bot for seat in seats)
    return v1.HINT_POLICY_OWN_SEAT if persons == 1 else v1.HINT_POLICY_AFTER_GAME


def spec_of(spec: str, served: ServedGame, path: str, problems: Problems) -> str:
    """Return the spec of a bot in full; the default one for an empty spec."""
    if len(spec) > LONGEST_SPEC:
        wrong = f"has {len(spec)} characters; expected {LONGEST_SPEC} at most"
        problems.append((path, wrong))
        return ""
    bot = bot_of(spec, served, path, problems)
    return "" if bot is None else spec or served.default_bot


def check_name(name: str, path: str, others: Sequence[str], problems: Problems) -> None:
    """Check the name of a person beside those of the other seats."""
    if not is_usable_name(name):
        problems.append((path, f"is {name!r}; expected {A_NAME}"))
    elif name.casefold() in (other.casefold() for other in others):
        problems.append((path, f"is {name!r}, the name of another seat; expected another name"))


def wait_of(request: v1.GetTableRequest, problems: Problems) -> float:
    """Return how many seconds a request waits for something new."""
    return _milliseconds(request.wait, "wait", LONGEST_WAIT, problems) / 1000


def _milliseconds(duration: Duration, path: str, most: int, problems: Problems) -> int:
    seconds: float = duration.seconds + duration.nanos / 1e9
    if not 0 <= seconds <= most or not 0 <= duration.nanos < 1_000_000_000:
        problems.append((path, f"is {seconds:g} s; expected 0 to {most} s"))
        return 0
    return round(seconds * 1000)


def check_actions(request: v1.ActRequest, problems: Problems) -> None:
    """Check how many actions a request has."""
    count = len(request.actions)
    if not 1 <= count <= MOST_ACTIONS:
        wrong = f"holds {count} actions; expected 1 to {MOST_ACTIONS}"
        problems.append(("actions", wrong))

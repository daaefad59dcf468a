"""Requests checked: from the messages of a call to values the engine and the bots can take.

Each check adds what it finds to a list of (field, mistake), so that a caller learns of all
mistakes at once; `FieldError` is raised at the end if there are any. Fields are named by their path
in the request, such as `view.covert.players[1].dice`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message

from covert_bots.players.bot import NOTHING_MORE, Bot, Wanted
from covert_bots.players.decision import Decision, DecisionError, decision_of
from covert_bots.players.spec import BotSpecError
from covert_bots.players.view import View
from covert_engine.input.errors import NotationError
from covert_engine.input.hints import nearest
from covert_engine.search import SearchView
from covert_engine.search.parameters import MAX_ITERATIONS
from covert_server.budget import Budget
from covert_server.calls.call import Call
from covert_server.calls.status import MOST_PROBLEMS, FieldError
from covert_server.games import Games, Problems, ServedGame, Unread, is_in, request_game
from covert_server.played import LegalActions
from covertbots.v1 import action_pb2, opponent_pb2, suggestion_pb2, view_pb2

M = TypeVar("M", bound=Message)

MOST_LEGAL = 256  # legal actions; the engine has room for no more
LONGEST = 365 * 24 * 3600  # seconds; no game lasts longer


class BotRequest(NamedTuple):
    """A decision that a bot is asked for."""

    game: ServedGame
    decision: Decision
    bot: Bot
    budget: Budget
    seed: int
    wanted: Wanted = NOTHING_MORE

    @property
    def decisions_left(self) -> float:
        """The expected number of decisions its seat has yet to take, this one included."""
        return self.game.decisions_left(self.decision.view)

    @property
    def at_once(self) -> bool:
        """True if the bot answers in milliseconds, without a search."""
        return self.bot.answers_at_once(self.decision)


def read_request(call: Call, kind: type[M]) -> tuple[M, Problems, Unread]:
    """Return a request, the mistakes in its encoding, and the fields missing because of them;
    FieldError if nothing can be read."""
    try:
        return call.parse(kind), [], frozenset()
    except FieldError as error:
        if not isinstance(error.rest, kind):
            raise
        return error.rest, error.violations, error.unread


def not_echoes(problems: Problems, unread: Unread) -> Problems:
    """Return the problems without missing fields that in fact could not be read."""
    echoes = {name for name, _ in problems for field in unread if is_in(field, name)}
    return [problem for problem in problems if problem[0] not in echoes]


def bot_request_of(
    request: opponent_pb2.SuggestMoveRequest,
    games: Games[ServedGame],
    path: str = "",
    problems: Sequence[tuple[str, str]] = (),
    unread: Unread = frozenset(),
) -> BotRequest:
    """Return a checked request. It stands at `path` of a larger one, whose `problems` are already
    known and whose `unread` fields could not be read."""
    problems, known = [], problems
    of_view: Problems = []
    game = request_game(games, request, f"{path}view", of_view)
    bot = bot_of(request.bot, game or games.first, f"{path}bot", problems)
    budget = budget_of(request.limits, f"{path}limits", problems)
    problems = not_echoes(problems + of_view, unread)
    decision = None
    if game is not None:
        view = game.view_of(request.view, f"{path}view", problems, unread)
        decision = _decision(request, game, view, bot, path, problems)
        _check_opponents(request.opponents, game, view, f"{path}opponents", problems)
    problems = [*known, *problems]
    if problems or game is None or decision is None or bot is None:
        raise FieldError(problems)
    wanted = Wanted(
        comparison=request.reasons,
        hands=request.hands and bot.searches,
        plans=request.plans,
        opponents=tuple(request.opponents),
    )
    return BotRequest(game, decision, bot, budget, request.seed, wanted)


def bot_of(spec: str, game: ServedGame, path: str, problems: Problems) -> Bot | None:
    """Return the bot a spec names; the game's default one for an empty spec."""
    try:
        return game.catalogue.make(spec or game.default_bot)
    except BotSpecError as error:
        problems.append((path, _wrong_spec(error, spec, game)))
        return None


def _wrong_spec(error: BotSpecError, spec: str, game: ServedGame) -> str:
    """Describe a wrong spec. The bot that may be meant goes before the list, which is cut."""
    name, known = spec.partition(":")[0], game.catalogue.names
    near = None if name in known else nearest(name, known)
    if near is None:
        return str(error)
    return f"{name!r}: there is no such bot; did you mean {near}? expected {error.expected}"


def _decision(
    request: opponent_pb2.SuggestMoveRequest,
    game: ServedGame,
    view: View | None,
    bot: Bot | None,
    path: str,
    problems: Problems,
) -> Decision | None:
    """Return the view's decision among the actions that the request allows; None if there is a
    problem or no view."""
    before = len(problems)

    def legal_here() -> Sequence[action_pb2.Action]:
        deciding = None if view is None else game.to_decide(view)
        return () if deciding is None else deciding.legal_actions

    legal = LegalActions(legal_here)
    restrictions = {
        "only": _actions(request.only, game, request.view, legal, f"{path}only", problems),
        "avoid": _actions(request.avoid, game, request.view, legal, f"{path}avoid", problems),
    }
    if view is None:
        return None
    only, avoid = (list(actions.values()) for actions in restrictions.values())
    decide = decision_of if bot is None else bot.decision
    try:
        decision = decide(view, only or None, avoid)
    except DecisionError as error:
        listed = len(problems)
        for field, place in error.mistakes:
            if field == "view":
                deciding = "nobody is" if view.actor is None else f"seat {view.actor} is"
                wrong = f"{deciding} to decide; expected the view's own seat, {view.seat}"
                problems.append((f"{path}view.{game.name}.to_decide", wrong))
            elif place is not None:
                index = list(restrictions[field])[place]
                text = getattr(request, field)[index].text
                wrong = legal.illegal(text, len(problems) - listed)
                problems.append((f"{path}{field}[{index}].text", wrong))
            elif len(problems) == before:  # and every action could be read
                problems.append((f"{path}{field}", "leaves no action to choose"))
        return None
    return decision if len(problems) == before else None


def _check_opponents(
    specs: Sequence[str], game: ServedGame, view: View | None, path: str, problems: Problems
) -> None:
    """Check the bots that a request names for the seats of a view."""
    if not specs or not isinstance(view, SearchView):
        return
    players = view.table().players
    if len(specs) != players:
        wrong = f"has {len(specs)} entries; expected {players}, one for each seat, or none"
        problems.append((path, wrong))
        return
    for seat, spec in enumerate(specs):
        if spec and seat == view.seat:
            expected = "nothing: it is the seat that decides"
            problems.append((f"{path}[{seat}]", f"is {spec!r}; expected {expected}"))
        elif spec:
            bot_of(spec, game, f"{path}[{seat}]", problems)


def _actions(
    messages: Sequence[action_pb2.Action],
    game: ServedGame,
    view: view_pb2.View,
    legal: LegalActions,
    path: str,
    problems: Problems,
) -> dict[int, int]:
    """Return the readable actions of a list, by their places in it."""
    if not messages:
        return {}
    if len(messages) > MOST_LEGAL:
        problems.append((path, f"has {len(messages)} entries; expected at most {MOST_LEGAL}"))
        return {}
    actions: dict[int, int] = {}
    before = len(problems)
    read = game.reader_of(view)
    if read is None:
        return actions
    for index, message in enumerate(messages):
        if len(problems) - before >= MOST_PROBLEMS:
            break
        try:
            actions[index] = read(message.text)
        except NotationError as error:
            wrong = legal.unread(message, error, len(problems) - before)
            problems.append((f"{path}[{index}].text", wrong))
    return actions


def budget_of(limits: suggestion_pb2.Limits, path: str, problems: Problems) -> Budget:
    """Return the budget that a request asks for."""
    iterations = limits.iterations if limits.HasField("iterations") else None
    if iterations is not None and not 1 <= iterations <= MAX_ITERATIONS:
        wrong = f"is {iterations}; expected 1 to {MAX_ITERATIONS}"
        problems.append((f"{path}.iterations", wrong))
    seconds = remaining = None
    increment = 0.0
    if limits.HasField("time"):
        least = f"more than 0 s, at most {LONGEST} s"
        seconds = seconds_of(limits.time, f"{path}.time", problems, least)
        if seconds == 0:
            problems.append((f"{path}.time", f"is 0 s; expected {least}"))
    if limits.HasField("clock"):
        clock = f"{path}.clock"
        if limits.clock.HasField("remaining"):
            remaining = seconds_of(limits.clock.remaining, f"{clock}.remaining", problems)
        else:
            wrong = f"is missing; expected 0 to {LONGEST} s"
            problems.append((f"{clock}.remaining", wrong))
        increment = seconds_of(limits.clock.increment, f"{clock}.increment", problems)
    return Budget(iterations, seconds, remaining, increment)


def seconds_of(
    duration: Duration, path: str, problems: Problems, expected: str = f"0 to {LONGEST} s"
) -> float:
    """Return a duration in seconds; negative ones are a problem."""
    seconds = duration.seconds + duration.nanos / 1e9
    if not (0 <= duration.nanos < 1_000_000_000 and 0 <= duration.seconds <= LONGEST):
        rest = f" and {duration.nanos} ns" if duration.nanos else ""
        problems.append((path, f"is {duration.seconds} s{rest}; expected {expected}"))
    return seconds

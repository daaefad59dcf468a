"""`covert-bots mcp`: a game for a language model, over the Model Context Protocol.

Everything said to the model follows from the views of its own seat.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from functools import wraps
from threading import Lock
from typing import Any

import click

from covert_bots.players.amounts import counted
from covert_bots.players.decision import AnswerError, answered
from covert_bots.players.installed import BOTS, installed
from covert_bots.players.match import seed_of
from covert_command.games.installed import command_games
from covert_command.options.seeds import LARGEST_SEED
from covert_command.terminal.command_line import examples
from covert_command.terminal.mistakes import Mistake
from covert_engine.input.errors import CovertError

LONGEST = 60  # characters shown of a value that could be anything
MOST_EVENTS = 60  # the last ones, between two decisions


class AssistantError(CovertError):
    """A mistake of the language model; the message says what was expected."""


class Assistant:
    """The tools of a language model. They can be called from several threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._state: Any = None

    def new_game(
        self,
        game: str = "covert",
        players: int | None = None,
        bots: Sequence[str] = (),
        seed: int | None = None,
        seat: int | None = None,
    ) -> str:
        """Deal a new game and return what your seat sees; a game that is being played ends.

        `game` is covert or covert-action, `bots` are one bot for all other seats or one for each,
        such as easy or medium. Without a seat you have the first one, 1; without a seed it is
        random.
        """
        names = [name for name, kind in installed(BOTS).items() if hasattr(kind, "view_text")]
        if game not in names:
            raise AssistantError(f"game: {_short(game)}; expected {' or '.join(names)}")
        of = command_games()[game]
        count = of.usual_players if players is None else players
        if count not in of.players:
            expected = f"{of.players[0]} to {of.players[-1]}"
            raise AssistantError(f"players: {_short(count)}; expected {expected}")
        number = of.first_seat if seat is None else seat
        if not of.first_seat <= number < of.first_seat + count:
            expected = f"{of.first_seat} to {of.first_seat + count - 1}"
            raise AssistantError(f"seat: {_short(number)}; expected {expected}")
        if seed is not None and not 0 <= seed <= LARGEST_SEED:
            raise AssistantError(
                f"seed: {_short(seed)}; expected a whole number from 0 to 2^64 - 1"
            )
        specs = list(bots) or [of.usual_bot]
        if len(specs) not in (1, count - 1):
            raise AssistantError(
                f"bots: {len(specs)} for {counted(count - 1, 'seat')}; expected one for all seats "
                "or one for each"
            )
        try:
            players_of_bots = [of.catalogue.make(spec) for spec in specs]
        except ValueError as error:
            raise AssistantError(f"bots: {str(error)[:500]}") from None
        with self._lock:
            dealt = secrets.randbits(64) if seed is None else seed
            self._game = installed(BOTS)[game]()
            self._first, self._seat = of.first_seat, number - of.first_seat
            others = [other for other in range(count) if other != self._seat]
            in_turn = players_of_bots * (len(others) if len(players_of_bots) == 1 else 1)
            self._bots = dict(zip(others, in_turn, strict=True))
            self._seeds = [seed_of(dealt, "bot", other) for other in range(count)]
            self._adviser = of.catalogue.make(of.usual_adviser)
            self._state = self._game.deal(count, dealt)
            self._events: list[str] = []
            self._play_bots()
            return self._text()

    def view(self, seat: int | None = None) -> str:
        """Return what your seat sees: what happened since your last decision, the table, and your
        legal actions. Other seats are hidden from you."""
        with self._lock:
            self._check_game()
            own = self._seat + self._first
            if seat not in (None, own):
                raise AssistantError(f"seat: {_short(seat)}; expected {own}, which is yours")
            return self._text()

    def act(self, action: str | int) -> str:
        """Take a legal action, by its number in the list or by its notation, such as `3` or `place
        4 agency`. Return what your seat sees at its next decision, or at the end."""
        with self._lock:
            self._check_game()
            if self._state.over:
                raise AssistantError("action: the game is over; call new_game")
            chosen = self._action(str(action))
            self._events = []
            self._play(chosen)
            self._play_bots()
            return self._text()

    def hint(self) -> str:
        """Return what a strong bot would do in your place, from the view of your seat alone."""
        with self._lock:
            self._check_game()
            if self._state.over:
                raise AssistantError("the game is over; call new_game")
            view = self._state.view(self._seat)
            suggestion = self._adviser.suggest(view, seed=self._seeds[self._seat])
            action = suggestion.moves[0].action
            number = view.legal_actions().index(action) + 1
            text = self._game.action_to_message(action).text
            return f"{self._adviser}: {number}. {text}\n{suggestion.turn_in_words}".rstrip()

    def _check_game(self) -> None:
        if self._state is None:
            raise AssistantError("no game is being played; call new_game first")

    def _action(self, text: str) -> int:
        legal: list[int] = self._state.view(self._seat).legal_actions()
        notations = [self._game.action_to_message(action).text for action in legal]
        try:
            return legal[answered(text, notations)]
        except AnswerError as error:
            raise AssistantError(str(error)) from None

    def _play(self, action: int) -> None:
        (events,) = self._game.play_observed(self._state, action, [self._seat])
        self._events = [*self._events, *(event.words for event in events)][-MOST_EVENTS:]

    def _play_bots(self) -> None:
        while not self._state.over and self._state.actor != self._seat:
            seat = self._state.actor
            self._play(self._bots[seat].choose(self._state.view(seat), self._seeds[seat]))

    def _text(self) -> str:
        text: str = self._game.view_text(self._state.view(self._seat), self._events)
        return text


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


@click.command(epilog=examples("covert-bots mcp"))
def command() -> None:
    """Let a language model play against bots.

    An assistant starts this command and speaks the Model Context Protocol with it, by standard
    input and output (docs/environments.md, 5). It sees the view of its own seat alone. Needs the
    extra `mcp`.
    """
    try:
        from mcp.server import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
    except ImportError:
        raise Mistake("mcp: its libraries are missing; install the extra `mcp`") from None

    def with_mistakes(tool: Callable[..., str]) -> Callable[..., str]:
        """Return the tool with its mistakes as those that the model reads."""

        @wraps(tool)
        def answer(*arguments: Any, **named: Any) -> str:
            try:
                return tool(*arguments, **named)
            except AssistantError as error:
                raise ToolError(str(error)) from None

        return answer

    assistant = Assistant()
    server = MCPServer("covert-bots", log_level="ERROR")
    for tool in (assistant.new_game, assistant.view, assistant.act, assistant.hint):
        server.tool(structured_output=False)(with_mistakes(tool))
    server.run("stdio")

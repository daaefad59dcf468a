"""A game of either kind as an environment of TextArena, in which every seat is a player."""

from __future__ import annotations

import re
import secrets
from collections import deque
from collections.abc import Sequence
from typing import Any, Protocol

import textarena
from textarena import ObservationType

from covert_bots.players.decision import AnswerError, answered
from covert_bots.players.game import Game
from covert_bots.players.match import seed_of

MOST_EVENTS = 60  # the last ones, between two decisions of a seat
BRACKETS = re.compile(r"\[([^\[\]]*)\]")
LARGEST_SEED = (1 << 64) - 1
PROMPT = """\
You are player {seat} of {count}, counted from 0. At each of your decisions you read what your seat
saw since the last one, how the game stands, and your legal actions. Answer with the number or the
notation of one of them in square brackets, such as [1]; of several brackets the last ones count.
After {tries} in a row that name no legal action you lose. Who wins gets a reward of 1, the others
share -1."""


class ToldGame(Game, Protocol):
    """A game whose views are told as text."""

    def view_text(self, view: Any, events: Sequence[str] = ()) -> str:
        """Return a view and the events that its seat has observed, in words, as plain text."""


class TextEnv(textarena.Env):
    """A game played by text; `state.current_player_id` is the seat to decide.

    What a player is told follows from the views of its own seat and from its answers. `position`
    has the truth, as has who is asked in a window: a player that reads them peeks.
    """

    def __init__(
        self, game: ToldGame, error_allowance: int = 2, max_turns: int | None = None
    ) -> None:
        """`error_allowance` is how often in a decision a player may name no legal action before it
        loses; `max_turns`, after how many decisions the game is broken off."""
        for name, value, least in (
            ("error_allowance", error_allowance, 0),
            ("max_turns", max_turns, 1),
        ):
            if type(value) is not int and (name, value) != ("max_turns", None):
                raise ValueError(f"{name}: {value!r}; expected a whole number from {least}")
            if value is not None and value < least:
                raise ValueError(f"{name}: {value}; expected a whole number from {least}")
        self.game = game
        self.error_allowance = error_allowance
        self.max_turns = max_turns
        self.state: Any = None

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Deal a new game: the one of that seed, or any."""
        if num_players not in self.game.players:
            least, most = self.game.players[0], self.game.players[-1]
            raise ValueError(f"num_players: {num_players!r}; expected {least} to {most}")
        if seed is not None and not (isinstance(seed, int) and 0 <= seed <= LARGEST_SEED):
            raise ValueError(f"seed: {seed!r}; expected a whole number from 0 to 2^64 - 1, or None")
        dealt = secrets.randbits(64) if seed is None else seed
        self.position: Any = self.game.deal(num_players, dealt)
        self._happened = [deque[str](maxlen=MOST_EVENTS) for _ in range(num_players)]
        self.state = textarena.MinimalMultiPlayerState(
            num_players, max_turns=self.max_turns, error_allowance=self.error_allowance
        )
        self.state.reset(game_state={}, player_prompt_function=self._prompt)
        self._turn_to_decide()

    def text(self, seat: int) -> str:
        """Return what a seat may know, and what it has seen happen since it last decided."""
        return self.game.view_text(self.position.view(seat), list(self._happened[seat]))

    def get_observation(self) -> tuple[int, list[textarena.Message]]:
        """Return the player to decide and the messages that are new to it."""
        self._check_dealt()
        observation: tuple[int, list[textarena.Message]] = super().get_observation()
        return observation

    def step(self, action: str) -> tuple[bool, textarena.Info]:
        """Play the action that an answer of the player to decide names; tell it if there is none.

        Return True if the game is over.
        """
        self._check_dealt()
        state, seat = self.state, self.state.current_player_id
        if not state.done:
            legal = self.position.legal_actions()
            notations = [self.game.action_to_message(option).text for option in legal]
            try:
                self._play(legal[answered(_last_bracket(str(action)), notations)])
            except AnswerError as error:
                if state.set_invalid_move(f"{error}."):
                    rewards = _rewards([seat], state.num_players)
                    lost = {player: -reward for player, reward in rewards.items()}
                    state.set_game_outcome(lost, f"Player {seat} lost by its answers: {error}")
        result: tuple[bool, textarena.Info] = state.step()
        return result

    def _play(self, action: int) -> None:
        """Play an action and turn to the seat that decides next, or end the game."""
        position, state = self.position, self.state
        self._happened[state.current_player_id].clear()
        seats = range(state.num_players)
        observed = self.game.play_observed(position, action, seats)
        for happened, events in zip(self._happened, observed, strict=True):
            happened.extend(event.words for event in events)
        if position.over:
            winners = position.winners()
            reason = f"Won by player {' and '.join(map(str, winners))}."
            state.set_game_outcome(_rewards(winners, state.num_players), reason)
        elif state.turn + 1 == self.max_turns:
            state.set_draw(f"Broken off after {self.max_turns} decisions.")
        else:
            self._turn_to_decide()

    def _turn_to_decide(self) -> None:
        seat = self.position.actor
        self.state.manually_set_current_player_id(seat)
        self.state.add_observation(self.text(seat), ObservationType.GAME_BOARD, to_id=seat)

    def _prompt(self, player_id: int, game_state: dict[str, Any]) -> str:
        tries = self.error_allowance + 1
        return PROMPT.format(
            seat=player_id,
            count=self.state.num_players,
            tries="an answer" if tries == 1 else f"{tries} answers",
        )

    def _check_dealt(self) -> None:
        if self.state is None:
            raise ValueError("no game has been dealt; expected `reset` first")


class BotAgent(textarena.Agent):
    """One of our bots as a player of an environment: it reads the view of the seat to decide in
    place of the text."""

    def __init__(self, env: textarena.Env, spec: str = "medium", seed: int = 0) -> None:
        self._env = env
        self._bot = env.game.catalogue.make(spec)
        self._seed = seed

    def __call__(self, observation: str) -> str:
        """Return an answer that names the bot's action."""
        position = self._env.position
        seat = position.actor
        action = self._bot.choose(position.view(seat), seed_of(self._seed, "bot", seat))
        return f"[{self._env.game.action_to_message(action).text}]"


def _last_bracket(answer: str) -> str:
    """Return what stands in the last square brackets of an answer; all of it if it has none."""
    inside = BRACKETS.findall(answer)
    return str(inside[-1]) if inside else answer


def _rewards(winners: Sequence[int], players: int) -> dict[int, float]:
    """Return 1 for a sole winner; the sum is 0, and shares of the victory and of the rest are
    equal."""
    share = players / len(winners)
    return {
        player: ((share if player in winners else 0) - 1) / (players - 1)
        for player in range(players)
    }

"""A record of Covert under review."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import CancelledError

from covert_bots.covert.action_message import action_messages
from covert_bots.covert.luck import SAMPLES, Luck, LuckCount, margin
from covert_bots.covert.review import (
    Choice,
    Judged,
    ReviewError,
    SeatRecord,
    cost_of,
    judgement,
)
from covert_bots.players.bot import Bot
from covert_bots.players.decision import Search
from covert_engine.covert import CompiledSet, Record, parse_action
from covert_engine.search import SearchResult, StopFlag
from covert_server.calls.status import FieldError
from covert_server.games import StoppedError
from covertbots.v1 import action_pb2, referee_pb2, review_pb2


class ReviewedCovert:
    """A record, for one of its seats."""

    def __init__(
        self,
        message: referee_pb2.Record,
        cards: CompiledSet,
        seat: int,
        after: Sequence[int] = (),
    ) -> None:
        """`cards` are compiled with the options of the record, which is sound. FieldError if a
        place in `after` is no decision of the seat."""
        setup = message.covert
        record = Record(
            setup.card_set,
            message.players,
            message.seed,
            cards.options,
            tuple(parse_action(action.text, cards) for action in message.actions),
            tuple(number - 1 for number in setup.characters) or None,
            setup.first_player if setup.HasField("first_player") else None,
        )
        try:
            self._game = SeatRecord(record, cards, seat, after)
        except ReviewError as error:
            raise FieldError([("after", str(error).removeprefix("after: "))]) from None

    @property
    def judged(self) -> int:
        """The number of decisions to be judged."""
        return self._game.judged

    def choices(self) -> Iterator[Choice]:
        """Return these decisions, in order."""
        return self._game.choices()

    def judgement(
        self, choice: Choice, bot: Bot, seed: int
    ) -> Generator[Search, SearchResult, review_pb2.ReviewedDecision]:
        """Judge a decision by a bot's scores; FieldError if it has none."""
        try:
            judged = yield from judgement(choice, bot, seed)
        except ReviewError as error:
            raise FieldError([("bot", str(error).removeprefix("adviser: "))]) from None
        return self._message(choice, judged)

    def luck(self, stop: StopFlag) -> Generator[None, None, Luck]:
        """Count the seat's luck step by step."""
        game = self._game
        count = LuckCount(game.record, game.cards, game.seat, SAMPLES, stop)
        try:
            yield from count.steps()
        except CancelledError:
            raise StoppedError from None
        return count.luck

    def summary(
        self, judged: int, mistakes: Sequence[review_pb2.ReviewedDecision], luck: Luck | None
    ) -> review_pb2.Review:
        """Return the review."""
        game, end = self._game, self._game.end
        cost, error = cost_of(
            [(mistake.difference.gain, mistake.difference.standard_error) for mistake in mistakes]
        )
        ranked: list[review_pb2.ReviewedDecision] = sorted(
            mistakes, key=lambda mistake: -mistake.difference.gain
        )
        return review_pb2.Review(
            seat=game.seat,
            over=end.over,
            scores=end.scores(),
            winners=end.winners() if end.over else (),
            margin=margin(end, game.seat),
            decisions=game.decisions,
            unjudged=game.decisions - game.judged,
            judged=judged,
            mistakes=ranked,
            cost=cost,
            cost_standard_error=error,
            covert=None if luck is None else _luck(luck),
        )

    def _message(self, choice: Choice, judged: Judged) -> review_pb2.ReviewedDecision:
        view, difference = choice.view, judged.difference
        actions, situation = action_messages(view.cards), view.situation()

        def action(number: int) -> action_pb2.Action:
            written = actions.written_of(number, view.seat, situation)
            return action_pb2.Action.FromString(written)

        message = review_pb2.ReviewedDecision(
            after=choice.after,
            round=view.round,
            covert=f"PHASE_{view.phase.upper()}",
            played=action(choice.line[0]),
            expected_score=judged.expected_score,
            win_probability=judged.win_probability,
        )
        if difference is not None:
            message.difference.CopyFrom(
                review_pb2.ReviewDifference(
                    better=action(difference.better),
                    gain=difference.gain,
                    standard_error=difference.error,
                    win_probability_gain=difference.win,
                    mistake=difference.mistake,
                    played_turn=difference.played_turn,
                    better_turn=difference.better_turn,
                    better_line=map(actions.action, difference.better_line),
                    reason=difference.reason,
                )
            )
        return message


def _luck(luck: Luck) -> review_pb2.CovertLuck:
    return review_pb2.CovertLuck(
        deal=luck.deal,
        dice=luck.dice,
        draws=luck.draws,
        total=luck.total,
        standard_error=luck.error,
    )

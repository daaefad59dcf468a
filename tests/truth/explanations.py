"""All that `why`, a hint and a review say at a decision, with what is false in it."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from covert_bots.covert.hint import hint_of
from covert_bots.covert.hinted_turn import in_any_order
from covert_bots.covert.words.differences import played_on
from covert_bots.covert.words.narration import phrase
from covert_bots.covert.words.plans import plan_sentence
from covert_bots.covert.words.reasons import LEFT_OUT, NO_BETTER, Answer, Way, why, why_other
from covert_bots.covert.words.turn_story import Turn, turn_of
from covert_bots.players.bot import Bot, Wanted
from covert_command.covert.screen.menu import items_of
from covert_engine.covert import State
from covert_engine.covert.plans import plans_of
from covert_engine.covert.rules.actions import Kind, unpack
from covert_engine.search import Comparison
from truth.checker import sentences, untrue
from truth.measured import wrong, wrong_against, wrong_alone
from truth.moves import forms_of, unplayed
from truth.outdone import not_outdone, outdone
from truth.position import Position

NAMES = ("North", "East", "South", "West")
SITTING = ("easy", "", "club-12", "expert")  # opponents at a table; nothing stands for a person
OPEN = "; the rest of the turn is still open"
DRAWN, ROLLED = (f"; the rest is decided once you have {done}" for done in ("drawn", "rolled"))


@dataclass
class Sweep:
    """Counts of explanations and sentences, and the faults."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    @property
    def explanations(self) -> int:
        return self.counts.total() - self.counts["games"]

    def add(self, other: Sweep) -> None:
        self.counts += other.counts
        self.faults += other.faults


class Decision:
    """A decision, with a searching bot's answer to it."""

    def __init__(self, state: State, bot: Bot, seed: int) -> None:
        assert state.actor is not None
        self.state, self.bot, self.seed = state, bot, seed
        self.view = in_any_order(state.view(state.actor))
        self.cards = state.cards.source
        self.choices = [choice for choice, _ in items_of(self.view)]
        self.comparison: Comparison | None = None
        self.answer = self.searched(())
        self.of_best = self.comparison
        line = self.answer.suggestion.principal_variation
        self.turn = turn_of(self.view, line)
        self.best = Position(state, self.turn.decided, NAMES)

    def searched(self, only: Sequence[int]) -> Answer:
        """Return the answer of a search, as the terminal gets it from a server."""
        wanted = Wanted(comparison=True, opponents=self.opponents)
        suggestion = self.bot.suggest(self.view, seed=self.seed, only=only or None, wanted=wanted)
        self.comparison = suggestion.comparison
        self.first = suggestion.moves[0].action
        hint = hint_of(suggestion, self.view)
        against = "" if hint is None else hint.against.text
        if suggestion.comparison is None:
            return Answer(suggestion, None, against)
        return Answer(suggestion, played_on(self.view, suggestion.comparison), against)

    @property
    def opponents(self) -> tuple[str, ...]:
        players, seat = self.view.players, self.view.seat
        others = (SITTING[(seed + self.seed) % len(SITTING)] for seed in range(players))
        return tuple("" if place == seat else bot for place, bot in enumerate(others))

    def words(self, action: int) -> str:
        said = phrase(action, self.cards, self.view.fields()).advice
        return (sentences(f"{said}.", self.cards) or [""])[0]


def explained(decision: Decision, rng: random.Random, ways: int, sweep: Sweep) -> None:
    """Check the hint, `why` for the best move, and `why` for some others."""
    for kind, faults in (
        ("hint", hint_faults(decision)),
        ("why", best_faults(decision)),
        *(
            ("why another", other_faults(decision, Way(choice.all_actions, choice.actions)))
            for choice in rng.sample(decision.choices, min(ways, len(decision.choices)))
        ),
    ):
        sweep.counts[kind] += 1
        sweep.faults += [f"{decision.state.decision}, {kind}: {fault}" for fault in faults]


def lowered(words: str) -> str:
    return words[:1].lower() + words[1:]


def move_faults(position: Position, said: Sequence[str], start: str = "") -> Iterator[str]:
    """Check a move in words and its effects."""
    words, *effects = said
    if not words.startswith(start):
        yield f"unknown: {words}"
        return
    yield from unplayed(position, lowered(words.removeprefix(start)))
    yield from untrue(position, effects)


def hint_faults(decision: Decision) -> Iterator[str]:
    suggestion = decision.answer.suggestion
    said = sentences(suggestion.turn_in_words, decision.cards)
    words, rest = ended(said[0])
    yield from unplayed(decision.best, lowered(words))
    if (rest == OPEN) == (decision.turn.complete or decision.turn.by_chance) or len(said) > 1:
        yield f"false: {said}"
    if rest in (DRAWN, ROLLED) and not ends_by_chance(decision.best, decision.turn, rest):
        yield f"false: {said}"
    if suggestion.stop_reason == "one_move" and len(not_outdone(decision.state)) > 1:
        yield "false: no other move can be better"
    bounds = [move.lower_bound for move in suggestion.moves[1:] if move.visits]
    if bounds != sorted(bounds, reverse=True):
        yield f"false: the moves are in the order of their value: {bounds}"
    for plan in (*plans_of(decision.view), *plans_of(decision.view, face_up=True)):
        words = f"{plan_sentence(plan, decision.view)}."
        yield from untrue(decision.best, sentences(words, decision.cards))
    for move in suggestion.moves:
        position = Position(decision.state, [move.action], NAMES)
        yield from unplayed(position, lowered(decision.words(move.action)))
    hint = hint_of(suggestion, decision.view)
    if hint is not None and decision.of_best is not None:
        yield from wrong(
            decision.best,
            sentences(hint.reasons.text, decision.cards),
            decision.of_best,
            decision.words(suggestion.moves[1].action),
            recommended=True,
            first=True,
        )


def ended(words: str) -> tuple[str, str]:
    """Return a turn in words without what is said of its rest, and that."""
    rest = next((rest for rest in (OPEN, DRAWN, ROLLED) if words.endswith(rest)), "")
    return words.removesuffix(rest), rest


def ends_by_chance(position: Position, turn: Turn, rest: str) -> bool:
    """Return true if a turn leads to a roll, or to a card of a deck that its seat has not seen."""
    if rest == ROLLED:
        return unpack(turn.shown[-1]).kind == Kind.ROLL
    looked_at = {place["card"] for place in position.after.get("search", {}).get("cards", ())}
    come = {
        pile: {place["card"] for place in position.own_after[pile]} - position.foreseen[pile]
        for pile in position.foreseen
    }
    return bool(looked_at) or any(come.values())


def best_faults(decision: Decision) -> Iterator[str]:
    ways: dict[int, Way] = {}
    for choice in decision.choices:
        ways.setdefault(choice.actions[0], Way(choice.all_actions, choice.actions))
    moves = decision.answer.suggestion.moves
    first, *paragraphs = [
        sentences(paragraph, decision.cards)
        for paragraph in why(decision.view, decision.answer, NAMES, ways)
    ]
    yield from move_faults(decision.best, first)
    for said in paragraphs:
        if said[0].startswith("Next best: "):
            way = ways[moves[1].action].decided
            position = Position(decision.state, way, NAMES)
            yield from move_faults(position, said, "Next best: ")
        elif said[0].startswith("Plan: "):
            yield from untrue(decision.best, [said[0].removeprefix("Plan: "), *said[1:]])
        elif said[0].startswith("Expected next: "):
            yield from expected_faults(said)
        elif said[0].startswith("Your chance to win is "):
            equals = moves[0].win_probability
            fault = wrong_against(" ".join(said), equals, decision.view, decision.opponents)
            yield from filter(None, [fault])
        elif said == [NO_BETTER.rstrip(".")]:
            if len(not_outdone(decision.state)) > 1:
                yield f"false: {said}"
        elif said == ["The search has tried no other move"]:
            if any(move.visits for move in moves[1:]):
                yield f"false: {said}"
        else:
            yield from wrong(
                decision.best,
                said,
                decision.of_best,
                decision.words(moves[1].action),
                recommended=True,
                first=True,
            )


def other_faults(decision: Decision, way: Way) -> Iterator[str]:
    best = decision.answer.suggestion.moves[0].action
    position = Position(decision.state, way.decided, NAMES)
    decision.comparison = None
    first, *paragraphs = [
        sentences(paragraph, decision.cards)
        for paragraph in why_other(decision.view, decision.answer, way, NAMES, decision.searched)
    ]
    yield from move_faults(position, first)
    for said in paragraphs:
        if said[0].startswith("Best: "):
            yield from move_faults(decision.best, said, "Best: ")
        elif said == ["It begins like the best move"]:
            if way.decided[0] != best:
                yield f"false: {said}"
        elif said == [LEFT_OUT.rstrip(".")]:
            if not outdone(decision.state, way.decided[0]):
                yield f"false: {said}"
        elif said[0].startswith("Played on in the same"):
            yield from wrong(
                position,
                said,
                decision.comparison,
                decision.words(best),
                recommended=False,
                first=decision.first != best,
            )
        else:
            alone = decision.searched((way.decided[0],)).suggestion.moves[0]
            seat = decision.view.seat
            yield from filter(
                None,
                [
                    wrong_alone(
                        said[0],
                        alone.win_probability[seat],
                        alone.expected_score[seat],
                        alone.visits,
                    )
                ],
            )


def expected_faults(said: Sequence[str]) -> Iterator[str]:
    """Check the form of an expected line: what is expected is not what happens."""
    for part in said[0].removeprefix("Expected next: ").split("; "):
        match = re.fullmatch(rf"(you|{'|'.join(NAMES)}) (\w+)( .+)?", part)
        if match is None or not forms_of(match[1], match[2], match[3] or ""):
            yield f"unknown: {part}"
    yield from (f"unknown: {rest}" for rest in said[1:])

"""What a review says of a game, checked by playing its record again."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

from rich.console import Console

from covert_bots import make
from covert_bots.covert.hinted_turn import in_any_order
from covert_bots.covert.review import Difference, Review, review
from covert_command.covert.review import show_review
from covert_engine.covert import CompiledSet, Record, State
from truth.checker import sentences, untrue
from truth.explanations import NAMES, ended, lowered
from truth.measured import wrong
from truth.moves import unknown, unplayed
from truth.outdone import not_outdone
from truth.position import Position

ADVISER = "ismcts:iterations=30"
SAMPLES = 4  # of the luck
ACTIONS = 120  # of a game that is reviewed, from its start
NUMBER = r"-?\d+(?:\.\d+)?"
MARGIN = rf"{NUMBER} \+-{NUMBER} points"
STAGES = {
    "setup": "Setup",
    "placing": "placing dice",
    "first_a": "before breaking codes",
    "breaking": "breaking codes",
    "first_b": "before resolving dice",
    "resolving": "resolving dice",
    "last_mission": "last missions",
}


def review_faults(record: Record, cards: CompiledSet, seat: int) -> Iterator[str]:
    """Yield what is false in the review of a seat in the beginning of a game."""
    begun = Record(
        record.card_set, record.players, record.seed, record.options, record.actions[:ACTIONS]
    )
    result = review(begun, cards, seat, make(ADVISER), samples=SAMPLES, threads=1)
    written = io.StringIO()
    show_review(Console(file=written, width=10_000), result, begun, cards.source, most=1_000)
    head, *mistakes = re.split(r"\n\n(?=\d+\. )", written.getvalue().strip())
    states = _states(begun, cards)
    for said in sentences(" ".join(head.splitlines()), cards.source):
        if fault := _head_fault(said, result, begun, states):
            yield f"{fault}: {said}"
    if len(mistakes) != len(result.mistakes):
        yield f"false: {len(mistakes)} mistakes of {len(result.mistakes)}"
    for number, (text, mistake) in enumerate(zip(mistakes, result.mistakes, strict=False), 1):
        yield from _mistake_faults(number, text, mistake, begun, states)


def _states(record: Record, cards: CompiledSet) -> list[State]:
    """Return the states before each action of a record, and the last one."""
    states = [State.deal(cards, record.players, record.seed)]
    for action in record.actions:
        states.append(states[-1].copy())
        states[-1].play(action)
    return states


def _head_fault(said: str, result: Review, record: Record, states: list[State]) -> str:
    seat, end = result.seat, states[-1]
    own = end.scores()[seat]
    best = max(score for other, score in enumerate(end.scores()) if other != seat)
    decided = [
        (action, not_outdone(state))
        for action, state in zip(record.actions, states, strict=False)
        if state.actor == seat
    ]
    several = [(action, tried) for action, tried in decided if len(tried) > 1]
    number = len(several)
    unjudged = sum(action not in tried for action, tried in several)
    won = end.over and seat in end.winners()
    made = len(result.mistakes)
    for form, true in (
        (
            r"(\w+) had (\d+) points and the best opponent (\d+) where the record ends, after "
            r"(\d+) decisions?; the game was not over",
            None if end.over else (NAMES[seat], own, best, len(record.actions)),
        ),
        (
            r"(\w+) (?:won|won the tie|shared the victory), with (\d+) points to (\d+)",
            (NAMES[seat], own, best) if won else None,
        ),
        (
            r"(\w+) (?:lost to|lost the tie to) (.+), with (\d+) points to (\d+)",
            (NAMES[seat], " and ".join(NAMES[other] for other in end.winners()), own, best)
            if end.over and not won
            else None,
        ),
        (r"There was no decision to judge", () if not number else None),
        (r"Of (\d+) decisions?, none was clearly a mistake", None if made else (number,)),
        (rf"Of (\d+) decisions?, (\d+) (?:was a mistake; it|were mistakes; together they) cost "
         rf"about {MARGIN}", (number, made) if made else None),
        (r"(\d+) moves? (?:was|were) not judged: another move is always at least as good",
         (unjudged,)),
    ):  # fmt: skip
        if match := re.fullmatch(form, said):
            return "" if true is not None and match.groups() == tuple(map(str, true)) else "false"
    luck = re.fullmatch(
        rf"Luck was worth \+?({NUMBER}) \+-{NUMBER} points: deal \+?({NUMBER}), dice \+?({NUMBER})"
        rf", draws \+?({NUMBER})",
        said,
    )
    if luck is None:
        return "" if re.fullmatch(r"The (\d+|one) that cost most:", said) else "unknown"
    total, *parts = map(float, luck.groups())
    return "" if abs(total - sum(parts)) < 0.25 else "false"  # each is rounded


def _mistake_faults(
    number: int, text: str, mistake: Difference, record: Record, states: list[State]
) -> Iterator[str]:
    head, *rest = map(str.rstrip, text.splitlines())
    state = states[mistake.after]
    stage = STAGES[state.phase]
    where = f"Round {state.round}, {stage}" if state.round else stage
    decisions = f"{mistake.after} decision{'' if mistake.after == 1 else 's'}"
    if not re.fullmatch(rf"{number}\. {where}, after {decisions}: costs {MARGIN}", head):
        yield f"false: {head}"
    played, better, *why = rest
    cards = state.cards.source
    seat = state.actor
    line = []
    for action, at in zip(record.actions[mistake.after :], states[mistake.after :], strict=False):
        if at.actor != seat:
            break
        line.append(action)
    if match := re.fullmatch(r" +played +(.+)", played):
        (said,) = sentences(match[1], cards)
        yield from unplayed(Position(state, line, NAMES), lowered(said))
    else:
        yield f"unknown: {played}"
    if match := re.fullmatch(r" +better +(.+)", better):
        (said,) = sentences(match[1], cards)
        yield from unknown(cards, lowered(ended(said)[0]))
    else:
        yield f"unknown: {better}"
    yield from _reason_faults(why, mistake, state)


def _reason_faults(why: list[str], mistake: Difference, state: State) -> Iterator[str]:
    """Check the effects of the better turn, and the figures of its first move and the played."""
    match = re.fullmatch(r" +why +(.+)", why[0]) if len(why) == 1 else None
    if match is None:
        yield f"unknown: {why}"
        return
    assert state.actor is not None
    view = in_any_order(state.view(state.actor))
    position = Position(state, mistake.better_line, NAMES)
    comparison = make(ADVISER).compared(view, mistake.better, mistake.played, 0)
    for said in sentences(match[1], state.cards.source):
        if said.startswith(("For it: ", "Against it: ")):
            yield from wrong(position, [said], comparison, "", recommended=True, first=True)
        else:
            yield from untrue(position, [said])

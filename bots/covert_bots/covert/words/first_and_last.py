"""How the first player is found and how a game ends, as events (rules 2.8, 8.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from covert_bots.covert.words.change import Change, Event
from covert_bots.covert.words.narration import NUMBER_WORDS, dice_words, listed
from covert_bots.players.amounts import counted
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.covert.exchange.fields import PlayerFields

POINTS_OF_A_CODE = 2


def finding_first_player(change: Change) -> Iterator[Event]:
    """The roll for the first player, or that the deal names one."""
    if not change.in_setup or not change.new_round:
        return
    first, rolls = change.after["starter"], change.rolls
    if "starter" in change.before:
        yield change.event("first_player", first, "place", "first, as the deal says")
    elif rolls is None:
        yield change.event("first_player", first, "place", "first")
    else:
        for seat, faces in enumerate(rolls):
            rest = f"{' '.join(map(str, faces))} to decide who starts"
            yield change.event(
                "first_roll", seat, "roll", rest, faces=tuple(faces), count=len(faces)
            )
        yield change.event("first_player", first, "place", f"first: {_why_first(first, rolls)}")


def _why_first(first: int, rolls: Sequence[Sequence[int]]) -> str:
    most = [max(Counter(faces).values()) for faces in rolls]
    level = [seat for seat, number in enumerate(most) if number == most[first]]
    if len(level) == 1:
        return f"most dice alike, {NUMBER_WORDS[most[first]]}"
    totals = [sum(rolls[seat]) for seat in level]
    total = sum(rolls[first])
    if totals.count(total) == 1:
        return f"the highest total, {total}, among the rolls with {dice_words(most[first])} alike"
    return "chosen at random between equal rolls"


class Tally(NamedTuple):
    """What a seat has at the end, in the order in which it counts."""

    points: int
    missions: int
    highest: int


def _tally(player: PlayerFields, cards: CardSet) -> Tally:
    worth = _worth(player, cards)
    points = sum(worth) + POINTS_OF_A_CODE * len(player["completed_codes"])
    return Tally(points, len(worth), max(worth, default=0))


def _worth(player: PlayerFields, cards: CardSet) -> list[int]:
    return [cards.missions[number - 1].points for number in player["completed_missions"]]


def scoring(change: Change) -> Iterator[Event]:
    """The points of each seat by source, and who wins."""
    players = change.after["players"]
    for seat, player in enumerate(players):
        worth = _worth(player, change.cards)
        codes = len(player["completed_codes"])
        points = sum(worth) + POINTS_OF_A_CODE * codes
        rest = (
            f"{counted(points, 'point')}: {sum(worth)} for {_number(len(worth), 'mission')}"
            f" and {POINTS_OF_A_CODE * codes} for {_number(codes, 'code')}"
        )
        yield Event("score", f"{change.names[seat]} has {rest}", seat, count=points)
    tallies = [_tally(player, change.cards) for player in players]
    yield Event("over", f"{_early(change)}{_verdict(tallies, change.names)}", phase="over")


def _number(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _early(change: Change) -> str:
    """Rules 8.4."""
    return "" if change.after["final_round"] else f"After round {change.after['round']} "


def _verdict(tallies: Sequence[Tally], names: Sequence[str]) -> str:
    """Who wins, and what broke a tie."""
    best = max(tallies)
    winners = [seat for seat, tally in enumerate(tallies) if tally == best]
    level = [seat for seat, tally in enumerate(tallies) if tally.points == best.points]
    if len(winners) > 1:
        sharing = listed(names[seat] for seat in winners)
        return f"{sharing} share the victory: equal points, missions and highest missions"
    words = f"{names[winners[0]]} wins"
    if len(level) == 1:
        return words
    others = [seat for seat in level if seat != winners[0]]
    tie = f"{words} the tie with {listed(names[seat] for seat in others)}"
    missions = max(tallies[seat].missions for seat in others)
    if best.missions > missions:
        return f"{tie} by most missions, {best.missions} to {missions}"
    highest = max(tallies[seat].highest for seat in others if tallies[seat].missions == missions)
    return f"{tie} by the highest single mission, {best.highest} points to {highest}"

"""Plans in words: what a mission still takes, and the way to each symbol."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from covert_bots.covert.words.narration import ANY_CARD, dice_words, listed, mission_words
from covert_bots.players.amounts import numbered
from covert_engine.covert import View
from covert_engine.covert.plans import Plan, PlannedSymbol, Standing, plans_of

TOLD = 2  # missions of the hand whose plans are told, the nearest first
DECISIONS = ("return_mission", "place", "resolve", "last_mission")  # at which they are told


def plan_in_words(view: View) -> str:
    """Return the plans for the nearest missions in sentences; empty where they do not help."""
    if view.decision not in DECISIONS:
        return ""
    sentences = [f"{plan_sentence(plan, view)}." for plan in plans_of(view)[:TOLD]]
    return f"Plan: {' '.join(sentences)}" if sentences else ""


def plan_sentence(plan: Plan, view: View) -> str:
    """Return a plan as a sentence, without its full stop."""
    mission = f"{mission_words(plan.mission - 1, view.cards.source)} ({worth(plan, view)})"
    if plan.ready:
        needed = (
            "nothing more" if view.phase == "last_mission" else "only the die that completes it"
        )
        return f"{mission} needs {needed}"
    agents = view.fields()["players"][view.seat]["agents"]
    missing = [symbol for symbol in plan.symbols if symbol.standing is not Standing.HAVE]
    needed = listed(way_to(symbol, agents) for symbol in missing)
    dice, rounds = amounts(plan)
    return f"{mission} takes {dice} in {rounds}, and still needs {needed}"


def worth(plan: Plan, view: View) -> str:
    """Return the points of the mission."""
    return numbered(view.cards.source.missions[plan.mission - 1].points, "point")


def amounts(plan: Plan) -> tuple[str, str]:
    """Return the dice and the rounds of a plan."""
    rounds = "this round" if plan.rounds == 1 else f"{plan.rounds} rounds"
    return f"about {plan.dice:.1f} dice", rounds


def way_to(symbol: PlannedSymbol, agents: Sequence[str]) -> str:
    """Return a symbol that is missing, and the ways to it in brackets: "passport (A43 in purple for
    one die or break C11)". `agents` are the cities of the seat's agents."""
    return f"{symbol.name or ANY_CARD} ({' or '.join(_ways(symbol, agents))})"


def means_of(symbol: PlannedSymbol) -> str:
    """Return a symbol that the seat has, and the source in brackets."""
    if symbol.foot:
        source = f"foot of M{symbol.foot}"
    elif symbol.code:
        source = f"C{symbol.code}"
    elif symbol.agency_card:
        source = f"A{symbol.agency_card}"
    else:
        source = f"agent {symbol.agent}"
    return f"{symbol.name or ANY_CARD} ({source})"


def _ways(symbol: PlannedSymbol, agents: Sequence[str]) -> Iterator[str]:
    if symbol.agency_card:
        price = dice_words(symbol.agency_dice)
        yield f"A{symbol.agency_card} in {symbol.at_region} for {price}"
    elif symbol.steps:
        steps = numbered(symbol.steps, "step")
        yield f"agent {symbol.agent} from {agents[symbol.agent - 1]} in {steps}"
    elif symbol.kind in ("city", "region"):
        yield "no agent left"
    else:
        yield "draw it"
    if symbol.code:
        yield f"break C{symbol.code}"
    if symbol.flight:
        yield f"fly with A{symbol.flight}"

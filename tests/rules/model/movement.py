"""Agents going from city to city, the cubes they leave and take, and what pairs of cubes pay."""

from __future__ import annotations

from rules.model.decks import can_draw, draw_agency, take_face_up_agency
from rules.model.table import AGENTS, Flow, Pairs, Steps, Table, choose


def walk(table: Table, seat: int, shared: int = 0, own: int = 0) -> Flow[None]:
    """Take steps until they are used up or the player stops: shared ones, or some for each
    agent."""
    steps = table.steps = Steps(shared, [own] * AGENTS)
    agents = table.players[seat].agents
    while True:
        legal = [
            f"step {agent} {city}"
            for agent in range(1, AGENTS + 1)
            if steps.shared or steps.own[agent - 1]
            for city in table.neighbours[agents[agent - 1]]
        ]
        action = yield from choose(table, "step", seat, [*legal, "stop"])
        if action == "stop":
            if not steps.last_agent and own:
                table.note("5.11 no step at all")
            break
        _, number, city = action.split(maxsplit=2)
        agent = int(number)
        if steps.last_agent and steps.last_agent != agent:
            table.note("5.11 interleaved agents" if own else "6.3 steps shared out")
        steps.last_agent = agent
        if own:
            steps.own[agent - 1] -= 1
        else:
            steps.shared -= 1
        leave(table, seat, agent)
        yield from enter(table, seat, agent, city)
    table.steps = None


def leave(table: Table, seat: int, agent: int) -> None:
    """5.5: a cube stays behind, if there is one and none lies there already."""
    player = table.players[seat]
    here = table.cubes[player.agents[agent - 1]]
    colour = seat + 1
    if colour in here:
        table.note("5.5 a cube of one's own there")
    elif not player.supply:
        table.note("5.5 no cube left")
    else:
        table.note("5.5 a cube stays")
        here.add(colour)
        player.supply -= 1


def enter(table: Table, seat: int, agent: int, city: str) -> Flow[None]:
    """5.6, 5.12: take every cube that is not one's own; pairs go back and pay, colour by colour."""
    player = table.players[seat]
    if city in player.agents:
        table.note("5.7 two agents in a city")
    player.agents[agent - 1] = city
    for colour in sorted(table.cubes[city] - {seat + 1}):
        table.note("5.6 cubes taken")
        table.cubes[city].remove(colour)
        player.cubes.append(colour)
    player.cubes.sort()
    completed = [colour for colour in range(1, 5) if player.cubes.count(colour) >= 2]
    for colour in completed:
        player.cubes.remove(colour)
        player.cubes.remove(colour)
        if colour <= len(table.seats):
            table.note("5.6 a pair to its owner")
            table.players[colour - 1].supply += 2
        else:
            table.note("5.6 a pair out of the game")
    if completed:
        yield from _reward(table, seat, completed, table.region_of[city])


def _reward(table: Table, seat: int, colours: list[int], region: str) -> Flow[None]:
    pairs = table.pairs = Pairs(colours, region)
    if len(colours) > 1:
        table.note("5.12 two pairs at once")
    space = [region.name for region in table.cards.regions].index(region)
    while pairs.colours:
        legal = ["reward card"] if table.agency_up[space] else []
        if can_draw(table.agency_deck):
            legal.append("reward deck")
        if not legal:
            break
        action = yield from choose(table, "reward", seat, legal)
        pairs.colours.pop(0)
        if not pairs.colours:
            table.pairs = None
        if action == "reward card":
            yield from take_face_up_agency(table, seat, space)
        else:
            yield from draw_agency(table, seat)
    table.pairs = None

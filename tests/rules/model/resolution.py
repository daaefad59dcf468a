"""Phase three: dice resolution, and the last missions after the last round."""

from __future__ import annotations

from rules.model.decks import (
    can_draw,
    draw_agency,
    draw_mission,
    take_face_up_agency,
    take_face_up_mission,
)
from rules.model.missions import completable, complete, feet_of
from rules.model.movement import walk
from rules.model.table import (
    AGENCY,
    CIRCLES,
    COMPLETE,
    MISSIONS,
    MOVEMENT,
    Flow,
    Table,
    choose,
)
from rules.model.uses import ability_plays, character_plays, flights, fly, plays_left, use


def resolving_turn(table: Table, seat: int) -> Flow[None]:
    """5.9: free plays, exactly one action or forfeit, free plays, end."""
    turn = table.begin_turn(seat)
    while True:
        legal = ["end"] if turn.acted else die_actions(table, seat)
        legal += free_plays(table, seat)
        action = yield from choose(table, "resolve", seat, legal)
        if action == "end":
            break
        word = action.split()[0]
        if turn.acted:
            table.note("5.9 a free play after the action")
        if word == "use":
            yield from use(table, seat, action)
        elif word == "fly":
            yield from fly(table, seat, action)
        else:
            turn.acted = word != "complete"  # a mission's action is taken once it is completed
            yield from act(table, seat, action)
            turn.acted = True
    table.end_turn()


def free_plays(table: Table, seat: int) -> list[str]:
    """6.11: Move x3, Search, flights, and the character where it plays when resolving."""
    if not plays_left(table):
        return []
    return (
        ability_plays(table, seat, "move_three", "search")
        + character_plays(
            table, seat, "resolving", "move_three", "search", "draw_token", "draw_agency"
        )
        + flights(table, seat)
    )


def die_actions(table: Table, seat: int) -> list[str]:
    """5.1 to 5.4 and 5.8, as the dice on the circles allow."""
    dice = [len(table.dice_on(circle, seat)) for circle in range(len(CIRCLES))]
    legal = []
    if dice[COMPLETE]:
        legal += completable(table, seat)
    if dice[MISSIONS]:
        legal += [f"take mission {at}" for at, card in enumerate(table.missions_up, 1) if card]
        if can_draw(table.mission_deck):
            legal.append("draw mission")
    if dice[AGENCY]:
        legal += agency_actions(table, seat, dice[AGENCY])
    legal += [f"move {count}" for count in range(1, dice[MOVEMENT] + 1)]
    legal += [f"forfeit {circle}" for circle, count in zip(CIRCLES, dice, strict=True) if count]
    return legal


def agency_actions(table: Table, seat: int, dice: int) -> list[str]:
    """5.3: where the seat has an agent for one die, anywhere and the deck for two."""
    reach = table.character(seat).effect == "reach"
    here = {table.region_of[city] for city in table.players[seat].agents}
    legal = []
    for region, card in zip(table.cards.regions, table.agency_up, strict=True):
        if card and (reach or region.name in here):
            if region.name not in here:
                table.note("6.18 reach")
            legal.append(f"take agency {region.name} 1")
        elif card and region.name in feet_of(table, seat):
            table.note("5.15 a region foot is no agent")
        if card and dice >= 2:
            legal.append(f"take agency {region.name} 2")
    if dice >= 2 and can_draw(table.agency_deck):
        legal.append("draw agency")
    return legal


def act(table: Table, seat: int, action: str) -> Flow[None]:
    """Play the action of a resolving turn; its dice leave the circle as it is named."""
    words = action.split()
    match words[0], words[1]:
        case "complete", _:
            take_dice_back(table, seat, COMPLETE, 1)
            yield from complete(table, seat, action)
        case "take", "mission":
            table.note("5.2 a face-up mission")
            take_dice_back(table, seat, MISSIONS, 1)
            yield from take_face_up_mission(table, seat, int(words[2]) - 1)
        case "draw", "mission":
            table.note("5.2 a mission from the deck")
            take_dice_back(table, seat, MISSIONS, 1)
            yield from draw_mission(table, seat)
        case "take", "agency":
            table.note("5.3 one die" if words[-1] == "1" else "5.3 two dice")
            take_dice_back(table, seat, AGENCY, int(words[-1]))
            region = [region.name for region in table.cards.regions].index(" ".join(words[2:-1]))
            yield from take_face_up_agency(table, seat, region)
        case "draw", "agency":
            table.note("5.3 two dice for the deck")
            take_dice_back(table, seat, AGENCY, 2)
            yield from draw_agency(table, seat)
        case "move", _:
            if words[1] != "1":
                table.note("5.4 more dice than one")
            take_dice_back(table, seat, MOVEMENT, int(words[1]))
            yield from walk(table, seat, own=int(words[1]))
        case "forfeit", _:
            table.note("5.8 a die forfeited")
            take_dice_back(table, seat, CIRCLES.index(words[1]), 1)


def take_dice_back(table: Table, seat: int, circle: int, count: int) -> None:
    """Take dice from a circle, the lowest face first; they lie nowhere until the next roll."""
    for face in table.dice_on(circle, seat)[:count]:
        del table.circles[circle][face]


def last_mission_turn(table: Table, seat: int) -> Flow[None]:
    """8.2: free plays, and one last mission or none."""
    table.begin_turn(seat)
    while True:
        legal = completable(table, seat)
        if plays_left(table):
            legal += ability_plays(table, seat, "move_three", "search") + flights(table, seat)
        action = yield from choose(table, "last_mission", seat, [*legal, "end"])
        if action == "end":
            break
        word = action.split()[0]
        if word == "complete":
            table.note("8.2 a last mission")
            yield from complete(table, seat, action)
            break
        table.note("8.2 a free play before it")
        if word == "use":
            yield from use(table, seat, action)
        else:
            yield from fly(table, seat, action)
    table.end_turn()

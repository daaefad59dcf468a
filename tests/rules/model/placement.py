"""Phase one: roll and place."""

from __future__ import annotations

from rules.model.rerolls import reroll, rerolls
from rules.model.table import CIRCLES, Flow, Table, choose
from rules.model.uses import (
    ability_plays,
    character_plays,
    draw_token,
    flights,
    fly,
    plays_left,
    use,
)


def placing(table: Table) -> Flow[None]:
    """3.2: clockwise from the starter, without those who have taken a turn order token."""
    assert table.starter is not None
    table.phase = "placing"
    seat, previous = table.starter, None
    while len(table.order) < len(table.seats):
        if seat in table.order:
            table.note("3.2 skipped, having a token")
        else:
            if seat == previous:
                table.note("3.2 one left alone goes on")
            yield from placing_turn(table, seat)
            previous = seat
        seat = (seat + 1) % len(table.seats)


def placing_turn(table: Table, seat: int) -> Flow[None]:
    """3.3, 3.10: one die, or more by Sneak Attacks, or the lowest turn order token left."""
    turn = table.begin_turn(seat)
    player = table.players[seat]
    turn.owed = 1
    while True:
        action = yield from choose(table, "place", seat, placing_actions(table, seat))
        word = action.split()[0]
        if word == "pass":
            table.note(f"3.3 the token {'with dice left' if player.dice else 'without dice'}")
            if turn.owed > 1:
                table.note("3.10 a Sneak Attack wasted")
            table.order.append(seat)
            break
        if word == "stop":
            table.note("3.10 stopping with dice owed")
            break
        if word == "place":
            place(table, seat, action)
            if not turn.owed or not player.dice:
                break
            table.note("3.10 more dice by Sneak Attack")
        elif word == "reroll":
            yield from reroll(table, seat, action, player.dice)
        elif word == "use":
            yield from use(table, seat, action)
        else:
            yield from fly(table, seat, action)
    table.end_turn()


def placing_actions(table: Table, seat: int) -> list[str]:
    turn = table.turn
    assert turn is not None
    if turn.shifted:  # 3.11: only more of them on this die, or placing it
        table.note("3.11 only the changed die")
        legal = [*placements(table, turn.shifted), f"place {turn.shifted} decoder"]
        if plays_left(table):
            legal += shifts(table, seat)
        return legal
    dice = table.players[seat].dice
    legal = []
    for face in sorted(set(dice)):
        legal += [*placements(table, face), f"place {face} folder", f"place {face} decoder"]
    legal.append("stop" if turn.placed else "pass")
    if plays_left(table):
        legal += rerolls(table, seat, dice)
        if dice:
            legal += shifts(table, seat)
        legal += ability_plays(table, seat, "sneak_attack", "move_three", "search")
        legal += character_plays(
            table, seat, "placing", "move_three", "search", "draw_token", "draw_agency"
        )
        legal += flights(table, seat)
    return legal


def shifts(table: Table, seat: int) -> list[str]:
    """6.2: +1 and -1 from any source."""
    both = ("plus_one", "minus_one")
    return ability_plays(table, seat, *both) + character_plays(table, seat, "placing", *both)


def placements(table: Table, face: int) -> list[str]:
    """3.4: the circles with an open space of this face that is beside a die, if any lies there."""
    texts = []
    for circle, dice in zip(CIRCLES, table.circles, strict=True):
        if face in dice:
            continue
        if not dice or any(other in dice for other in beside(table, face)):
            texts.append(f"place {face} {circle}")
            if dice and face in (1, 6) and not {2, 5} & dice.keys():
                table.note("3.4 6 and 1 adjacent")
        else:
            table.note("3.4 a space that is not beside a die")
    return texts


def beside(table: Table, face: int) -> list[int]:
    """1.9: the spaces next to one; 6 and 1 are neighbours where circles wrap."""
    faces = [face - 1, face + 1]
    if table.options.circle_wraps:
        return [(other - 1) % 6 + 1 for other in faces]
    return faces


def place(table: Table, seat: int, action: str) -> None:
    turn = table.turn
    assert turn is not None
    player = table.players[seat]
    _, number, target = action.split()
    face = int(number)
    player.dice.remove(face)
    turn.owed -= 1
    turn.placed += 1
    turn.shifted = 0
    if target == "folder":
        player.folder_dice += 1
        draw_token(table, seat)
    elif target == "decoder":
        table.note("3.6 a die on the Decoder")
        player.decoder.append(face)
        player.decoder.sort()
    else:
        table.circles[CIRCLES.index(target)][face] = seat

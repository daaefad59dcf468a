"""Rerolls: of dice before they are placed, and of dice on the Decoder."""

from __future__ import annotations

from rules.model.table import Flow, Reroll, Table, choose
from rules.model.uses import character_ready


def rerolls(table: Table, seat: int, dice: list[int]) -> list[str]:
    """3.8: a first die to reroll, by the token or by the character."""
    texts = rerolls_by_token(table, seat, dice)
    by_character = table.character(seat).effect == "reroll_dice"
    if by_character and dice and character_ready(table, seat, "placing"):
        texts += [f"reroll {face} character" for face in sorted(set(dice))]
    return texts


def rerolls_by_token(table: Table, seat: int, dice: list[int]) -> list[str]:
    if not table.players[seat].reroll_token:
        return []
    return [f"reroll {face}" for face in sorted(set(dice))]


def reroll(table: Table, seat: int, action: str, dice: list[int]) -> Flow[None]:
    """3.8: name some of these dice from the lowest face up, then roll them."""
    assert table.turn is not None
    player = table.players[seat]
    table.turn.plays += 1
    source = " character" if action.endswith("character") else ""
    if source:
        table.note("3.8 a reroll by the character")
        player.character_uses += 1
    else:
        table.note("3.8 a reroll by the token")
        player.reroll_token = False
    naming = table.reroll = Reroll([], bool(source))
    while action != "roll":
        face = int(action.split()[1])
        naming.faces.append(face)
        rest = list(dice)
        for named in naming.faces:
            rest.remove(named)
        more = [f"reroll {other}{source}" for other in sorted(set(rest)) if other >= face]
        action = yield from choose(table, "reroll", seat, [*more, "roll"])
    for face in naming.faces:
        dice.remove(face)
    dice += table.chance.reroll(player.rerolls, seat, len(naming.faces))
    dice.sort()
    player.rerolls += 1
    table.reroll = None

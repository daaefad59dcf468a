"""Phase two: break codes."""

from __future__ import annotations

from itertools import chain

from rules.model.paths import bent_claim, bent_claims
from rules.model.rerolls import reroll, rerolls_by_token
from rules.model.table import CODES_HELD, Flow, HeldCode, Table, choose
from rules.model.uses import ability_plays, plays_left, use


def break_turn(table: Table, seat: int) -> Flow[None]:
    """4.6: swaps, Code Breakers and claims till the player stops; dice back; codes drawn."""
    turn = table.begin_turn(seat)
    player = table.players[seat]
    character = table.character(seat)
    turn.swaps = 1
    if character.effect == "extra_swap":
        table.note("6.18 extra swaps")
        turn.swaps += character.amount
    while True:
        action = yield from choose(table, "break", seat, break_actions(table, seat))
        word = action.split()[0]
        if word == "stop":
            break
        if word == "swap":
            table.note("4.1 a swap")
            if turn.claimed:
                table.note("4.3 a swap after a claim")
            first, second = (int(tile) - 1 for tile in action.split()[1:])
            table.tiles[first], table.tiles[second] = table.tiles[second], table.tiles[first]
            turn.swaps -= 1
        elif word == "claim":
            if turn.claimed:
                table.note("4.4 two codes in a turn")
            if table.options.codes_bend:
                yield from bent_claim(table, seat, action)
            else:
                claim(table, seat, action)
        elif word == "reroll":
            table.note("3.8 a reroll on the Decoder")
            yield from reroll(table, seat, action, player.decoder)
        else:
            yield from use(table, seat, action)
    turn.swaps = 0
    if player.decoder:
        table.note("4.5 dice not used")
        player.decoder.clear()
    yield from draw_codes(table, seat)
    table.had_break_turn.add(seat)
    table.end_turn()


def break_actions(table: Table, seat: int) -> list[str]:
    turn = table.turn
    assert turn is not None
    legal = bent_claims(table, seat) if table.options.codes_bend else claims(table, seat)
    if table.options.reroll_decoder and not turn.claimed and plays_left(table):
        legal += rerolls_by_token(table, seat, table.players[seat].decoder)
    if table.options.swaps_first and turn.claimed:
        table.note("4.3 swaps first")
    else:
        if turn.swaps:
            legal += swaps(table)
        if plays_left(table):
            legal += ability_plays(table, seat, "code_breaker")
    return [*legal, "stop"]


def adjacent(row: int) -> list[tuple[int, int]]:
    """4.1: side by side in a row, one above the other, or the two ends of one row."""
    starts = (1, row + 1)
    return sorted(
        chain(
            ((tile, tile + 1) for start in starts for tile in range(start, start + row - 1)),
            ((tile, tile + row) for tile in range(1, row + 1)),
            ((start, start + row - 1) for start in starts),
        )
    )


def swaps(table: Table) -> list[str]:
    texts = []
    for first, second in adjacent(table.row):
        if table.tiles[first - 1] == table.tiles[second - 1]:
            table.note("4.7 equal tiles")
        else:
            texts.append(f"swap {first} {second}")
    return texts


def claims(table: Table, seat: int) -> list[str]:
    """4.2: runs of one row that show a code, but for what Decoder dice cover."""
    texts = []
    for held in table.players[seat].codes:
        numbers = table.code(held.card).numbers
        readings = [("", numbers)]
        if table.options.either_direction and numbers[::-1] != numbers:
            readings.append((" reversed", numbers[::-1]))
        for suffix, reading in readings:
            for start in (1, table.row + 1):
                for tile in range(start, start + table.row - len(reading) + 1):
                    if covers(table, seat, tile, reading) is not None:
                        texts.append(f"claim C{held.card} {tile}{suffix}")
    return texts


def covers(table: Table, seat: int, tile: int, reading: tuple[int, ...]) -> list[int] | None:
    """4.7: the Decoder dice that cover tiles showing other numbers; None if they are not there."""
    dice = list(table.players[seat].decoder)
    covering = []
    for place, number in enumerate(reading, tile - 1):
        if table.tiles[place] != number:
            if number not in dice:
                return None
            dice.remove(number)
            covering.append(number)
    return covering


def claim(table: Table, seat: int, action: str) -> None:
    """4.4, 4.7: the code goes to the completed ones, its dice are spent."""
    player = table.players[seat]
    words = action.split()
    card = int(words[1][1:])
    reading = table.code(card).numbers
    if words[-1] == "reversed":
        table.note("4.2 a code right to left")
        reading = reading[::-1]
    covering = covers(table, seat, int(words[2]), reading)
    assert covering is not None
    table.note("4.3 a die stands in" if covering else "4.2 a code that stands there")
    for face in covering:
        player.decoder.remove(face)
    table.break_code(seat, card)


def draw_codes(table: Table, seat: int) -> Flow[None]:
    """4.8: one at a time, up to two, from the decks that have any."""
    player, turn = table.players[seat], table.turn
    assert turn is not None
    while len(player.codes) < CODES_HELD:
        legal = [f"draw code {deck + 1}" for deck in (0, 1) if table.code_decks[deck]]
        if not legal:
            table.note("4.8 no code left")
            break
        action = yield from choose(table, "draw_code", seat, legal)
        if len(legal) == 1:
            table.note("4.8 an empty deck is skipped")
        if not turn.claimed:
            table.note("4.8 drawing up later")
        card = table.code_decks[int(action[-1]) - 1].pop(0)
        player.codes.append(HeldCode(card, equipment_public=True))


def shuffle_back(table: Table, card: int) -> None:
    """7.4: into the smaller code deck, the first if they are equal."""
    table.note("7.4 a code shuffled back")
    deck = 0 if len(table.code_decks[0]) <= len(table.code_decks[1]) else 1
    table.code_shuffles += 1
    codes = sorted([*table.code_decks[deck], card])
    table.code_decks[deck] = table.chance.code_deck(deck, table.code_shuffles, codes)

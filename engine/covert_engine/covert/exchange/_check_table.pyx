"""Could the board and what lies before the seats look like this?"""

from libc.stdint cimport uint8_t

from covert_engine.covert.cards._bits cimport bit_count
from covert_engine.covert.cards._compiled cimport MAX_SEATS, NONE, PER_TURN, REROLL_DICE, CardSet
from covert_engine.covert.exchange._reader cimport note
from covert_engine.covert.rules._state cimport (
    BREAKING, CHOOSE_CODE, CUBES, DICE, FIRST_A, FIRST_B, LAST_MISSION, MISSIONS_TO_END, PLACING,
    SETUP, TILES, Table,
)
from covert_engine.covert.knowledge._view cimport View

cdef enum:
    CUBES_OF_UNUSED_COLOUR = 6                  # 2.3


cdef int check_table(const CardSet* cards, const View* view, list found) except -1:
    cdef const Table* table = &view.table
    check_characters(cards, table, found)
    check_rerolls(cards, table, found)
    check_dice(table, found)
    check_circles(cards, table, found)
    check_cubes(cards, table, found)
    check_tiles(table, found)
    check_final_round(table, found)
    return 0


cdef int check_characters(const CardSet* cards, const Table* table, list found) except -1:
    cdef int seat, times
    cdef int taken = 0
    for seat in range(table.players):
        if taken >> table.character[seat] & 1:
            note(found, f"players[{seat}].character", f"{table.character[seat] + 1} is another "
                 "seat's; expected a character of its own")
        taken |= 1 << table.character[seat]
        times = cards.character[table.character[seat]].times
        if cards.character[table.character[seat]].period == PER_TURN and seat != table.turn:
            times = 0
        if table.character_uses[seat] > times:
            note(found, f"players[{seat}].character_uses",
                 f"{table.character_uses[seat]}; expected at most {times}")
    return 0


cdef int check_rerolls(const CardSet* cards, const Table* table, list found) except -1:
    """3.8: one reroll by the token, which is spent as its first die is named."""
    cdef int seat, least
    for seat in range(table.players):
        least = not table.rerolls >> seat & 1
        if table.reroll_source and seat == table.turn:
            least = 0
        if table.reroll_count[seat] < least:
            note(found, f"players[{seat}].reroll_count",
                 "0; expected 1, for the reroll token is spent")
        if (table.reroll_count[seat] > least
                and cards.character[table.character[seat]].effect != REROLL_DICE
                and not (table.reroll_source and seat == table.turn)):
            note(found, f"players[{seat}].reroll_count",
                 f"{table.reroll_count[seat]}; expected {least}, "
                 f"for the reroll token is {'spent' if least else 'still held'}")
    return 0


# Dice.

cdef int count_faces(const uint8_t* count) noexcept nogil:
    return count[0] + count[1] + count[2] + count[3] + count[4] + count[5]


cdef int dice_on_circles(const Table* table, int seat) noexcept nogil:
    cdef int circle, face
    cdef int count = 0
    for circle in range(4):
        for face in range(6):
            count += table.circle[circle][face] == seat
    return count


cdef int check_dice(const Table* table, list found) except -1:
    """Five dice a seat. Resolved dice lie nowhere until the next roll."""
    cdef uint8_t phase = table.phase
    cdef int seat, dice, circles, decoder, folder
    cdef bint complete
    for seat in range(table.players):
        circles = dice_on_circles(table, seat)
        decoder = count_faces(table.decoder[seat])
        folder = table.folder[seat]
        dice = count_faces(table.unplaced[seat]) + circles + decoder + folder
        complete = phase == PLACING or (
            (phase == FIRST_A or phase == BREAKING)
            and seat != table.turn and not table.had_turn >> seat & 1)
        if phase == SETUP and dice:
            note(found, f"players[{seat}].dice",
                 f"{dice} dice before the first roll; expected none")
        elif dice > DICE or complete and dice < DICE:
            note(found, f"players[{seat}].dice",
                 f"{dice} dice before the screen, on circles, folder "
                 f"and Decoder; expected {DICE if complete else 'at most 5'}")
        if decoder and (phase >= FIRST_B or table.had_turn >> seat & 1):
            note(found, f"players[{seat}].decoder_dice", f"{decoder} dice; expected none after the "
                 "seat's Break Codes turn")
        if decoder and seat == table.turn and table.decision == CHOOSE_CODE:
            note(found, f"players[{seat}].decoder_dice",
                 f"{decoder} dice; expected none once the seat draws codes")
        if phase >= LAST_MISSION and folder:
            note(found, f"players[{seat}].folder_dice",
                 f"{folder}; expected 0 after the last round")
        if phase >= LAST_MISSION and circles:
            note(found, "circles",
                 f"{circles} dice of seat {seat}; expected none after the last round")
    return 0


cdef int check_circles(const CardSet* cards, const Table* table, list found) except -1:
    """3.4: until dice are resolved, those on a circle lie side by side."""
    cdef int circle, face, gaps, taken
    if table.phase > BREAKING:
        return 0
    for circle in range(4):
        gaps = 0                                # open spaces after a taken one, going round
        taken = 0
        for face in range(6):
            taken += table.circle[circle][face] != NONE
            gaps += (table.circle[circle][face] != NONE
                     and (face == 5 and not cards.circle_wraps
                          or table.circle[circle][(face + 1) % 6] == NONE))
        if taken and gaps > 1:
            note(found, f"circles[{circle}].spaces",
                 f"{taken} dice in {gaps} groups; expected them side by side")
    return 0


# Cubes, tiles, missions.

cdef int check_cubes(const CardSet* cards, const Table* table, list found) except -1:
    cdef int colour, seat, city, board, held
    for colour in range(MAX_SEATS):
        board = 0
        held = 0
        for city in range(cards.cities):
            board += table.cubes[city] >> colour & 1
        for seat in range(table.players):
            held += table.cubes_held[seat] >> colour & 1
        if colour < table.players:
            if table.supply[colour] + board + held != CUBES:
                note(found, f"players[{colour}].supply",
                     f"{table.supply[colour]} cubes, with {board} in "
                     f"cities and {held} on characters; expected {CUBES} in all")
            if table.cubes_held[colour] >> colour & 1:
                note(found, f"players[{colour}].cubes", f"{colour + 1}; expected no cube of the "
                     "seat's own colour")
        elif board + held > (CUBES_OF_UNUSED_COLOUR if table.players == 2 else 0):
            note(found, "cubes", f"{board + held} cubes of colour {colour + 1}; expected "
                 + (f"at most {CUBES_OF_UNUSED_COLOUR}" if table.players == 2
                    else f"none with {table.players} players"))
    return 0


cdef int check_tiles(const Table* table, list found) except -1:
    """1.6: two of each number."""
    cdef int number, tile, count
    if table.phase == SETUP:
        return 0
    for number in range(1, 7):
        count = 0
        for tile in range(TILES):
            count += table.tiles[tile] == number
        if count != 2:
            note(found, "tiles", f"{count} tiles show {number}; expected 2")
    return 0


cdef int check_final_round(const Table* table, list found) except -1:
    """8.1."""
    cdef int seat
    cdef int most = 0
    for seat in range(table.players):
        most = max(most, bit_count(table.completed[seat]))
    if (most >= MISSIONS_TO_END) != table.final_round:
        note(found, "final_round", f"{'true' if table.final_round else 'false'}; expected "
             f"{'false' if table.final_round else 'true'}: the most missions completed are {most}")
    return 0

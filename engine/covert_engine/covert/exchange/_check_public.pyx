"""Checks the board and the public part of each seat."""

from libc.stdint cimport uint8_t

from covert_engine.covert.cards._bits cimport bit_count
from covert_engine.covert.cards._compiled cimport (
    MAX_SEATS, NONE, NO_EFFECT, PER_TURN, REROLL_DICE, CardSet,
)
from covert_engine.input._reader cimport Reader, could_read, note
from covert_engine.covert.rules._state cimport (
    BREAKING, CHOOSE_CODE, CUBES, DICE, FIRST_A, FIRST_B, LAST_MISSION, MISSIONS_TO_END, PLACING,
    SETUP, PublicState,
)
from covert_engine.covert.knowledge._view cimport View

cdef enum:
    CUBES_OF_UNUSED_COLOUR = 6                  # 2.3
    MOST = 255


cdef int check_public(const CardSet* cards, const View* view, Reader reader) except -1:
    cdef const PublicState* public = &view.public
    if could_read(reader.unread, ("players.character", "players.character_uses", "on_turn")):
        check_characters(cards, public, reader.mistakes)
    if could_read(reader.unread, ("players.character", "players.reroll_token",
                                  "players.reroll_count", "reroll", "on_turn")):
        check_rerolls(cards, public, reader.mistakes)
    if could_read(reader.unread, ("players.dice", "players.decoder_dice", "players.folder_dice",
                                  "circles", "phase", "decision", "on_turn", "had_break_turn")):
        check_dice(public, reader.mistakes)
    if could_read(reader.unread, ("circles", "phase")):
        check_circles(cards, public, reader.mistakes)
    if could_read(reader.unread, ("players.supply", "players.cubes", "cubes")):
        check_cubes(cards, public, reader.mistakes)
    if could_read(reader.unread, ("tiles", "phase")):
        check_tiles(cards, public, reader.mistakes)
    if could_read(reader.unread, ("players.completed_missions", "final_round")):
        check_final_round(public, reader.mistakes)
    return 0


cdef int check_characters(const CardSet* cards, const PublicState* public, list mistakes) except -1:
    cdef int seat, times
    cdef int taken = 0
    for seat in range(public.players):
        if taken >> public.character[seat] & 1:
            note(mistakes, f"players[{seat}].character", f"{public.character[seat] + 1} is another "
                 "seat's; expected a character of its own")
        taken |= 1 << public.character[seat]
        times = cards.character[public.character[seat]].times
        if cards.character[public.character[seat]].period == PER_TURN and seat != public.turn:
            times = 0
        if cards.character[public.character[seat]].effect == NO_EFFECT:
            times = MOST                        # the table counts them
        if public.character_uses[seat] > times:
            note(mistakes, f"players[{seat}].character_uses",
                 f"{public.character_uses[seat]}; expected at most {times}")
    return 0


cdef int check_rerolls(const CardSet* cards, const PublicState* public, list mistakes) except -1:
    """Check that the token made at most one reroll; naming its first die spends it (3.8)."""
    cdef int seat, least
    for seat in range(public.players):
        least = not public.rerolls >> seat & 1
        if public.reroll_source and seat == public.turn:
            least = 0
        if public.reroll_count[seat] < least:
            note(mistakes, f"players[{seat}].reroll_count",
                 "0; expected 1, for the reroll token is spent")
        if (public.reroll_count[seat] > least
                and cards.character[public.character[seat]].effect != REROLL_DICE
                and not (public.reroll_source and seat == public.turn)):
            note(mistakes, f"players[{seat}].reroll_count",
                 f"{public.reroll_count[seat]}; expected {least}, "
                 f"for the reroll token is {'spent' if least else 'still held'}")
    return 0


# Dice.

cdef int count_faces(const uint8_t* count) noexcept nogil:
    return count[0] + count[1] + count[2] + count[3] + count[4] + count[5]


cdef int dice_on_circles(const PublicState* public, int seat) noexcept nogil:
    cdef int circle, face
    cdef int count = 0
    for circle in range(4):
        for face in range(6):
            count += public.circle[circle][face] == seat
    return count


cdef int check_dice(const PublicState* public, list mistakes) except -1:
    """Check the five dice of each seat. Resolved dice lie nowhere until the next roll."""
    cdef uint8_t phase = public.phase
    cdef int seat, dice, circles, decoder, folder
    cdef bint complete
    for seat in range(public.players):
        circles = dice_on_circles(public, seat)
        decoder = count_faces(public.decoder[seat])
        folder = public.folder[seat]
        dice = count_faces(public.unplaced[seat]) + circles + decoder + folder
        complete = phase == PLACING or (
            (phase == FIRST_A or phase == BREAKING)
            and seat != public.turn and not public.had_turn >> seat & 1)
        if phase == SETUP and dice:
            note(mistakes, f"players[{seat}].dice",
                 f"{dice} dice before the first roll; expected none")
        elif dice > DICE or complete and dice < DICE:
            note(mistakes, f"players[{seat}].dice",
                 f"{dice} dice before the screen, on circles, folder "
                 f"and Decoder; expected {DICE if complete else 'at most 5'}")
        if decoder and (phase >= FIRST_B or public.had_turn >> seat & 1):
            note(mistakes, f"players[{seat}].decoder_dice",
                 f"{decoder} dice; expected none after the "
                 "seat's Break Codes turn")
        if decoder and seat == public.turn and public.decision == CHOOSE_CODE:
            note(mistakes, f"players[{seat}].decoder_dice",
                 f"{decoder} dice; expected none once the seat draws codes")
        if phase >= LAST_MISSION and folder:
            note(mistakes, f"players[{seat}].folder_dice",
                 f"{folder}; expected 0 after the last round")
        if phase >= LAST_MISSION and circles:
            note(mistakes, "circles",
                 f"{circles} dice of seat {seat}; expected none after the last round")
    return 0


cdef int check_circles(const CardSet* cards, const PublicState* public, list mistakes) except -1:
    """Check that the dice on a circle lie side by side until they are resolved (3.4)."""
    cdef int circle, face, gaps, taken
    if public.phase > BREAKING:
        return 0
    for circle in range(4):
        gaps = 0                                # open spaces after taken ones, all the way round
        taken = 0
        for face in range(6):
            taken += public.circle[circle][face] != NONE
            gaps += (public.circle[circle][face] != NONE
                     and (face == 5 and not cards.options.circle_wraps
                          or public.circle[circle][(face + 1) % 6] == NONE))
        if taken and gaps > 1:
            note(mistakes, f"circles[{circle}].spaces",
                 f"{taken} dice in {gaps} groups; expected them side by side")
    return 0


# Cubes, tiles, missions.

cdef int check_cubes(const CardSet* cards, const PublicState* public, list mistakes) except -1:
    cdef int colour, seat, city, board, held
    for colour in range(MAX_SEATS):
        board = 0
        held = 0
        for city in range(cards.cities):
            board += public.cubes[city] >> colour & 1
        for seat in range(public.players):
            held += public.cubes_held[seat] >> colour & 1
        if colour < public.players:
            if public.supply[colour] + board + held != CUBES:
                note(mistakes, f"players[{colour}].supply",
                     f"{public.supply[colour]} cubes, with {board} in "
                     f"cities and {held} on characters; expected {CUBES} in all")
            if public.cubes_held[colour] >> colour & 1:
                note(mistakes, f"players[{colour}].cubes", f"{colour + 1}; expected no cube of the "
                     "seat's own colour")
        elif board + held > (CUBES_OF_UNUSED_COLOUR if public.players == 2 else 0):
            note(mistakes, "cubes", f"{board + held} cubes of colour {colour + 1}; expected "
                 + (f"at most {CUBES_OF_UNUSED_COLOUR}" if public.players == 2
                    else f"none with {public.players} players"))
    return 0


cdef int check_tiles(const CardSet* cards, const PublicState* public, list mistakes) except -1:
    """Check that each number occurs as often as in the card set (1.6)."""
    cdef int number, tile, count, printed
    if public.phase == SETUP:
        return 0
    for number in range(1, 7):
        count = 0
        printed = 0
        for tile in range(cards.tiles):
            count += public.tiles[tile] == number
            printed += cards.tile[tile] == number
        if count != printed:
            note(mistakes, "tiles", f"{count} tiles show {number}; expected {printed}")
    return 0


cdef int check_final_round(const PublicState* public, list mistakes) except -1:
    """Check that the final round follows a sixth mission (8.1)."""
    cdef int seat
    cdef int most = 0
    for seat in range(public.players):
        most = max(most, bit_count(public.completed[seat]))
    if (most >= MISSIONS_TO_END) != public.final_round:
        note(mistakes, "final_round", f"{'true' if public.final_round else 'false'}; expected "
             f"{'false' if public.final_round else 'true'}: the most missions completed are {most}")
    return 0

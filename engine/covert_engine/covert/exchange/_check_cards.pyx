"""Checks that every card, code and token of a view lies in one place, known only to allowed
seats."""

from libc.stdint cimport uint8_t, uint64_t

from covert_engine.covert.cards._bits cimport bit, bit_count, lowest_bit
from covert_engine.covert.cards._compiled cimport (
    ABILITIES, AGENCY_CARDS, AGENCY_DECK, CODE_CARDS, MAX_EQUIPMENT, MISSION_CARDS, MISSION_DECK,
    NONE, TOKENS, CardSet,
)
from covert_engine.covert.exchange._places cimport HAND, LOOKED_AT, Spot, Spots, list_spots, path_of
from covert_engine.input._reader cimport Reader, could_read, note
from covert_engine.covert.rules._state cimport (
    AGENCY_LIMIT, CHOOSE_CODE, CHOOSE_DISCARD, CHOOSE_MISSION_DISCARD, CODE_LIMIT, MISSION_LIMIT,
    SETUP, PublicState,
)
from covert_engine.covert.knowledge._view cimport CodePlace, Place, View
from covert_engine.covert.exchange.names import ABILITIES as ABILITY_NAMES, DECISION_DRAW_CODE

cdef enum:
    LOTS = 64
    NOWHERE = -1


cdef int check_cards(const CardSet* cards, const View* view, Reader reader) except -1:
    if could_read(reader.unread, ("players.agency_cards", "agency_deck", "agency_face_up",
                                  "use", "espionage", "search", "seat")):
        check_deck(view, AGENCY_DECK, reader.mistakes)
    if could_read(reader.unread, ("players.missions", "players.completed_missions",
                                  "mission_deck", "missions_face_up", "use", "search", "seat")):
        check_deck(view, MISSION_DECK, reader.mistakes)
    if could_read(reader.unread, ("players.agency_cards", "players.missions", "phase",
                                  "decision", "to_decide")):
        check_limits(view, reader.mistakes)
    if could_read(reader.unread, ("players.codes", "players.completed_codes", "code_decks",
                                  "use", "phase", "decision", "on_turn", "seat")):
        check_codes(cards, view, reader.mistakes)
        check_code_equipment(cards, view, reader.mistakes)
    if could_read(reader.unread, ("players.tokens", "tokens", "fresh_tokens", "turn", "on_turn",
                                  "seat")):
        check_tokens(cards, view, reader.mistakes)
    return 0


# Agency Cards and missions.

cdef int check_deck(const View* view, int deck, list mistakes) except -1:
    cdef bint agency = deck == AGENCY_DECK
    cdef const uint8_t* lots = &view.agency_lot[0]
    cdef int cards = AGENCY_CARDS if agency else MISSION_CARDS
    cdef int deck_size = view.agency_deck_size if agency else view.mission_deck_size
    cdef uint8_t deck_lot = view.agency_deck_lot if agency else view.mission_deck_lot
    cdef str name = "agency_deck" if agency else "mission_deck"
    cdef str noun = "Agency Card" if agency else "mission"
    cdef uint8_t bottom = 0
    cdef Spots spots
    cdef Spot* spot
    cdef int at[64]
    cdef int unknown[LOTS]
    cdef int listed[LOTS]
    cdef int i, card, lot
    if not agency:
        lots = &view.mission_lot[0]
    if deck_size:
        bottom = (view.agency_deck[deck_size - 1].lot if agency
                  else view.mission_deck[deck_size - 1].lot)
    for i in range(64):
        at[i] = NOWHERE
        unknown[i] = 0
        listed[i] = 0
    if (deck_size == 0) != (deck_lot == NONE):
        note(mistakes, f"{name}.lot", f"{0 if deck_lot == NONE else deck_lot}; expected "
             + ("0 for an empty deck" if deck_size == 0 else "1 to 63 while the deck has cards"))
    elif bottom and bottom != deck_lot:
        note(mistakes, f"{name}.lot", f"{deck_lot}; expected {bottom}, the lot of the bottom card")
    list_spots(view, deck, &spots)
    for i in range(spots.count):
        spot = &spots.spot[i]
        card = spot.card
        if spot.place:
            check_place(view, spot, deck, mistakes)
        if card == NONE:
            unknown[spot.place.lot] += 1
            continue
        if at[card] != NOWHERE:
            note(mistakes, path_of(spot, deck), f"{noun} {card + 1} lies at "
                 f"{path_of(&spots.spot[at[card]], deck)} too; expected each card in one place")
        at[card] = i
        if lots[card] != NONE:
            note(mistakes, f"{name}.unseen", f"{noun} {card + 1} is listed, but lies at "
                 f"{path_of(spot, deck)}; expected only cards the seat has not located")
    for card in range(cards):
        if lots[card] != NONE:
            listed[lots[card]] += 1
        elif at[card] == NOWHERE:
            note(mistakes, f"{name}.unseen", f"{noun} {card + 1} lies nowhere and is in no lot; "
                 "expected every card")
    if hand_is_missing(view, deck, cards, &spots, mistakes):
        return 0
    for lot in range(LOTS):
        if unknown[lot] != listed[lot]:
            note(mistakes, f"{name}.unseen",
                 f"lot {lot} lists {listed[lot]} cards for {unknown[lot]} "
                 "unknown places; expected as many cards as places")
    return 0


cdef bint hand_is_missing(const View* view, int deck, int cards, const Spots* spots,
                          list mistakes) except -1:
    """Note a missing own hand: it is empty, and no more cards than a hand holds lie nowhere."""
    cdef bint agency = deck == AGENCY_DECK
    cdef int held = view.agency_size[view.seat] if agency else view.mission_size[view.seat]
    cdef int left = cards - spots.count
    cdef int most = (AGENCY_LIMIT if agency else MISSION_LIMIT) + 1
    if held or not 0 < left <= most:
        return False
    note(mistakes, f"players[{view.seat}].{'agency_cards' if agency else 'missions'}",
         f"0 {'Agency Cards' if agency else 'missions'}, and {left} of {cards} lie nowhere; expected "
         f"the hand of the view's own seat, or more in {'agency' if agency else 'mission'}_deck.places")
    return True


cdef int check_place(const View* view, const Spot* spot, int deck, list mistakes) except -1:
    cdef const Place* place = spot.place
    cdef uint8_t everyone = (1 << view.public.players) - 1
    cdef uint8_t own = 1 << view.seat
    cdef uint8_t holder = 0                  # bits: seats that look at the card
    if spot.zone == HAND:
        holder = 1 << spot.seat
    elif spot.zone == LOOKED_AT:
        holder = 1 << view.public.use.seat
    if holder & ~place.known:
        note(mistakes, field_of(spot, deck, "known_by"), f"seat {lowest_bit(holder)} is missing; "
             "expected whoever holds the card among those that know it")
    elif spot.zone == LOOKED_AT and place.known != holder:
        note(mistakes, field_of(spot, deck, "known_by"),
             f"{bit_count(place.known)} seats; expected "
             f"seat {lowest_bit(holder)} alone, whose Search it is")
    if holder == own and place.card == NONE:
        note(mistakes, path_of(spot, deck), "0; expected a card: a seat knows what it holds itself")
    if place.card != NONE and not place.known & own:
        note(mistakes, field_of(spot, deck, "known_by"),
             f"seat {view.seat} is missing; expected it, "
             "for its view names the card")
    if place.card != NONE and place.known == everyone:
        if place.lot:
            note(mistakes, field_of(spot, deck, "lot"),
                 f"{place.lot}; expected 0 where all seats know the card")
    elif place.lot == 0:
        note(mistakes, field_of(spot, deck, "lot"),
             "0; expected 1 to 63 unless all seats know the card")
    return 0


cdef str field_of(const Spot* spot, int deck, str name):
    """Return the path of another field of the place that `path_of` names."""
    return path_of(spot, deck)[:-len("card")] + name


cdef int check_limits(const View* view, list mistakes) except -1:
    """Check that a seat has one card too many only while it chooses a discard (5.10, 5.13)."""
    cdef const PublicState* public = &view.public
    cdef int seat, agency, missions
    for seat in range(public.players):
        agency = AGENCY_LIMIT
        missions = MISSION_LIMIT
        if view.actor == seat and public.decision == CHOOSE_DISCARD:
            agency += 1
        if view.actor == seat and public.decision == CHOOSE_MISSION_DISCARD:
            missions += 1
        if (view.agency_size[seat] > agency or (agency > AGENCY_LIMIT
                                                and view.agency_size[seat] < agency)
                ) and not is_noted(mistakes, seat, "agency_cards"):
            note(mistakes, f"players[{seat}].agency_cards",
                 f"{view.agency_size[seat]} cards; expected "
                 + (f"{agency} while the seat discards one" if agency > AGENCY_LIMIT
                    else f"at most {agency}"))
        if (view.mission_size[seat] > missions or (missions > MISSION_LIMIT
                                                   and view.mission_size[seat] < missions)
                ) and not is_noted(mistakes, seat, "missions"):
            note(mistakes, f"players[{seat}].missions",
                 f"{view.mission_size[seat]} missions; expected "
                 + (f"{missions} while the seat discards one" if missions > MISSION_LIMIT
                    else f"at most {missions}"))
        if public.phase == SETUP:                          # 2.10
            missions = 2 if view.actor != NONE and seat < view.actor else 3
            if view.mission_size[seat] != missions and not is_noted(mistakes, seat, "missions"):
                note(mistakes, f"players[{seat}].missions", f"{view.mission_size[seat]} missions; "
                     f"expected {missions} while seat {view.actor} returns one")
    return 0


cdef bint is_noted(list mistakes, int seat, str hand) except -1:
    return f"players[{seat}].{hand}" in [field for field, _ in mistakes]


# Codes.

cdef int check_codes(const CardSet* cards, const View* view, list mistakes) except -1:
    """Check that each of the forty codes lies in one place; a seat knows its own codes, and at most
    the equipment of the others'."""
    cdef const PublicState* public = &view.public
    cdef const CodePlace* place
    cdef uint64_t seen = 0
    cdef uint64_t twice
    cdef int total = 0
    cdef int seat, i, deck
    for seat in range(public.players):
        total += view.code_size[seat] + bit_count(public.broken[seat])
        twice = seen & public.broken[seat]
        if twice:
            note(mistakes, f"players[{seat}].completed_codes", f"code {lowest_bit(twice) + 1} lies "
                 "elsewhere too; expected each code in one place")
        seen |= public.broken[seat]
    if seen & public.use.codes:
        note(mistakes, "use.codes",
             f"code {lowest_bit(seen & public.use.codes) + 1} lies elsewhere too; "
             "expected each code in one place")
    seen |= public.use.codes
    for seat in range(public.players):
        for i in range(view.code_size[seat]):
            place = &view.code[seat][i]
            if seat != view.seat:
                if place.card != NONE:
                    note(mistakes, f"players[{seat}].codes[{i}].card",
                         f"{place.card + 1}; expected 0: a seat knows only its own codes")
                if place.equipment != NONE and not place.shown:
                    note(mistakes, f"players[{seat}].codes[{i}].equipment_public",
                         "false; expected "
                         "true, for the view names the equipment")
                elif place.shown and place.equipment == NONE:
                    note(mistakes, f"players[{seat}].codes[{i}].equipment",
                         "expected the equipment, "
                         "for all seats know it")
                continue
            if place.card == NONE:
                note(mistakes, f"players[{seat}].codes[{i}].card",
                     "0; expected a code: a seat knows "
                     "what it holds itself")
                continue
            if seen & bit(place.card):
                note(mistakes, f"players[{seat}].codes[{i}].card", f"code {place.card + 1} lies "
                     "elsewhere too; expected each code in one place")
            seen |= bit(place.card)
            if place.equipment != cards.code[place.card].equipment:
                note(mistakes, f"players[{seat}].codes[{i}].equipment", f"not that of code "
                     f"{place.card + 1} in the card set")
    total += bit_count(public.use.codes) + view.code_deck_size[0] + view.code_deck_size[1]
    if (CODE_CARDS - CODE_LIMIT <= total < CODE_CARDS and public.phase != SETUP
            and not view.code_size[view.seat]):
        note(mistakes, f"players[{view.seat}].codes", f"0 codes, and {CODE_CARDS - total} of "
             f"{CODE_CARDS} lie nowhere; expected the hand of the view's own seat, or more in "
             "code_decks")
    elif total != (0 if public.phase == SETUP else CODE_CARDS):
        note(mistakes, "code_decks", f"{total} codes in decks, hands and completed; expected "
             + ("none during setup" if public.phase == SETUP else str(CODE_CARDS)))
    if (public.decision == CHOOSE_CODE and public.turn != NONE
            and view.code_size[public.turn] >= CODE_LIMIT):
        note(mistakes, "decision",
             f"{DECISION_DRAW_CODE!r}; expected another, for seat {public.turn} holds "
             f"{view.code_size[public.turn]} codes")
    for deck in range(2):
        if (view.code_deck_size[deck] == 0) != (view.code_top[deck] == NONE):
            note(mistakes, f"code_decks[{deck}].top_equipment",
                 "expected the equipment of the top code"
                 if view.code_deck_size[deck] else "expected nothing on top of an empty deck")
    return 0


cdef int check_code_equipment(const CardSet* cards, const View* view, list mistakes) except -1:
    """Check that there is an unseen code for each place with known equipment."""
    cdef uint64_t unseen = (bit(CODE_CARDS) - 1) & ~view.public.use.codes
    cdef int needed[MAX_EQUIPMENT]
    cdef int seat, i, deck, equipment
    cdef list path = [""] * MAX_EQUIPMENT
    for i in range(MAX_EQUIPMENT):
        needed[i] = 0
    for seat in range(view.public.players):
        unseen &= ~view.public.broken[seat]
        for i in range(view.code_size[seat]):
            equipment = view.code[seat][i].equipment
            if seat == view.seat:
                if view.code[seat][i].card != NONE:
                    unseen &= ~bit(view.code[seat][i].card)
            elif equipment != NONE:
                needed[equipment] += 1
                path[equipment] = f"players[{seat}].codes[{i}].equipment"
    for deck in range(2):
        equipment = view.code_top[deck]
        if equipment != NONE:
            needed[equipment] += 1
            path[equipment] = f"code_decks[{deck}].top_equipment"
    for equipment in range(cards.equipments):
        i = bit_count(unseen & cards.code_of_equipment[equipment])
        if needed[equipment] > i:
            note(mistakes, path[equipment],
                 f"{needed[equipment]} places show this equipment, but only "
                 f"{i} unseen codes have it")
    return 0


# Special Operations tokens.

cdef int check_tokens(const CardSet* cards, const View* view, list mistakes) except -1:
    cdef const PublicState* public = &view.public
    cdef int total = 0
    cdef int own = 0
    cdef int fresh = 0
    cdef int seat, ability
    for seat in range(public.players):
        total += view.token_size[seat]
    if total > TOKENS:
        note(mistakes, "players", f"{total} tokens held by all; expected at most {TOKENS}")
    for ability in range(ABILITIES):
        own += view.tokens[ability]
        fresh += view.fresh[ability]
        if view.tokens[ability] > cards.tokens[ability]:
            note(mistakes, "tokens",
                 f"{view.tokens[ability]} of {ABILITY_NAMES[ability]}; expected at "
                 f"most {cards.tokens[ability]}")
        if view.fresh[ability] > view.tokens[ability]:
            note(mistakes, "fresh_tokens",
                 f"{view.fresh[ability]} of {ABILITY_NAMES[ability]}; expected "
                 f"at most the {view.tokens[ability]} held")
    if own != view.token_size[view.seat]:
        note(mistakes, "tokens", f"{own} in all; expected {view.token_size[view.seat]}, the number "
             f"players[{view.seat}].tokens says")
    if public.turn == view.seat:
        if fresh != public.drawn:
            note(mistakes, "fresh_tokens", f"{fresh} in all; expected {public.drawn}, the number "
                 "turn.drawn says")
    elif fresh:
        note(mistakes, "fresh_tokens",
             f"{fresh} in all; expected none: seat {view.seat} is not on turn")
    if public.turn != NONE and public.drawn > view.token_size[public.turn]:
        note(mistakes, "turn.drawn",
             f"{public.drawn}; expected at most the {view.token_size[public.turn]} "
             "tokens the seat holds")
    return 0

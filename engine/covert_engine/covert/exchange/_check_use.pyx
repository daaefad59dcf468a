"""Checks a use that waits for its die, payment or window (6.12)."""

from libc.stdint cimport uint8_t, uint64_t

from covert_engine.covert.rules._actions cimport AGENCY_PLAY, BY_CHARACTER, PAY_CARD, PAY_CODE
from covert_engine.covert.cards._bits cimport bit, bit_count, lowest_bit
from covert_engine.covert.cards._compiled cimport (
    ABILITIES, AGENCY_CARDS, ANY_EQUIPMENT, CODE_BREAKER, DRAW_AGENCY, ESPIONAGE, FIRST, MINUS_ONE, MOVE_THREE,
    NONE, PLUS_ONE, SEARCH, SEARCH_DECK, SHIFT_DIE, SNEAK_ATTACK, CardSet, Character, Mission,
)
from covert_engine.covert.exchange._check_public cimport dice_on_circles
from covert_engine.input._reader cimport note
from covert_engine.covert.rules._state cimport (
    AGENCY_LIMIT, BREAKING, CHOOSE_AGENT, CHOOSE_BOTTOM, CHOOSE_CODE_ORDER, CHOOSE_DIE,
    CHOOSE_DISCARD, CHOOSE_ESPIONAGE, CHOOSE_KEEP, CHOOSE_PAYMENT, FIRST_A, FIRST_B, LAST_MISSION,
    NO_USE,
    PLACING, USE_ABILITY, USE_FLIGHT, USE_MISSION, PublicState, Use,
)
from covert_engine.covert.knowledge._view cimport View
from covert_engine.covert.exchange.names import (
    ABILITIES as ABILITY_NAMES, DECISION_DIE, DECISIONS, KIND_FLIGHT, KIND_MISSION, PHASES,
)

cdef enum:                   # abilities that may be used, as bits (6.11)
    WHILE_RESOLVING = 1 << MOVE_THREE | 1 << SEARCH
    WHILE_PLACING = WHILE_RESOLVING | 1 << PLUS_ONE | 1 << MINUS_ONE | 1 << SNEAK_ATTACK


cdef int check_use(const CardSet* cards, const View* view, list mistakes) except -1:
    cdef const PublicState* public = &view.public
    cdef const Use* use = &public.use
    check_window(cards, view, mistakes)
    if not may_be_open(public):
        note(mistakes, "use", "absent; expected what has been named" if use.kind == NO_USE
             else f"expected another or none at the decision {DECISIONS[public.decision]!r}")
        return 0
    if use.kind == NO_USE:
        return 0
    if public.turn != NONE and use.seat != public.turn:
        note(mistakes, "use.seat", f"{use.seat}; expected {public.turn}, the seat on turn")
        return 0
    if public.opener != NONE and use.cards:
        note(mistakes, "use.agency_cards",
             "expected none: they are in the pool once the window is open")
    if use.kind == USE_ABILITY:
        check_ability(cards, view, mistakes)
    elif use.kind == USE_FLIGHT:
        check_flight(cards, public, mistakes)
    else:
        check_payment(cards, public, mistakes)
    return 0


cdef bint may_be_open(const PublicState* public) noexcept:
    """Return True if the kind of use, or none, goes with the decision."""
    cdef const Use* use = &public.use
    cdef bint ability = use.kind == USE_ABILITY
    cdef bint draw = ability and use.ability == AGENCY_PLAY
    if public.opener != NONE:
        return use.kind != NO_USE and not draw
    if public.decision == CHOOSE_DIE:
        return ability and (use.ability == PLUS_ONE or use.ability == MINUS_ONE)
    if public.decision == CHOOSE_AGENT:
        return use.kind == USE_FLIGHT
    if public.decision == CHOOSE_PAYMENT or public.decision == CHOOSE_CODE_ORDER:
        return use.kind == USE_MISSION
    if public.decision == CHOOSE_KEEP or public.decision == CHOOSE_BOTTOM:
        return ability and use.ability == SEARCH
    return use.kind == NO_USE or draw and public.decision == CHOOSE_DISCARD


cdef int check_window(const CardSet* cards, const View* view, list mistakes) except -1:
    cdef const PublicState* public = &view.public
    cdef uint64_t strange = public.spied & ~cards.agency_of_ability[<int> ESPIONAGE]
    if public.opener == NONE:
        if public.decision == CHOOSE_ESPIONAGE:
            note(mistakes, "espionage", "absent; expected the open window")
        return 0
    if public.decision != CHOOSE_ESPIONAGE and public.decision != CHOOSE_DISCARD:
        note(mistakes, "espionage", f"expected none at the decision {DECISIONS[public.decision]!r}")
    if public.opener != public.use.seat:
        note(mistakes, "espionage.opener",
             f"{public.opener}; expected {public.use.seat}, whose use it is")
    if bit_count(public.pool) > AGENCY_LIMIT:
        note(mistakes, "espionage.pool",
             f"{bit_count(public.pool)} cards; expected at most {AGENCY_LIMIT}")
    if not public.pool and public.decision == CHOOSE_ESPIONAGE and view.actor != NONE:
        note(mistakes, "espionage.pool",
             "0 cards; expected something to take while a seat is asked")
    if strange:
        note(mistakes, "espionage.played",
             f"Agency Card {lowest_bit(strange) + 1} shows no Espionage")
    return 0


cdef int check_laid_open(const PublicState* public, list mistakes) except -1:
    """Check that the paying card lies open until the window opens."""
    cdef const Use* use = &public.use
    cdef uint64_t paying = bit(use.source) if use.source < AGENCY_CARDS else 0
    if public.opener != NONE or public.decision == CHOOSE_KEEP or public.decision == CHOOSE_BOTTOM:
        paying = 0
    if use.cards != paying:
        note(mistakes, "use.agency_cards", f"{bit_count(use.cards)} cards; expected "
             + (f"{use.source + 1} alone" if paying else "none"))
    return 0


# An ability.

cdef int check_ability(const CardSet* cards, const View* view, list mistakes) except -1:
    cdef const PublicState* public = &view.public
    cdef const Use* use = &public.use
    cdef const Character* character = &cards.character[public.character[use.seat]]
    if use.ability == AGENCY_PLAY:
        if character.effect != DRAW_AGENCY or use.symbol > character.amount:
            note(mistakes, "use.draws_left",
                 f"{use.symbol}; expected no more than the character draws")
        return 0
    if not allowed_in(public) >> use.ability & 1:
        note(mistakes, "use.ability", f"{ABILITY_NAMES[use.ability]!r}; not used in phase "
             f"{PHASES[public.phase]!r} (6.11)")
        return 0
    if public.opener != NONE and use.source >= AGENCY_CARDS:
        note(mistakes, "use.card",
             "0; expected the Agency Card used: a window opens for nothing else")
    elif use.source < AGENCY_CARDS and cards.agency[use.source].ability != use.ability:
        note(mistakes, "use.card",
             f"{use.source + 1}; expected a card with {ABILITY_NAMES[use.ability]}")
    elif use.source == BY_CHARACTER and not (
            character.effect == (SHIFT_DIE if use.ability != SEARCH else SEARCH_DECK)
            and (use.ability != SEARCH or character.deck == use.deck)):
        note(mistakes, "use.by_character", "true; expected false: the character cannot do this")
    check_laid_open(public, mistakes)
    check_die(public, mistakes)
    if use.ability == FIRST:
        check_first(public, mistakes)
    return 0


cdef int allowed_in(const PublicState* public) noexcept:
    if public.phase == PLACING:
        return WHILE_PLACING
    if public.phase == FIRST_A or public.phase == FIRST_B:
        if public.turn == NONE:
            return 1 << FIRST
        return 1 << CODE_BREAKER if public.phase == FIRST_A else WHILE_RESOLVING
    return 1 << CODE_BREAKER if public.phase == BREAKING else WHILE_RESOLVING


cdef int check_die(const PublicState* public, list mistakes) except -1:
    """Check that +1 and -1 name an unplaced die, except for a die already changed (6.2, 3.11)."""
    cdef const Use* use = &public.use
    if use.ability != PLUS_ONE and use.ability != MINUS_ONE or public.decision == CHOOSE_DIE:
        if use.face:
            note(mistakes, "use.face", f"{use.face}; expected 0, for no die has been named")
        if public.decision == CHOOSE_DIE and not has_unplaced(public):
            note(mistakes, "decision", f"{DECISION_DIE!r}; expected an unplaced die")
    elif not use.face or not public.unplaced[use.seat][use.face - 1]:
        note(mistakes, "use.face", f"{use.face}; expected the face of an unplaced die")
    elif public.shifted and use.face != public.shifted:
        note(mistakes, "use.face",
             f"{use.face}; expected {public.shifted}, the die already changed")
    return 0


cdef bint has_unplaced(const PublicState* public) noexcept:
    cdef int face
    for face in range(6):
        if public.unplaced[public.use.seat][face]:
            return True
    return False


cdef int check_first(const PublicState* public, list mistakes) except -1:
    """Check that a seat that uses First has its turn still to come (6.16)."""
    cdef int seat = public.use.seat
    if public.phase == FIRST_A and public.had_turn >> seat & 1:
        note(mistakes, "use.seat", f"{seat}; expected a seat that has its Break Codes turn to come")
    if public.phase == FIRST_B and not dice_on_circles(public, seat):
        note(mistakes, "use.seat", f"{seat}; expected a seat with a die on a circle")
    return 0


# A flight.

cdef int check_flight(const CardSet* cards, const PublicState* public, list mistakes) except -1:
    cdef const Use* use = &public.use
    cdef const uint8_t* agent = public.agent[use.seat]
    cdef int city = cards.agency[use.source].city
    check_laid_open(public, mistakes)
    if public.phase == FIRST_A or public.phase == BREAKING:
        note(mistakes, "use.kind", f"{KIND_FLIGHT!r}; not used in Break Codes (6.11)")
    if public.decision == CHOOSE_AGENT:
        if agent[0] == city and agent[1] == city and agent[2] == city:
            note(mistakes, "use.card",
                 f"{use.source + 1}; expected a card of a city where not all agents stand (6.10)")
    elif agent[use.agent] == city:
        note(mistakes, "use.agent",
             f"{use.agent + 1}; expected an agent outside the card's city (6.10)")
    return 0


# A mission.

cdef int check_payment(const CardSet* cards, const PublicState* public, list mistakes) except -1:
    cdef const Use* use = &public.use
    cdef const Mission* mission = &cards.mission[use.mission]
    cdef int symbols = mission.equipments + mission.any_cards
    if public.phase <= BREAKING:
        note(mistakes, "use.kind",
             f"{KIND_MISSION!r}; not completed in phase {PHASES[public.phase]!r}")
    if public.decision == CHOOSE_PAYMENT:
        if use.symbol >= symbols:
            note(mistakes, "use.symbols_paid",
                 f"{use.symbol}; expected less than {symbols}, for a symbol is being paid")
        else:
            check_paid(cards, public, mission, mistakes)
        return 0
    if use.symbol != symbols or symbols == 0:
        note(mistakes, "use.symbols_paid", f"{use.symbol}; expected {symbols}, all of the mission's"
             if symbols else "expected a mission with something to pay")
    if use.feet:
        note(mistakes, "use.feet_used", f"{use.feet}; expected 0 when all is paid")
    if use.after:
        note(mistakes, "use.last_payment", "expected nothing when all is paid")
    if public.decision == CHOOSE_CODE_ORDER and bit_count(use.codes) < 2:
        note(mistakes, "use.codes",
             f"{bit_count(use.codes)} codes; expected at least 2 to choose from")
    if public.opener != NONE and use.codes:
        note(mistakes, "use.codes",
             "expected none once the window is open: they are shuffled back first")
    return 0


cdef int check_paid(const CardSet* cards, const PublicState* public, const Mission* mission,
                    list mistakes) except -1:
    """Check that, for each kind, the open cards and the feet make up the symbols paid so far."""
    cdef const Use* use = &public.use
    cdef const Character* character = &cards.character[public.character[use.seat]]
    cdef int most = character.amount if character.effect == ANY_EQUIPMENT else 0
    cdef int short = 0                                         # symbols paid by any equipment
    cdef uint64_t strange_cards = use.cards
    cdef uint64_t strange_codes = use.codes
    cdef bint any_cards = use.symbol >= mission.equipments     # the equipment symbols are all paid
    cdef int first = 0
    cdef int last, kind, need, paid, feet
    if public.phase == LAST_MISSION:
        most = 0
    if use.any_equipment > min(most, use.symbol, mission.equipments):
        note(mistakes, "use.any_equipment_used", f"{use.any_equipment}; expected at most {most}")
        return 0
    while first < mission.equipments:
        kind = mission.equipment[first]
        last = first
        while last < mission.equipments and mission.equipment[last] == kind:
            last += 1
        need = min(max(use.symbol - first, 0), last - first)   # symbols of the kind paid so far
        paid = (bit_count(use.codes & cards.code_of_equipment[kind])
                + bit_count(use.cards & cards.agency_of_equipment[kind]))
        feet = bit_count(public.completed[use.seat] & cards.mission_foot_equipment[kind])
        if first <= use.symbol < last:                         # this kind is being paid
            check_last_payment(use, use.symbol > first, mistakes)
            short += max(need - paid - use.feet, 0)
            if use.any_equipment and use.feet <= feet:
                pass
            elif paid + use.feet != need or use.feet > feet:
                note(mistakes, "use.symbols_paid", f"{use.symbol}, but {paid} cards and codes and "
                     f"{use.feet} of {feet} feet pay the present kind; expected {need} in all")
        elif use.any_equipment:
            short += max(need - paid - feet, 0)
        elif need - paid > feet or (paid > need and not any_cards):
            note(mistakes, "use.symbols_paid",
                 f"{use.symbol}, but {paid} cards and codes and {feet} feet "
                 f"pay the {need} symbols from {first + 1} on; expected as many")
        if need:
            strange_cards &= ~cards.agency_of_equipment[kind]
            strange_codes &= ~cards.code_of_equipment[kind]
        first = last
    if short > use.any_equipment:
        note(mistakes, "use.any_equipment_used",
             f"{use.any_equipment}; expected {short}, for so many "
             "symbols are paid by nothing that shows their equipment")
    if strange_codes:
        note(mistakes, "use.codes",
             f"code {lowest_bit(strange_codes) + 1} pays no symbol of the mission")
    if any_cards:
        check_last_payment(use, use.symbol > mission.equipments, mistakes)
        if use.feet:
            note(mistakes, "use.feet_used", f"{use.feet}; expected 0 for 'any Agency Card' symbols")
        if bit_count(use.cards) < use.symbol - mission.equipments:
            note(mistakes, "use.agency_cards", f"{bit_count(use.cards)} cards; expected at least "
                 f"{use.symbol - mission.equipments} for 'any Agency Card' symbols")
        if use.symbol > mission.equipments and use.after < 64 * PAY_CARD:
            note(mistakes, "use.last_payment", "expected the Agency Card paid last")
    elif bit_count(strange_cards) > use.any_equipment:
        note(mistakes, "use.agency_cards",
             f"Agency Card {lowest_bit(strange_cards) + 1} pays no symbol paid so far")
    return 0


cdef int check_last_payment(const Use* use, bint equal, list mistakes) except -1:
    """Check that the last payment is remembered only among equal symbols, and lies open."""
    if not use.after:
        return 0
    if not equal:
        note(mistakes, "use.last_payment", "expected nothing: the next symbol is of another kind")
    elif not (use.cards >> (use.after - 64 * PAY_CARD) & 1 if use.after >= 64 * PAY_CARD
              else use.codes >> (use.after - 64 * PAY_CODE) & 1):
        note(mistakes, "use.last_payment", "expected one of the cards and codes that lie open")
    return 0

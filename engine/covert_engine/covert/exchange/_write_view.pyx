"""Writes a view as plain data: the fields of the message `CovertView`, in order
(covert_view.proto).

Every field is present except those that covert_view.proto allows to be absent. Cards count from 1;
0 is unknown.
"""

from libc.stdint cimport uint8_t, uint64_t

from covert_engine.covert.rules._actions cimport AGENCY_PLAY, BY_CHARACTER, BY_TOKEN, PAY_CARD, PAY_CODE
from covert_engine.covert.cards._bits cimport lowest_bit
from covert_engine.covert.cards._compiled cimport (
    ABILITIES, AGENCY_CARDS, MISSION_CARDS, NONE, SEARCH, CompiledSet,
)
from covert_engine.covert.rules._state cimport (
    AGENTS, CHOOSE_AGENT, CHOOSE_FIRST, NO_USE, SETUP, USE_ABILITY, USE_FLIGHT, USE_MISSION, PublicState,
    Use,
)
from covert_engine.covert.knowledge._view cimport CodePlace, Place, View
from covert_engine.covert.cards.card_set import ABILITIES as ABILITY_NAMES, DECKS as DECK_NAMES
from covert_engine.covert.cards.stages import DECISIONS, PHASES

cdef tuple USE_KINDS = ("unspecified", "ability", "flight", "mission")


cdef dict write_view(CompiledSet cards, const View* view):
    cdef const PublicState* public = &view.public
    source = cards.source
    cdef dict fields = {
        "card_set": cards.hex_digest,
        "options": dict(cards.option_fields),
        "seat": view.seat,
        "round": public.round,
        "phase": PHASES[public.phase],
        "decision": DECISIONS[public.decision],
    }
    if view.actor != NONE:
        fields["to_decide"] = view.actor
    if public.turn != NONE:
        fields["on_turn"] = public.turn
    fields["turn"] = write_turn(public)
    if public.starter != NONE:
        fields["starter"] = public.starter
    fields["order"] = [public.order[i] for i in range(public.ordered)]
    fields["had_break_turn"] = members(public.had_turn, 0)
    fields["final_round"] = public.final_round != 0
    fields["players"] = [write_player(source, view, seat) for seat in range(public.players)]
    fields["circles"] = [{"spaces": [(public.circle[circle][face] + 1) & 255 for face in range(6)]}
                         for circle in range(4)]
    fields["tiles"] = write_tiles(cards, public)
    fields["agency_face_up"] = [number(public.agency_up[i]) for i in range(6)]
    fields["missions_face_up"] = [number(public.mission_up[i]) for i in range(3)]
    fields["cubes"] = [{"city": source.cities[city], "colours": members(public.cubes[city], 1)}
                       for city in range(cards.tables.cities) if public.cubes[city]]
    fields["agency_deck"] = write_deck(
        view.agency_deck, view.agency_deck_size, view.agency_deck_lot, public.agency_discard,
        public.agency_epoch, view.agency_lot, AGENCY_CARDS)
    fields["mission_deck"] = write_deck(
        view.mission_deck, view.mission_deck_size, view.mission_deck_lot, public.mission_discard,
        public.mission_epoch, view.mission_lot, MISSION_CARDS)
    fields["code_decks"] = write_code_decks(source, view)
    fields["code_shuffles"] = public.code_epoch
    fields["tokens"] = write_tokens(view.tokens)
    fields["fresh_tokens"] = write_tokens(view.fresh)
    write_records(source, view, fields)
    return fields


cdef dict write_situation(CompiledSet cards, const View* view):
    cdef const PublicState* public = &view.public
    source = cards.source
    cdef dict fields = {
        "options": cards.option_fields,
        "phase": PHASES[public.phase],
        "decision": DECISIONS[public.decision],
        "order": [public.order[i] for i in range(public.ordered)],
        "players": [
            {"character": public.character[seat] + 1,
             "agents": [source.cities[public.agent[seat][i]] for i in range(AGENTS)],
             "completed_missions": members(public.completed[seat], 1)}
            for seat in range(public.players)],
        "tiles": write_tiles(cards, public),
        "agency_face_up": [number(public.agency_up[i]) for i in range(6)],
        "missions_face_up": [number(public.mission_up[i]) for i in range(3)],
        "code_decks": write_code_decks(source, view),
    }
    if public.turn != NONE:
        fields["on_turn"] = public.turn
    write_records(source, view, fields)
    return fields


# Single values and lists of them.

cdef int number(uint8_t card) noexcept:
    return 0 if card == NONE else card + 1


cdef str kind(source, uint8_t equipment):
    return "" if equipment == NONE else source.equipment[equipment]


cdef list members(uint64_t bits, int first):
    cdef list numbers = []
    while bits:
        numbers.append(lowest_bit(bits) + first)
        bits &= bits - 1
    return numbers


cdef list faces(const uint8_t* count):
    """Return the faces of dice counted by face, ascending."""
    cdef list dice = []
    cdef int face, i
    for face in range(6):
        for i in range(count[face]):
            dice.append(face + 1)
    return dice


cdef list write_tokens(const uint8_t* tokens):
    return [{"ability": ABILITY_NAMES[ability], "count": tokens[ability]}
            for ability in range(ABILITIES) if tokens[ability]]


# Places.

cdef list write_places(const Place* places, int size):
    cdef list written = []
    cdef int i
    for i in range(size):
        written.append({"card": number(places[i].card), "known_by": members(places[i].known, 0),
                        "lot": places[i].lot})
    return written


cdef dict write_deck(const Place* places, int size, uint8_t lot, uint64_t discards, int epoch,
                     const uint8_t* lots, int cards):
    cdef dict unseen = {}
    cdef int card
    for card in range(cards):
        if lots[card] != NONE:
            unseen.setdefault(lots[card], []).append(card + 1)
    return {
        "places": write_places(places, size),
        "lot": 0 if lot == NONE else lot,
        "discards": members(discards, 1),
        "shuffles": epoch,
        "unseen": [{"lot": lot, "cards": unseen[lot]} for lot in sorted(unseen)],
    }


cdef list write_code_decks(source, const View* view):
    return [{"size": view.code_deck_size[deck], "top_equipment": kind(source, view.code_top[deck])}
            for deck in range(2)]


cdef list write_tiles(CompiledSet cards, const PublicState* public):
    if public.phase == SETUP:
        return []
    return [public.tiles[i] for i in range(cards.tables.tiles)]


# Seats.

cdef dict write_player(source, const View* view, int seat):
    cdef const PublicState* public = &view.public
    cdef const CodePlace* codes = view.code[seat]
    return {
        "character": public.character[seat] + 1,
        "character_uses": public.character_uses[seat],
        "reroll_token": (public.rerolls >> seat & 1) != 0,
        "dice": faces(public.unplaced[seat]),
        "folder_dice": public.folder[seat],
        "decoder_dice": faces(public.decoder[seat]),
        "agents": [source.cities[public.agent[seat][i]] for i in range(AGENTS)],
        "supply": public.supply[seat],
        "cubes": members(public.cubes_held[seat], 1),
        "completed_missions": members(public.completed[seat], 1),
        "completed_codes": members(public.broken[seat], 1),
        "agency_cards": write_places(view.agency[seat], view.agency_size[seat]),
        "missions": write_places(view.mission[seat], view.mission_size[seat]),
        "codes": [
            {"card": number(codes[i].card), "equipment": kind(source, codes[i].equipment),
             "equipment_public": codes[i].shown != 0}
            for i in range(view.code_size[seat])],
        "tokens": view.token_size[seat],
        "token_draws": public.token_draws[seat],
        "reroll_count": public.reroll_count[seat],
    }


# The turn and the records.

cdef dict write_turn(const PublicState* public):
    return {
        "plays": public.plays,
        "owed": public.owed,
        "placed": public.placed,
        "shifted": public.shifted,
        "drawn": public.drawn,
        "swaps": public.swaps,
        "claimed": public.claimed != 0,
        "acted": public.acted != 0,
    }


cdef int write_records(source, const View* view, dict fields) except -1:
    cdef const PublicState* public = &view.public
    if public.use.kind != NO_USE:
        fields["use"] = write_use(public)
    if public.opener != NONE:
        fields["espionage"] = {
            "opener": public.opener,
            "pool": members(public.pool, 1),
            "played": members(public.spied, 1),
        }
    if public.moving:
        fields["movement"] = {
            "pool": public.step_pool,
            "steps": [public.steps[i] for i in range(AGENTS)],
            "last_agent": number(public.step_agent),
        }
    if public.pairs:
        fields["pairs"] = {
            "colours": members(public.pairs, 1),
            "region": source.regions[public.pair_region].name,
        }
    if public.reroll_source:
        fields["reroll"] = {
            "faces": faces(public.picked),
            "by_character": public.reroll_source == BY_CHARACTER,
        }
    if public.searched:
        fields["search"] = {
            "cards": write_places(view.search, public.searched),
            "kept": number(view.kept),
        }
    if public.bending:
        fields["claim"] = {
            "code": public.bent_code + 1,
            "tiles": [public.path[i] + 1 for i in range(public.bending)],
        }
    if public.decision == CHOOSE_FIRST:
        fields["asked_first"] = public.order[public.asked_from]
    return 0


cdef dict write_use(const PublicState* public):
    cdef const Use* use = &public.use
    cdef bint draw = use.kind == USE_ABILITY and use.ability == AGENCY_PLAY
    cdef bint ability = use.kind == USE_ABILITY and not draw
    cdef bint search = ability and use.ability == SEARCH
    cdef bint flight = use.kind == USE_FLIGHT
    cdef bint mission = use.kind == USE_MISSION
    return {
        "kind": "draw" if draw else USE_KINDS[use.kind],
        "seat": use.seat,
        "ability": ABILITY_NAMES[use.ability] if ability else "unspecified",
        "card": use.source + 1 if not mission and use.source < AGENCY_CARDS else 0,
        "by_token": use.source == BY_TOKEN,
        "by_character": use.source == BY_CHARACTER,
        "face": use.face,
        "deck": DECK_NAMES[use.deck] if search else "unspecified",
        "agent": use.agent + 1 if flight and public.decision != CHOOSE_AGENT else 0,
        "mission": use.mission + 1 if mission else 0,
        "symbols_paid": use.symbol if mission else 0,
        "feet_used": use.feet,
        "last_payment": write_payment(use.after),
        "agency_cards": members(use.cards, 1),
        "codes": members(use.codes, 1),
        "draws_left": use.symbol if draw else 0,
        "any_equipment_used": use.any_equipment,
    }


cdef str write_payment(uint8_t payment):
    """Write a payment in the notation of actions; empty also for a foot, which need not be
    remembered."""
    if payment >= 64 * PAY_CARD:
        return f"A{payment - 64 * PAY_CARD + 1}"
    if payment >= 64 * PAY_CODE:
        return f"C{payment - 64 * PAY_CODE + 1}"
    return ""

"""A view written down: the fields of the message `View`, in its order (view.proto).

Every field is there but those that view.proto says may be absent. Cards count from 1, 0 is unknown.
"""

from libc.stdint cimport uint8_t, uint64_t

from covert_engine.covert.rules._actions cimport AGENCY_PLAY, BY_CHARACTER, BY_TOKEN, PAY_CARD, PAY_CODE
from covert_engine.covert.cards._bits cimport lowest_bit
from covert_engine.covert.cards._compiled cimport (
    ABILITIES, AGENCY_CARDS, MISSION_CARDS, NONE, SEARCH, CompiledSet,
)
from covert_engine.covert.rules._state cimport (
    AGENTS, CHOOSE_AGENT, NO_USE, SETUP, TILES, USE_ABILITY, USE_FLIGHT, USE_MISSION, Table, Use,
)
from covert_engine.covert.knowledge._view cimport CodePlace, Place, View
from covert_engine.covert.cards.card_set import ABILITIES as ABILITY_NAMES, DECKS as DECK_NAMES
from covert_engine.covert.cards.card_set import OPTIONS
from covert_engine.covert.cards.stages import DECISIONS, PHASES

cdef tuple USE_KINDS = ("unspecified", "ability", "flight", "mission")


cdef dict write_view(CompiledSet cards, const View* view):
    cdef const Table* table = &view.table
    source = cards.source
    options = cards.options
    cdef dict fields = {
        "card_set": cards.digest.hex(),
        "options": {name: getattr(options, name) for name in OPTIONS},
        "seat": view.seat,
        "round": table.round,
        "phase": PHASES[table.phase],
        "decision": DECISIONS[table.decision],
    }
    if view.actor != NONE:
        fields["to_decide"] = view.actor
    if table.turn != NONE:
        fields["on_turn"] = table.turn
    fields["turn"] = write_turn(table)
    if table.starter != NONE:
        fields["starter"] = table.starter
    fields["order"] = [table.order[i] for i in range(table.ordered)]
    fields["had_break_turn"] = members(table.had_turn, 0)
    fields["final_round"] = table.final_round != 0
    fields["players"] = [write_player(source, view, seat) for seat in range(table.players)]
    fields["circles"] = [{"spaces": [(table.circle[circle][face] + 1) & 255 for face in range(6)]}
                         for circle in range(4)]
    fields["tiles"] = [table.tiles[i] for i in range(TILES)] if table.phase != SETUP else []
    fields["agency_face_up"] = [number(table.agency_up[i]) for i in range(6)]
    fields["missions_face_up"] = [number(table.mission_up[i]) for i in range(3)]
    fields["cubes"] = [{"city": source.cities[city], "colours": members(table.cubes[city], 1)}
                       for city in range(cards.tables.cities) if table.cubes[city]]
    fields["agency_deck"] = write_deck(
        view.agency_deck, view.agency_deck_size, view.agency_deck_lot, table.agency_discard,
        table.agency_epoch, view.agency_lot, AGENCY_CARDS)
    fields["mission_deck"] = write_deck(
        view.mission_deck, view.mission_deck_size, view.mission_deck_lot, table.mission_discard,
        table.mission_epoch, view.mission_lot, MISSION_CARDS)
    fields["code_decks"] = [
        {"size": view.code_deck_size[deck], "top_equipment": kind(source, view.code_top[deck])}
        for deck in range(2)]
    fields["code_shuffles"] = table.code_epoch
    fields["tokens"] = write_tokens(view.tokens)
    fields["fresh_tokens"] = write_tokens(view.fresh)
    write_records(source, view, fields)
    return fields


# Single values and lists of them.

cdef int number(uint8_t card) noexcept:
    """Number of a card, from 1; 0 if there is none or it is not known."""
    return 0 if card == NONE else card + 1


cdef str kind(source, uint8_t equipment):
    return "" if equipment == NONE else source.equipment[equipment]


cdef list members(uint64_t bits, int first):
    """The members of a set, ascending, counted from `first`."""
    cdef list found = []
    while bits:
        found.append(lowest_bit(bits) + first)
        bits &= bits - 1
    return found


cdef list faces(const uint8_t* count):
    """Faces of dice counted by face, ascending."""
    cdef list found = []
    cdef int face, i
    for face in range(6):
        for i in range(count[face]):
            found.append(face + 1)
    return found


cdef list write_tokens(const uint8_t* tokens):
    return [{"ability": ABILITY_NAMES[ability], "count": tokens[ability]}
            for ability in range(ABILITIES) if tokens[ability]]


# Places.

cdef list write_places(const Place* places, int size):
    cdef list found = []
    cdef int i
    for i in range(size):
        found.append({"card": number(places[i].card), "known_by": members(places[i].known, 0),
                      "lot": places[i].lot})
    return found


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


# One seat.

cdef dict write_player(source, const View* view, int seat):
    cdef const Table* table = &view.table
    cdef const CodePlace* codes = view.code[seat]
    return {
        "character": table.character[seat] + 1,
        "character_uses": table.character_uses[seat],
        "reroll_token": (table.rerolls >> seat & 1) != 0,
        "dice": faces(table.unplaced[seat]),
        "folder_dice": table.folder[seat],
        "decoder_dice": faces(table.decoder[seat]),
        "agents": [source.cities[table.agent[seat][i]] for i in range(AGENTS)],
        "supply": table.supply[seat],
        "cubes": members(table.cubes_held[seat], 1),
        "completed_missions": members(table.completed[seat], 1),
        "completed_codes": members(table.broken[seat], 1),
        "agency_cards": write_places(view.agency[seat], view.agency_size[seat]),
        "missions": write_places(view.mission[seat], view.mission_size[seat]),
        "codes": [
            {"card": number(codes[i].card), "equipment": kind(source, codes[i].equipment),
             "equipment_public": codes[i].shown != 0}
            for i in range(view.code_size[seat])],
        "tokens": view.token_size[seat],
        "token_draws": table.token_draws[seat],
        "reroll_count": table.reroll_count[seat],
    }


# What is going on.

cdef dict write_turn(const Table* table):
    return {
        "plays": table.plays,
        "owed": table.owed,
        "placed": table.placed,
        "shifted": table.shifted,
        "drawn": table.drawn,
        "swaps": table.swaps,
        "claimed": table.claimed != 0,
        "acted": table.acted != 0,
    }


cdef int write_records(source, const View* view, dict fields) except -1:
    cdef const Table* table = &view.table
    if table.use.kind != NO_USE:
        fields["use"] = write_use(table)
    if table.opener != NONE:
        fields["espionage"] = {
            "opener": table.opener,
            "pool": members(table.pool, 1),
            "played": members(table.spied, 1),
        }
    if table.moving:
        fields["movement"] = {
            "pool": table.step_pool,
            "steps": [table.steps[i] for i in range(AGENTS)],
            "last_agent": number(table.step_agent),
        }
    if table.pairs:
        fields["pairs"] = {
            "colours": members(table.pairs, 1),
            "region": source.regions[table.pair_region].name,
        }
    if table.reroll_source:
        fields["reroll"] = {
            "faces": faces(table.picked),
            "by_character": table.reroll_source == BY_CHARACTER,
        }
    if table.searched:
        fields["search"] = {
            "cards": write_places(view.search, table.searched),
            "kept": number(view.kept),
        }
    return 0


cdef dict write_use(const Table* table):
    cdef const Use* use = &table.use
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
        "agent": use.agent + 1 if flight and table.decision != CHOOSE_AGENT else 0,
        "mission": use.mission + 1 if mission else 0,
        "symbols_paid": use.symbol if mission else 0,
        "feet_used": use.feet,
        "last_payment": write_payment(use.after),
        "agency_cards": members(use.cards, 1),
        "codes": members(use.codes, 1),
        "draws_left": use.symbol if draw else 0,
    }


cdef str write_payment(uint8_t payment):
    """As in the notation of actions; a foot need not be remembered, so it is empty too."""
    if payment >= 64 * PAY_CARD:
        return f"A{payment - 64 * PAY_CARD + 1}"
    if payment >= 64 * PAY_CODE:
        return f"C{payment - 64 * PAY_CODE + 1}"
    return ""

"""Does what is going on fit together: phase, turn, decision and the records of what is open?"""

from libc.stdint cimport uint8_t, uint32_t

from covert_engine.covert.rules._actions cimport BY_CHARACTER
from covert_engine.covert.cards._compiled cimport (
    AGENCY_DECK, EXTRA_SWAP, FIRST, MAX_SEATS, NONE, REROLL_DICE, STEPS, CardSet, Character,
)
from covert_engine.covert.exchange._check_table cimport count_faces, dice_on_circles
from covert_engine.covert.exchange._check_use cimport check_use
from covert_engine.covert.exchange._reader cimport note
from covert_engine.covert.rules._state cimport (
    BREAKING, CHOOSE_AGENT, CHOOSE_BOTTOM, CHOOSE_BREAK, CHOOSE_CODE, CHOOSE_CODE_ORDER, CHOOSE_DIE,
    CHOOSE_DISCARD, CHOOSE_ESPIONAGE, CHOOSE_FIRST, CHOOSE_KEEP, CHOOSE_LAST,
    CHOOSE_MISSION_DISCARD, CHOOSE_PAYMENT, CHOOSE_PLACE, CHOOSE_REROLL, CHOOSE_RESOLVE,
    CHOOSE_RETURN, CHOOSE_REWARD, CHOOSE_STEP, FIRST_A, FIRST_B, LAST_MISSION, LAST_ROUND,
    NO_DECISION, NO_USE, OVER, PLACING, RESOLVING, SETUP, USE_ABILITY, USE_MISSION, Table,
)
from covert_engine.covert.knowledge._view cimport View
from covert_engine.covert.cards.stages import DECISIONS, PHASES

cdef enum:                   # decisions that may come up in each phase, as bits
    IN_ANY_TURN = 1 << CHOOSE_ESPIONAGE | 1 << CHOOSE_DISCARD
    IN_FREE_PLAYS = (IN_ANY_TURN | 1 << CHOOSE_AGENT | 1 << CHOOSE_STEP | 1 << CHOOSE_REWARD
                     | 1 << CHOOSE_MISSION_DISCARD | 1 << CHOOSE_KEEP | 1 << CHOOSE_BOTTOM)
    IN_MISSIONS = IN_FREE_PLAYS | 1 << CHOOSE_PAYMENT | 1 << CHOOSE_CODE_ORDER
    IN_BREAKING = IN_ANY_TURN | 1 << CHOOSE_BREAK | 1 << CHOOSE_CODE
    IN_PLACING = IN_FREE_PLAYS | 1 << CHOOSE_PLACE | 1 << CHOOSE_REROLL | 1 << CHOOSE_DIE
    IN_RESOLVING = IN_MISSIONS | 1 << CHOOSE_RESOLVE

cdef uint32_t[8] IN_PHASE = [
    1 << CHOOSE_RETURN,
    IN_PLACING,
    IN_BREAKING | 1 << CHOOSE_FIRST,
    IN_BREAKING,
    IN_RESOLVING | 1 << CHOOSE_FIRST,
    IN_RESOLVING,
    IN_MISSIONS | 1 << CHOOSE_LAST,
    1 << NO_DECISION,
]


cdef int check_turn(const CardSet* cards, const View* view, list found) except -1:
    cdef const Table* table = &view.table
    if not IN_PHASE[table.phase] >> table.decision & 1:
        allowed = [name for number, name in enumerate(DECISIONS)
                   if IN_PHASE[table.phase] >> number & 1]
        note(found, "decision", f"{DECISIONS[table.decision]!r} in phase {PHASES[table.phase]!r}; "
             f"expected one of {', '.join(allowed)}")
        return 0                                # the rest would only echo this
    check_round(table, found)
    if table.phase == SETUP:
        check_setup(view, found)
    check_order(table, found)
    check_on_turn(table, found)
    check_actor(view, found)
    check_counters(cards, table, found)
    check_use(cards, view, found)
    check_movement(cards, table, found)
    check_pairs(view, found)
    check_reroll(cards, table, found)
    check_search(view, found)
    return 0


# Rounds and order.

cdef int check_round(const Table* table, list found) except -1:
    if (table.round == 0) != (table.phase == SETUP):
        note(found, "round", f"{table.round}; expected "
             + ("0 during setup" if table.phase == SETUP else "1 to 60 after setup"))
    if (table.starter == NONE) != (table.phase == SETUP):
        note(found, "starter", "expected none during setup" if table.phase == SETUP
             else "absent; expected the seat that places first this round")
    if table.phase == LAST_MISSION and not table.final_round:
        note(found, "phase", "'last_mission'; expected only after a sixth mission (8.1)")
    if table.phase == OVER and not table.final_round and table.round != LAST_ROUND:
        note(found, "phase", f"'over' in round {table.round} without a sixth mission; expected "
             f"round {LAST_ROUND} (8.4)")
    return 0


cdef int check_setup(const View* view, list found) except -1:
    """2.5: missions are chosen before any is turned up, completed or worked for."""
    cdef const Table* table = &view.table
    cdef int i
    for i in range(3):
        if table.mission_up[i] != NONE:
            note(found, f"missions_face_up[{i}]",
                 f"{table.mission_up[i] + 1}; expected 0 during setup")
    for i in range(table.players):
        if table.completed[i]:
            note(found, f"players[{i}].completed_missions", "expected none during setup")
        if view.token_size[i]:
            note(found, f"players[{i}].tokens", f"{view.token_size[i]}; expected 0 during setup")
    return 0


cdef int check_order(const Table* table, list found) except -1:
    """3.2, 3.3: tokens are taken in placing; then all have one."""
    cdef int players = table.players
    cdef int everyone = (1 << players) - 1
    cdef int place
    if table.phase == SETUP and table.ordered:
        note(found, "order", f"{table.ordered} seats; expected none during setup")
    if table.phase == PLACING:
        if table.ordered == players:
            note(found, "order",
                 f"{players} seats; expected at least one without a token in placing")
        for place in range(table.ordered):
            if table.order[place] == table.turn:
                note(found, f"order[{place}]", f"{table.turn} is on turn in placing; expected only "
                     "seats that have taken their token")
    elif table.phase > PLACING and table.ordered < players:
        note(found, "order", f"{table.ordered} seats; expected all {players} after placing")
    if table.phase < FIRST_A and table.had_turn:
        note(found, "had_break_turn", "expected none before Break Codes")
    elif table.phase > BREAKING and table.had_turn != everyone:
        note(found, "had_break_turn", "expected all seats after Break Codes")
    elif table.phase == BREAKING or table.phase == FIRST_A:
        if table.turn != NONE and table.had_turn >> table.turn & 1:
            note(found, "had_break_turn", f"seat {table.turn} is on turn; expected only seats that "
                 "are done")
        for place in range(table.ordered if table.phase == BREAKING else 0):
            if table.order[place] == table.turn:
                break
            if not table.had_turn >> table.order[place] & 1:
                note(found, "had_break_turn",
                     f"seat {table.order[place]} is missing; expected it, for "
                     "it comes before the seat on turn")
    return 0


cdef int check_on_turn(const Table* table, list found) except -1:
    """A First window stands between turns, and so does the use of First in it."""
    cdef bint between = (
        table.phase == SETUP or table.phase == OVER or table.decision == CHOOSE_FIRST
        or (table.opener != NONE and table.use.kind == USE_ABILITY and table.use.ability == FIRST))
    if between != (table.turn == NONE):
        note(found, "on_turn", f"{table.turn}; expected nobody to be on turn now" if between
             else "absent; expected the seat on turn")
    return 0


cdef int check_actor(const View* view, list found) except -1:
    cdef const Table* table = &view.table
    cdef uint8_t actor = view.actor
    if table.decision == NO_DECISION:
        if actor != NONE:
            note(found, "to_decide", f"{actor}; expected nobody: the game is over")
    elif table.decision == CHOOSE_ESPIONAGE or table.decision == CHOOSE_FIRST:
        if actor != NONE and actor != view.seat:
            note(found, "to_decide",
                 f"{actor}; expected absent or {view.seat}: a window shows whom it "
                 "asks to that seat alone")
    elif actor == NONE:
        note(found, "to_decide", "absent; expected the seat that decides")
    elif table.decision != CHOOSE_RETURN and table.opener == NONE and actor != table.turn:
        note(found, "to_decide", f"{actor}; expected the seat on turn")
    return 0


# The turn.

cdef int expect_none(int value, str field, str when, list found) except -1:
    if value:
        note(found, field, f"{value}; expected 0 {when}")
    return 0


cdef int check_counters(const CardSet* cards, const Table* table, list found) except -1:
    cdef bint taken = table.turn != NONE
    cdef bint placing = taken and table.phase == PLACING
    cdef bint breaking = taken and (table.phase == FIRST_A or table.phase == BREAKING)
    cdef bint resolving = taken and (table.phase == FIRST_B or table.phase == RESOLVING)
    if not taken:
        expect_none(table.plays, "turn.plays", "between turns", found)
        expect_none(table.drawn, "turn.drawn", "between turns", found)
    if placing:
        check_placing(table, found)
    else:
        expect_none(table.owed, "turn.owed", "outside placing", found)
        expect_none(table.placed, "turn.placed", "outside placing", found)
        expect_none(table.shifted, "turn.shifted", "outside placing", found)
    if breaking:
        check_breaking(cards, table, found)
    else:
        expect_none(table.swaps, "turn.swaps", "outside Break Codes", found)
        expect_none(table.claimed, "turn.claimed", "outside Break Codes", found)
    if resolving:
        if (not table.acted and table.use.kind != USE_MISSION
                and not dice_on_circles(table, table.turn)):
            note(found, "turn.acted", "false; expected true, for the seat has no die on a circle")
        if table.acted and table.use.kind == USE_MISSION:
            note(found, "turn.acted", "true; expected false until the mission is completed")
    else:
        expect_none(table.acted, "turn.acted", "outside resolving", found)
    return 0


cdef int check_placing(const Table* table, list found) except -1:
    cdef int unplaced = count_faces(table.unplaced[table.turn])
    if table.owed == 0 or table.owed + table.placed > 1 + table.plays:
        note(found, "turn.owed",
             f"{table.owed} with {table.placed} placed and {table.plays} plays; "
             "expected at least 1, and 1 more for each Sneak Attack at most")
    if table.placed and not unplaced:
        note(found, "turn.placed", f"{table.placed} and no die left; expected the turn to be over")
    if table.shifted:
        if not table.unplaced[table.turn][table.shifted - 1]:
            note(found, "turn.shifted", f"{table.shifted}; expected the face of an unplaced die")
        if (table.decision != CHOOSE_PLACE and table.decision != CHOOSE_ESPIONAGE
                and table.decision != CHOOSE_DISCARD):
            note(found, "turn.shifted", f"{table.shifted}; expected 0 at the decision "
                 f"{DECISIONS[table.decision]!r} (3.11)")
    return 0


cdef int check_breaking(const CardSet* cards, const Table* table, list found) except -1:
    cdef const Character* character = &cards.character[table.character[table.turn]]
    cdef int most = 1 + table.plays
    if character.effect == EXTRA_SWAP:
        most += character.amount
    if table.decision == CHOOSE_CODE:
        most = 0
    if table.swaps > most:
        note(found, "turn.swaps", f"{table.swaps}; expected at most {most}")
    return 0


# Records.

cdef inline bint may_wait(const Table* table) noexcept:
    """Whether steps and pairs may be waiting for the present decision."""
    return table.opener == NONE and table.use.kind == NO_USE and (
        table.decision == CHOOSE_REWARD or table.decision == CHOOSE_DISCARD)


cdef int check_movement(const CardSet* cards, const Table* table, list found) except -1:
    cdef int most = 3
    cdef int steps = table.steps[0] + table.steps[1] + table.steps[2]
    if table.decision == CHOOSE_STEP and not table.moving:
        note(found, "movement", "absent; expected the steps left")
    if not table.moving or table.turn == NONE:
        return 0
    if table.decision != CHOOSE_STEP and not may_wait(table):
        note(found, "movement", f"expected none at the decision {DECISIONS[table.decision]!r}")
    if cards.character[table.character[table.turn]].effect == STEPS:
        most = max(most, cards.character[table.character[table.turn]].amount)
    if table.step_pool > most:
        note(found, "movement.pool", f"{table.step_pool}; expected at most {most}")
    if steps and table.step_pool:
        note(found, "movement.steps", f"{steps} steps beside a pool; expected only one of them")
    elif steps and not table.acted:
        note(found, "movement.steps", f"{steps} steps, but turn.acted is false; expected steps of "
             "agents only for Movement dice")
    return 0


cdef int check_pairs(const View* view, list found) except -1:
    cdef const Table* table = &view.table
    cdef int colour
    if table.decision == CHOOSE_REWARD:
        if not table.pairs:
            note(found, "pairs", "absent; expected the pairs to be rewarded")
        elif (table.agency_up[table.pair_region] == NONE and view.agency_deck_size == 0
                and not table.agency_discard):
            note(found, "decision", "'reward'; expected a card to take face up or from the deck")
    if not table.pairs or table.turn == NONE:
        return 0
    if table.decision != CHOOSE_REWARD and not may_wait(table):
        note(found, "pairs", f"expected none at the decision {DECISIONS[table.decision]!r}")
    for colour in range(MAX_SEATS):
        if table.pairs >> colour & 1 and (
                colour == table.turn or table.cubes_held[table.turn] >> colour & 1
                or (table.players > 2 and colour >= table.players)):
            note(found, "pairs.colours",
                 f"{colour + 1}; expected other seats' colours, of which no "
                 "cube is left on the character")
    return 0


cdef int check_reroll(const CardSet* cards, const Table* table, list found) except -1:
    cdef int face
    if (table.decision == CHOOSE_REROLL) != (table.reroll_source != 0):
        note(found, "reroll", f"expected none at the decision {DECISIONS[table.decision]!r}"
             if table.reroll_source else "absent; expected the dice named so far")
    if not table.reroll_source or table.turn == NONE:
        return 0
    if not count_faces(table.picked):
        note(found, "reroll.faces", "0 entries; expected at least one")
    for face in range(6):
        if table.picked[face] > table.unplaced[table.turn][face]:
            note(found, "reroll.faces",
                 f"{table.picked[face]} dice of face {face + 1}; expected at most "
                 f"the {table.unplaced[table.turn][face]} unplaced")
    if table.reroll_source == BY_CHARACTER:
        if cards.character[table.character[table.turn]].effect != REROLL_DICE:
            note(found, "reroll.by_character",
                 "true; expected false: the character rerolls no dice")
    elif table.rerolls >> table.turn & 1:
        note(found, f"players[{table.turn}].reroll_token",
             "true; expected false: it is being spent")
    return 0


cdef int check_search(const View* view, list found) except -1:
    cdef const Table* table = &view.table
    cdef bint searching = table.decision == CHOOSE_KEEP or table.decision == CHOOSE_BOTTOM
    cdef int left = (view.agency_deck_size if table.use.deck == AGENCY_DECK
                     else view.mission_deck_size)
    cdef bint kept = False
    cdef int i
    if searching != (table.searched != 0):
        note(found, "search", "absent; expected the cards looked at" if searching
             else f"expected none at the decision {DECISIONS[table.decision]!r}")
    if not searching or not table.searched:
        return 0
    if table.searched < 3 and left:
        note(found, "search.cards", f"{table.searched} cards; expected 3 while the deck has more")
    for i in range(table.searched):
        kept |= view.kept != NONE and view.search[i].card == view.kept
    if table.decision == CHOOSE_KEEP:
        if view.kept != NONE:
            note(found, "search.kept", f"{view.kept + 1}; expected 0 until it has been chosen")
        return 0
    if table.use.seat != view.seat:
        note(found, "decision",
             "'bottom'; expected 'keep': only the searcher sees that the card to "
             "keep has been chosen")
    elif table.searched < 3:
        note(found, "decision", f"'bottom' with {table.searched} cards; expected it with 3")
    elif not kept:
        note(found, "search.kept",
             f"{0 if view.kept == NONE else view.kept + 1}; expected one of the cards looked at")
    return 0

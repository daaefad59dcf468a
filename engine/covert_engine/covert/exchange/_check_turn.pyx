"""Checks that phase, turn, decision and records fit together."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from covert_engine.covert.rules._actions cimport BY_CHARACTER, BY_TOKEN
from covert_engine.covert.cards._compiled cimport (
    AGENCY_DECK, ANY_WAY, EXTRA_SWAP, FIRST, MAX_SEATS, NONE, NO_EFFECT, REROLL_DICE, STEPS,
    CardSet, Character, Code,
)
from covert_engine.covert.exchange._check_public cimport count_faces, dice_on_circles
from covert_engine.covert.exchange._check_use cimport check_use
from covert_engine.input._reader cimport Reader, could_read, note
from covert_engine.covert.rules._state cimport (
    BREAKING, CHOOSE_AGENT, CHOOSE_BOTTOM, CHOOSE_BREAK, CHOOSE_CODE, CHOOSE_CODE_ORDER, CHOOSE_DIE,
    CHOOSE_DISCARD, CHOOSE_ESPIONAGE, CHOOSE_FIRST, CHOOSE_KEEP, CHOOSE_LAST,
    CHOOSE_MISSION_DISCARD, CHOOSE_PAYMENT, CHOOSE_PLACE, CHOOSE_REROLL, CHOOSE_RESOLVE,
    CHOOSE_RETURN, CHOOSE_REWARD, CHOOSE_STEP, CHOOSE_TILE, FIRST_A, FIRST_B, LAST_MISSION, LAST_ROUND,
    NO_DECISION, NO_USE, OVER, PLACING, RESOLVING, SETUP, USE_ABILITY, USE_MISSION, PublicState,
)
from covert_engine.covert.knowledge._view cimport View
from covert_engine.covert.rules._legal cimport dice_to_reroll
from covert_engine.covert.rules._paths cimport path_from
from covert_engine.covert.exchange.names import (
    DECISION_BOTTOM, DECISION_KEEP, DECISION_REWARD, DECISIONS, PHASE_LAST_MISSION, PHASE_OVER, PHASES,
)

cdef enum:
    MOST = 255               # no limit

cdef enum:                   # possible decisions in each phase, as bits
    IN_ANY_TURN = 1 << CHOOSE_ESPIONAGE | 1 << CHOOSE_DISCARD
    IN_FREE_PLAYS = (IN_ANY_TURN | 1 << CHOOSE_AGENT | 1 << CHOOSE_STEP | 1 << CHOOSE_REWARD
                     | 1 << CHOOSE_MISSION_DISCARD | 1 << CHOOSE_KEEP | 1 << CHOOSE_BOTTOM)
    IN_MISSIONS = IN_FREE_PLAYS | 1 << CHOOSE_PAYMENT | 1 << CHOOSE_CODE_ORDER
    IN_BREAKING = (IN_ANY_TURN | 1 << CHOOSE_BREAK | 1 << CHOOSE_TILE | 1 << CHOOSE_REROLL
                   | 1 << CHOOSE_CODE)
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


cdef int check_turn(const CardSet* cards, const View* view, Reader reader) except -1:
    cdef const PublicState* public = &view.public
    cdef list mistakes = reader.mistakes
    if could_read(reader.unread, ("phase", "decision")) and (
            not IN_PHASE[public.phase] >> public.decision & 1):
        allowed = [name for number, name in enumerate(DECISIONS)
                   if IN_PHASE[public.phase] >> number & 1]
        note(mistakes, "decision",
             f"{DECISIONS[public.decision]!r} in phase {PHASES[public.phase]!r}; expected one of {', '.join(allowed)}")
        return 0                                # the other checks would only repeat this
    if could_read(reader.unread, ("round", "phase", "starter", "final_round")):
        check_round(public, mistakes)
    if could_read(reader.unread, ("phase", "missions_face_up", "players.completed_missions",
                                  "players.tokens", "tokens", "seat")):
        check_setup(view, mistakes)
    if could_read(reader.unread, ("phase", "order", "on_turn", "had_break_turn",
                                  "players.number")):       # not more than how many there are
        check_order(public, mistakes)
    if could_read(reader.unread, ("phase", "decision", "on_turn", "use", "espionage")):
        check_on_turn(public, mistakes)
    if could_read(reader.unread, ("decision", "to_decide", "seat", "on_turn", "espionage")):
        check_actor(cards, view, mistakes)
    if could_read(reader.unread, ("turn", "on_turn", "phase", "decision", "use", "players.dice",
                                  "players.character", "circles", "fresh_tokens", "seat")):
        check_counters(cards, public, mistakes)
    if could_read(reader.unread, ("use", "espionage", "phase", "decision", "on_turn",
                                  "to_decide", "turn", "had_break_turn", "circles",
                                  "players.dice", "players.agents", "players.character",
                                  "players.completed_missions")):
        check_use(cards, view, mistakes)
    if could_read(reader.unread, ("claim", "decision", "on_turn", "turn", "tiles", "phase",
                                  "players.completed_codes", "players.decoder_dice")):
        check_path(cards, public, mistakes)
    if could_read(reader.unread, ("movement", "decision", "on_turn", "turn", "use", "espionage",
                                  "players.character")):
        check_movement(cards, public, mistakes)
    if could_read(reader.unread, ("pairs", "decision", "on_turn", "use", "espionage",
                                  "agency_face_up", "agency_deck", "players.cubes")):
        check_pairs(view, mistakes)
    if could_read(reader.unread, ("reroll", "phase", "decision", "on_turn", "turn",
                                  "players.dice", "players.decoder_dice", "players.character",
                                  "players.reroll_token")):
        check_reroll(cards, public, mistakes)
    if could_read(reader.unread, ("search", "decision", "use", "seat", "agency_deck",
                                  "mission_deck")):
        check_search(view, mistakes)
    return 0


# Rounds and order.

cdef int check_round(const PublicState* public, list mistakes) except -1:
    if (public.round == 0) != (public.phase == SETUP):
        note(mistakes, "round", f"{public.round}; expected "
             + ("0 during setup" if public.phase == SETUP else "1 to 60 after setup"))
    if public.starter == NONE and public.phase != SETUP:
        note(mistakes, "starter", "absent; expected the seat that places first this round")
    if public.phase == LAST_MISSION and not public.final_round:
        note(mistakes, "phase",
             f"{PHASE_LAST_MISSION!r}; expected only after a sixth mission (8.1)")
    if public.phase == OVER and not public.final_round and public.round != LAST_ROUND:
        note(mistakes, "phase",
             f"{PHASE_OVER!r} in round {public.round} without a sixth mission; expected "
             f"round {LAST_ROUND} (8.4)")
    return 0


cdef int check_setup(const View* view, list mistakes) except -1:
    """Check that no mission is face up, completed or worked for before missions are chosen
    (2.5)."""
    cdef const PublicState* public = &view.public
    cdef int i
    if public.phase != SETUP:
        return 0
    for i in range(3):
        if public.mission_up[i] != NONE:
            note(mistakes, f"missions_face_up[{i}]",
                 f"{public.mission_up[i] + 1}; expected 0 during setup")
    for i in range(public.players):
        if public.completed[i]:
            note(mistakes, f"players[{i}].completed_missions", "expected none during setup")
        if view.token_size[i]:
            note(mistakes, f"players[{i}].tokens", f"{view.token_size[i]}; expected 0 during setup")
    return 0


cdef int check_order(const PublicState* public, list mistakes) except -1:
    """Check that seats take tokens in placing, and that all have one afterwards (3.2, 3.3)."""
    cdef int players = public.players
    cdef int everyone = (1 << players) - 1
    cdef int place
    if public.phase == SETUP and public.ordered:
        note(mistakes, "order", f"{public.ordered} seats; expected none during setup")
    if public.phase == PLACING:
        if public.ordered == players:
            note(mistakes, "order",
                 f"{players} seats; expected at least one without a token in placing")
        for place in range(public.ordered):
            if public.order[place] == public.turn:
                note(mistakes, f"order[{place}]",
                     f"{public.turn} is on turn in placing; expected only seats that have taken "
                     "their token")
    elif public.phase > PLACING and public.ordered < players:
        note(mistakes, "order", f"{public.ordered} seats; expected all {players} after placing")
    if public.phase < FIRST_A and public.had_turn:
        note(mistakes, "had_break_turn", "expected none before Break Codes")
    elif public.phase > BREAKING and public.had_turn != everyone:
        note(mistakes, "had_break_turn", "expected all seats after Break Codes")
    elif public.phase == BREAKING or public.phase == FIRST_A:
        if public.turn != NONE and public.had_turn >> public.turn & 1:
            note(mistakes, "had_break_turn",
                 f"seat {public.turn} is on turn; expected only seats that are done")
        for place in range(public.ordered if public.phase == BREAKING else 0):
            if public.order[place] == public.turn:
                break
            if not public.had_turn >> public.order[place] & 1:
                note(mistakes, "had_break_turn",
                     f"seat {public.order[place]} is missing; expected it, for "
                     "it comes before the seat on turn")
    return 0


cdef int check_on_turn(const PublicState* public, list mistakes) except -1:
    """Check that some seat is on turn, except around a First window and the use of First in it."""
    cdef bint between = (
        public.phase == SETUP or public.phase == OVER or public.decision == CHOOSE_FIRST
        or (public.opener != NONE and public.use.kind == USE_ABILITY
            and public.use.ability == FIRST))
    if between != (public.turn == NONE):
        note(mistakes, "on_turn", f"{public.turn}; expected nobody to be on turn now" if between
             else "absent; expected the seat on turn")
    return 0


cdef bint just_rolled(const CardSet* cards, const PublicState* public) noexcept:
    """Return True if rolled dice lie on the Decoder. They go back at once: their seat is not asked,
    because it has no choice (3.8)."""
    return (cards.options.reroll_decoder and public.decision == CHOOSE_BREAK and public.turn != NONE
            and public.reroll_count[public.turn] and not public.rerolls >> public.turn & 1
            and not public.swaps and not public.claimed)


cdef int check_actor(const CardSet* cards, const View* view, list mistakes) except -1:
    cdef const PublicState* public = &view.public
    cdef uint8_t actor = view.actor
    if public.decision == NO_DECISION:
        if actor != NONE:
            note(mistakes, "to_decide", f"{actor}; expected nobody: the game is over")
    elif public.decision == CHOOSE_ESPIONAGE or public.decision == CHOOSE_FIRST:
        if actor != NONE and actor != view.seat:
            note(mistakes, "to_decide",
                 f"{actor}; expected absent or {view.seat}: a window shows whom it "
                 "asks to that seat alone")
    elif actor == NONE:
        if not just_rolled(cards, public):
            note(mistakes, "to_decide", "absent; expected the seat that decides")
    elif public.decision != CHOOSE_RETURN and public.opener == NONE and actor != public.turn:
        note(mistakes, "to_decide", f"{actor}; expected the seat on turn")
    return 0


# The turn.

cdef int expect_none(int value, str field, str when, list mistakes) except -1:
    if value:
        note(mistakes, field, f"{value}; expected 0 {when}")
    return 0


cdef int check_counters(const CardSet* cards, const PublicState* public, list mistakes) except -1:
    cdef bint taken = public.turn != NONE
    cdef bint placing = taken and public.phase == PLACING
    cdef bint breaking = taken and (public.phase == FIRST_A or public.phase == BREAKING)
    cdef bint resolving = taken and (public.phase == FIRST_B or public.phase == RESOLVING)
    if not taken:
        expect_none(public.plays, "turn.plays", "between turns", mistakes)
        expect_none(public.drawn, "turn.drawn", "between turns", mistakes)
    if placing:
        check_placing(public, mistakes)
    else:
        expect_none(public.owed, "turn.owed", "outside placing", mistakes)
        expect_none(public.placed, "turn.placed", "outside placing", mistakes)
        expect_none(public.shifted, "turn.shifted", "outside placing", mistakes)
    if breaking:
        check_breaking(cards, public, mistakes)
    else:
        expect_none(public.swaps, "turn.swaps", "outside Break Codes", mistakes)
        expect_none(public.claimed, "turn.claimed", "outside Break Codes", mistakes)
    if resolving:
        if (not public.acted and public.use.kind != USE_MISSION
                and not dice_on_circles(public, public.turn)):
            note(mistakes, "turn.acted",
                 "false; expected true, for the seat has no die on a circle")
        if public.acted and public.use.kind == USE_MISSION:
            note(mistakes, "turn.acted", "true; expected false until the mission is completed")
    else:
        expect_none(public.acted, "turn.acted", "outside resolving", mistakes)
    return 0


cdef int check_placing(const PublicState* public, list mistakes) except -1:
    cdef int unplaced = count_faces(public.unplaced[public.turn])
    if public.owed == 0 or public.owed + public.placed > 1 + public.plays:
        note(mistakes, "turn.owed",
             f"{public.owed} with {public.placed} placed and {public.plays} plays; "
             "expected at least 1, and 1 more for each Sneak Attack at most")
    if public.placed and not unplaced:
        note(mistakes, "turn.placed",
             f"{public.placed} and no die left; expected the turn to be over")
    if public.shifted:
        if not public.unplaced[public.turn][public.shifted - 1]:
            note(mistakes, "turn.shifted",
                 f"{public.shifted}; expected the face of an unplaced die")
        if (public.decision != CHOOSE_PLACE and public.decision != CHOOSE_ESPIONAGE
                and public.decision != CHOOSE_DISCARD):
            note(mistakes, "turn.shifted", f"{public.shifted}; expected 0 at the decision "
                 f"{DECISIONS[public.decision]!r} (3.11)")
    return 0


cdef int check_breaking(const CardSet* cards, const PublicState* public, list mistakes) except -1:
    cdef const Character* character = &cards.character[public.character[public.turn]]
    cdef int most = 1 + public.plays
    if character.effect == EXTRA_SWAP:
        most += character.amount
    if character.effect == NO_EFFECT:
        most = MOST                             # swaps by the table's own rules are unknown here
    if public.decision == CHOOSE_CODE:
        most = 0
    if public.swaps > most:
        note(mistakes, "turn.swaps", f"{public.swaps}; expected at most {most}")
    return 0


# Records.

cdef inline bint may_wait(const PublicState* public) noexcept:
    """Return True if steps and pairs may wait for the present decision."""
    return public.opener == NONE and public.use.kind == NO_USE and (
        public.decision == CHOOSE_REWARD or public.decision == CHOOSE_DISCARD)


cdef int check_movement(const CardSet* cards, const PublicState* public, list mistakes) except -1:
    cdef int most = 3
    cdef int steps = public.steps[0] + public.steps[1] + public.steps[2]
    if public.decision == CHOOSE_STEP and not public.moving:
        note(mistakes, "movement", "absent; expected the steps left")
    if not public.moving or public.turn == NONE:
        return 0
    if public.decision != CHOOSE_STEP and not may_wait(public):
        note(mistakes, "movement", f"expected none at the decision {DECISIONS[public.decision]!r}")
    if cards.character[public.character[public.turn]].effect == STEPS:
        most = max(most, cards.character[public.character[public.turn]].amount)
    elif cards.character[public.character[public.turn]].effect == NO_EFFECT:
        most = MOST
    if public.step_pool > most:
        note(mistakes, "movement.pool", f"{public.step_pool}; expected at most {most}")
    if steps and public.step_pool:
        note(mistakes, "movement.steps", f"{steps} steps beside a pool; expected only one of them")
    elif steps and not public.acted:
        note(mistakes, "movement.steps",
             f"{steps} steps, but turn.acted is false; expected steps of "
             "agents only for Movement dice")
    return 0


cdef int check_pairs(const View* view, list mistakes) except -1:
    cdef const PublicState* public = &view.public
    cdef int colour
    if public.decision == CHOOSE_REWARD:
        if not public.pairs:
            note(mistakes, "pairs", "absent; expected the pairs to be rewarded")
        elif (public.agency_up[public.pair_region] == NONE and view.agency_deck_size == 0
                and not public.agency_discard):
            note(mistakes, "decision",
                 f"{DECISION_REWARD!r}; expected a card to take face up or from the deck")
    if not public.pairs or public.turn == NONE:
        return 0
    if public.decision != CHOOSE_REWARD and not may_wait(public):
        note(mistakes, "pairs", f"expected none at the decision {DECISIONS[public.decision]!r}")
    for colour in range(MAX_SEATS):
        if public.pairs >> colour & 1 and (
                colour == public.turn or public.cubes_held[public.turn] >> colour & 1
                or (public.players > 2 and colour >= public.players)):
            note(mistakes, "pairs.colours",
                 f"{colour + 1}; expected other seats' colours, of which no "
                 "cube is left on the character")
    return 0


cdef int check_path(const CardSet* cards, const PublicState* public, list mistakes) except -1:
    """Check that each tile named lies beside the one before, and that the path can be completed
    (4.7)."""
    cdef const Code* code = &cards.code[public.bent_code]
    cdef bint naming = public.decision == CHOOSE_TILE
    cdef uint8_t dice[6]
    cdef uint32_t visited = 0
    cdef int i
    if naming != (public.bending != 0):
        note(mistakes, "claim", "absent; expected the code and the tiles named so far" if naming
             else f"expected none at the decision {DECISIONS[public.decision]!r}")
    if not naming or not public.bending or public.turn == NONE:
        return 0
    if not cards.options.codes_bend:
        note(mistakes, "claim", "expected none: codes do not bend at this table")
        return 0
    if not public.claimed or not public.broken[public.turn] >> public.bent_code & 1:
        note(mistakes, "claim.code", f"{public.bent_code + 1}; expected a completed code of seat "
             f"{public.turn}, claimed in this turn")
    if public.bending >= code.length:
        note(mistakes, "claim.tiles",
             f"{public.bending} tiles; expected less than the {code.length} numbers of the code")
        return 0
    for i in range(public.bending):
        if visited >> public.path[i] & 1 or i and not (
                cards.beside[<int> ANY_WAY][public.path[i - 1]] >> public.path[i] & 1):
            note(mistakes, f"claim.tiles[{i}]", f"{public.path[i] + 1}; expected a tile beside the "
                 "one before, none twice (4.2)")
            return 0
        visited |= 1 << public.path[i]
    memcpy(dice, public.decoder[public.turn], 6)
    for i in range(cards.tiles):
        if (cards.beside[<int> ANY_WAY][public.path[public.bending - 1]] & ~visited) >> i & 1 and (
                path_from(cards, code, public.tiles, dice, ANY_WAY, public.bending, i, visited)):
            return 0
    note(mistakes, "claim.tiles", "expected a path that can be completed (4.7)")
    return 0


cdef int check_reroll(const CardSet* cards, const PublicState* public, list mistakes) except -1:
    cdef const uint8_t* dice
    cdef int face
    if (public.decision == CHOOSE_REROLL) != (public.reroll_source != 0):
        note(mistakes, "reroll", f"expected none at the decision {DECISIONS[public.decision]!r}"
             if public.reroll_source else "absent; expected the dice named so far")
    if not public.reroll_source or public.turn == NONE:
        return 0
    if not count_faces(public.picked):
        note(mistakes, "reroll.faces", "0 entries; expected at least one")
    if public.phase != PLACING and not (cards.options.reroll_decoder and not public.claimed
                                        and public.reroll_source == BY_TOKEN):
        note(mistakes, "reroll",
             "expected none in Break Codes, unless the reroll token is used before "
             "the first claim at a table with reroll_decoder (3.8)")
    dice = dice_to_reroll(public)
    for face in range(6):
        if public.picked[face] > dice[face]:
            note(mistakes, "reroll.faces",
                 f"{public.picked[face]} dice of face {face + 1}; expected at most "
                 f"the {dice[face]} " + ("unplaced" if public.phase == PLACING
                                         else "on the Decoder"))
    if public.reroll_source == BY_CHARACTER:
        if cards.character[public.character[public.turn]].effect != REROLL_DICE:
            note(mistakes, "reroll.by_character",
                 "true; expected false: the character rerolls no dice")
    elif public.rerolls >> public.turn & 1:
        note(mistakes, f"players[{public.turn}].reroll_token",
             "true; expected false: it is being spent")
    return 0


cdef int check_search(const View* view, list mistakes) except -1:
    cdef const PublicState* public = &view.public
    cdef bint searching = public.decision == CHOOSE_KEEP or public.decision == CHOOSE_BOTTOM
    cdef int left = (view.agency_deck_size if public.use.deck == AGENCY_DECK
                     else view.mission_deck_size)
    cdef uint64_t discards = (public.agency_discard if public.use.deck == AGENCY_DECK
                              else public.mission_discard)
    cdef bint kept = False
    cdef int i
    if searching != (public.searched != 0):
        note(mistakes, "search", "absent; expected the cards looked at" if searching
             else f"expected none at the decision {DECISIONS[public.decision]!r}")
    if not searching or not public.searched:
        return 0
    if public.searched < 3 and (left or discards):
        note(mistakes, "search.cards",
             f"{public.searched} cards; expected 3 while the deck has more")
    for i in range(public.searched):
        kept |= view.kept != NONE and view.search[i].card == view.kept
    if public.decision == CHOOSE_KEEP:
        if view.kept != NONE:
            note(mistakes, "search.kept", f"{view.kept + 1}; expected 0 until it has been chosen")
        return 0
    if public.use.seat != view.seat:
        note(mistakes, "decision",
             f"{DECISION_BOTTOM!r}; expected {DECISION_KEEP!r}: only the searcher sees that the card "
             "to keep has been chosen")
    elif public.searched < 3:
        note(mistakes, "decision",
             f"{DECISION_BOTTOM!r} with {public.searched} cards; expected it with 3")
    elif not kept:
        note(mistakes, "search.kept",
             f"{0 if view.kept == NONE else view.kept + 1}; expected one of the cards looked at")
    return 0

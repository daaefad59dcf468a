"""The state of a game as plain memory: a copy is a `memcpy`, there are no pointers.

    State  = PublicState (what every seat sees) + the hidden truth + which seats know which place
    View   = PublicState + what one seat knows of the rest (`_view.pxd`)

Sets of cards are bit sets (bit = card), hands included: a hand is a set (rules 10.8). Faces and
cipher numbers are 1..6; an array over faces is indexed by face - 1. Seats are 0..players-1; the
colour of a seat's cubes is the seat, colours from `players` on are the unused ones.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from covert_engine.covert.cards._compiled cimport MAX_CITIES, MAX_CODE, MAX_SEATS, MAX_TILES

cdef enum:
    AGENTS = 3
    DICE = 5
    CUBES = 15
    AGENCY_LIMIT = 7
    MISSION_LIMIT = 3
    CODE_LIMIT = 2
    MISSIONS_TO_END = 6      # 8.1
    LAST_ROUND = 60          # 8.4
    MAX_PLAYS = 100          # 11.3
    RING = 64                # places of a deck's ring buffer
    MAX_LEGAL = 256          # more than any decision can have


cdef enum Phase:
    SETUP = 0                # 2.5 choosing missions
    PLACING = 1
    FIRST_A = 2              # window A of First (6.15), and the turns taken in it
    BREAKING = 3
    FIRST_B = 4              # window B, and the turns taken in it
    RESOLVING = 5
    LAST_MISSION = 6         # 8.2
    OVER = 7


cdef enum Decision:          # choice of the seat to decide
    NO_DECISION = 0          # the game is over
    CHOOSE_RETURN = 1        # the mission that goes back (2.5)
    CHOOSE_PLACE = 2         # a placing turn: die, token, free play
    CHOOSE_REROLL = 3        # more dice to reroll, or roll
    CHOOSE_DIE = 4           # the die that +1 or -1 names
    CHOOSE_BREAK = 5         # a Break Codes turn
    CHOOSE_CODE = 6          # the deck to draw a code from
    CHOOSE_RESOLVE = 7       # a resolving turn
    CHOOSE_LAST = 8          # a last-mission turn
    CHOOSE_PAYMENT = 9       # the payment of the next symbol of a mission
    CHOOSE_CODE_ORDER = 10   # the used code that is shuffled back next
    CHOOSE_AGENT = 11        # the agent that flies
    CHOOSE_STEP = 12         # steps of agents
    CHOOSE_REWARD = 13       # face-up card or deck, for a pair of cubes
    CHOOSE_DISCARD = 14      # Agency Card over the limit
    CHOOSE_MISSION_DISCARD = 15  # mission over the limit
    CHOOSE_KEEP = 16         # Search: the card to keep
    CHOOSE_BOTTOM = 17       # Search: the order below the deck
    CHOOSE_ESPIONAGE = 18    # an Espionage window is open
    CHOOSE_FIRST = 19        # a First window is open
    CHOOSE_TILE = 20         # the next tile of a bent claim (4.7)


cdef enum UseKind:           # a use that has been named and takes effect once its window closes
    NO_USE = 0
    USE_ABILITY = 1
    USE_FLIGHT = 2
    USE_MISSION = 3


cdef struct Use:             # the one record of rules 6.12; all zero when kind is NO_USE
    uint64_t cards           # Agency Cards named as payment, lying open until the window opens
    uint64_t codes           # codes named as payment, lying open until they are shuffled back
    uint8_t kind             # UseKind
    uint8_t seat             # the using seat
    uint8_t ability          # Ability, for USE_ABILITY
    uint8_t source           # Source, for USE_ABILITY; the Agency Card flown by, for USE_FLIGHT
    uint8_t face             # die named by +1 or -1, 1..6
    uint8_t deck             # Deck named by a Search
    uint8_t agent            # agent that flies
    uint8_t mission          # mission being completed, lying open
    uint8_t symbol           # symbols paid so far: equipment in order, then any Agency Card; for a
                             # character's draw: Agency Cards still to draw
    uint8_t feet             # feet used for the equipment of the present symbol
    uint8_t after            # payments of equal symbols ascend: this one's Payment * 64 + card
    uint8_t any_equipment    # symbols paid so far by the character's `any_equipment`
    uint8_t zero[4]          # padding, so that equal records are equal bytes


cdef struct PublicState:     # everything public; the same bytes in a State and in every View
    uint64_t agency_discard  # face-up discard pile, a set
    uint64_t mission_discard # face-up discard pile, a set
    uint64_t completed[MAX_SEATS]    # completed missions
    uint64_t broken[MAX_SEATS]       # completed codes still held
    uint64_t pool            # Agency Cards just used that Espionage may take
    uint64_t spied           # Agency Cards played as Espionage in this window (6.14)
    Use use                  # the use in progress
    uint16_t agency_epoch    # times the Agency deck was shuffled, from 1
    uint16_t mission_epoch   # times the Mission deck was shuffled
    uint16_t code_epoch      # times a code was shuffled back
    uint16_t reroll_count[MAX_SEATS]   # rerolls this game: index of the next one
    uint8_t players          # 2..4
    uint8_t round            # 1..60; 0 during setup
    uint8_t phase            # Phase
    uint8_t decision         # Decision
    uint8_t turn             # seat on turn, NONE between turns and while a First window asks
    uint8_t plays            # plays this turn, 0..100 (11.3)
    uint8_t starter          # seat that places first this round
    uint8_t ordered          # turn order tokens taken this round
    uint8_t order[MAX_SEATS] # order[0] has token #1; NONE beyond `ordered`
    uint8_t had_turn         # bits: seats that have had their Break Codes turn this round
    uint8_t final_round      # 1 once 8.1 has been reached
    uint8_t rerolls          # bits: seats that still hold their reroll token
    uint8_t opener           # seat whose use opened the Espionage window; NONE if closed
    uint8_t aside            # Espionage card laid aside until its limit is met; NONE if none
    uint8_t owed             # placing: dice that may still be placed this turn
    uint8_t placed           # placing: dice placed this turn
    uint8_t shifted          # placing: face of the die +1 or -1 has named; 0 if none
    uint8_t drawn            # tokens drawn this turn, not usable yet (3.9)
    uint8_t swaps            # breaking: swaps left
    uint8_t claimed          # breaking: 1 after the first claim of this turn
    uint8_t bending          # numbers of a bent claim placed so far; 0 if none is being made
    uint8_t bent_code        # the code claimed
    uint8_t path[MAX_CODE]   # the tiles named so far, in order
    uint8_t asked_from       # First window: place in turn order asked first since the last use
    uint8_t acted            # resolving: 1 after the action or forfeit of this turn
    uint8_t step_pool        # steps left to distribute (Move x3)
    uint8_t step_agent       # agent that stepped last in this action; NONE at its start
    uint8_t steps[AGENTS]    # steps left to each agent (Movement)
    uint8_t moving           # 1 while steps are being chosen
    uint8_t pairs            # bits: colours of pairs still to be rewarded
    uint8_t pair_region      # region whose face-up card rewards them
    uint8_t searched         # cards that a Search looks at (0: none)
    uint8_t picked[6]        # dice named for a reroll, by face
    uint8_t reroll_source    # Source of the reroll being named; 0 if none
    uint8_t character[MAX_SEATS]       # character of each seat
    uint8_t character_uses[MAX_SEATS]  # uses in the present period
    uint8_t unplaced[MAX_SEATS][6]     # dice before the screen, by face
    uint8_t circle[4][6]     # seat whose die lies on that face's space; NONE if open
    uint8_t folder[MAX_SEATS]          # dice on the Special Operations folder
    uint8_t decoder[MAX_SEATS][6]      # dice on the Decoder, by face
    uint8_t token_draws[MAX_SEATS]     # tokens drawn this round: index of the next draw
    uint8_t supply[MAX_SEATS]          # cubes in supply; 0 for unused colours
    uint8_t cubes[MAX_CITIES]          # bits: colours of the cubes in a city
    uint8_t cubes_held[MAX_SEATS]      # bits: colours of the cubes on the character
    uint8_t agent[MAX_SEATS][AGENTS]   # city of each agent; NONE beyond `players`
    uint8_t agency_up[6]     # face-up Agency Card of each region space; NONE if empty
    uint8_t mission_up[3]    # face-up missions; NONE if empty
    uint8_t tiles[MAX_TILES] # cipher tiles, 1..6: the upper row, the lower row; then 0


cdef struct State:
    PublicState public
    # the hidden truth
    uint64_t seed                      # of all chance to come
    uint64_t agency_hand[MAX_SEATS]
    uint64_t mission_hand[MAX_SEATS]
    uint64_t code_hand[MAX_SEATS]      # codes not yet broken
    uint8_t agency_deck[RING]          # ring: top at agency_head, downwards
    uint8_t mission_deck[RING]         # ring: top at mission_head
    uint8_t code_deck[2][40]           # top at [size - 1]
    uint8_t agency_head
    uint8_t agency_size
    uint8_t mission_head
    uint8_t mission_size
    uint8_t code_size[2]
    uint8_t bag[8]                     # tokens in the bag, by ability
    uint8_t tokens[MAX_SEATS][8]       # tokens held, by ability
    uint8_t fresh[8]                   # those drawn this turn by the seat on turn (3.9)
    uint8_t search[3]                  # cards looked at, top first; NONE beyond `public.searched`
    uint8_t kept                       # card the searcher has chosen to keep; NONE before
    uint8_t actor                      # seat to decide; NONE: over, or a window about to ask
    # knowledge of places: bits of seats; the owner of a hand always knows it
    uint8_t agency_known[48]           # by card
    uint8_t agency_lot[48]             # lot the card was last shuffled in (10.4)
    uint8_t mission_known[60]
    uint8_t mission_lot[60]
    uint64_t code_shown                # codes held whose equipment all know: drawn from a deck

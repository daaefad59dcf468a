"""A card set as read-only C tables with stated bounds. Filled once, by `_compiled.pyx`."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t


cdef enum:
    MAX_SEATS = 4
    REGIONS = 6
    MAX_CITIES = 32
    MAX_NEIGHBOURS = 12      # connections of one city
    MAX_EQUIPMENT = 12       # kinds of equipment
    AGENCY_CARDS = 48
    MISSION_CARDS = 60
    CODE_CARDS = 40
    TOKENS = 16              # Special Operations tokens
    ABILITIES = 8
    MAX_CHARACTERS = 16
    MAX_TILES = 16           # cipher tiles, in two rows of equal length
    MAX_SWAPS = 24           # pairs of adjacent tiles
    MAX_SYMBOLS = 6          # of one sort (equipment, city, region) on one mission
    MAX_CODE = 6             # numbers on one code
    ANYWHERE = 38             # no location: met wherever the agents are
    LOCATIONS = 39           # values of a location symbol: a city, MAX_CITIES + region, ANYWHERE
    KIND_BITS = 5            # of a word that counts up to 15 of each kind of equipment; the highest
                             # bit of each kind is 0, for subtracting all kinds at once
    NONE = 255               # no card, no city, no seat, unknown


cdef enum Ability:           # rules 6.2 to 6.8
    PLUS_ONE = 0
    MINUS_ONE = 1
    MOVE_THREE = 2
    ESPIONAGE = 3
    SNEAK_ATTACK = 4
    FIRST = 5
    SEARCH = 6
    CODE_BREAKER = 7


cdef enum Deck:              # deck of a Search
    AGENCY_DECK = 0
    MISSION_DECK = 1


cdef enum Effect:            # abilities of characters; docs/card-sets.md describes each
    EXTRA_SWAP = 0           # passive: `amount` more swaps in each own Break Codes turn
    REACH = 1                # passive: one die takes a face-up Agency Card of any region
    DRAW_TOKEN = 2           # play: draw `amount` tokens from the bag (usable on a later turn)
    STEPS = 3                # play: up to `amount` steps for the own agents together
    SHIFT_DIE = 4            # play, placing only: +1 or -1 on a die about to be placed
    DRAW_AGENCY = 5          # play: draw `amount` Agency Cards from the deck
    SEARCH_DECK = 6          # play: a Search of the deck named by `deck`
    REROLL_DICE = 7          # play, placing only: reroll one or more unplaced dice
    NO_EFFECT = 8            # passive: the table plays it, the engine does not
    ANY_EQUIPMENT = 9        # passive: any Agency Card pays for `amount` equipment symbols a mission


cdef enum Period:            # period after which a character's uses are counted anew
    PER_TURN = 0
    PER_ROUND = 1
    PER_GAME = 2
    PER_TWO_ROUNDS = 3       # from rounds 1, 3, 5 ... on


cdef enum When:              # bits: own turns in which a character's play is allowed
    WHEN_PLACING = 1
    WHEN_RESOLVING = 2


cdef enum Way:               # courses of a code over the tiles (4.2)
    TO_THE_RIGHT = 0
    TO_THE_LEFT = 1
    ANY_WAY = 2


cdef enum Foot:
    FOOT_NOTHING = 0
    FOOT_EQUIPMENT = 1
    FOOT_REGION = 2


cdef struct AgencyCard:
    uint8_t equipment        # kind shown
    uint8_t city             # flight tag
    uint8_t ability          # Ability


cdef struct Mission:
    uint8_t points
    uint8_t equipments                # number of equipment symbols
    uint8_t equipment[MAX_SYMBOLS]    # their kinds, ascending
    uint8_t cities                    # number of city symbols
    uint8_t city[MAX_SYMBOLS]         # ascending
    uint8_t regions                   # number of region symbols
    uint8_t region[MAX_SYMBOLS]       # ascending
    uint16_t asked                    # bits: the kinds of equipment asked for
    uint64_t symbols                  # number of equipment symbols of each kind, in KIND_BITS
    uint8_t locations                 # number of city and region symbols together
    uint8_t location[2 * MAX_SYMBOLS]  # what they name: cities before regions; then ANYWHERE
    uint8_t any_cards                 # number of "any Agency Card" symbols
    uint8_t foot                      # what it gives once completed: Foot
    uint8_t foot_kind                 # its equipment or region; NONE for FOOT_NOTHING
    uint64_t region_foot              # 1 in the byte of that region; 0 for other feet
    uint64_t equipment_foot           # 1 in the KIND_BITS of that equipment; 0 for other feet


cdef struct Code:
    uint8_t length                    # 2..6
    uint8_t numbers[MAX_CODE]         # 1..6 each, left to right
    uint8_t equipment                 # kind on the other side
    uint8_t palindrome                # 1 if it reads the same from right to left
    uint8_t faces                     # bits (number - 1): the numbers in it
    uint8_t times[6]                  # how often each number stands in it
    uint32_t places[2][6]             # where: hexadecimal digit 5 - i is 1 if place i has it;
                                      # places counted from the left, from the right
    uint64_t runs                     # hexadecimal digit 5 + t is 1 if it fits in from tile t on;
                                      # 0 where codes are looked for path by path


cdef struct Character:
    uint8_t effect                    # Effect
    uint8_t amount                    # swaps, tokens, steps or cards; 1 where unused
    uint8_t when                      # When bits; 0 for passive effects
    uint8_t period                    # Period
    uint8_t times                     # uses a period; 0 for passive effects
    uint8_t deck                      # Deck, for SEARCH_DECK


cdef struct Options:          # 1 if on; the fields of the Python class, by name
    uint8_t circle_wraps              # 1.9: 6 and 1 are adjacent
    uint8_t either_direction          # 4.2: codes may be read right to left
    uint8_t codes_bend                # 4.2: codes may run along any path of tiles
    uint8_t swaps_first               # 4.3: no swap after the first claim
    uint8_t reroll_decoder            # 3.8: the token rerolls Decoder dice too
    uint8_t distinct_agents           # 7.2: an agent for each location symbol
    uint8_t flight_trails             # 6.10: a flight leaves and takes cubes


cdef struct CardSet:
    uint64_t agency_of_equipment[MAX_EQUIPMENT]  # Agency Cards showing it, bit = card
    uint64_t agency_of_ability[ABILITIES]        # Agency Cards with it
    uint64_t agency_of_abilities[1 << ABILITIES]  # Agency Cards with one of them, bit = ability
    uint64_t mission_foot_equipment[MAX_EQUIPMENT]  # missions with that equipment at the foot
    uint64_t mission_foot_region[REGIONS]        # missions with that region at the foot
    uint64_t code_of_equipment[MAX_EQUIPMENT]    # codes with it on the other side
    uint32_t neighbours[MAX_CITIES]              # cities one connection away, bit = city
    uint32_t region_cities[REGIONS]              # cities of a region, bit = city
    uint8_t neighbour_count[MAX_CITIES]
    uint8_t neighbour[MAX_CITIES][MAX_NEIGHBOURS]  # the same cities, ascending
    uint8_t distance[MAX_CITIES][MAX_CITIES]     # connections on a shortest path
    uint8_t region[MAX_CITIES]                   # region of a city
    uint8_t nearest[LOCATIONS][MAX_CITIES]       # the city of a location nearest to a city
    uint8_t away[LOCATIONS][MAX_CITIES]          # connections on a shortest path there
    uint8_t location_region[LOCATIONS]           # region of a location
    AgencyCard agency[AGENCY_CARDS]
    Mission mission[MISSION_CARDS]
    Code code[CODE_CARDS]
    Character character[MAX_CHARACTERS]
    uint8_t characters                           # number of characters
    uint8_t tokens[ABILITIES]                    # tokens of each ability, 16 in all
    uint8_t tile[MAX_TILES]                      # numbers of the cipher tiles, ascending; then 0
    uint8_t tiles                                # number of tiles
    uint8_t row                                  # tiles in a row: half of them
    uint8_t swaps                                # number of pairs of adjacent tiles (4.1)
    uint8_t left_or_upper[MAX_SWAPS]             # of each pair
    uint8_t right_or_lower[MAX_SWAPS]
    uint16_t beside[3][MAX_TILES]                # bits: tiles a code may go on to (4.2), by Way
    uint8_t paths                                # 1 if codes are looked for path by path
    uint8_t cities                               # number of cities
    uint8_t equipments                           # number of kinds of equipment
    Options options


cdef class CompiledSet:
    """C tables of one card set under one choice of options."""
    cdef CardSet tables
    cdef readonly bytes digest       # SHA-256 of the card set's canonical form, 32 bytes
    cdef readonly object source      # the `cards.CardSet` it was compiled from
    cdef readonly object options     # the `cards.Options` it was compiled under
    cdef dict option_fields          # the options by name: read-only
    cdef str hex_digest              # the digest in hexadecimal digits
    cdef dict city_of                # numbers from 0, by name: of cities,
    cdef dict region_of              # regions,
    cdef dict equipment_of           # and kinds of equipment
    cdef bytes name                  # start of a view's digest: digest and options


# Returns numbers from 0, by name.
cdef dict places_of(names)

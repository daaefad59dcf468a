"""Fills the C tables of a card set."""

from dataclasses import asdict, replace

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from covert_engine.covert.cards.card_set import (
    ABILITIES as ABILITY_NAMES,
    DECKS as DECK_NAMES,
    EFFECTS as EFFECT_NAMES,
    PERIODS as PERIOD_NAMES,
    WHENS as WHEN_NAMES,
)
from covert_engine.covert.cards.check import Problems, check
from covert_engine.covert.cards.errors import CardSetError


cdef class CompiledSet:
    """C tables of one card set under one choice of options.

    The set is checked first, so that no table is ever overrun; CardSetError lists every problem.
    """

    def __cinit__(self, source, options=None):
        chosen = source.options if options is None else options
        problems = Problems()
        check(replace(source, options=chosen), problems)
        if problems.texts:
            raise CardSetError(problems.texts)
        self.source = source
        self.options = chosen
        self.option_fields = asdict(chosen)
        self.digest = bytes.fromhex(source.digest)
        self.hex_digest = source.digest
        self.name = self.digest + repr(chosen).encode()
        self.city_of = places_of(source.cities)
        self.region_of = places_of([region.name for region in source.regions])
        self.equipment_of = places_of(source.equipment)
        memset(&self.tables, 0, sizeof(CardSet))
        cdef CardSet* tables = &self.tables
        tables.options = self.option_fields
        fill_map(tables, source)
        fill_distances(tables)
        fill_locations(tables)
        fill_agency(tables, source)
        fill_missions(tables, source)
        fill_tiles(tables, source)
        fill_codes(tables, source)
        fill_tokens(tables, source)
        fill_characters(tables, source)

    def __reduce__(self):
        return CompiledSet, (self.source, self.options)

    def distance(self, int a, int b):
        """Return the connections on a shortest path between two cities, by number from 0."""
        require_city(&self.tables, a)
        require_city(&self.tables, b)
        return self.tables.distance[a][b]

    def neighbours(self, int city):
        """Return the cities one connection away, ascending, by number from 0."""
        require_city(&self.tables, city)
        return tuple([self.tables.neighbour[city][i]
                      for i in range(self.tables.neighbour_count[city])])

    def region(self, int city):
        """Return the region of a city, by number from 0."""
        require_city(&self.tables, city)
        return self.tables.region[city]


cdef dict places_of(names):
    return {name: place for place, name in enumerate(names)}


cdef int require_city(const CardSet* tables, int city) except -1:
    if not 0 <= city < tables.cities:
        raise ValueError(f"city is {city}; expected 0 to {tables.cities - 1}")
    return 0


cdef int fill_map(CardSet* tables, source) except -1:
    cdef int city, other, region
    cdef int count
    tables.cities = len(source.cities)
    tables.equipments = len(source.equipment)
    number = {name: i for i, name in enumerate(source.cities)}
    for region, entry in enumerate(source.regions):
        for name in entry.cities:
            city = number[name]
            tables.region[city] = region
            tables.region_cities[region] |= <uint32_t>1 << city
    for a, b in source.connections:
        city, other = number[a], number[b]
        tables.neighbours[city] |= <uint32_t>1 << other
        tables.neighbours[other] |= <uint32_t>1 << city
    for city in range(tables.cities):
        count = 0
        for other in range(tables.cities):
            if tables.neighbours[city] >> other & 1:
                tables.neighbour[city][count] = other
                count += 1
        tables.neighbour_count[city] = count
    return 0


cdef int fill_distances(CardSet* tables) except -1:
    """Search breadth first from every city."""
    cdef int start, city, steps
    cdef uint32_t reached, edge, beyond
    memset(tables.distance, NONE, sizeof(tables.distance))
    for start in range(tables.cities):
        reached = edge = <uint32_t>1 << start
        steps = 0
        while edge:
            beyond = 0
            for city in range(tables.cities):
                if edge >> city & 1:
                    tables.distance[start][city] = steps
                    beyond |= tables.neighbours[city]
            edge = beyond & ~reached
            reached |= edge
            steps += 1
    return 0


cdef int fill_locations(CardSet* tables) except -1:
    """Find the nearest city of each location; of equally near cities of a region, the first."""
    cdef int start, city, place
    memset(tables.away, NONE, sizeof(tables.away))
    memset(tables.nearest, NONE, sizeof(tables.nearest))
    memset(tables.away[ANYWHERE], 0, sizeof(tables.away[ANYWHERE]))
    for city in range(tables.cities):
        tables.location_region[city] = tables.region[city]
    for place in range(REGIONS):
        tables.location_region[<int>MAX_CITIES + place] = place
    for start in range(tables.cities):
        for city in range(tables.cities):
            for place in (city, <int>MAX_CITIES + tables.region[city]):
                if (tables.nearest[place][start] == NONE
                        or tables.distance[start][city] < tables.away[place][start]):
                    tables.nearest[place][start] = city
                    tables.away[place][start] = tables.distance[start][city]
    return 0


cdef int fill_agency(CardSet* tables, source) except -1:
    cdef int i, abilities
    cdef AgencyCard* card
    for i, printed in enumerate(source.agency):
        card = &tables.agency[i]
        card.equipment = source.equipment.index(printed.equipment)
        card.city = source.cities.index(printed.city)
        card.ability = ABILITY_NAMES.index(printed.ability)
        tables.agency_of_equipment[card.equipment] |= <uint64_t>1 << i
        tables.agency_of_ability[card.ability] |= <uint64_t>1 << i
        for abilities in range(1 << ABILITIES):
            if abilities >> card.ability & 1:
                tables.agency_of_abilities[abilities] |= <uint64_t>1 << i
    return 0


cdef int fill_symbols(uint8_t* kinds, numbers) except -1:
    """Write the kinds of the symbols of one sort, ascending; return their number."""
    cdef int i
    for i, number in enumerate(sorted(numbers)):
        kinds[i] = number
    return len(numbers)


cdef int fill_missions(CardSet* tables, source) except -1:
    cdef int i, symbol
    cdef Mission* mission
    regions = [region.name for region in source.regions]
    for i, printed in enumerate(source.missions):
        mission = &tables.mission[i]
        mission.points = printed.points
        mission.equipments = fill_symbols(
            mission.equipment, [source.equipment.index(name) for name in printed.equipment])
        mission.cities = fill_symbols(
            mission.city, [source.cities.index(name) for name in printed.cities])
        mission.regions = fill_symbols(
            mission.region, [regions.index(name) for name in printed.regions])
        mission.locations = mission.cities + mission.regions
        memset(mission.location, ANYWHERE, sizeof(mission.location))
        for symbol in range(mission.locations):
            mission.location[symbol] = (
                mission.city[symbol] if symbol < mission.cities
                else <int>MAX_CITIES + mission.region[symbol - mission.cities])
        mission.any_cards = printed.any_cards
        for symbol in range(mission.equipments):
            mission.asked |= 1 << mission.equipment[symbol]
            mission.symbols += <uint64_t>1 << <int>KIND_BITS * mission.equipment[symbol]
        if not printed.foot:
            mission.foot = FOOT_NOTHING
            mission.foot_kind = NONE
        elif printed.foot in source.equipment:
            mission.foot = FOOT_EQUIPMENT
            mission.foot_kind = source.equipment.index(printed.foot)
            mission.equipment_foot = <uint64_t>1 << <int>KIND_BITS * mission.foot_kind
            tables.mission_foot_equipment[mission.foot_kind] |= <uint64_t>1 << i
        else:
            mission.foot = FOOT_REGION
            mission.foot_kind = regions.index(printed.foot)
            mission.region_foot = <uint64_t>1 << 8 * mission.foot_kind
            tables.mission_foot_region[mission.foot_kind] |= <uint64_t>1 << i
    return 0


cdef int fill_tiles(CardSet* tables, source) except -1:
    """Fill the tiles, the pairs of adjacent tiles, and the courses of codes."""
    cdef int number, count, tile, row, place
    for number, count in enumerate(source.tiles, 1):
        for place in range(count):
            tables.tile[tables.tiles] = number
            tables.tiles += 1
    tables.row = tables.tiles // 2
    # `_code_plan.pyx` looks at all runs at once, in rows of up to six.
    tables.paths = tables.options.codes_bend or tables.row > 6
    for row in range(0, tables.tiles, tables.row):
        for place in range(tables.row - 1):
            add_pair(tables, row + place, row + place + 1, True)
        add_pair(tables, row, row + tables.row - 1, False)
    for place in range(tables.row):
        add_pair(tables, place, place + tables.row, False)
        tables.beside[<int>ANY_WAY][place] |= 1 << (place + tables.row)
        tables.beside[<int>ANY_WAY][place + tables.row] |= 1 << place
    return 0


cdef int add_pair(CardSet* tables, int first, int second, bint in_row) except -1:
    tables.left_or_upper[tables.swaps] = first
    tables.right_or_lower[tables.swaps] = second
    tables.swaps += 1
    if in_row:
        tables.beside[<int>TO_THE_RIGHT][first] |= 1 << second
        tables.beside[<int>TO_THE_LEFT][second] |= 1 << first
        tables.beside[<int>ANY_WAY][first] |= 1 << second
        tables.beside[<int>ANY_WAY][second] |= 1 << first
    return 0


cdef int fill_codes(CardSet* tables, source) except -1:
    cdef int i, place, number
    cdef Code* code
    for i, printed in enumerate(source.codes):
        code = &tables.code[i]
        code.length = len(printed.numbers)
        code.palindrome = printed.numbers == printed.numbers[::-1]
        for place, number in enumerate(printed.numbers):
            code.numbers[place] = number
            code.faces |= 1 << (number - 1)
            code.times[number - 1] += 1
            code.places[0][number - 1] |= <uint32_t>1 << 4 * (5 - place)
            code.places[1][number - 1] |= <uint32_t>1 << 4 * (6 - code.length + place)
        for place in range(0 if tables.paths else tables.row + 1 - code.length):
            code.runs |= (<uint64_t>1 << 4 * (5 + place)
                          | <uint64_t>1 << 4 * (5 + tables.row + place))
        code.equipment = source.equipment.index(printed.equipment)
        tables.code_of_equipment[code.equipment] |= <uint64_t>1 << i
    return 0


cdef int fill_tokens(CardSet* tables, source) except -1:
    cdef int ability
    for ability in range(ABILITIES):
        tables.tokens[ability] = source.tokens[ability]
    return 0


cdef int fill_characters(CardSet* tables, source) except -1:
    cdef int i
    cdef Character* character
    effects = tuple(EFFECT_NAMES)
    tables.characters = len(source.characters)
    for i, printed in enumerate(source.characters):
        character = &tables.character[i]
        character.effect = effects.index(printed.effect)
        character.amount = printed.amount
        for when in printed.when:
            character.when |= 1 << <int>WHEN_NAMES.index(when)
        if printed.period:
            character.period = PERIOD_NAMES.index(printed.period)
        character.times = printed.times
        if printed.deck:
            character.deck = DECK_NAMES.index(printed.deck)
    return 0

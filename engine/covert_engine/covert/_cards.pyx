"""Fills the C tables of a card set."""

from dataclasses import replace

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from covert_engine.covert.card_set import (
    ABILITIES as ABILITY_NAMES,
    DECKS as DECK_NAMES,
    EFFECTS as EFFECT_NAMES,
    PERIODS as PERIOD_NAMES,
    WHENS as WHEN_NAMES,
    Options,
)
from covert_engine.covert.card_set_check import Problems, check
from covert_engine.covert.errors import CardSetError


cdef class CompiledSet:
    """C tables of one card set under one choice of options.

    The set is checked first, so that no table is ever overrun; CardSetError tells all that is
    wrong with it.
    """

    def __cinit__(self, source, options=None):
        chosen = source.options if options is None else options
        problems = Problems()
        check(replace(source, options=chosen), problems)
        if problems.texts:
            raise CardSetError(problems.texts)
        self.source = source
        self.digest = bytes.fromhex(source.digest)
        memset(&self.tables, 0, sizeof(CardSet))
        cdef CardSet* tables = &self.tables
        fill_options(tables, chosen)
        fill_map(tables, source)
        fill_distances(tables)
        fill_agency(tables, source)
        fill_missions(tables, source)
        fill_codes(tables, source)
        fill_tokens(tables, source)
        fill_characters(tables, source)

    def __reduce__(self):
        return CompiledSet, (self.source, self.options)

    @property
    def options(self):
        """The options it was compiled under."""
        return Options(
            circle_wraps=bool(self.tables.circle_wraps),
            either_direction=bool(self.tables.either_direction),
            swaps_first=bool(self.tables.swaps_first),
            distinct_agents=bool(self.tables.distinct_agents),
            flight_trails=bool(self.tables.flight_trails),
        )

    def distance(self, int a, int b):
        """Connections on a shortest way between two cities, by number from 0."""
        require_city(&self.tables, a)
        require_city(&self.tables, b)
        return self.tables.distance[a][b]

    def neighbours(self, int city):
        """Cities one connection away, ascending, by number from 0."""
        require_city(&self.tables, city)
        return tuple([self.tables.neighbour[city][i]
                      for i in range(self.tables.neighbour_count[city])])

    def region(self, int city):
        """The region a city lies in, by number from 0."""
        require_city(&self.tables, city)
        return self.tables.region[city]


cdef int require_city(const CardSet* tables, int city) except -1:
    if not 0 <= city < tables.cities:
        raise ValueError(f"city is {city}; expected 0 to {tables.cities - 1}")
    return 0


cdef int fill_options(CardSet* tables, options) except -1:
    tables.circle_wraps = options.circle_wraps
    tables.either_direction = options.either_direction
    tables.swaps_first = options.swaps_first
    tables.distinct_agents = options.distinct_agents
    tables.flight_trails = options.flight_trails
    return 0


cdef int fill_map(CardSet* tables, source) except -1:
    cdef int city, other, region
    cdef int count
    tables.cities = len(source.cities)
    tables.equipments = len(source.equipment)
    number = {name: i for i, name in enumerate(source.cities)}
    for region, named in enumerate(source.regions):
        for name in named.cities:
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
    """Breadth first from every city."""
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


cdef int fill_agency(CardSet* tables, source) except -1:
    cdef int i
    cdef AgencyCard* card
    for i, printed in enumerate(source.agency):
        card = &tables.agency[i]
        card.equipment = source.equipment.index(printed.equipment)
        card.city = source.cities.index(printed.city)
        card.ability = ABILITY_NAMES.index(printed.ability)
        tables.agency_of_equipment[card.equipment] |= <uint64_t>1 << i
        tables.agency_of_ability[card.ability] |= <uint64_t>1 << i
    return 0


cdef int fill_symbols(uint8_t* kinds, numbers) except -1:
    """Writes the kinds of the symbols of one sort, ascending; returns how many."""
    cdef int i
    for i, number in enumerate(sorted(numbers)):
        kinds[i] = number
    return len(numbers)


cdef int fill_missions(CardSet* tables, source) except -1:
    cdef int i
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
        mission.any_cards = printed.any_cards
        if not printed.foot:
            mission.foot = FOOT_NOTHING
            mission.foot_kind = NONE
        elif printed.foot in source.equipment:
            mission.foot = FOOT_EQUIPMENT
            mission.foot_kind = source.equipment.index(printed.foot)
            tables.mission_foot_equipment[mission.foot_kind] |= <uint64_t>1 << i
        else:
            mission.foot = FOOT_REGION
            mission.foot_kind = regions.index(printed.foot)
            tables.mission_foot_region[mission.foot_kind] |= <uint64_t>1 << i
    return 0


cdef int fill_codes(CardSet* tables, source) except -1:
    cdef int i, place
    cdef Code* code
    for i, printed in enumerate(source.codes):
        code = &tables.code[i]
        code.length = len(printed.numbers)
        for place, number in enumerate(printed.numbers):
            code.numbers[place] = number
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

"""The chance of a game as readable data, with which the second implementation plays the same."""

from libc.stdint cimport uint8_t, uint64_t

from covert_engine.covert_action.rules._chance cimport FIRES, ORDERED, event
from covert_engine.covert_action.rules._deal cimport deal_round, new_game, order_plan_deck
from covert_engine.covert_action.rules._settings cimport MAX_SEATS, PLAN_CARDS, Settings
from covert_engine.covert_action.rules._state cimport LAST_ROUND, MAX_T, State
from covert_engine.covert_action.rules.names import PLAN_TYPES, ROLES, TEAMS


cdef class Chance:
    """All chance of a game (2.4) as readable data: a function of its settings and seed."""

    cdef readonly Settings settings
    cdef readonly uint64_t seed

    def __init__(self, Settings settings not None, seed):
        if type(seed) is not int or not 0 <= seed < 1 << 64:
            raise ValueError(f"seed: {seed!r} is not within 0 and 2^64 - 1")
        self.settings = settings
        self.seed = seed

    def plan_deck(self):
        """The 40 Plan cards in the order in which they are drawn, a letter of `PLAN` each."""
        cdef uint8_t types[PLAN_CARDS]
        cdef int i
        order_plan_deck(self.seed, types)
        return "".join([PLAN_TYPES[types[i]] for i in range(PLAN_CARDS)])

    cdef State dealt(self, int number):
        cdef State state
        if not 1 <= number <= LAST_ROUND:
            raise ValueError(f"round: {number!r} is not within 1 and {LAST_ROUND}")
        new_game(&self.settings.rules, &state, self.seed)
        state.public.round = number
        deal_round(&self.settings.rules, &state)
        return state

    def cards(self, int number):
        """The Spy card of each seat in a round, 1 to 60; ValueError for another."""
        cdef State state = self.dealt(number)
        cdef int i
        return [(TEAMS[state.public.team[i]], ROLES[state.role[i]])
                for i in range(self.settings.rules.players)]

    def centre(self, int number):
        """The Spy cards set aside in a round."""
        cdef State state = self.dealt(number)
        cdef int i
        return [(TEAMS[state.public.centre_team[i]], ROLES[state.centre_role[i]])
                for i in range(self.settings.rules.centre)]

    def opener(self, int number):
        """The seat that opens a round."""
        return self.dealt(number).public.opener

    def fire_lot(self, int number, int t, int seat):
        """The lot that a seat has if it shoots in that round and beat; the highest fires (3.6)."""
        self._check(number, t, seat)
        return event(self.seed, FIRES, number, t, seat)

    def order_lot(self, int number, int t, int seat):
        """The lot that a seat has at the deadline if it acts as Sniper; the highest is ordered
        (3.7)."""
        self._check(number, t, seat)
        return event(self.seed, ORDERED, number, t, seat)

    def _check(self, int number, int t, int seat):
        for name, value, lowest, highest in (
                ("round", number, 1, LAST_ROUND), ("t", t, 1, MAX_T),
                ("seat", seat, 0, MAX_SEATS - 1)):
            if not lowest <= value <= highest:
                raise ValueError(f"{name}: {value!r} is not within {lowest} and {highest}")

"""The exact posterior of the cards, given all public acts.

A seat acts on its own card and on public history. So the probability of an arrangement is
proportional to the product, over the seats, of the likelihood of each seat's acts given its card;
and teams stay independent, except for 4.5 d.
"""

from libc.stdint cimport uint8_t, uint64_t

from covert_engine.covert_action.knowledge._rows cimport KnownRows
from covert_engine.covert_action.knowledge._view cimport View
from covert_engine.covert_action.rules._settings cimport (
    MAX_CENTRE, MAX_ROWS, MAX_SEATS, MAX_TEAMS, ROLES, Rules
)
from covert_engine.covert_action.rules._state cimport State
from covert_engine.search._belief cimport BeliefTable


cdef enum Act:               # public acts of a seat, as in `behaviour.ACTS`
    ACT_PASS = 0
    ACT_AM = 1               # + Role
    ACT_IS_OWN = 6           # + place of the role among sniper, mole, saboteur; of its own team
    ACT_IS_OTHER = 9         # the same for another team
    ACT_URGE_OWN = 12
    ACT_URGE_OTHER = 13
    ACT_HOLD = 14            # a window has closed without a shot
    ALL_ACTS = 15


cdef enum Table:             # figures for settings, as in `behaviour.TABLES`
    WITHOUT_BODYGUARDS = 0
    WITH_BODYGUARDS = 1
    WITH_SABOTEURS = 2
    IN_SILENCE = 3           # + one of the above
    ALL_TABLES = 6


cdef struct Figures:
    double likelihood[ALL_ACTS][ROLES]     # capped, the highest of a row is 1
    double again[ALL_ACTS][ROLES]          # the same for a statement that its seat repeats


cdef struct Behaviour:       # the parameters of the model, from behaviour.py
    Figures table[ALL_TABLES]


cdef struct TeamPosterior:
    double weight[MAX_ROWS]                # of each row that agrees, 0 for the others
    double total                           # of all rows
    double idle                            # of those in which no seat but the viewer acts as Sniper
    uint8_t acting[MAX_ROWS]               # place of the card that acts as Sniper; NONE


cdef struct Weights:         # computed from a view; scratch memory of a search
    KnownRows known
    TeamPosterior team[MAX_TEAMS]


cdef struct Posterior:
    double role[MAX_SEATS][ROLES]          # probability that a seat holds a role
    double centre[MAX_CENTRE][ROLES]
    double acts[MAX_SEATS]                 # that it acts as Sniper now
    double good[MAX_SEATS]                 # that a shot at it by the viewer now is a success, a
                                           # purge or a coup


# Weighs the rows of a view of a game that is not over. Its seat may be NONE, for the public view.
cdef void weigh_rows(const Rules* rules, const Behaviour* model, const View* view,
                     Weights* weights) noexcept nogil
# Sums up the weights.
cdef void sum_up(const Rules* rules, const View* view, const Weights* weights,
                 Posterior* posterior) noexcept nogil
# Draws an arrangement of all teams by its probability, for a viewer, and deals it into `state`.
cdef void deal_weighted(const Rules* rules, const Weights* weights, int viewer, uint64_t* stream,
                        State* state) noexcept nogil


cdef class Belief(BeliefTable):
    cdef Behaviour memory

"""What the learned value sees of a state: figures of each seat, by what things are and do."""

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.evaluation._plan cimport Plan
from covert_engine.covert.evaluation._value cimport ValueWeights
from covert_engine.covert.rules._state cimport State

cdef enum:
    FEATURES = 103           # figures of a seat; features.py has their names


# The figures of a seat, most of them within 0 and 1. `plan` is the seat's, and is brought up to
# date; `w` are the weights of the hand-made value, whose parts are among the figures.
cdef void seat_features(const ValueWeights* w, const CardSet* cards, const State* state, int seat,
                        Plan* plan, float* x) noexcept nogil

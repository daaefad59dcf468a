"""Inputs of the learned value: figures of each seat, by what things are and do."""

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.evaluation._plan cimport Plan
from covert_engine.covert.evaluation._value cimport ValueWeights
from covert_engine.covert.rules._state cimport State

cdef enum:
    FEATURES = 106           # figures of a seat; features.py has their names
    AT_POINTS = 1            # expected points of the hand-made value, in units of 50
    AT_SCORE = 103           # the final score that the hand-made value expects, in units of 50
    AT_MARGIN = 104          # its margin over the best of the others; 1 is worth 3/4
    AT_WIN_MARGIN = 105      # the same margin for the chance to win


# Writes the figures of the seats, most of them within 0 and 1. `plans` are the seats' and are
# updated; `w` are the weights of the hand-made value, which is among the figures.
cdef void all_features(const ValueWeights* w, const CardSet* cards, const State* state,
                       Plan* plans, float[FEATURES]* x) noexcept nogil

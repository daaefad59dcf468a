"""The learned evaluator: the hand-made policy, and a small network for the value."""

from covert_engine.covert.evaluation._features cimport FEATURES
from covert_engine.covert.evaluation._hand_made cimport Model
from covert_engine.search._evaluator cimport EvaluatorTable

cdef enum:
    FIRST = 32               # units of the first layer, a seat
    SECOND = 32              # units of the second layer, a seat
    HEADS = 3                # expected score in 50 points, chance to win, utility


cdef struct Network:         # in the order of `Network` in covert_bots/covert/training/network.py
    float first[FEATURES][FIRST]
    float first_bias[FIRST]
    float second[2 * FIRST][SECOND]  # from the seat's own units, then from the others' mean
    float second_bias[SECOND]
    float heads[SECOND][HEADS]
    float heads_bias[HEADS]
    float direct[FEATURES][HEADS]    # past both layers: to the score from the seat's figures, to
                                     # the other heads from their lead over the others' mean


cdef struct LearnedModel:
    Model hand_made          # comes first: the hand-made policy takes the whole as its model
    Network network


cdef class Learned(EvaluatorTable):
    cdef LearnedModel* memory

"""The class of beliefs."""


cdef class BeliefTable:
    pass


cdef BeliefTable belief_table(str game, Belief belief):
    cdef BeliefTable made = BeliefTable.__new__(BeliefTable)
    made.game = game
    made.belief = belief
    return made

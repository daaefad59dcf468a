"""The class through which an evaluator meets the search."""


cdef class EvaluatorTable:
    pass


cdef EvaluatorTable evaluator_table(str game, Evaluator evaluator):
    cdef EvaluatorTable made = EvaluatorTable.__new__(EvaluatorTable)
    made.game = game
    made.evaluator = evaluator
    return made

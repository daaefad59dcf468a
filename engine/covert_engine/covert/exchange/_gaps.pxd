"""What a client did not remember, filled in."""

from covert_engine.covert.knowledge._view cimport View

cdef void fill_gaps(View* view) noexcept nogil

"""The tensor of a view: floats within 0 and 1, as `tensor_fields.py` lists them."""

from libc.stdint cimport int32_t

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.knowledge._view cimport View


# Writes the tensor of a view, a function of the view and the card set alone; returns the number of
# floats.
cdef int32_t write_tensor(const CardSet* cards, const View* view, float* tensor,
                          int32_t floats) noexcept nogil

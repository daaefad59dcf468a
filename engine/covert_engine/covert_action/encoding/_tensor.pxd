"""The tensor of a view: floats within 0 and 1, as `tensor_fields.py` lists them."""

from libc.stdint cimport int32_t

from covert_engine.covert_action.knowledge._view cimport View
from covert_engine.covert_action.rules._settings cimport Rules


# Writes the tensor of a view, a function of the view and the settings alone; returns the number of
# floats.
cdef int32_t write_tensor(const Rules* rules, const View* view, float* tensor,
                          int32_t floats) noexcept nogil

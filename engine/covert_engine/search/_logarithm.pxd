"""The natural logarithm without libm, whose last bit depends on the CPU."""

from libc.stdint cimport uint32_t


cdef inline double logarithm(uint32_t n) noexcept nogil:
    """Return ln n for n >= 1, to within 1e-12: n = m 2^k with m in [1, 2), ln m = 2
    artanh((m-1)/(m+1))."""
    cdef double m = n
    cdef double k = 0
    cdef double t, square, term, total
    cdef int i
    while m >= 2:
        m *= 0.5
        k += 1
    t = (m - 1) / (m + 1)            # at most 1/3, so each term is at most a ninth of the last
    square = t * t
    term = t
    total = t
    for i in range(3, 27, 2):
        term *= square
        total += term / i
    return 2 * total + k * 0.6931471805599453


cdef extern from *:
    int leading_zeros "__builtin_clz"(unsigned int x) noexcept nogil


cdef inline double near_logarithm(uint32_t n) noexcept nogil:
    """Return ln n for n >= 1, at most 0.06 too low and never too high: linear between powers of
    two."""
    cdef int k = 31 - leading_zeros(n)
    return 0.6931471805599453 * (k - 1 + n / <double> (<uint32_t> 1 << k))

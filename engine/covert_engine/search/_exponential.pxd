"""e to the x, the same on every machine; libraries differ in it."""

from libc.math cimport floorf, ldexpf

cdef inline float exponential(float x) noexcept nogil:
    """Return e to the x, with x limited to -80..80; relative error below 1e-6.

    x = k ln 2 + r with |r| <= ln 2 / 2, and e to the r by its series to the seventh power. ln 2 is
    taken in two parts, of which the first times k is exact.
    """
    cdef float k, r, p
    x = <float> 80 if x > 80 else <float> -80 if x < -80 else x
    k = floorf(x * <float> 1.44269504 + <float> 0.5)
    r = x - k * <float> 0.693359375
    r = r - k * <float> -2.12194440e-4
    p = <float> (1.0 / 5040)
    p = p * r + <float> (1.0 / 720)
    p = p * r + <float> (1.0 / 120)
    p = p * r + <float> (1.0 / 24)
    p = p * r + <float> (1.0 / 6)
    p = p * r + <float> 0.5
    p = p * r + 1
    p = p * r + 1
    return ldexpf(p, <int> k)

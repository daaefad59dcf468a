"""The base classes of games and views."""

from libc.stdint cimport int32_t


cdef class GameTable:

    @property
    def players(self):
        return self.game.players

    @property
    def state_bytes(self):
        return self.game.state_bytes

    @property
    def view_bytes(self):
        return self.game.view_bytes


cdef class SearchView:

    cdef const void* memory(self) noexcept:
        return NULL

    cdef int32_t own_seat(self) noexcept:
        return NOBODY

    cdef int32_t seat_to_move(self) noexcept:
        return NOBODY

    cpdef GameTable table(self):
        raise NotImplementedError("a game's view class says which table it belongs to")

"""Covert as the search sees it."""

from covert_engine.covert._cards cimport CompiledSet
from covert_engine.search._game cimport GameTable

cpdef GameTable game_table(CompiledSet cards, int players)

"""Covert Action as the search sees it."""

from covert_engine.covert_action.rules._settings cimport Settings
from covert_engine.search._game cimport GameTable


cpdef GameTable game_table(Settings settings)

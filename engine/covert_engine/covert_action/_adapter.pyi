from covert_engine.covert_action.rules._settings import Settings
from covert_engine.search import GameTable

def game_table(settings: Settings) -> GameTable:
    """Return the table of a game with those settings."""

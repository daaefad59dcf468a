from covert_engine.covert_action.rules._settings import Settings
from covert_engine.search import GameTable

def game_table(settings: Settings) -> GameTable:
    """The table of a game with those settings."""

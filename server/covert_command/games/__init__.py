"""The parts of a game that are the same for any game: its record, its server, its saved view."""

"""Options of several commands, and how their values are read."""

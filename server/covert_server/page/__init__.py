"""The page for people: its files, as they are served. Its sources are in `web`."""

"""Random numbers by key; nothing here is for Python."""

"""The terminal: what is printed there and typed, and how mistakes are told."""

"""Views outside the engine: as plain data, checked when they come back."""

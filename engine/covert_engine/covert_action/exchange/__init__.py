"""Views outside the engine: plain data, checked when it comes back."""

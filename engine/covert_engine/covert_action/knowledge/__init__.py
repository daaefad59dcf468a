"""The knowledge of a seat: views, and the worlds that agree with a view."""

"""What a seat may know: views, and the worlds that agree with a view."""

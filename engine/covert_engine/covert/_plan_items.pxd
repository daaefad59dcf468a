"""The plans of a view's seat, itemised."""

"""Views as they are written down: read, checked, gaps filled, and written."""

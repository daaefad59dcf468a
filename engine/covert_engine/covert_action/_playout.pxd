"""Nothing here is for other modules."""

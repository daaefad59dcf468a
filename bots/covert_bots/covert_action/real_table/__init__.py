"""A game at a real table, followed line by line as one of its players types it."""

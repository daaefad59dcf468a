"""A table of people, followed line by line as one of its players tells of it."""

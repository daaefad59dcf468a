"""The threads that search, and the queue for them."""

"""The threads that search, and the queue of those who wait for them."""

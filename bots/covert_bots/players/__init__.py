"""The interface of bots, the bots, and the specs that name them."""

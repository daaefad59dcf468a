"""What a bot is, the bots, and the specs that name them."""

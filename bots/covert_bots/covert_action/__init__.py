"""What is Covert Action's of bots and arena: its bots, its games, what ledgers keep of them."""

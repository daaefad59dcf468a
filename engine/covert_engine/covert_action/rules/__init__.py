"""Settings, state, actions, chance, the deal, legal actions, playing them, who has won."""

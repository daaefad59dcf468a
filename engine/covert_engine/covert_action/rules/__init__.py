"""The rules: settings, state, actions, chance, the deal, legal actions, their effects, the
winners."""

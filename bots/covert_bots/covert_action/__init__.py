"""What is Covert Action's of the bots: messages, words."""

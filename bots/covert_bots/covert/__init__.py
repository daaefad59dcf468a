"""What of the bots is Covert's alone: messages, and words."""

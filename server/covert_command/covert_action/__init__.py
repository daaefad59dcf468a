"""What is Covert Action's of the commands: its games, its table and its advice on the screen."""

"""Tables: games that the server keeps, for people and bots who play together."""

"""Who sits down at a table of the arena: bots, modules of others, servers."""

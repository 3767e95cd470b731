"""Learning an engine, from its address to a checked wrapper, and mending a broken one."""

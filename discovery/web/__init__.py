"""The web: the only folder that opens sockets to it, guarded, polite and bounded."""

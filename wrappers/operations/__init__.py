"""Use cases of engines: for the console, the shell and programs alike."""

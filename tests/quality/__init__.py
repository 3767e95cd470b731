"""The quality gate: figures on the shared data that may only rise."""

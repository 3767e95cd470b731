"""Learning how an engine's further result pages are reached and asked for."""

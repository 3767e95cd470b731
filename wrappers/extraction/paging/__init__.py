"""Further result pages: the controls that lead on, and the rule that follows them."""

"""Weights of features, the thresholds in their unit, and where both come from."""

"""Figures of speed, as ratios in one run against the bare cost or a peer."""

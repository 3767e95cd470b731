"""Benchmarks: figures as ratios in one run, and quality on labelled data."""

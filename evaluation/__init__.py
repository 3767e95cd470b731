"""Evaluation: figures as ratios in one run, quality on labelled data, and the weight fitting."""

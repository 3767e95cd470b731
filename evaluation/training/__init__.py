"""Fitting of weights, and the made-up pages they are fitted on."""

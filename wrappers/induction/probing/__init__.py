"""Queries to learn an engine by: impossible ones, and generated ones that find something."""

"""Engines whose pages scripts fill, learned by searching them in a browser."""

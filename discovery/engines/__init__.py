"""Engines as rows: registered by address, moved between states; the forms of their sites."""

"""Syntaxia: a wiki of the language and its modules, redesigned by one click."""

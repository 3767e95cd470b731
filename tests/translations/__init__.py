"""The catalogues of translations: kept up to date by `make translations`, held so by a test."""

"""Engines ready to be asked: kept in the process, asked over the web or from our index."""

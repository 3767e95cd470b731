"""Limits, proxies, attempts to sign in: between strangers and the pages."""

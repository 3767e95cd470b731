"""Wrappers of collected pages: what the pages of one template say."""

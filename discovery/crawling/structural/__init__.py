"""Structural crawling: the pages of one class from one sample, for sites as they are."""

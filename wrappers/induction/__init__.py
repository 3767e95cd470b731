"""Induction: from sample pages to a wrapper."""

"""Structural crawling: the pages of one class from one sample, for sites as they are."""

from discovery.crawling.structural.traversal import StructuralTraversal

__all__ = ["StructuralTraversal"]

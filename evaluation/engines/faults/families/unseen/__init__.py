"""Faults written blind, after the product was mended by the other families."""

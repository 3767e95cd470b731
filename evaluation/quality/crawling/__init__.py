"""Crawls for the classes of known sites, held against the truth; a command of its own."""

from evaluation.quality.crawling.crawls import METHODS, Crawl, measure
from evaluation.quality.crawling.figures import calibration, line, summary

__all__ = ["METHODS", "Crawl", "calibration", "line", "measure", "summary"]

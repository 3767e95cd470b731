"""INDESIT (Blanco et al. 2005): pages like one sample, by the paths of links back to them."""

from discovery.crawling.indesit.indesit import indesit
from discovery.crawling.indesit.schema import PageSchema, page_schema

__all__ = ["PageSchema", "indesit", "page_schema"]

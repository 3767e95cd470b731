"""Sample sites: five small search sites of real data, served on loopback ports of their own.

They are to be found and learned like any other site. This folder knows nothing of the rest of the
project, and the rest nothing of the sites but their addresses.
"""

from samples import esperluette, glyphothek, modulary, phrasarium, reinhardteca

__all__ = ["DEFAULT_FIRST_PORT", "EXAMPLE_QUERIES", "SITES"]

# The sites listen on ports from this plus 10 on: on those below listened other sites, of which
# existing installations have engines.
DEFAULT_FIRST_PORT = 8101

# What a newcomer may ask all sites at once.
EXAMPLE_QUERIES = ("json", "task group", "enum flag", "path", "counter")

SITES = (
    modulary.SITE,
    glyphothek.SITE,
    esperluette.SITE,
    reinhardteca.SITE,
    phrasarium.SITE,
)

"""Sample sites: four search sites about Python, served on loopback ports of their own.

They are to be found and learned like any other site: nobody knows of them but their addresses.
Several lead to the same pages: those of the reference, which is the first of them.
"""

from samples.ahnengalerie.pages import Ahnengalerie
from samples.application import SampleSite
from samples.modulary.pages import Modulary
from samples.syntaxia.pages import Syntaxia
from samples.versionary.pages import Versionary

# The sites listen on ports from this plus 10 on: on those below, and between, listened other sites,
# of which existing installations have engines.
DEFAULT_FIRST_PORT = 8101

# What a newcomer may ask all sites at once.
EXAMPLE_QUERIES = ("json", "counter", "enum flag", "timeout", "context manager", "zip")

SITES: tuple[SampleSite, ...] = (Modulary(), Ahnengalerie(), Versionary(), Syntaxia())

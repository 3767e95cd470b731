"""Sample sites: seven search sites about Python, served on loopback ports of their own.

They are to be found and learned like any other site: nobody knows of them but their addresses.
Several lead to the same pages: those of the reference, which is the first of them.
"""

from samples.ahnengalerie import pages as ahnengalerie
from samples.modulary import pages as modulary
from samples.signatheque import pages as signatheque
from samples.syntaxia import pages as syntaxia
from samples.tracebackery import pages as tracebackery
from samples.versionary import pages as versionary
from samples.wheelyard import pages as wheelyard

# The sites listen on ports from this plus 10 on: on those below listened other sites, of which
# existing installations have engines.
DEFAULT_FIRST_PORT = 8101

# What a newcomer may ask all sites at once.
EXAMPLE_QUERIES = ("json", "counter", "enum flag", "timeout", "context manager", "zip")

SITES = (
    modulary.SITE,
    ahnengalerie.SITE,
    versionary.SITE,
    signatheque.SITE,
    tracebackery.SITE,
    wheelyard.SITE,
    syntaxia.SITE,
)

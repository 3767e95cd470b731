"""Which site an address belongs to."""

from functools import lru_cache
from urllib.parse import urlsplit

from tldextract import TLDExtract

# The public suffix list that comes with the library: no network, no cache on disk. Its private
# part tells the tenants of hosting services apart: `a.github.io` and `b.github.io` are two sites.
_SUFFIXES = TLDExtract(suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True)


def site_of(url: str) -> str:
    """Return the site of an http(s) address: its registered domain.

    A host that has none (an IP address, a bare name) is a site of its own on each port. Raises
    `ValueError` for what is no address.

    >>> site_of("https://catalog.library.example.co.uk:8443/find"), site_of("http://a.github.io/")
    ('example.co.uk', 'a.github.io')
    >>> site_of("http://127.0.0.1:8101/"), site_of("http://localhost/"), site_of("http://b.test/")
    ('127.0.0.1:8101', 'localhost', 'b.test')
    """
    parts = urlsplit(url)
    host = (parts.hostname or "").rstrip(".")
    return _registered_domain(host) or (f"{host}:{parts.port}" if parts.port else host)


def site_if_any(url: str) -> str:
    """Return the site of an address, empty for what is none."""
    try:
        return site_of(url)
    except ValueError:
        return ""


@lru_cache(maxsize=10_000)
def _registered_domain(host: str) -> str:
    """Return the registered domain of a host name, nothing when there is none."""
    extract = _SUFFIXES(host)
    if extract.suffix:
        # A public suffix itself (`github.io`) is a site too.
        return extract.top_domain_under_public_suffix or host
    if extract.ipv4 or extract.ipv6 or "." not in host:
        return ""
    # publicsuffix.org, "algorithm": a suffix that no rule names is its last label.
    return ".".join(host.split(".")[-2:])

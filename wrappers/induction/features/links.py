"""Evidence of links: where the titles lead, and the links of the records; each within [-1, 1]."""

from collections import Counter

from wrappers.induction.features.record_features import (
    Evidence,
    Look,
    fmean,
    log_scale,
    share,
    variation,
)


def query_in_addresses(look: Look) -> float:
    """Titles that link to a search: related searches, filters, pages.

    The address holds the query in its parameters, or begins as the page's own before the query.
    """
    words, own = look.facts.query_words, look.facts.search_folder
    return share(
        [
            (own and address.startswith(own))
            or any(word in address.partition("?")[2].casefold() for word in words)
            for address in look.addresses
        ]
    )


def distinct_addresses(look: Look) -> float:
    """Titles lead to different pages."""
    return len(set(look.addresses)) / len(look.addresses)


def leads_away(look: Look) -> float:
    """Titles that lead to other hosts, or to pages of one host and level like the others."""
    own = look.facts.own_host
    shapes = [
        (address.partition("/")[0], address.partition("?")[0].count("/"))
        for address in look.addresses
    ]
    common = Counter(shapes).most_common(1)[0][0]
    hosts = [look.facts.host(link) for link in _titles(look)]
    return share(
        [
            shape == common or (host and host != own)
            for shape, host in zip(shapes, hosts, strict=True)
        ]
    )


def same_path(look: Look) -> float:
    """Titles that differ in nothing but the query part of their address."""
    paths = Counter(address.partition("?")[0] for address in look.addresses)
    return paths.most_common(1)[0][1] / len(look.addresses) if look.count > 1 else 0.0


def linked_elsewhere(look: Look) -> float:
    """Titles whose address is linked outside of its record too."""
    counts = look.facts.address_counts
    inside: Counter[str] = Counter()
    for span in look.spans:
        for link in look.facts.index.links_between(span.first, span.end)[:20]:
            inside[look.facts.address_key(link)] += 1
    return share([counts[address] > max(1, inside[address]) for address in look.addresses])


def links_per_record(look: Look) -> float:
    """Many links in a record."""
    return log_scale(fmean(record.link_count for record in look.records) - 1, 20)


def link_count_variation(look: Look) -> float:
    """Records differ in their number of links."""
    return variation([float(record.link_count) for record in look.records])


def record_is_link(look: Look) -> float:
    """Records that are nothing but their link."""
    return share([span.first == span.title for span in look.spans])


def leads_off_site(look: Look) -> float:
    """Share of the titles that lead to other hosts than the page's own; no evidence by itself."""
    own = look.facts.own_host
    return share([host and host != own for host in map(look.facts.host, _titles(look))])


def _titles(look: Look) -> list[int]:
    """Return the numbers of the title links."""
    return [span.title for span in look.spans]


LINK_EVIDENCE: tuple[Evidence, ...] = (
    query_in_addresses,
    distinct_addresses,
    leads_away,
    same_path,
    linked_elsewhere,
    links_per_record,
    link_count_variation,
    record_is_link,
)

"""Features of links: where the titles lead, and the links of the records; each within [-1, 1]."""

from collections import Counter

from wrappers.induction.features.record_features import (
    CandidateFeatures,
    Feature,
    fmean,
    log_scale,
    share,
    variation,
)


def query_in_addresses(candidate: CandidateFeatures) -> float:
    """Titles that link to a search: related searches, filters, pages.

    The address holds the query in its parameters, or begins as the page's own before the query.
    """
    words, own = candidate.features.query_words, candidate.features.search_folder
    return share(
        [
            (own and address.startswith(own))
            or any(word in address.partition("?")[2].casefold() for word in words)
            for address in candidate.addresses
        ]
    )


def distinct_addresses(candidate: CandidateFeatures) -> float:
    """Titles lead to different pages."""
    return len(set(candidate.addresses)) / len(candidate.addresses)


def leads_away(candidate: CandidateFeatures) -> float:
    """Titles that lead to other hosts, or to pages of one host and level like the others."""
    own = candidate.features.own_host
    shapes = [
        (address.partition("/")[0], address.partition("?")[0].count("/"))
        for address in candidate.addresses
    ]
    common = Counter(shapes).most_common(1)[0][0]
    hosts = [candidate.features.host(link) for link in _titles(candidate)]
    return share(
        [
            shape == common or (host and host != own)
            for shape, host in zip(shapes, hosts, strict=True)
        ]
    )


def same_path(candidate: CandidateFeatures) -> float:
    """Titles that differ in nothing but the query part of their address."""
    paths = Counter(address.partition("?")[0] for address in candidate.addresses)
    return paths.most_common(1)[0][1] / len(candidate.addresses) if candidate.count > 1 else 0.0


def linked_elsewhere(candidate: CandidateFeatures) -> float:
    """Titles whose address is linked outside of its record too."""
    counts = candidate.features.address_counts
    inside: Counter[str] = Counter()
    for span in candidate.spans:
        for link in candidate.features.index.links_between(span.first, span.end)[:20]:
            inside[candidate.features.address_key(link)] += 1
    return share([counts[address] > max(1, inside[address]) for address in candidate.addresses])


def links_per_record(candidate: CandidateFeatures) -> float:
    """Many links in a record."""
    return log_scale(fmean(record.link_count for record in candidate.records) - 1, 20)


def link_count_variation(candidate: CandidateFeatures) -> float:
    """Records differ in their number of links."""
    return variation([float(record.link_count) for record in candidate.records])


def record_is_link(candidate: CandidateFeatures) -> float:
    """Records that are nothing but their link."""
    return share([span.first == span.title for span in candidate.spans])


def leads_off_site(candidate: CandidateFeatures) -> float:
    """Share of the titles that lead to other hosts than the page's own; no feature by itself."""
    own = candidate.features.own_host
    return share(
        [host and host != own for host in map(candidate.features.host, _titles(candidate))]
    )


def _titles(candidate: CandidateFeatures) -> list[int]:
    """Return the numbers of the title links."""
    return [span.title for span in candidate.spans]


LINK_FEATURES: tuple[Feature, ...] = (
    query_in_addresses,
    distinct_addresses,
    leads_away,
    same_path,
    linked_elsewhere,
    links_per_record,
    link_count_variation,
    record_is_link,
)

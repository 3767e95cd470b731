"""One wrapper for an engine out of the wrappers of its sample pages.

Zhao et al. 2005, section 3.8.
"""

from collections.abc import Sequence

from wrappers.induction.vints.initial_wrappers import VintsWrapper
from wrappers.induction.vints.separators import Separation, Separator
from wrappers.induction.vints.tag_tree import Direction, TagPath


def integrate_wrappers(wrappers: Sequence[VintsWrapper]) -> VintsWrapper | None:
    """Return the integrated wrapper with the largest support, None for no wrappers.

    "Two wrappers are considered at a time … At the end of this process … the integrated wrapper
    with the largest support … will be selected" (section 3.8). A tie goes to the one integrated
    first.
    """
    integrated: list[VintsWrapper] = []
    for wrapper in wrappers:
        for position, other in enumerate(integrated):
            joined = integrate_two(other, wrapper)
            if joined is not None:
                integrated[position] = joined
                break
        else:
            integrated.append(wrapper)
    return max(integrated, key=lambda wrapper: wrapper.support, default=None)


def integrate_two(a: VintsWrapper, b: VintsWrapper) -> VintsWrapper | None:
    """Return one wrapper for two, None when separators or prefixes cannot be integrated."""
    if (a.expansion, a.separation.leads) != (b.expansion, b.separation.leads):
        return None
    separators = integrate_separators(a.separation.separators, b.separation.separators)
    if separators is None:
        return None
    prefix = integrate_prefixes(a.compact_prefix, b.compact_prefix)
    if prefix is None:
        return None
    return VintsWrapper(
        Separation(prefix, separators, a.separation.leads),
        a.expansion,
        min(a.minimum, b.minimum),
        max(a.maximum, b.maximum),
        a.support + b.support,
    )


def integrate_separators(
    a: frozenset[Separator], b: frozenset[Separator]
) -> frozenset[Separator] | None:
    """Return the larger set when one set of separators is a subset of the other, else None."""
    if a <= b:
        return b
    return a if b <= a else None


def integrate_prefixes(a: TagPath, b: TagPath) -> TagPath | None:
    """Return one prefix for two in compact form, None when they lead to different sub-trees.

    "Prefix integration can be carried out reasonably easily after prefixes are converted into
    compact forms". Details ours. Up to the last node with direction C they must be equal; after it
    the fewer nodes are kept.
    """
    if _to_subtree(a) != _to_subtree(b):
        return None
    return min(a, b, key=len)


def _to_subtree(path: TagPath) -> TagPath:
    """Return the nodes of a path up to the last one with direction C."""
    end = len(path)
    while end and path[end - 1].direction is not Direction.CHILD:
        end -= 1
    return path[:end]

"""Tag paths written as in the paper."""

import re

from wrappers.induction.vints.content_lines import Direction, PathNode, TagPath

PATH_NODE = re.compile(r"<([^<>]{1,80})>\s{0,3}([CS])\s{0,3}")


def parse_path(text: str) -> TagPath:
    """Return a tag path written as in the paper."""
    return tuple(
        PathNode(tag.lower(), Direction(direction)) for tag, direction in PATH_NODE.findall(text)
    )

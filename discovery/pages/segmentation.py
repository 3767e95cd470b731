"""Segmentation by VIPS: a page as a tree of visual blocks.

Cai et al. 2003, section 4.1: a *valid node* can be seen; an *inline node* affects the looks of text
and can be applied to words without a line break; a *virtual text node* is an inline node of text
and virtual text nodes alone.

The rules have the numbers of that section. The report's text is not at hand: thresholds are ours,
and so is that a line break in running text counts as a line-break node (rule 5), without which
pages of links between `<br>` are one block. The first rule of a node's tag that says anything
decides. Rule 1 (nothing to be seen) and rule 3 (the root of what is divided in this round) are the
walk's own.

Separator detection: a separator is a horizontal or vertical line of the page that crosses no block.
The report adds blocks to the page one after the other, and splits, narrows or removes separators.
What remains are the gaps of the blocks' shadows on one side of the page, which a sweep finds at
once (ours).

Section 4.3: in rounds, a block is divided into a pool of smaller ones (`decide`); the pool is
joined to a tree by the separators between them, those of least weight first; every leaf that is
less coherent than permitted is divided in the next round. Joining at the least weight first is the
same as cutting at the greatest first, as done here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from lxml.html import HtmlElement

from discovery.pages.layout import Box, Font, Layout, Piece, PieceKind, bounding_box
from discovery.pages.tree import LINE_TAGS


@dataclass(slots=True, eq=False)
class VisibleNode:
    """A valid node: an element with what is seen of it, or one piece (`element` is None).

    `box` is the smallest around its pieces, `area` the sum of its parts' areas, `is_text` whether
    it is a text or a virtual text node, `has_break` whether its text goes on below its first line.
    """

    element: HtmlElement | None
    box: Box
    piece: Piece | None = None
    parts: list["VisibleNode"] = field(default_factory=list)
    is_text: bool = False
    has_break: bool = False
    background: str = ""
    fonts: frozenset[Font] = frozenset()

    @property
    def is_line_break(self) -> bool:
        """Whether the node is no inline node."""
        return self.element is not None and self.element.tag in LINE_TAGS

    @property
    def is_rule(self) -> bool:
        return self.piece is not None and self.piece.kind is PieceKind.RULE


def visible_nodes(layout: Layout) -> VisibleNode:
    """Return the tree of a page's valid nodes; its root shows nothing where nothing is seen."""
    root = VisibleNode(None, layout.page)
    known: dict[HtmlElement, VisibleNode] = {}
    for piece in layout.pieces:
        is_text = piece.kind is PieceKind.TEXT
        fonts = frozenset((piece.font,) if is_text else ())
        node = VisibleNode(None, piece.box, piece, is_text=is_text, fonts=fonts)
        element = piece.element
        while element is not None and element not in known:
            above = VisibleNode(
                element, piece.box, background=layout.backgrounds.get(element, ""), parts=[node]
            )
            known[element] = above
            node, element = above, element.getparent()
        (root if element is None else known[element]).parts.append(node)
    # What was made later stands inside or behind: every node comes after its parts.
    for node in _parts_first(root):
        _sum_up(node)
    return root


def _parts_first(root: VisibleNode) -> list[VisibleNode]:
    found, stack = [], [root]
    while stack:
        node = stack.pop()
        if node.parts:
            found.append(node)
            stack.extend(node.parts)
    return found[::-1]


def _sum_up(node: VisibleNode) -> None:
    node.box = bounding_box(part.box for part in node.parts)
    only_text = all(part.is_text for part in node.parts)
    node.is_text = only_text and not node.is_line_break
    node.has_break = any(part.has_break and part.is_text for part in node.parts) or any(
        before.is_text and after.is_text and not before.box.is_on_line_with(after.box)
        for before, after in pairwise(node.parts)
    )
    node.fonts = (
        frozenset().union(*(part.fonts for part in node.parts)) if only_text else frozenset()
    )


# A node smaller than this share of the block that is divided is looked at in a later round. Guess.
MIN_RELATIVE_SIZE = 0.1
# The degrees of coherence: of texts in one font, in several, and by the tags of what stays whole.
ONE_FONT, SEVERAL_FONTS = 10, 9
COHERENCE = {"table": 5, "tr": 7, "td": 8, "p": 8, "li": 8}
USUAL_COHERENCE = 6
# Rule 7: parts larger than the whole by rounding alone do not count.
ROUNDING = 1.01


# Division is told by 0, a node that stays whole by its degree of coherence.
DIVIDE = 0
# The numbers of the rules that are asked of a tag, in this order.
RULES_OF_TAG = {
    "table": (2, 7, 9),
    "tr": (2, 7, 9),
    "td": (2, 4, 8, 9, 10),
    "p": (2, 4, 5, 6, 8, 9, 11, 13),
}
RULES_OF_INLINE_NODES = RULES_OF_TAG["p"]
OTHER_RULES = (2, 4, 6, 8, 9, 11)


def decide(node: VisibleNode, block_area: float, previous_is_whole: bool) -> int:
    """Return `DIVIDE`, or the degree of coherence of a node that stays whole in this round.

    `block_area` is that of the block that is divided in it. The neighbour before may be undivided.
    """
    if not node.parts:
        return ONE_FONT
    tag = "" if node.element is None else str(node.element.tag)
    inline = node.element is not None and not node.is_line_break
    coherence = COHERENCE.get(tag, USUAL_COHERENCE)
    for rule in RULES_OF_INLINE_NODES if inline else RULES_OF_TAG.get(tag, OTHER_RULES):
        holds, said = False, DIVIDE
        match rule:
            case 2:  # one valid child that is no text
                holds = len(node.parts) == 1 and not node.parts[0].is_text
            case 4:  # (virtual) text nodes alone stay whole; but for lines of them (ours)
                holds = all(part.is_text for part in node.parts) and not node.has_break
                said = ONE_FONT if len(node.fonts) <= 1 else SEVERAL_FONTS
            case 5:  # a line-break node among the children
                holds = node.has_break or any(part.is_line_break for part in node.parts)
            case 6:  # an <hr> among the children
                holds = any(inner.is_rule for part in node.parts for inner in (part, *part.parts))
            case 7:  # children together larger than the node
                holds = sum(part.box.area for part in node.parts) > ROUNDING * node.box.area
            case 8:  # a child of another background
                holds = any(part.background not in {"", node.background} for part in node.parts)
            case 9:  # a small node with a text among its children stays whole
                holds = node.box.area < MIN_RELATIVE_SIZE * block_area and any(
                    part.is_text for part in node.parts
                )
                said = coherence
            case 10:  # the largest child is small
                largest = max(part.box.area for part in node.parts)
                holds, said = largest < MIN_RELATIVE_SIZE * block_area, coherence
            case 11:  # behind one that stays whole
                holds, said = previous_is_whole, coherence
            case 13:
                holds, said = True, coherence
        if holds:
            return said
    # Rule 12: what no rule keeps whole is divided.
    return DIVIDE


# Weights of a gap by its width in pixels, ascending. Guess: inside of a line of text, between lines
# (leading 0 to 4), a blank line (from 12), and what sets parts of a page apart.
GAP_WEIGHTS = ((1.0, 0), (5.0, 1), (12.0, 2), (24.0, 3), (48.0, 4), (float("inf"), 5))
RULE_WEIGHT = 4
BACKGROUND_WEIGHT = 2
FONT_WEIGHT = 1
# Pixels by which boxes may overlap without being one: rounding, and lines of tall characters.
OVERLAP = 2.0


def find_separators(shadows: Sequence[tuple[float, float]]) -> tuple[list[int], list[int]]:
    """Return the order of the shadows by their starts, and before which of them a gap is.

    >>> find_separators([(20, 30), (0, 10), (5, 12)])
    ([1, 2, 0], [2])
    """
    order = sorted(range(len(shadows)), key=lambda place: shadows[place])
    cuts, reach = [], float("-inf")
    for place, number in enumerate(order):
        start, end = shadows[number]
        # What is as thin as the overlap allowed (a rule) must not be swallowed.
        if place and start >= reach - min(OVERLAP, (end - start) / 2):
            cuts.append(place)
        reach = max(reach, end)
    return order, cuts


def weigh(above: VisibleNode, below: VisibleNode, gap: float) -> int:
    """Return the weight of a separator by the blocks nearest to it on both sides, and its width."""
    weight = next(weight for width, weight in GAP_WEIGHTS if gap < width)
    if above.is_rule or below.is_rule:
        weight += RULE_WEIGHT
    if above.background != below.background:
        weight += BACKGROUND_WEIGHT
    if _prominence(below) > _prominence(above) > (0.0, 0):
        weight += FONT_WEIGHT
    return weight


def _prominence(block: VisibleNode) -> tuple[float, int]:
    return max(((font.size, font.weight) for font in block.fonts), default=(0.0, 0))


@dataclass(frozen=True, slots=True, eq=False)
class VisualBlock:
    """One block of the tree: its box, its children from the top left; `own` pieces of a leaf.

    Liu, Meng, Meng 2010 (ViDE), section 4.2: "The root block represents the whole page, and each
    block in the tree corresponds to a rectangular region on … the Web page. The leaf blocks …
    represent the minimum semantic units, such as continuous texts or images."

    `coherence` is the degree of coherence, 1 to 10: how much what it shows belongs together.
    """

    box: Box
    coherence: int
    children: tuple["VisualBlock", ...] = ()
    own: tuple[Piece, ...] = ()

    def walk(self) -> Iterator["VisualBlock"]:
        stack = [self]
        while stack:
            block = stack.pop()
            yield block
            stack.extend(reversed(block.children))

    def leaves(self) -> Iterator["VisualBlock"]:
        return (block for block in self.walk() if not block.children)

    def pieces(self) -> Iterator[Piece]:
        for leaf in self.leaves():
            yield from leaf.own


# The permitted degree of coherence: below it blocks are divided. ViDE's leaves are "continuous
# texts or images", which only the highest degrees are.
PERMITTED_COHERENCE = 9
# Levels of the tree: what nests deeper stays whole. Guess: the deepest of 171 real pages has 30.
MAX_LEVELS = 60
# Pieces of a page: one with more stays whole. Guess: the longest of 171 real pages has 5,000.
MAX_PIECES = 20_000


def segment_page(layout: Layout) -> VisualBlock:
    if not layout.pieces or len(layout.pieces) > MAX_PIECES:
        return VisualBlock(layout.page, 1, own=layout.pieces)
    root = visible_nodes(layout)
    return _divided(root, 1, 0)


def _divided(node: VisibleNode, coherence: int, level: int) -> VisualBlock:
    pool = _pool(node) if coherence < PERMITTED_COHERENCE and level < MAX_LEVELS else []
    if not pool:
        return VisualBlock(node.box, min(coherence, ONE_FONT), own=tuple(_pieces(node)))
    return _structure(pool, level + 1)


def _pool(root: VisibleNode) -> list[tuple[VisibleNode, int]]:
    """Return the nodes that a block is divided into in one round, with their coherence."""
    pool: list[tuple[VisibleNode, int]] = []
    area = root.box.area
    # Siblings are looked at in their order: whether the one before was divided counts.
    stack: list[list[VisibleNode]] = [root.parts[::-1]]
    whole = [False]
    while stack:
        if not stack[-1]:
            stack.pop()
            whole.pop()
            continue
        node = stack[-1].pop()
        said = decide(node, area, whole[-1])
        whole[-1] = said != DIVIDE and bool(node.parts) and said < PERMITTED_COHERENCE
        if said == DIVIDE:
            stack.append(node.parts[::-1])
            whole.append(False)
        else:
            pool.append((node, said))
    return pool


def _structure(pool: Sequence[tuple[VisibleNode, int]], level: int) -> VisualBlock:
    if len(pool) == 1:
        node, coherence = pool[0]
        return _divided(node, coherence, level)
    groups, weight = _cut(pool)
    if len(groups) == 1 or level >= MAX_LEVELS:
        # Blocks that overlap: no stripe is between them.
        children = [_divided(node, coherence, level + 1) for node, coherence in pool]
    else:
        children = [_structure(group, level + 1) for group in groups]
    box = bounding_box(child.box for child in children)
    return VisualBlock(box, max(1, PERMITTED_COHERENCE - weight), tuple(children))


def _cut(
    pool: Sequence[tuple[VisibleNode, int]],
) -> tuple[list[list[tuple[VisibleNode, int]]], int]:
    """Return the groups between the separators of greatest weight, and this weight."""
    blocks = [node for node, _ in pool]
    rows = [(block.box.top, block.box.bottom) for block in blocks]
    columns = [(block.box.left, block.box.right) for block in blocks]
    found = [_weighed(blocks, shadows) for shadows in (rows, columns)]
    order, weights = max(found, key=lambda side: max(side[1].values(), default=-1))
    greatest = max(weights.values(), default=0)
    kept = [cut for cut, weight in weights.items() if weight == greatest]
    bounds = [0, *kept, len(order)]
    return [[pool[n] for n in order[a:b]] for a, b in pairwise(bounds)], greatest


def _weighed(
    blocks: Sequence[VisibleNode], shadows: Sequence[tuple[float, float]]
) -> tuple[list[int], dict[int, int]]:
    """Return the order of blocks in one direction, and the weight of each separator in it."""
    order, cuts = find_separators(shadows)
    weights = {}
    for start, cut in pairwise((0, *cuts)):
        # The block that reaches nearest to the separator, and the first one behind it.
        above = max(order[start:cut], key=lambda number: shadows[number][1])
        below = order[cut]
        gap = shadows[below][0] - shadows[above][1]
        weights[cut] = weigh(blocks[above], blocks[below], gap)
    return order, weights


def _pieces(node: VisibleNode) -> list[Piece]:
    found: list[Piece] = []
    stack = [node]
    while stack:
        inner = stack.pop()
        if inner.piece is not None:
            found.append(inner.piece)
        stack.extend(reversed(inner.parts))
    return found

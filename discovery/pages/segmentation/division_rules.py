"""Which nodes are divided further: the heuristic rules of VIPS.

Cai et al. 2003, section 4.1, where the rules have the numbers used here. The report's text is not
at hand: thresholds are ours, and so is that a line break in running text counts as a line-break
node (rule 5), without which pages of links between `<br>` are one block. The first rule of a node's
tag that says anything decides. Rule 1 (nothing to be seen) and rule 3 (the root of what is divided
in this round) are the walk's own.
"""

from collections.abc import Callable
from dataclasses import dataclass

from discovery.pages.layout import PieceKind
from discovery.pages.segmentation.visible_nodes import VisibleNode

# A node smaller than this share of the block that is divided is looked at in a later round. Guess.
MIN_RELATIVE_SIZE = 0.1
# The degrees of coherence: of texts in one font, in several, and by the tags of what stays whole.
ONE_FONT, SEVERAL_FONTS = 10, 9
COHERENCE = {"table": 5, "tr": 7, "td": 8, "p": 8, "li": 8}
USUAL_COHERENCE = 6
# Rule 7: parts larger than the whole by rounding alone do not count.
ROUNDING = 1.01


@dataclass(frozen=True, slots=True)
class Situation:
    """What a rule knows beside the node: area and undivided neighbour."""

    block_area: float
    previous_is_whole: bool


# A rule returns 0 to divide, the degree of coherence to keep the node whole, None to say nothing.
Rule = Callable[[VisibleNode, Situation], int | None]
DIVIDE = 0


def single_part(node: VisibleNode, situation: Situation) -> int | None:
    """Rule 2: a node with one valid child that is no text is divided."""
    return DIVIDE if len(node.parts) == 1 and not node.parts[0].is_text else None


def texts_alone(node: VisibleNode, situation: Situation) -> int | None:
    """Rule 4: a node of (virtual) text nodes alone stays whole; but for its lines (ours)."""
    if not all(part.is_text for part in node.parts) or node.has_break:
        return None
    return ONE_FONT if len(node.fonts) <= 1 else SEVERAL_FONTS


def line_breaks(node: VisibleNode, situation: Situation) -> int | None:
    """Rule 5: a node with a line-break node among its children is divided."""
    breaks = node.has_break or any(part.is_line_break for part in node.parts)
    return DIVIDE if breaks else None


def horizontal_rule(node: VisibleNode, situation: Situation) -> int | None:
    """Rule 6: a node with an `<hr>` among its children is divided."""
    shows = any(
        inner.piece is not None and inner.piece.kind is PieceKind.RULE
        for part in node.parts
        for inner in (part, *part.parts)
    )
    return DIVIDE if shows else None


def parts_larger(node: VisibleNode, situation: Situation) -> int | None:
    """Rule 7: a node whose children together are larger than itself is divided."""
    area = sum(part.box.area for part in node.parts)
    return DIVIDE if area > ROUNDING * node.box.area else None


def other_background(node: VisibleNode, situation: Situation) -> int | None:
    """Rule 8: a node with a child of another background is divided."""
    differs = any(part.background not in {"", node.background} for part in node.parts)
    return DIVIDE if differs else None


def small_with_text(node: VisibleNode, situation: Situation) -> int | None:
    """Rule 9: a small node with a (virtual) text node among its children stays whole."""
    small = node.box.area < MIN_RELATIVE_SIZE * situation.block_area
    return _coherence(node) if small and any(part.is_text for part in node.parts) else None


def small_parts(node: VisibleNode, situation: Situation) -> int | None:
    """Rule 10: a node whose largest child is small stays whole."""
    largest = max(part.box.area for part in node.parts)
    return _coherence(node) if largest < MIN_RELATIVE_SIZE * situation.block_area else None


def after_whole(node: VisibleNode, situation: Situation) -> int | None:
    """Rule 11: a node behind one that stays whole stays whole."""
    return _coherence(node) if situation.previous_is_whole else None


def in_any_case(node: VisibleNode, situation: Situation) -> int | None:
    """Rule 12: divide."""
    return DIVIDE


def whole(node: VisibleNode, situation: Situation) -> int | None:
    """Rule 13: keep whole."""
    return _coherence(node)


TABLE_RULES: tuple[Rule, ...] = (single_part, parts_larger, small_with_text, in_any_case)
CELL_RULES: tuple[Rule, ...] = (
    single_part, texts_alone, other_background, small_with_text, small_parts, in_any_case,
)  # fmt: skip
TEXT_RULES: tuple[Rule, ...] = (
    single_part, texts_alone, line_breaks, horizontal_rule, other_background, small_with_text,
    after_whole, whole,
)  # fmt: skip
OTHER_RULES: tuple[Rule, ...] = (
    single_part, texts_alone, horizontal_rule, other_background, small_with_text, after_whole,
    in_any_case,
)  # fmt: skip
RULES_OF_TAG = {"table": TABLE_RULES, "tr": TABLE_RULES, "td": CELL_RULES, "p": TEXT_RULES}


def decide(node: VisibleNode, situation: Situation) -> int:
    """Return `DIVIDE`, or the degree of coherence of a node that stays whole in this round."""
    if not node.parts:
        return ONE_FONT
    inline = node.element is not None and not node.is_line_break
    rules = TEXT_RULES if inline else RULES_OF_TAG.get(_tag(node), OTHER_RULES)
    return next(said for rule in rules if (said := rule(node, situation)) is not None)


def _coherence(node: VisibleNode) -> int:
    """Return the degree of coherence of a node that stays whole, by its tag."""
    return COHERENCE.get(_tag(node), USUAL_COHERENCE)


def _tag(node: VisibleNode) -> str:
    return "" if node.element is None else str(node.element.tag)

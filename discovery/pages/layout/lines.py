"""Lines of texts and of what stands in lines (CSS 2.2, section 9.4.2)."""

from discovery.pages.layout.floating import float_frame
from discovery.pages.layout.floats import Floats
from discovery.pages.layout.frames import Engine, Fragment, Frame, Place, Steps
from discovery.pages.layout.intrinsic import is_bold
from discovery.pages.layout.items import Item, Kind, Text
from discovery.pages.layout.line_parts import ASCENT, LETTERS, Entry, Line, reach, tokens
from discovery.pages.layout.texts import SPACE, breakable, width_in_em
from discovery.pages.styles import used_length


class Lines:
    """Writes the inline contents of one block; places are relative to its frame."""

    def __init__(
        self, engine: Engine, frame: Frame, left: float, top: float, width: float, place: Place
    ) -> None:
        self.engine, self.frame, self.place = engine, frame, place
        self.left, self.right = left, left + width
        self.top = top
        self.style = frame.item.style
        self.space = False  # a blank is wanted before the next thing
        self.line: Line | None = None

    def write(self, parts: "list[Item | Text]") -> Steps:
        """Write `parts`; return the bottom of the last line."""
        for opened, part in tokens(parts):
            if isinstance(part, Text):
                self.text(part)
            elif part.kind is Kind.INLINE:
                self.advance(part, opened)
            elif part.kind is Kind.BREAK:
                self.break_line(part)
            elif part.kind is Kind.FLOAT:
                yield from self.floating(part)
            elif part.kind is Kind.OUT:
                line = self.line
                at = self.left if line is None else line.pen
                yield from self.engine.put_out(part, self.frame, at, self.top)
            else:
                yield from self.atomic(part)
        self.end_line()
        return self.top

    def begin(self, width: float = 0.0) -> Line:
        """Return the current line, or a new one where `width` fits beside the floats."""
        if self.line is None:
            place = self.place
            top, left, right = place.floats.fit(
                width, self.top + place.top, self.left + place.left, self.right + place.left
            )
            self.top = top - place.top
            left -= place.left
            self.line = Line(left, right - place.left, left)
            self.space = False
        return self.line

    def advance(self, item: Item, opened: bool) -> None:
        """Leave the blank that begins or ends an inline element."""
        style = item.style
        if opened:
            blank = style.padding_left.pixels + style.border_left
            margin = style.margin_left
        else:
            blank = style.padding_right.pixels + style.border_right
            margin = style.margin_right
        blank += 0.0 if margin is None else margin.pixels
        if blank:
            self.begin().pen += blank

    def break_line(self, item: Item) -> None:
        """End the line; an empty one is as high as its font."""
        self.begin()
        above, below = reach(item.parent.style if item.parent else self.style)
        mark = Fragment(Text(item, 0, "", ""), 0.0, 0.0, 0.0, 0.0)
        if self.line is not None:
            self.line.entries.append(Entry(mark, above, below))
        self.end_line()
        if item.style.clear:
            floats, place = self.place.floats, self.place
            self.top = floats.below(item.style.clear, self.top + place.top) - place.top

    def text(self, text: Text) -> None:
        """Write a text, broken where it does not fit."""
        style = text.owner.style
        if not text.folded:
            if style.keeps_lines and "\n" in text.text:
                self.end_line()
            elif self.line is not None and not self.line.is_empty:
                self.space = True
            return
        if style.keeps_lines and "\n" in text.text.strip():
            for count, line in enumerate(text.text.split("\n")):
                if count:
                    self.end_line()
                folded = " ".join(line.split())
                if folded:
                    width = width_in_em(folded, bold=is_bold(style)) * style.size
                    self.words(text, folded, width)
            return
        if text.text[0].isspace():
            self.space = True
        self.words(text, text.folded, text.width)
        self.space = text.text[-1].isspace()

    def words(self, text: Text, folded: str, width: float) -> None:
        """Write words on this line and the next ones."""
        style = text.owner.style
        first = text.word if style.wraps else width
        line = self.begin(min(first, width))
        blank = SPACE * style.size if self.space and not line.is_empty else 0.0
        if line.pen + blank + width <= line.right + 0.5 or not style.wraps:
            if line.pen + blank + width > line.right + 0.5 and not line.is_empty and blank:
                self.end_line()
                line, blank = self.begin(width), 0.0
            self.add(line, text, blank, width)
            return
        bold = is_bold(style)
        size = style.size
        written = 0.0
        for space, word in breakable(folded):
            each = width_in_em(word, bold=bold) * size
            before = SPACE * size if space and written else 0.0
            end = line.pen + blank + written + before + each
            if end > line.right + 0.5 and (written or not line.is_empty):
                if written:
                    self.add(line, text, blank, written)
                self.end_line()
                line, blank, written, before = self.begin(each), 0.0, 0.0, 0.0
            written += before + each
        if written:
            self.add(line, text, blank, written)

    def add(self, line: Line, text: Text, blank: float, width: float) -> None:
        """Put a piece of a text on the line."""
        style = text.owner.style
        line.pen += blank
        above, below = reach(style)
        line.entries.append(
            Entry(
                Fragment(text, line.pen, 0.0, width, style.size * LETTERS),
                above,
                below,
            )
        )
        line.pen += width
        line.is_empty = False
        self.space = False

    def atomic(self, item: Item) -> Steps:
        """Put an image, a control or a block on the line."""
        style = item.style
        whole = self.right - self.left
        frame = yield self.engine.lay(item, whole, Place(Floats()), None)
        margin_left = used_length(style.margin_left, whole)
        margin_right = used_length(style.margin_right, whole)
        margin_top = used_length(style.margin_top, whole)
        margin_bottom = used_length(style.margin_bottom, whole)
        width = margin_left + frame.width + margin_right
        line = self.begin(width)
        blank = SPACE * self.style.size if self.space and not line.is_empty else 0.0
        if line.pen + blank + width > line.right + 0.5 and not line.is_empty and self.style.wraps:
            self.end_line()
            line, blank = self.begin(width), 0.0
        frame.left = line.pen + blank + margin_left
        base = frame.height if frame.baseline is None or style.clips else frame.baseline
        line.entries.append(
            Entry(
                frame,
                margin_top + base,
                frame.height - base + margin_bottom,
                style.vertical,
                margin_top,
            )
        )
        self.frame.frames.append(frame)
        line.pen += blank + width
        line.is_empty = False
        self.space = False

    def floating(self, item: Item) -> Steps:
        """Place a float beside the current line, or below it where it does not fit."""
        line, top = self.line, self.top
        before = 0.0 if line is None else line.pen - line.left
        frame = yield from float_frame(
            self.engine, item, self.frame, self.place,
            (self.left, self.right, top), before,
        )  # fmt: skip
        if line is None or frame is None:
            return
        left, right = self.place.floats.room(
            top + self.place.top, self.left + self.place.left, self.right + self.place.left
        )
        left, right = left - self.place.left, right - self.place.left
        moved = left - line.left
        if moved > 0:
            for entry in line.entries:
                entry.thing.left += moved
            line.pen += moved
        line.left, line.right = max(left, line.left), right

    def end_line(self) -> None:
        """Finish the current line: heights, and the side that it is aligned to."""
        line, self.line = self.line, None
        self.space = False
        if line is None or not line.entries:
            return
        above, below = reach(self.style)
        tallest = 0.0
        for entry in line.entries:
            if entry.vertical in {"top", "bottom", "middle"}:
                tallest = max(tallest, entry.above + entry.below)
            else:
                above, below = max(above, entry.above), max(below, entry.below)
        height = max(above + below, tallest)
        if self.style.align and line.right > line.pen:
            moved = (line.right - line.pen) * (0.5 if self.style.align == "center" else 1.0)
            for entry in line.entries:
                entry.thing.left += moved
        for entry in line.entries:
            self.place_entry(entry, above, height)
        self.frame.baseline = self.top + above
        self.top += height

    def place_entry(self, entry: Entry, above: float, height: float) -> None:
        """Place something on the line that ends."""
        thing = entry.thing
        if isinstance(thing, Fragment):
            if thing.text.folded:
                thing.top = self.top + above - ASCENT * thing.text.owner.style.size
                self.frame.fragments.append(thing)
            return
        own = entry.above + entry.below
        top = {"top": 0.0, "middle": (height - own) / 2, "bottom": height - own}.get(
            entry.vertical, above - entry.above
        )
        thing.top = self.top + top + entry.margin_top

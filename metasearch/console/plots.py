"""Small plots as SVG, drawn by the server: nothing is loaded, nothing runs.

Colours come from the console's style sheet by class, so that light and dark fit.
"""

from collections.abc import Mapping, Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

WIDTH, HEIGHT = 480, 120
# Room below the plot for the labels, and above it for the largest value.
FOOT, HEAD = 18, 14
GAP = 1.0


def stacked_bars(
    title: str, labels: Sequence[str], series: Mapping[str, Sequence[float]]
) -> SafeString:
    """Return bars, one a label, of the stacked values of each of the `series` by class name.

    >>> "<rect" in stacked_bars("Answers", ["1", "2"], {"good": [1, 2], "bad": [0, 1]})
    True
    """
    tops = [sum(values[place] for values in series.values()) for place in range(len(labels))]
    highest = max(tops, default=0) or 1
    step = WIDTH / max(1, len(labels))
    bars = []
    for place, label in enumerate(labels):
        base = float(HEIGHT - FOOT)
        for name, values in series.items():
            value = values[place]
            height = value / highest * (HEIGHT - FOOT - HEAD)
            if height:
                base -= height
                bars.append(
                    (name, f"{place * step:.1f}", f"{base:.1f}", f"{step - GAP:.1f}",
                     f"{height:.1f}", f"{label}: {value:g} {name}")
                )  # fmt: skip
    drawn = format_html_join(
        "",
        '<rect class="{}" x="{}" y="{}" width="{}" height="{}"><title>{}</title></rect>',
        bars,
    )
    return _plot(title, labels, f"{highest:g}", drawn)


def line(
    title: str, labels: Sequence[str], values: Sequence[float | None], unit: str
) -> SafeString:
    """Return a line through `values`, interrupted where there is none.

    >>> line("Time", ["1", "2", "3"], [0.5, None, 1.0], "s").count("<circle")
    2
    """
    highest = max((value for value in values if value is not None), default=0) or 1
    step = WIDTH / max(1, len(labels))
    points: list[tuple[str, str, str]] = []
    # Points between which a line is drawn.
    runs: list[list[str]] = [[]]
    for place, value in enumerate(values):
        if value is None:
            runs.append([])
            continue
        x = f"{place * step + step / 2:.1f}"
        y = f"{HEIGHT - FOOT - value / highest * (HEIGHT - FOOT - HEAD):.1f}"
        points.append((x, y, f"{labels[place]}: {value:.2f} {unit}"))
        runs[-1].append(f"{x},{y}")
    drawn = format_html_join(
        "", '<polyline points="{}"/>', ((" ".join(run),) for run in runs if len(run) > 1)
    ) + format_html_join("", '<circle cx="{}" cy="{}" r="2"><title>{}</title></circle>', points)
    return _plot(title, labels, f"{highest:.2f} {unit}", drawn)


def _plot(title: str, labels: Sequence[str], highest: str, drawn: SafeString) -> SafeString:
    first, last = (labels[0], labels[-1]) if labels else ("", "")
    return format_html(
        '<svg class="plot" viewBox="0 0 {w} {h}" role="img" aria-label="{title}">'
        '<line x1="0" x2="{w}" y1="{base}" y2="{base}"/>{drawn}'
        '<text x="0" y="10">{highest}</text><text x="0" y="{foot}">{first}</text>'
        '<text x="{w}" y="{foot}" text-anchor="end">{last}</text></svg>',
        w=WIDTH,
        h=HEIGHT,
        base=HEIGHT - FOOT,
        foot=HEIGHT - 4,
        title=title,
        drawn=drawn,
        highest=highest,
        first=first,
        last=last,
    )

"""Ways in which sites of the 1990s, and some of today, write a list of records."""

from collections.abc import Sequence

from evaluation.training.page_variants.record_text import RecordText


def rows_of_cells(records: Sequence[RecordText]) -> str:
    """A row a record."""
    rows = (
        f"<tr><td>{record.title}</td><td>{'<br>'.join(record.lines)}</td></tr>"
        for record in records
    )
    return f"<table>{''.join(rows)}</table>"


def pairs_of_rows(records: Sequence[RecordText]) -> str:
    """A row for the title, one for each line, one empty."""
    rows = (
        "".join(f"<tr><td>{line}</td></tr>" for line in (record.title, *record.lines[:2], "&nbsp;"))
        for record in records
    )
    return f"<table>{''.join(rows)}</table>"


def definitions(records: Sequence[RecordText]) -> str:
    """One definition list."""
    rows = (
        f"<dt>{record.title}{''.join(f'<dd>{line}' for line in record.lines[:3])}"
        for record in records
    )
    return f"<dl>{''.join(rows)}</dl>"


def definition_lists(records: Sequence[RecordText]) -> str:
    """A definition list a record."""
    return "".join(
        f"<dl><dt><b>{record.title}</b><dd>{'<br>'.join(record.lines)}</dl>" for record in records
    )


def broken_text(records: Sequence[RecordText]) -> str:
    """Running text, a line a break, two breaks between records."""
    return "".join(f"{'<br>'.join((record.title, *record.lines))}<br><br>" for record in records)


def paragraphs(records: Sequence[RecordText]) -> str:
    """A paragraph a record."""
    return "".join(f"<p><b>{record.title}</b><br>{'<br>'.join(record.lines)}" for record in records)


def list_items(records: Sequence[RecordText]) -> str:
    """An item of a list a record."""
    rows = (f"<li>{record.title}<br>{' - '.join(record.lines)}" for record in records)
    return f"<ol>{''.join(rows)}</ol>"


def ruled(records: Sequence[RecordText]) -> str:
    """Running text divided by rules."""
    return "<hr>".join(
        f"<b>{record.title}</b><br>{'<br>'.join(record.lines)}" for record in records
    )


def tables(records: Sequence[RecordText]) -> str:
    """A table a record."""
    return "".join(
        f"<table><tr><td><img src=/b.gif>"
        f"<td>{record.title}<br>{'<br>'.join(record.lines)}</table><br>"
        for record in records
    )


def headings(records: Sequence[RecordText]) -> str:
    """A heading and paragraphs a record."""
    return "".join(
        f"<h3>{record.title}</h3>{''.join(f'<p>{line}</p>' for line in record.lines[:3])}"
        for record in records
    )


def paragraphs_with_classes(records: Sequence[RecordText]) -> str:
    """Paragraphs of two classes."""
    return "".join(
        f'<p class="t">{record.title}</p><p class="s">{"<br>".join(record.lines)}</p>'
        for record in records
    )


def bare_links(records: Sequence[RecordText]) -> str:
    """A link a record, a break behind it, and nothing else."""
    return "".join(f"{record.title}<br>" for record in records)


def grid(records: Sequence[RecordText]) -> str:
    """Three records side by side, each a picture, the title and a line."""
    cells = [
        f"<td><img src=/p.gif width=80 height=60><br>{record.title}<br>{''.join(record.lines[:1])}"
        for record in records
    ]
    rows = ("".join(cells[start : start + 3]) for start in range(0, len(cells), 3))
    return f"<table>{''.join(f'<tr>{row}' for row in rows)}</table>"


RECORD_MARKUPS = (
    rows_of_cells,
    pairs_of_rows,
    definitions,
    definition_lists,
    broken_text,
    paragraphs,
    list_items,
    ruled,
    tables,
    headings,
)

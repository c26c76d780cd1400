"""Tables of documents, as text, HTML and data frames."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas

#: Name of a column, and true if it holds numbers.
Head = tuple[str, bool]

#: Maximum number of rows that are shown; the document has them all.
MAX_ROWS = 200


def text(heads: list[Head], rows: list[list[str]]) -> str:
    """Return a table as text; numbers are right-aligned."""
    shown = rows[:MAX_ROWS]
    widths = [max(len(cell) for cell in [head, *column]) for (head, _), column in zip(heads, _columns(heads, shown))]

    def line(cells: list[str]) -> str:
        padded = [
            cell.rjust(width) if number else cell.ljust(width)
            for cell, width, (_, number) in zip(cells, widths, heads)
        ]
        return "  ".join(padded).rstrip()

    lines = [line([head for head, _ in heads]), *map(line, shown)]
    return "\n".join(lines + _more(rows))


def html(heads: list[Head], rows: list[list[str]]) -> str:
    """Return a table as HTML."""

    def cells(tag: str, values: list[str]) -> str:
        styles = ["text-align: right; white-space: nowrap" if number else "text-align: left" for _, number in heads]
        return "".join(f'<{tag} style="{style}">{escape(value)}</{tag}>' for value, style in zip(values, styles))

    head = cells("th", [head for head, _ in heads])
    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows[:MAX_ROWS])
    more = "".join(f"<p>{escape(words)}</p>" for words in _more(rows))
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def answer(picture: str | None, words: list[str]) -> str:
    """Return a picture above lines of text."""
    return (picture or "") + "".join(f"<div>{escape(line)}</div>" for line in words)


def frame(csv: str) -> pandas.DataFrame:
    """Return a data frame of a table in CSV."""
    from io import StringIO

    try:
        import pandas
    except ImportError as error:
        raise ImportError("data frames need pandas, which is not installed: pip install pandas") from error
    return pandas.read_csv(StringIO(csv))


def _columns(heads: list[Head], rows: list[list[str]]) -> list[list[str]]:
    return [[row[at] for row in rows] for at in range(len(heads))]


def _more(rows: list[list[str]]) -> list[str]:
    return [f"... and {len(rows) - MAX_ROWS} more rows"] if len(rows) > MAX_ROWS else []

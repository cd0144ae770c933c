"""Reads a table as JSON from stdin and writes it as a PDF with Typst. Without styles, to measure the layout only."""

import sys
from pathlib import Path

import typst

TEMPLATE = """
#set page("us-letter", flipped: true)
#set text(size: 7pt)
#let data = json("data.json")
#table(columns: data.headings.len(), table.header(..data.headings), ..data.rows.flatten())
"""

pdf = Path(sys.argv[1])
folder = pdf.parent
(folder / "data.json").write_text(sys.stdin.read())
template = folder / "table.typ"
template.write_text(TEMPLATE)
typst.compile(template, output=pdf)

"""Reads a table as JSON from stdin and writes it as a PDF, with repeated headings and page numbers."""

import json
import sys

from reportlab.lib import colors
from reportlab.lib.pagesizes import landscape, letter
from reportlab.platypus import LongTable, SimpleDocTemplate, TableStyle


def number(canvas, document):
    canvas.setFont("Helvetica", 7)
    canvas.drawString(40, 24, f"Page {document.page}")


table = json.load(sys.stdin)
style = TableStyle(
    [
        ("FONT", (0, 0), (-1, -1), "Helvetica", 6),
        ("LINEBELOW", (0, 0), (-1, -1), 0.25, colors.lightgrey),
        ("ALIGN", (6, 0), (9, -1), "RIGHT"),
    ]
)
rows = LongTable([table["headings"], *table["rows"]], repeatRows=1, style=style)
document = SimpleDocTemplate(sys.argv[1], pagesize=landscape(letter), title="Book of business")
document.build([rows], onFirstPage=number, onLaterPages=number)

"""Small helpers for the generated documents."""

MADE = "<!-- made by `python -m tools.hardware docs`; do not edit -->\n\n"


def table_of(head, rows):
    """A Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"

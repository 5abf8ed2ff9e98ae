"""The technician's page of the kept samples: figures, a line of each, and what stands out."""

WIDTH, HEIGHT = 160, 32  # of a plot, in its own units

# figure of the gateway, what a person calls it, unit; rates are made of counters
GATEWAY = (
    ("events", "Events", "/s"),
    ("commit_p99_ms", "Commit, 99 % within", "ms"),
    ("inbox_messages", "Waiting for a commit", ""),
    ("engine_batches", "Waiting for rulings", ""),
    ("screens", "Screens", ""),
    ("alerts_open", "Open alerts", ""),
)
RATES = ("events", "failed", "resets", "repeats", "connects")
# figure of a controller, name, unit
TABLE = (
    ("dwells_s", "Dwells", "/s"),
    ("failed", "Failed dwells", "/s"),
    ("readers_up", "Readers up", ""),
    ("resets", "Reader resets", "/s"),
    ("turn_ms_max", "Longest turn", "ms"),
    ("journal_used", "Journal", "B"),
    ("heap_free", "Heap free", "B"),
)


def page(samples):
    """``{"gateway": [row...], "tables": [...]}``; a row has ``name value unit points``."""
    own = [_row(samples, lambda s, k=k: s["gateway"].get(k), k, *more) for k, *more in GATEWAY]
    tables = []
    for table in samples[-1]["tables"]:
        rows = [
            _row(samples, lambda s, k=key, t=table: s["tables"].get(t, {}).get(k), key, *more)
            for key, *more in TABLE
        ]
        found = [r for r in rows if r is not None]
        figures = samples[-1]["tables"][table]
        tables.append({"table": table, "rows": found, "warnings": warnings(figures, found)})
    tables.sort(key=lambda t: not t["warnings"])
    return {"gateway": [r for r in own if r is not None], "tables": tables}


def _row(samples, value_of, key, name, unit):
    """One figure over time; None when no sample has it."""
    series = [(s["wall"], value_of(s)) for s in samples]
    series = [(wall, v) for wall, v in series if v is not None]
    if not series:
        return None
    if key in RATES:
        series = _rates(series)
    values = [v for _wall, v in series]
    return {
        "key": key,
        "name": name,
        "unit": unit,
        "value": _said(values[-1]),
        "points": _points(values),
        "raw": values[-1],
    }


def _rates(series):
    """A counter's growth a second; a counter that began anew counts from 0."""
    out = [(series[0][0], 0.0)]
    for (w0, v0), (w1, v1) in zip(series, series[1:], strict=False):
        out.append((w1, max(0.0, (v1 - v0 if v1 >= v0 else v1) * 1000 / max(1, w1 - w0))))
    return out


def _points(values):
    """SVG points of a line over the values."""
    top, low = max(values), min(0, *values)
    span = (top - low) or 1
    step = WIDTH / max(1, len(values) - 1)
    return " ".join(
        f"{i * step:.1f},{HEIGHT - 2 - (v - low) / span * (HEIGHT - 4):.1f}"
        for i, v in enumerate(values)
    )


def _said(value):
    if value >= 10_000:
        return f"{value:,.0f}"
    return f"{value:.0f}" if value == int(value) or value >= 100 else f"{value:.1f}"


def warnings(figures, rows):
    """What a technician should look at first, in words."""
    found = {r["key"]: r["raw"] for r in rows}
    said = []
    if not figures["online"]:
        said.append("The controller is not connected, or not heard.")
    dwells, failed = found.get("dwells_s"), found.get("failed", 0)
    if dwells and failed > dwells / 20:
        said.append(f"{failed / dwells * 100:.0f} % of all dwells fail: a reader or its cable.")
    if found.get("resets", 0) > 0:
        said.append("A reader is being reset: its supply or its cable.")
    used, limit = figures.get("journal_used", 0), figures.get("journal_of", 0)
    if limit and used > limit / 2:
        full = used * 100 // limit
        said.append(f"The journal is {full} % full: the gateway is out of its reach.")
    if figures.get("doubles", 0):
        said.append("One tag was read in two places: a foreign deck, or loops too close.")
    return said

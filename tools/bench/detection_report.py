"""Tables and plots of the detection bench."""

import math
from collections import Counter

BEGIN, END = "<!-- bench detection: begin -->", "<!-- bench detection: end -->"
CAUSES = 8
GOALS = "recall 99.9 % a class, 1 false alert in 1,000 hands, 1 silently wrong wager in 10,000, "
GOALS += "1 question in 10 hands"


def tables(results, command, took_s):
    """Markdown of all results: ``{noise: [Result]}``."""
    if took_s is None:
        how = f"Measured by runs of `{command}`; seeds of {seeds(results)}."
    else:
        how = f"Measured by `{command}` in {took_s / 60:.0f} min; each hand's seed is its number."
    lines = [how, ""]
    lines += [f"Goals: {GOALS}.", "", *clean_table(results), "", *recall_table(results), ""]
    lines += latency_table(results)
    for noise, rows in results.items():
        lines += ["", f"What went wrong most at noise {noise:g}:", ""]
        lines += [f"- {count} x {cause}" for cause, count in causes(rows)] or ["- nothing"]
    return "\n".join(lines)


def seeds(results):
    """First and last seed of each noise, and how many hands: a hand's seed is its number."""
    out = []
    for noise, rows in results.items():
        used = [r.seed for r in rows]
        out.append(f"noise {noise:g}: {min(used)} to {max(used)} ({len(rows)} hands)")
    return "; ".join(out)


def clean_table(results):
    """Clean hands: false alerts, wagers, questions."""
    out = [
        "| clean hands, noise | hands | with a false alert | per 1,000 | acts and stacks exact |"
    ]
    out[0] += " wagers | asked | silently wrong | per 10,000 | questions a hand |"
    out.append("|---|---|---|---|---|---|---|---|---|---|")
    for noise, rows in results.items():
        clean = [r for r in rows if r.kind == "clean"]
        if not clean:
            continue
        n, wagers = len(clean), sum(r.wagers for r in clean)
        false = sum(1 for r in clean if r.false)
        wrong = sum(r.wrong for r in clean)
        cells = [
            f"{noise:g}", n, false, f"{1000 * false / n:.1f}", sum(r.exact for r in clean), wagers,
            sum(r.asked for r in clean), wrong, f"{10000 * wrong / max(1, wagers):.1f}",
            f"{sum(r.questions for r in clean) / n:.3f}",
        ]  # fmt: skip
        out.append("| " + " | ".join(map(str, cells)) + " |")
    return out


def recall_table(results):
    """Share of irregularities that got their ruling, by class and noise."""
    out = ["| irregularity | " + " | ".join(f"noise {n:g}" for n in results) + " |"]
    out.append("|---|" + "---|" * len(results))
    for kind in kinds_of(results):
        cells = []
        for rows in results.values():
            mine = [r for r in rows if r.kind == kind]
            found = sum(r.found for r in mine)
            low = wilson(found, len(mine))
            cells.append(f"{found} of {len(mine)} (>= {100 * low:.1f} %)" if mine else "-")
        out.append(f"| `{kind}` | " + " | ".join(cells) + " |")
    out += ["", "In brackets: the lower end of the 95 % interval (Wilson)."]
    return out


def latency_table(results):
    """From the last tag at rest to the ruling, ms."""
    out = ["| ms from the last tag at rest (or key) to the ruling | p50 | p95 | p99 |"]
    out.append("|---|---|---|---|")
    noise = 1.0 if 1.0 in results else next(iter(results))
    for kind in kinds_of(results):
        ms = sorted(x for r in results[noise] if r.kind == kind for x in r.latency_ms)
        if ms:
            out.append(f"| `{kind}`, noise {noise:g} | " + " | ".join(percentiles(ms)) + " |")
    return out


def percentiles(ms):
    """Texts of p50, p95 and p99; nothing of nothing."""
    ms = sorted(ms)
    return [str(ms[min(len(ms) - 1, len(ms) * p // 100)]) for p in (50, 95, 99)] if ms else []


def causes(rows):
    """The most frequent things said wrongly or not at all."""
    found = Counter()
    for r in rows:
        if r.kind == "clean":
            found.update([f"clean hand: {r.false[0]}"] if r.false else [])
            if r.wrong:
                found["clean hand: a wager silently wrong"] += 1
        elif not r.found:
            said = r.said[0] if r.said else "nothing"
            found[f"`{r.kind}` missed, said instead: {said}"] += 1
    return found.most_common(CAUSES)


def kinds_of(results):
    """Kinds of irregularity in the order they were measured."""
    out = []
    for rows in results.values():
        for r in rows:
            if r.kind != "clean" and r.kind not in out:
                out.append(r.kind)
    return out


def wilson(found, n, z=1.96):
    """Lower end of the interval of a share."""
    if not n:
        return 0.0
    p = found / n
    mid = p + z * z / (2 * n)
    spread = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return max(0.0, (mid - spread) / (1 + z * z / n))


def write(docs, text, results):
    """Tables between the marks of docs/detection-scores.md, the plot beside the pictures."""
    page = docs / "detection-scores.md"
    old = page.read_text(encoding="utf-8")
    head, rest = old.split(BEGIN)
    tail = rest.split(END)[1]
    picture = "![Latency of rulings by irregularity](img/detection.svg)"
    page.write_text(f"{head}{BEGIN}\n{text}\n\n{picture}\n{END}{tail}", encoding="utf-8")
    (docs / "img" / "detection.svg").write_text(plot(results), encoding="utf-8")


def plot(results):
    """SVG: each ruling's latency as a dot, one row for each kind of irregularity (log scale)."""
    noise = 1.0 if 1.0 in results else next(iter(results))
    kinds = kinds_of(results)
    width, row, left = 900, 22, 190
    height = row * len(kinds) + 60

    def x(ms):
        return left + (width - left - 20) * math.log10(max(ms, 10) / 10) / 3

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{left}" y="16">ms from tag at rest to ruling, noise {noise:g}</text>',
    ]
    for ms in (10, 100, 1000, 10000):
        out.append(f'<path d="M{x(ms):.0f} 26V{height - 24}" stroke="#ccc"/>')
        out.append(f'<text x="{x(ms):.0f}" y="{height - 8}" text-anchor="middle">{ms}</text>')
    for i, kind in enumerate(kinds):
        y = 40 + i * row
        out.append(f'<text x="{left - 8}" y="{y + 4}" text-anchor="end">{kind}</text>')
        for r in results[noise]:
            for ms in r.latency_ms if r.kind == kind else ():
                out.append(f'<circle cx="{x(ms):.1f}" cy="{y}" r="2" fill="#06c" opacity=".3"/>')
    return "\n".join([*out, "</svg>", ""])

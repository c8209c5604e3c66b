"""Opening the page in Chromium, to the first picture, and finding words in it, against an empty page and plain lists."""
import os
import re
import statistics
import sys

from bench_run import peer, timed
from chromium import found, opened, peak
from sample_log import make_log
from table import Row

# A contestant that has not come so far is not waited for.
LIMIT = 75


def measure(run):
    pages = {"empty page": run.write("empty.html", "<!doctype html><title>x</title>")}
    for count in (1_000, 10_000, 100_000):
        pages[f"report, {count:,}"] = rendered(run, count)
    if run.large:
        pages["report, 100,000 cards"] = rendered(run, 100_000, "--max-cards", "100000")
    plain = run.path("plain-10000.html")
    timed([sys.executable, peer("plain.py"), make_log(run, 10_000), plain])
    lists = {"its 10,000 cards as a plain list": as_plain_list(run), "Python's plain list, 10,000": plain}
    results = {name: measured(page, run.rounds) for name, page in pages.items()}
    # Once each: they are slow, and the ratios are far from one.
    results |= {name: measured(page, 1) for name, page in lists.items()}
    report = results["report, 10,000"]
    report["find_seconds"] = found(run.path("open-10000.html"), "Order 9999")
    return results


def rendered(run, count, *options):
    """The report as anybody gets it: cards up to the limit, then rows."""
    page = run.path(f"open-{count}{''.join(options)}.html")
    timed([run.reporter, "render", make_log(run, count), "-o", page, "--lenient", *options])
    return page


def measured(page, rounds):
    result = {"wall_seconds": None, "peak_megabytes": None, "page_megabytes": os.path.getsize(page) / 1e6}
    runs = []
    for _ in range(rounds):
        runs.append(opened(page, LIMIT))
        if runs[-1] is None:
            return result
    return result | {"wall_seconds": statistics.median(runs), "peak_megabytes": peak(page, LIMIT)}


def as_plain_list(run):
    """Without the rule that lets a browser skip what is out of sight, and without the policy, whose hash is that of the rule."""
    with open(run.path("open-10000.html"), encoding="utf-8") as report:
        page = re.sub('<meta http-equiv="Content-Security-Policy"[^>]*>', "", report.read(), count=1)
    if "content-visibility: auto" not in page:
        sys.exit("bench: the report has no rule to take out")
    return run.write("cards.html", page.replace("content-visibility: auto", ""))


def rows(results):
    report, empty = results["report, 10,000"], results["empty page"]
    for name, value in results.items():
        seconds = value["wall_seconds"]
        size = f"{value['page_megabytes']:.1f} MB page"
        if megabytes := value["peak_megabytes"]:
            size = f"{megabytes:.0f} MB, {megabytes / empty['peak_megabytes']:.1f} × empty; {size}"
        row = Row("Chromium to a picture", name, f"{seconds:.2f} s" if seconds else f"> {LIMIT} s", size,
                  report["wall_seconds"] / (seconds or LIMIT) if report["wall_seconds"] else None)
        if name == "its 10,000 cards as a plain list" and row.ratio:
            row.budget, row.met = "≤ 0.40", row.ratio <= 0.4
        elif name.startswith("report, 100,000"):
            row.budget, row.met = "≤ 10 s", seconds is not None and seconds <= 10
        yield row
    yield Row("Chromium, find in page", "report, 10,000", f"{report['find_seconds']:.2f} s")

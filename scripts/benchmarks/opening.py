"""Opening the page in Chromium, to the first picture, against the same cards as one plain list and an empty page."""
import os
import re
import statistics
import sys

from bench_run import peer, timed
from sample_log import make_log
from table import Row


def measure(run):
    counts = [1_000, 10_000] + ([100_000] if run.large else [])
    for count in counts:
        if not os.path.exists(run.path(f"report-{count}.html")):
            timed([run.reporter, "render", make_log(run, count), "-o", run.path(f"report-{count}.html"),
                   "--max-cards", str(count)])
    timed([sys.executable, peer("plain.py"), make_log(run, 10_000), run.path("plain-10000.html")])
    pages = {"empty page": run.write("empty.html", "<!doctype html><title>x</title>")}
    pages |= {f"report, {count:,}": run.path(f"report-{count}.html") for count in counts}
    pages |= {"its cards as a plain list": as_plain_list(run), "Python's plain list, 10,000": run.path("plain-10000.html")}
    return {name: {"wall_seconds": statistics.median(opened(run, page) for _ in range(run.rounds)),
                   "megabytes": os.path.getsize(page) / 1e6} for name, page in pages.items()}


def as_plain_list(run):
    """Without the rule that lets a browser skip what is out of sight, and without the policy, whose hash is that of the rule."""
    with open(run.path("report-10000.html"), encoding="utf-8") as report:
        page = re.sub('<meta http-equiv="Content-Security-Policy"[^>]*>', "", report.read(), count=1)
    if "content-visibility: auto" not in page:
        sys.exit("bench: the report has no rule to take out")
    return run.write("cards.html", page.replace("content-visibility: auto", ""))


def opened(run, page):
    return timed(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                  "--window-size=1280,1600", f"--user-data-dir={run.path('profile')}",
                  f"--screenshot={run.path('picture.png')}", f"file://{page}"])["wall_seconds"]


def rows(results):
    report = results["report, 10,000"]["wall_seconds"]
    for name, value in results.items():
        row = Row("Chromium to a picture", name, f"{value['wall_seconds']:.2f} s", f"{value['megabytes']:.1f} MB page",
                  report / value["wall_seconds"])
        if name == "its cards as a plain list":
            row.budget, row.met = "≤ 0.40", row.ratio <= 0.4
        elif name == "report, 100,000":
            row.budget, row.met = "≤ 10 s", value["wall_seconds"] <= 10
        yield row

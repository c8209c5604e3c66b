"""Making the page: log read per core, against the ways a team would write such a page itself."""
import os
import statistics
import sys

from bench_run import interleaved, medians, peer, timed
from sample_log import make_log
from table import Row

COUNTS = (10_000, 100_000)


def measure(run):
    return {count: contest(run, count) for count in COUNTS}


def contest(run, count):
    log = make_log(run, count)
    size = os.path.getsize(log) / 1e6

    def report(*names):
        outputs = [argument for name in names for argument in ("-o", run.path(name))]
        return [run.reporter, "render", log, *outputs, "--max-cards", str(count)]

    commands = {
        "pushreport": report(f"report-{count}.html"),
        "pushreport, all three": report("all.html", "all.md", "all.json"),
        "Python f-string": [sys.executable, peer("plain.py"), log, run.path(f"plain-{count}.html")],
        "Jinja2, streamed": [os.path.join(run.peers, "bin/python"), peer("report_jinja.py"), log, run.path("jinja.html")],
        "jq @html": ["jq", "-r", "-f", peer("report.jq"), log],
    }

    def once(command):
        return lambda: timed(command)

    rounds = interleaved([(name, once(command)) for name, command in commands.items()], run.rounds)
    return {name: medians(runs) | {
        "log_megabytes": size,
        "megabytes_per_cpu_second": size / statistics.median(each["cpu_seconds"] for each in runs),
    } for name, runs in rounds.items()}


def rows(results):
    for count, ways in results.items():
        ours = ways["pushreport"]
        memory = 64 + 200 * int(count) / 1e6
        for name, value in ways.items():
            row = Row(f"render, {int(count):,}", name, f"{value['megabytes_per_cpu_second']:.0f} MB/s of log per core",
                      f"{value['wall_seconds']:.2f} s, {value['cpu_seconds']:.2f} s CPU, {value['peak_megabytes']:.1f} MB",
                      value["cpu_seconds"] / ours["cpu_seconds"])
            if name == "pushreport":
                row.budget = f"≥ 100 MB/s, ≤ {memory:.0f} MB"
                row.met = value["megabytes_per_cpu_second"] >= 100 and value["peak_megabytes"] <= memory
            yield row

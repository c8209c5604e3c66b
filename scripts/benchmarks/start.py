"""Starting: the time a shell waits for a program that has nothing to do, against `true`."""
import signal
import statistics
import subprocess
import time

from bench_run import timed
from table import Row

BUDGETS = {"pushreport --version": 10, "pushrecorder ready": 20}


def measure(run):
    versions = {name: statistics.median(timed(command)["wall_seconds"] * 1000 for _ in range(30))
                for name, command in {"true": ["true"], "pushreport --version": [run.reporter, "--version"]}.items()}
    return versions | {"pushrecorder ready": statistics.median(ready(run) for _ in range(20))}


def ready(run):
    start = time.monotonic()
    process = subprocess.Popen([run.recorder, "--log", run.path("start.ndjson"), "--no-api", "--ingress", "127.0.0.1:0"],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    process.stdout.readline()
    waited = (time.monotonic() - start) * 1000
    process.send_signal(signal.SIGTERM)
    process.wait()
    return waited


def rows(results):
    for name, milliseconds in results.items():
        row = Row("start", name, f"{milliseconds:.1f} ms")
        if name in BUDGETS:
            row.budget, row.met = f"≤ {BUDGETS[name]} ms", milliseconds <= BUDGETS[name]
        yield row

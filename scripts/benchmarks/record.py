"""Recording under load: requests a second, CPU for each, and memory, against servers that record nothing or little."""
import json
import os
import re
import statistics
import subprocess
import sys

from bench_run import interleaved, medians
from servers import PATH, start_hypercorn, start_nghttpd, start_nginx, start_recorder
from table import Row

PYTHON_SHARE = 20     # hypercorn is about a hundred times slower; it gets this part of the requests


def load(run, server, way, count):
    scheme = "https" if way == "tls" else "http"
    shape = ["--h1", "-c", "64"] if way == "h1" else ["-c", "8", "-m", "100"]
    result = subprocess.run(
        ["h2load", "-n", str(count), *shape, "-d", run.path("body.json"), "-H", "apns-topic: com.example.MyApp",
         "-H", "apns-push-type: alert", f"{scheme}://127.0.0.1:{server.port}{PATH}"],
        capture_output=True, text=True, check=True).stdout
    if f"{count} done" not in result or " 0 failed" not in result:
        sys.exit(f"bench: {server.name} lost requests:\n{result}")
    return float(re.search(r"finished in [^,]*, ([\d.]+) req/s", result)[1])


def record_once(run, way, start, share=1):
    if os.path.exists(run.path("bench.ndjson")):
        os.remove(run.path("bench.ndjson"))
    count = run.requests // share
    warming = max(800, count // 20)
    server = start()
    try:
        load(run, server, way, warming)
        before = server.cpu_seconds()
        rate = load(run, server, way, count)
        used = server.cpu_seconds() - before
        peak = server.peak_megabytes()
    finally:
        server.stop()
    if server.log is not None:
        with open(server.log, "rb") as log:
            lines = sum(line.startswith(b'{"v":1,"kind":"push"') and line.endswith(b"\n") for line in log)
        if lines != count + warming:
            sys.exit(f"bench: {server.name} wrote {lines} lines for {count + warming} requests")
    return {"requests_per_second": rate, "cpu_microseconds": used / count * 1e6, "peak_megabytes": peak}


def measure(run):
    run.write("body.json", json.dumps({"aps": {"alert": {"title": "Order shipped", "body": "x" * 700}}}).ljust(780))
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-keyout", run.path("key.pem"), "-out", run.path("cert.pem")],
        check=True, capture_output=True)
    ways = {
        "h2c": {"pushrecorder": lambda: start_recorder(run),
                "pushrecorder --sync batch": lambda: start_recorder(run, "--sync", "batch"),
                "nghttpd": lambda: start_nghttpd(run, "h2c"), "nginx": lambda: start_nginx(run, "h2c"),
                "hypercorn, recording": lambda: start_hypercorn(run)},
        "tls": {"pushrecorder": lambda: start_recorder(run),
                "nghttpd": lambda: start_nghttpd(run, "tls"), "nginx": lambda: start_nginx(run, "tls")},
        "h1": {"pushrecorder": lambda: start_recorder(run), "nginx": lambda: start_nginx(run, "h1")},
    }
    return {way: contest(run, way, servers) for way, servers in ways.items()}


def contest(run, way, servers):
    def once(name):
        return lambda: record_once(run, way, servers[name], PYTHON_SHARE if name.startswith("hypercorn") else 1)

    rounds = interleaved([(name, once(name)) for name in servers], run.rounds)
    ours = rounds["pushrecorder"]

    def ratio(key, runs):
        return statistics.median(mine[key] / their[key] for mine, their in zip(ours, runs))

    return {name: medians(runs) | {"ratio": ratio("requests_per_second", runs), "cpu_ratio": ratio("cpu_microseconds", runs)}
            for name, runs in rounds.items()}


NAMES = {"h2c": "record, h2c", "tls": "record, TLS h2", "h1": "record, HTTP/1.1"}
BUDGETS = {("h2c", "nghttpd"): 0.8, ("h1", "nginx"): 1.0}
MEMORY = 25


def rows(results):
    for way, servers in results.items():
        for name, value in servers.items():
            row = Row(NAMES[way], name, f"{value['requests_per_second']:,.0f}/s",
                      f"{value['cpu_microseconds']:.1f} µs CPU, {value['peak_megabytes']:.1f} MB", value["ratio"])
            if name == "pushrecorder":
                row.budget, row.met = f"≤ {MEMORY} MB", value["peak_megabytes"] <= MEMORY
            elif name.endswith("batch"):
                # Here the question is how fast batch is, as a part of none.
                row.ratio = 1 / row.ratio
                row.budget, row.met = "≥ 0.80 × none", row.ratio >= 0.8
            elif (way, name) in BUDGETS:
                least = BUDGETS[way, name]
                row.budget, row.met = f"≥ {least:.2f}", row.ratio >= least
            yield row

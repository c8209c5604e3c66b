"""The benchmarks behind scripts/bench: ratios against named peers in the same run, so that they carry between machines.

usage: bench.py BINARIES [--rounds N] [--requests N] [--large]
"""
import argparse
import json
import os
import platform
import random
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

TOKEN = "ab" * 32
PATH = f"/3/device/{TOKEN}"
TICK = os.sysconf("SC_CLK_TCK")
HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

arguments = argparse.ArgumentParser()
arguments.add_argument("binaries")
arguments.add_argument("--rounds", type=int, default=3)
arguments.add_argument("--requests", type=int, default=100_000)
arguments.add_argument("--large", action="store_true")
options = arguments.parse_args()
recorder = os.path.join(options.binaries, "pushrecorder")
reporter = os.path.join(options.binaries, "pushreport")
work = tempfile.mkdtemp(prefix="pushreport-bench-")


def path(name):
    return os.path.join(work, name)


def write(name, text):
    with open(path(name), "w", encoding="utf-8") as file:
        file.write(text)
    return path(name)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


# Servers.

class Server:
    """A program that listens, with what it used of the machine."""

    def __init__(self, name, command, port):
        self.name, self.port = name, port
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 10
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise SystemExit(f"bench: {name} does not listen: {' '.join(command)}")
                time.sleep(0.01)

    def cpu_seconds(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def peak_megabytes(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmHWM:\s+(\d+)", file.read())[1]) / 1000

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=30)


def start_recorder(name, *extra):
    port = free_port()
    return Server(name, [recorder, "--quiet", "--log", path("bench.ndjson"), "--no-api", "--ingress", f"127.0.0.1:{port}",
                         "--tls-cert", path("cert.pem"), "--tls-key", path("key.pem"), *extra], port)


def start_nghttpd(way):
    os.makedirs(path("docroot/3/device"), exist_ok=True)
    write(f"docroot{PATH}", "")
    port = free_port()
    common = ["-d", path("docroot"), "-W", "22", "-m", "256", "-a", "127.0.0.1"]
    tls = [str(port), path("key.pem"), path("cert.pem")] if way == "tls" else ["--no-tls", str(port)]
    return Server("nghttpd", ["nghttpd", *common, *tls], port)


def start_nginx(way):
    port = free_port()
    listen = {"h2c": f"127.0.0.1:{port} http2", "tls": f"127.0.0.1:{port} ssl http2", "h1": f"127.0.0.1:{port}"}[way]
    config = write("nginx.conf", f"""
        daemon off; master_process off; pid {path('nginx.pid')}; error_log {path('nginx.log')};
        events {{ worker_connections 4096; }}
        http {{
            access_log off; keepalive_requests 100000000; http2_max_concurrent_streams 256;
            client_body_temp_path {path('body')}; proxy_temp_path {path('proxy')}; fastcgi_temp_path {path('fastcgi')};
            uwsgi_temp_path {path('uwsgi')}; scgi_temp_path {path('scgi')};
            server {{
                listen {listen}; ssl_certificate {path('cert.pem')}; ssl_certificate_key {path('key.pem')};
                location / {{ return 200; }}
            }}
        }}""")
    return Server("nginx", ["nginx", "-p", work, "-c", config], port)


def load(server, way, count):
    scheme = "https" if way == "tls" else "http"
    shape = ["--h1", "-c", "64"] if way == "h1" else ["-c", "8", "-m", "100"]
    result = subprocess.run(
        ["h2load", "-n", str(count), *shape, "-d", path("body.json"), "-H", "apns-topic: com.example.MyApp",
         "-H", "apns-push-type: alert", f"{scheme}://127.0.0.1:{server.port}{PATH}"],
        capture_output=True, text=True, check=True).stdout
    if f"{count} done" not in result or " 0 failed" not in result:
        raise SystemExit(f"bench: {server.name} lost requests:\n{result}")
    return float(re.search(r"finished in [^,]*, ([\d.]+) req/s", result)[1])


def record_once(way, start):
    if os.path.exists(path("bench.ndjson")):
        os.remove(path("bench.ndjson"))
    server = start()
    try:
        load(server, way, max(2000, options.requests // 20))
        before = server.cpu_seconds()
        rate = load(server, way, options.requests)
        used = server.cpu_seconds() - before
        peak = server.peak_megabytes()
    finally:
        server.stop()
    if server.name.startswith("pushrecorder"):
        with open(path("bench.ndjson"), "rb") as log:
            lines = sum(line.startswith(b'{"v":1,"kind":"push"') and line.endswith(b"\n") for line in log)
        expected = options.requests + max(2000, options.requests // 20)
        if lines != expected:
            raise SystemExit(f"bench: {lines} lines for {expected} requests")
    return {"requests_per_second": rate, "cpu_microseconds": used / options.requests * 1e6, "peak_megabytes": peak}


def record():
    contestants = {
        "h2c": [("pushrecorder", lambda: start_recorder("pushrecorder")),
                ("pushrecorder --sync batch", lambda: start_recorder("pushrecorder batch", "--sync", "batch")),
                ("nghttpd", lambda: start_nghttpd("h2c")), ("nginx", lambda: start_nginx("h2c"))],
        "tls": [("pushrecorder", lambda: start_recorder("pushrecorder")),
                ("nghttpd", lambda: start_nghttpd("tls")), ("nginx", lambda: start_nginx("tls"))],
        "h1": [("pushrecorder", lambda: start_recorder("pushrecorder")), ("nginx", lambda: start_nginx("h1"))],
    }
    results = {}
    for way, servers in contestants.items():
        rounds = {name: [] for name, _ in servers}
        for number in range(options.rounds):
            # Every other round goes backwards, so that a slow drift of the machine favours nobody.
            for name, start in servers if number % 2 == 0 else reversed(servers):
                rounds[name].append(record_once(way, start))
        ours = rounds["pushrecorder"]
        results[way] = {
            name: {key: statistics.median(run[key] for run in runs) for key in runs[0]} | {
                "ratio": statistics.median(
                    mine["requests_per_second"] / run["requests_per_second"] for mine, run in zip(ours, runs)),
                "cpu_ratio": statistics.median(
                    mine["cpu_microseconds"] / run["cpu_microseconds"] for mine, run in zip(ours, runs)),
            } for name, runs in rounds.items()
        }
    return results


# Reports.

def make_log(count):
    """A log of the shape and size that the reference measured: about 800 bytes for each push."""
    chance = random.Random(20261130)
    words = "order shipped today your parcel is on its way to the door and will arrive soon thanks".split()
    name = path(f"log-{count}.ndjson")
    with open(name, "w", encoding="utf-8") as log:
        for number in range(count):
            title = f"Order {number}" if number % 7 else "<script>alert(1)</script>"
            body = " ".join(chance.choice(words) for _ in range(12))
            data = {f"k{key}": f"{chance.getrandbits(64):016x}" for key in range(4)}
            when = f"2026-11-30T{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}.{number % 1000000:06}Z"
            if number % 2:
                payload = {"aps": {"alert": {"title": title, "body": body}, "badge": number % 9, "sound": "default"}} | data
                event = ("apns", f"/3/device/{chance.getrandbits(256):064x}",
                         [["apns-topic", "com.example.MyApp"], ["apns-push-type", "alert"], ["apns-priority", "10"]],
                         payload, "")
            else:
                payload = {"message": {"token": f"{chance.getrandbits(256):064x}", "data": data,
                                       "notification": {"title": title, "body": body}}}
                event = ("fcm", "/v1/projects/demo/messages:send", [["content-type", "application/json"]],
                         payload, json.dumps({"name": f"projects/demo/messages/{number}"}))
            provider, target, headers, payload, answer = event
            log.write(json.dumps({
                "v": 1, "kind": "push", "id": f"01K{number:023}", "time": when, "provider": provider,
                "request": {"method": "POST", "target": target, "http": "2", "headers": headers,
                            "body": {"text": json.dumps(payload, separators=(",", ":"))}},
                "response": {"status": 200, "headers": [], "body": {"text": answer}}, "annotations": {},
            }, separators=(",", ":")) + "\n")
    return name


PLAIN = '''
import html, json, sys
e = html.escape
with open(sys.argv[1], encoding="utf-8") as log, open(sys.argv[2], "w", encoding="utf-8") as page:
    page.write("<!doctype html><meta charset=utf-8><title>Pushes</title><h1>Pushes</h1>\\n")
    for line in log:
        v = json.loads(line)
        q, a = v["request"], v["response"]
        body = json.loads(q["body"]["text"])
        n = body.get("aps", {}).get("alert") or body["message"]["notification"]
        heads = "".join(f"<li>{e(k)}: {e(x)}</li>" for k, x in q["headers"])
        page.write(f'<article id="{e(v["id"])}"><h2>{e(n["title"])}</h2><p>{e(n["body"])}</p><p>{e(v["time"])} {e(v["provider"])} '
                   f'{e(q["method"])} {e(q["target"])} HTTP/{e(q["http"])} {a["status"]}</p><ul>{heads}</ul>'
                   f'<pre>{e(q["body"]["text"])}</pre><pre>{e(a["body"]["text"])}</pre></article>\\n')
'''


def run(command):
    """Wall seconds, CPU seconds and peak megabytes of a program; the last has a floor of what this one takes."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"bench: {' '.join(command)}: {errors.decode()}")
    return {"wall_seconds": wall, "cpu_seconds": usage.ru_utime + usage.ru_stime, "peak_megabytes": usage.ru_maxrss / 1000}


def render():
    plain = write("plain.py", PLAIN)
    results = {}
    for count in (10_000, 100_000):
        log = make_log(count)
        size = os.path.getsize(log) / 1e6
        ways = {
            "pushreport": [reporter, "render", log, "-o", path(f"report-{count}.html"), "--max-cards", str(count)],
            "pushreport, all three": [reporter, "render", log, "-o", path("all.html"), "-o", path("all.md"),
                                      "-o", path("all.json"), "--max-cards", str(count)],
            "Python f-string": [sys.executable, plain, log, path(f"plain-{count}.html")],
        }
        rounds = {name: [run(command) for _ in range(options.rounds)] for name, command in ways.items()}
        results[count] = {
            name: {key: statistics.median(run[key] for run in runs) for key in runs[0]} | {
                "log_megabytes": size,
                "megabytes_per_cpu_second": size / statistics.median(run["cpu_seconds"] for run in runs),
            } for name, runs in rounds.items()
        }
    return results


def open_pages():
    # The same cards as one plain list: without the rule that lets a browser skip what is out of sight, and without the
    # policy, whose hash is that of the rule.
    with open(path("report-10000.html"), encoding="utf-8") as report:
        cards = re.sub('<meta http-equiv="Content-Security-Policy"[^>]*>', "", report.read(), count=1)
    if "content-visibility: auto" not in cards:
        raise SystemExit("bench: the report has no rule to take out")
    pages = {"empty page": write("empty.html", "<!doctype html><title>x</title>"),
             "report, 10,000": path("report-10000.html"),
             "its cards as a plain list": write("cards.html", cards.replace("content-visibility: auto", "")),
             "Python's plain list, 10,000": path("plain-10000.html")}
    if options.large:
        pages["report, 100,000"] = path("report-100000.html")
    results = {}
    for name, page in pages.items():
        walls = []
        for number in range(options.rounds):
            command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                       "--window-size=1280,1600", f"--user-data-dir={path(f'profile-{number}')}",
                       f"--screenshot={path('picture.png')}", f"file://{page}"]
            walls.append(run(command)["wall_seconds"])
        results[name] = {"wall_seconds": statistics.median(walls)}
    return results


def startup():
    versions = [run([reporter, "--version"])["wall_seconds"] * 1000 for _ in range(30)]
    ready = []
    for _ in range(20):
        start = time.monotonic()
        process = subprocess.Popen([recorder, "--log", path("start.ndjson"), "--no-api", "--ingress", "127.0.0.1:0"],
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        process.stdout.readline()
        ready.append((time.monotonic() - start) * 1000)
        process.send_signal(signal.SIGTERM)
        process.wait()
    return {"pushreport --version": statistics.median(versions), "pushrecorder ready": statistics.median(ready)}


# The table.

def rows(results):
    names = {"h2c": "record, h2c", "tls": "record, TLS h2", "h1": "record, HTTP/1.1"}
    for way, servers in results["record"].items():
        for name, value in servers.items():
            budget = {("h2c", "nghttpd"): "≥ 0.80", ("h1", "nginx"): "≥ 1.00"}.get((way, name), "")
            met = {"≥ 0.80": value["ratio"] >= 0.8, "≥ 1.00": value["ratio"] >= 1.0}.get(budget)
            if name == "pushrecorder":
                budget, met = "≤ 25 MB", value["peak_megabytes"] <= 25
            ratio = value["ratio"]
            if name.endswith("batch"):
                # Here the question is how fast batch is, as a part of none.
                ratio, budget = 1 / ratio, "≥ 0.80 × none"
                met = ratio >= 0.8
            yield (names[way], name, f"{value['requests_per_second']:,.0f}/s",
                   f"{value['cpu_microseconds']:.1f} µs CPU, {value['peak_megabytes']:.1f} MB", f"{ratio:.2f}", budget, met)
    for count, ways in results["render"].items():
        peer = ways["Python f-string"]
        for name, value in ways.items():
            ratio = peer["cpu_seconds"] / value["cpu_seconds"]
            budget, met = "", None
            if name == "pushreport":
                limit = 64 + 200 * int(count) / 1e6
                budget = f"≥ 100 MB/s, ≤ {limit:.0f} MB"
                met = value["megabytes_per_cpu_second"] >= 100 and value["peak_megabytes"] <= limit
            yield (f"render, {int(count):,}", name, f"{value['megabytes_per_cpu_second']:.0f} MB/s of log per core",
                   f"{value['wall_seconds']:.2f} s, {value['cpu_seconds']:.2f} s CPU, {value['peak_megabytes']:.1f} MB",
                   f"{ratio:.2f}", budget, met)
    pages = results["open"]
    plain = pages["its cards as a plain list"]["wall_seconds"]
    for name, value in pages.items():
        ratio = value["wall_seconds"] / plain
        budget, met = ("≤ 0.40", ratio <= 0.4) if name == "report, 10,000" else (
            ("≤ 10 s", value["wall_seconds"] <= 10) if name == "report, 100,000" else ("", None))
        yield ("Chromium to a picture", name, f"{value['wall_seconds']:.2f} s", "", f"{ratio:.2f}", budget, met)
    for name, value in results["start"].items():
        limit = 10 if name.startswith("pushreport") else 20
        yield ("start", name, f"{value:.1f} ms", "", "", f"≤ {limit} ms", value <= limit)


def main():
    write("body.json", json.dumps({"aps": {"alert": {"title": "Order shipped", "body": "x" * 700}}}).ljust(780))
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-keyout", path("key.pem"), "-out", path("cert.pem")], check=True, capture_output=True)
    try:
        results = {
            "machine": {"cores": os.cpu_count(), "processor": platform.processor() or platform.machine(),
                        "system": platform.platform()},
            "rounds": options.rounds, "requests": options.requests,
            "record": record(), "render": render(), "open": open_pages(), "start": startup(),
        }
    finally:
        shutil.rmtree(work, ignore_errors=True)
    os.makedirs(os.path.join(HERE, "build"), exist_ok=True)
    with open(os.path.join(HERE, "build/bench.json"), "w", encoding="utf-8") as file:
        json.dump(results, file, indent=2)
    print("| work | who | speed | cost | ours ÷ theirs | budget | met |\n|---|---|---|---|---|---|---|")
    for *cells, met in rows(results):
        print("| " + " | ".join(cells) + f" | {'' if met is None else 'yes' if met else 'NO'} |")
    print("\nwritten: build/bench.json")


main()

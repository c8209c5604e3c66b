"""The servers under load: the recorder and its peers, each on a free port of loopback."""
import os
import re
import signal
import socket
import subprocess
import sys
import time

from bench_run import PEERS

PATH = f"/3/device/{'ab' * 32}"
TICK = os.sysconf("SC_CLK_TCK")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A program that listens, with what it used of the machine."""

    def __init__(self, name, command, port, log=None):
        self.name, self.port, self.log = name, port, log
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 10
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    sys.exit(f"bench: {name} does not listen: {' '.join(command)}")
                time.sleep(0.01)

    def processes(self):
        """The program and its children: hypercorn answers in one of them."""
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children", encoding="ascii") as file:
            return [self.process.pid, *map(int, file.read().split())]

    def cpu_seconds(self):
        ticks = 0
        for pid in self.processes():
            with open(f"/proc/{pid}/stat", encoding="ascii") as file:
                fields = file.read().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / TICK

    def peak_megabytes(self):
        peak = 0
        for pid in self.processes():
            with open(f"/proc/{pid}/status", encoding="ascii") as file:
                peak += int(re.search(r"VmHWM:\s+(\d+)", file.read())[1])
        return peak / 1000

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=30)


def start_recorder(run, *extra):
    port = free_port()
    log = run.path("bench.ndjson")
    return Server("pushrecorder",
                  [run.recorder, "--quiet", "--log", log, "--no-api", "--ingress", f"127.0.0.1:{port}",
                   "--tls-cert", run.path("cert.pem"), "--tls-key", run.path("key.pem"), *extra], port, log)


def start_nghttpd(run, way):
    os.makedirs(run.path("docroot/3/device"), exist_ok=True)
    run.write(f"docroot{PATH}", "")
    port = free_port()
    common = ["-d", run.path("docroot"), "-W", "22", "-m", "256", "-a", "127.0.0.1"]
    tls = [str(port), run.path("key.pem"), run.path("cert.pem")] if way == "tls" else ["--no-tls", str(port)]
    return Server("nghttpd", ["nghttpd", *common, *tls], port)


def start_nginx(run, way):
    port = free_port()
    listen = {"h2c": f"127.0.0.1:{port} http2", "tls": f"127.0.0.1:{port} ssl http2", "h1": f"127.0.0.1:{port}"}[way]
    config = run.write("nginx.conf", f"""
        daemon off; master_process off; pid {run.path('nginx.pid')}; error_log {run.path('nginx.log')};
        events {{ worker_connections 4096; }}
        http {{
            access_log off; keepalive_requests 100000000; http2_max_concurrent_streams 256;
            client_body_temp_path {run.path('body')}; proxy_temp_path {run.path('proxy')};
            fastcgi_temp_path {run.path('fastcgi')}; uwsgi_temp_path {run.path('uwsgi')}; scgi_temp_path {run.path('scgi')};
            server {{
                listen {listen}; ssl_certificate {run.path('cert.pem')}; ssl_certificate_key {run.path('key.pem')};
                location / {{ return 200; }}
            }}
        }}""")
    return Server("nginx", ["nginx", "-p", run.folder, "-c", config], port)


def start_hypercorn(run):
    port = free_port()
    log = run.path("bench.ndjson")
    config = run.write("hypercorn.toml", "keep_alive_max_requests = 100000000\n")
    os.environ |= {"CAPTURE_LOG": log, "PYTHONPATH": PEERS}
    return Server("hypercorn",
                  [os.path.join(run.peers, "bin/hypercorn"), "capture_app:app", "--bind", f"127.0.0.1:{port}",
                   "--workers", "1", "--config", config], port, log)

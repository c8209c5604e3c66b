"""What all benchmarks share: the programs, a folder that goes away, and programs timed as whole processes."""
import os
import statistics
import subprocess
import sys
import tempfile
import time


class Run:
    def __init__(self, options):
        self.rounds, self.requests, self.large = options.rounds, options.requests, options.large
        self.recorder = os.path.join(options.binaries, "pushrecorder")
        self.reporter = os.path.join(options.binaries, "pushreport")
        self.peers = options.peers
        self.folder = tempfile.mkdtemp(prefix="pushreport-bench-")

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)


PEERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "peers")


def peer(name):
    return os.path.join(PEERS, name)


def timed(command, stdout=subprocess.DEVNULL):
    """Wall seconds, CPU seconds and peak megabytes of a program; the last has a floor of what this one takes."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=stdout, stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"bench: {' '.join(command)}: {errors.decode(errors='replace')}")
    return {"wall_seconds": wall, "cpu_seconds": usage.ru_utime + usage.ru_stime, "peak_megabytes": usage.ru_maxrss / 1000}


def interleaved(contestants, rounds):
    """Each contestant's runs, in turn, so that a slow drift of the machine favours nobody: every other round goes backwards."""
    runs = {name: [] for name, _ in contestants}
    for number in range(rounds):
        for name, once in contestants if number % 2 == 0 else reversed(contestants):
            runs[name].append(once())
    return runs


def medians(runs):
    return {key: statistics.median(run[key] for run in runs) for key in runs[0]}

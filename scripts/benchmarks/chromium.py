"""A headless Chromium as a whole: time to its first picture, memory of all its processes, and what a search costs in it."""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

BROWSER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../browser.py")
COMMAND = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,1600"]


def opened(page, limit, watch=None):
    """Seconds from start to the end of the first picture; None when the limit is reached."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        start = time.monotonic()
        process = subprocess.Popen(
            COMMAND + [f"--user-data-dir={profile}", f"--screenshot={profile}/picture.png", f"file://{page}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        while process.poll() is None:
            if time.monotonic() - start > limit:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                return None
            if watch:
                watch(process.pid)
            time.sleep(0.02)
        seconds = time.monotonic() - start
        if process.returncode != 0 or not os.path.exists(f"{profile}/picture.png"):
            sys.exit(f"bench: chromium made no picture of {page}")
        return seconds


def peak(page, limit):
    """The most megabytes that opening a page takes, in a run of its own: the kernel counts them while the browser waits."""
    megabytes = 0

    def watch(session):
        nonlocal megabytes
        megabytes = max(megabytes, memory(session))
        time.sleep(0.3)

    opened(page, limit, watch)
    return megabytes


def memory(session):
    """Megabytes of all processes of a session; pages that they share count once, as parts."""
    total = 0
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat", encoding="ascii", errors="replace") as stat:
                # Behind the name, which may have spaces: state, parent, group, session.
                if int(stat.read().rpartition(")")[2].split()[3]) != session:
                    continue
            with open(f"/proc/{entry}/smaps_rollup", encoding="ascii") as maps:
                total += next(int(line.split()[1]) for line in maps if line.startswith("Pss:"))
        except (OSError, StopIteration):
            continue
    return total / 1000


def found(page, words):
    """Seconds that the browser needs to find words in an opened page, all of which it lays out for that."""
    search = f"""(() => {{
        const start = performance.now()
        const isThere = window.find({json.dumps(words)})
        return isThere ? String(performance.now() - start) : ""
    }})()"""
    visit = {"page": page, "height": 1600, "steps": [{"evaluate": search}]}
    result = subprocess.run([sys.executable, BROWSER], input=json.dumps(visit), capture_output=True, text=True)
    if result.returncode != 0 or not json.loads(result.stdout)["values"][0]:
        sys.exit(f"bench: '{words}' was not found in {page}: {result.stderr}")
    return float(json.loads(result.stdout)["values"][0]) / 1000

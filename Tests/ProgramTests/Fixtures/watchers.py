"""Many clients wait and watch while h2load sends pushes at a rate; nobody may miss one.

usage: watchers.py INGRESS API WAITERS STREAMS PUSHES RATE
"""
import json
import subprocess
import sys
import tempfile
import threading
from http.client import HTTPConnection

ingress, api = sys.argv[1:3]
waiters, streams, pushes, rate = map(int, sys.argv[3:])
problems = []
ready = threading.Barrier(waiters + streams + 1)
seen = [[] for _ in range(streams)]


def get(path):
    connection = HTTPConnection(api, timeout=300)
    connection.request("GET", path)
    return connection


def wait(number):
    """Each waits for another number of pushes, the last for all of them."""
    count = pushes * (number + 1) // waiters
    connection = get(f"/api/v1/push/messages?wait=250s&target=load&count={count}&limit=1")
    ready.wait()
    answer = connection.getresponse()
    total = int(answer.getheader("x-total-count", "0"))
    answer.read()
    if answer.status != 200 or total < count:
        problems.append(f"waiter {number}: status {answer.status}, {total} of {count} pushes")


def watch(number):
    answer = get("/api/v1/events/stream?target=load").getresponse()
    ready.wait()
    while len(seen[number]) < pushes and (line := answer.readline()):
        if line.startswith(b"id: "):
            seen[number].append(line[4:].strip().decode())


def identifiers():
    """Those of all pushes, page by page."""
    found, query = [], ""
    while True:
        answer = get(f"/api/v1/push/messages?limit=1000{query}").getresponse()
        found += [push["id"] for push in json.load(answer)]
        if not (cursor := answer.getheader("x-next-cursor")):
            return found[::-1]
        query = f"&cursor={cursor}"


threads = [threading.Thread(target=wait, args=(number,)) for number in range(waiters)]
threads += [threading.Thread(target=watch, args=(number,)) for number in range(streams)]
for thread in threads:
    thread.start()
ready.wait()
with tempfile.NamedTemporaryFile() as body:
    body.write(json.dumps({"message": {"topic": "load", "notification": {"title": "x"}}}).encode())
    body.flush()
    load = subprocess.run(
        ["h2load", "-n", str(pushes), "-c", "2", "-m", "100", "--rps", str(rate // 2), "-d", body.name,
         f"http://{ingress}/v1/projects/p/messages:send"],
        capture_output=True, text=True, check=True)
if f"{pushes} succeeded" not in load.stdout:
    problems.append(load.stdout)
for thread in threads:
    thread.join()
everything = identifiers()
problems += [f"stream {number} has {len(got)} pushes" for number, got in enumerate(seen) if got != everything]
if len(everything) != pushes:
    problems.append(f"the API has {len(everything)} pushes")
print("\n".join(problems) if problems else f"{waiters} waiters and {streams} streams missed none of {pushes} pushes")
sys.exit(1 if problems else 0)

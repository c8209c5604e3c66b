"""Many clients wait and watch while pushes come; nobody may miss one.

usage: watchers.py INGRESS API WAITERS PUSHES
"""
import json
import sys
import threading
from http.client import HTTPConnection

ingress, api, waiters, pushes = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
problems = []
everybody = threading.Barrier(waiters + 2)


def wait(number):
    connection = HTTPConnection(api, timeout=120)
    connection.request("GET", f"/api/v1/push/messages?wait=100s&count={pushes}&limit=1")
    everybody.wait()
    answer = connection.getresponse()
    total = answer.getheader("x-total-count")
    answer.read()
    if answer.status != 200 or total != str(pushes):
        problems.append(f"waiter {number}: status {answer.status}, total {total}")


def watch():
    connection = HTTPConnection(api, timeout=120)
    connection.request("GET", "/api/v1/events/stream")
    answer = connection.getresponse()
    everybody.wait()
    seen = []
    while len(seen) < pushes:
        line = answer.readline()
        if not line:
            break
        if line.startswith(b"data: {"):
            seen.append(json.loads(line[6:])["summary"]["title"])
    if seen != [str(number) for number in range(pushes)]:
        problems.append(f"the stream has {len(seen)} of {pushes} pushes")
    connection.close()


threads = [threading.Thread(target=wait, args=(number,)) for number in range(waiters)]
threads.append(threading.Thread(target=watch))
for thread in threads:
    thread.start()
sender = HTTPConnection(ingress, timeout=120)
everybody.wait()
for number in range(pushes):
    body = json.dumps({"message": {"topic": "load", "notification": {"title": str(number)}}})
    sender.request("POST", "/v1/projects/p/messages:send", body)
    sender.getresponse().read()
for thread in threads:
    thread.join()
print("\n".join(problems) if problems else f"{waiters} waiters and a stream missed nothing")
sys.exit(1 if problems else 0)

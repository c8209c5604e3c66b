"""Logs of the shape and size that real runs have, the same in every run of the benchmarks."""
import json
import random


def make_log(run, count):
    """A log of the shape and size that the reference measured: about 800 bytes for each push."""
    chance = random.Random(20261130)
    words = "order shipped today your parcel is on its way to the door and will arrive soon thanks".split()
    name = run.path(f"log-{count}.ndjson")
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

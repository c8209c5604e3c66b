"""A recorder as one would write it by hand for hypercorn: a line for each request before its answer."""
import datetime
import json
import os

log = open(os.environ["CAPTURE_LOG"], "ab", buffering=0)


async def app(scope, receive, send):
    if scope["type"] != "http":
        raise NotImplementedError(scope["type"])
    body = b""
    while True:
        event = await receive()
        body += event.get("body", b"")
        if not event.get("more_body"):
            break
    line = {"v": 1, "kind": "push", "time": datetime.datetime.now(datetime.timezone.utc).isoformat(),
            "method": scope["method"], "path": scope["path"],
            "headers": [[name.decode("latin-1"), value.decode("latin-1")] for name, value in scope["headers"]],
            "body": body.decode(errors="replace")}
    log.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})

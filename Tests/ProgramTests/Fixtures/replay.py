"""Sends every request of clients.ndjson as its client sent it, byte for byte, and looks for each one in the log.

usage: replay.py CLIENTS PORT LOG
"""
import base64
import hashlib
import json
import socket
import sys

import hpack
import hyperframe.frame as frames


def body_of(request):
    body = request["body"].encode()
    if request.get("body_encoding") == "b64":
        body = base64.b64decode(body)
    # The collection cuts secrets out of some bodies; spaces make up for what is missing.
    for name, value in request["headers"]:
        if name.lower() == "content-length":
            body = body.ljust(int(value))
    return body


def send_http1(connection, request, body):
    lines = [f"{request['method']} {request['path']} HTTP/{request['http']}"]
    lines += [f"{name}: {value}" for name, value in request["headers"]]
    if any(name.lower() == "transfer-encoding" for name, _ in request["headers"]):
        body = b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
    connection.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
    received = b""
    while b"\r\n\r\n" not in received.removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n"):
        chunk = connection.recv(65536)
        if not chunk:
            raise ConnectionError("closed without an answer")
        received += chunk


def send_http2(connection, request, body):
    head = frames.HeadersFrame(1, hpack.Encoder().encode([tuple(field) for field in request["headers"]]))
    head.flags.add("END_HEADERS")
    data = frames.DataFrame(1, body)
    (data if body else head).flags.add("END_STREAM")
    parts = [frames.SettingsFrame(0), head] + ([data] if body else [])
    connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"".join(part.serialize() for part in parts))
    while True:
        frame, length = frames.Frame.parse_frame_header(memoryview(read_exactly(connection, 9)))
        frame.parse_body(memoryview(read_exactly(connection, length)))
        if isinstance(frame, frames.SettingsFrame) and "ACK" not in frame.flags:
            connection.sendall(frames.SettingsFrame(0, flags=["ACK"]).serialize())
        if isinstance(frame, (frames.GoAwayFrame, frames.RstStreamFrame)):
            raise ConnectionError(f"refused: {frame}")
        if frame.stream_id == 1 and "END_STREAM" in frame.flags:
            return


def read_exactly(connection, count):
    received = b""
    while len(received) < count:
        chunk = connection.recv(count - len(received))
        if not chunk:
            raise ConnectionError("closed without an answer")
        received += chunk
    return received


def restored(value):
    return base64.b64decode(value["bytes"]) if isinstance(value, dict) and "bytes" in value else (
        value["text"] if isinstance(value, dict) else value).encode()


def is_digest(secret, value):
    return (secret["sha256"], secret["length"]) == (hashlib.sha256(value).hexdigest()[:16], len(value))


def is_body(recorded, body, secrets):
    """True when the recorded body is the one sent, but for secrets in a form, each of which has its digest."""
    first, *rest = recorded.split(b"(redacted)")
    if len(rest) != len(secrets) or not body.startswith(first):
        return False
    body = body[len(first):]
    for secret, piece in zip(secrets, rest):
        value, body = body[:secret["length"]], body[secret["length"]:]
        if not is_digest(secret, value) or not body.startswith(piece):
            return False
        body = body[len(piece):]
    return not body


def differences(request, body, event):
    recorded = event["request"]
    pseudo = {name: value for name, value in request["headers"] if name.startswith(":")}
    fields = [field for field in request["headers"] if not field[0].startswith(":")]
    for key, wanted in [("method", request["method"]), ("target", request["path"]), ("http", request["http"]),
                        ("scheme", pseudo.get(":scheme")), ("authority", pseudo.get(":authority"))]:
        if recorded.get(key) != wanted:
            yield f"{key} is {recorded.get(key)!r}, not {wanted!r}"
    secrets = [secret for secret in event["annotations"].get("redacted", []) if secret.get("in") == "body"]
    if not is_body(restored(recorded["body"]), body, secrets):
        yield "another body"
    if [name for name, _ in recorded["headers"]] != [name for name, _ in fields]:
        yield f"headers {recorded['headers']}"
        return
    for (name, value), (_, wanted) in zip(recorded["headers"], fields):
        if isinstance(value, dict) and "redacted" in value:
            if not is_digest(value["redacted"], wanted.encode()):
                yield f"{name} is redacted wrongly"
        elif name.lower() == "authorization":
            yield "authorization is not redacted"
        elif restored(value) != wanted.encode():
            yield f"{name} is {value!r}"


def main():
    clients, port, log = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    with open(clients, encoding="utf-8") as lines:
        requests = [json.loads(line) for line in lines]
    bodies = [body_of(request) for request in requests]
    for request, body in zip(requests, bodies):
        with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
            (send_http2 if request["http"] == "2" else send_http1)(connection, request, body)
    with open(log, encoding="utf-8") as lines:
        events = [event for event in map(json.loads, lines) if "request" in event]
    problems = [
        f"request {number} of {request['client']}: {difference}"
        for number, (request, body, event) in enumerate(zip(requests, bodies, events), 1)
        for difference in differences(request, body, event)
    ]
    if len(events) != len(requests):
        problems.append(f"{len(events)} events for {len(requests)} requests")
    print("\n".join(problems) if problems else f"{len(requests)} requests found whole")
    sys.exit(1 if problems else 0)


main()

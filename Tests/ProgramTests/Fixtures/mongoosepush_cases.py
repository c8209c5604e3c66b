"""Sends the observed MongoosePush requests with httpx over HTTP/1.1, over HTTP/2 with prior knowledge and over TLS, and
prints how many of them got the answer of the original, and the ones that did not.

usage: mongoosepush_cases.py CASES PORT CERTIFICATE
"""
import json
import ssl
import sys

import httpx

path, port, certificate = sys.argv[1:]
cases = [json.loads(line) for line in open(path, encoding="utf-8")]
tls = ssl.create_default_context(cafile=certificate)
ways = {
    "http/1.1": (f"http://127.0.0.1:{port}", {"http1": True, "http2": False}),
    "h2c": (f"http://127.0.0.1:{port}", {"http1": False, "http2": True}),
    "tls h2": (f"https://localhost:{port}", {"http1": True, "http2": True, "verify": tls}),
    "tls http/1.1": (f"https://localhost:{port}", {"http1": True, "http2": False, "verify": tls}),
}


def value(body):
    """The body as JSON, its errors in an order of their own unless they tell of missing fields."""
    if not body:
        return body
    parsed = json.loads(body)
    if isinstance(parsed, dict) and "errors" in parsed:
        errors = parsed["errors"]
        if not all(error["message"].startswith("Missing field: ") for error in errors):
            parsed["errors"] = sorted(errors, key=lambda error: json.dumps(error, sort_keys=True))
    return parsed


def answers_alike(client, case):
    request = client.build_request(case["method"], case["path"], content=case["body"].encode())
    for name in list(request.headers):
        if name not in ("host", "content-length"):
            del request.headers[name]
    for name, text in case["headers"]:
        request.headers[name] = text
    answer, expected = client.send(request), case["expect"]
    return (
        answer.status_code == expected["status"]
        and answer.headers.get("content-type") == expected["content_type"]
        and value(answer.text) == value(expected["body"])
    )


for name, (base, options) in ways.items():
    with httpx.Client(base_url=base, timeout=60, trust_env=False, **options) as client:
        failed = [case["name"] for case in cases if not answers_alike(client, case)]
    print(f"{name}: {len(cases) - len(failed)} of {len(cases)} as observed", *failed, sep="\n  ")

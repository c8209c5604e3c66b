"""Sends 50 pushes with httpx over HTTP/1.1, over HTTP/2 with prior knowledge and over TLS, and prints how each went.

usage: httpx_clients.py PORT CERTIFICATE
"""
import asyncio
import ssl
import sys

import httpx

port, certificate = sys.argv[1], sys.argv[2]
tls = ssl.create_default_context(cafile=certificate)
ways = {
    "http/1.1": (f"http://127.0.0.1:{port}", {"http1": True, "http2": False}),
    "h2c": (f"http://127.0.0.1:{port}", {"http1": False, "http2": True}),
    "tls h2": (f"https://localhost:{port}", {"http1": True, "http2": True, "verify": tls}),
    "tls http/1.1": (f"https://localhost:{port}", {"http1": True, "http2": False, "verify": tls}),
}


async def send(name, base, options):
    async with httpx.AsyncClient(base_url=base, timeout=60, trust_env=False, **options) as client:
        answers = await asyncio.gather(*(
            client.post("/v1/projects/p/messages:send", json={"message": {"topic": "t", "data": {"way": name, "n": str(n)}}})
            for n in range(50)
        ))
    statuses = {answer.status_code for answer in answers}
    versions = {answer.http_version for answer in answers}
    names = {answer.json()["name"] for answer in answers}
    print(f"{name}: {len(answers)} answers, statuses {statuses}, {' '.join(versions)}, {len(names)} names")


for name, (base, options) in ways.items():
    asyncio.run(send(name, base, options))

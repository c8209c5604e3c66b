"""Sends pushes with httpx through a proxy to FCM's own address, as strictly as Python 3.13 verifies, and prints how it
went: over HTTP/1.1 with up to 25 tunnels at once, then over HTTP/2 through one.

usage: tunnel_clients.py PROXY AUTHORITY COUNT
"""
import asyncio
import ssl
import sys

import httpx

proxy, authority, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
tls = ssl.create_default_context(cafile=authority)
tls.verify_flags |= ssl.VERIFY_X509_STRICT
# Beyond a hundred streams httpcore now and then loses one of its own.
AT_ONCE = 90
URL = "https://fcm.googleapis.com/v1/projects/p/messages:send"


async def send(name, options, connections):
    limits = httpx.Limits(max_connections=connections, max_keepalive_connections=connections)
    async with httpx.AsyncClient(
        proxy=proxy, verify=tls, timeout=600, trust_env=False, limits=limits, **options
    ) as client:
        turn = asyncio.Semaphore(AT_ONCE)

        async def post(number):
            async with turn:
                return await client.post(URL, json={"message": {"topic": "t", "data": {"n": str(number)}}})

        answers = await asyncio.gather(*map(post, range(count)))
    statuses = {answer.status_code for answer in answers}
    names = {answer.json()["name"] for answer in answers}
    assert {answer.http_version for answer in answers} == {name}
    print(f"{name}: {len(answers)} answers, statuses {statuses}, {len(names)} names")


asyncio.run(send("HTTP/1.1", {"http1": True, "http2": False}, 25))
asyncio.run(send("HTTP/2", {"http1": False, "http2": True}, 1))

"""Sends five hundred pushes, ninety at a time, over one HTTP/2 connection and prints the apns-id of each, as it was sent
and as it was answered.

usage: many_sends.py URL
"""
import asyncio
import sys
import uuid

import httpx

COUNT = 500
# Beyond a hundred streams httpcore now and then loses one of its own.
AT_ONCE = 90


async def main(url):
    limits = httpx.Limits(max_connections=1)
    turn = asyncio.Semaphore(AT_ONCE)
    async with httpx.AsyncClient(http1=False, http2=True, limits=limits, timeout=60) as client:

        async def send(number):
            identifier = str(uuid.uuid4())
            async with turn:
                answer = await client.post(
                    f"{url}/3/device/{number:064x}",
                    headers={"apns-id": identifier, "apns-topic": "com.example.MyApp"},
                    json={"aps": {"alert": f"push {number}"}},
                )
            assert answer.status_code == 200, answer.text
            return identifier, answer.headers["apns-id"]

        for sent, answered in await asyncio.gather(*map(send, range(COUNT))):
            print(sent, answered)


asyncio.run(main(sys.argv[1]))

#!/usr/bin/env python3
"""What a user could write to post many webhooks: aiohttp, as its manual says.

    contrib/bench/post.py URL BODY COUNT

Needs `pip install aiohttp`. What is refused is tried once more.
"""
import asyncio
import sys

import aiohttp


async def post(session, url, body, number):
    headers = {"Content-Type": "application/json", "webhook-id": f"aiohttp-{number}"}
    for _ in range(2):
        async with session.post(url, data=body, headers=headers) as response:
            if response.status < 300:
                return


async def worker(session, url, body, numbers):
    for number in numbers:
        await post(session, url, body, number)


async def main():
    url, path, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    body = open(path, "rb").read()
    numbers = iter(range(count))
    async with aiohttp.ClientSession() as session:
        await asyncio.gather(*(worker(session, url, body, numbers) for _ in range(32)))


asyncio.run(main())

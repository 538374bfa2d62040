"""Calls that start an event loop of their own, made from wherever one may be running already."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

ResultT = TypeVar("ResultT")


def outside_any_loop(call: Callable[[], ResultT]) -> ResultT:
    """What the call returns; in a thread of its own if this one runs an event loop (an asynchronous server does).

    pyHanko signs and checks with `asyncio.run`, which refuses to start inside a running loop.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return call()
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(call).result()

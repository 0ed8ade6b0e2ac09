"""Long work in a thread of its own, while this one keeps the time, tells how it goes, and takes Ctrl-C.

>>> from threading import Event
>>> told = Event()
>>> in_a_thread(lambda: told.wait(60) and "what there was", told.set, time_limit=0.0)
('what there was', 'time limit')
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from time import perf_counter
from typing import TypeVar

V = TypeVar("V")

TICK = 0.1
"""How many seconds pass between two looks."""


def in_a_thread(
    work: Callable[[], V],
    stop: Callable[[], None],
    time_limit: float | None = None,
    tell: Callable[[float], None] | None = None,
) -> tuple[V, str]:
    """What some work comes to, and why it was told to stop: "time limit", "interrupted", or nothing.

    ``stop`` tells the work to come to its end; ``tell`` gets the seconds that have passed. The end is waited
    for by an event: to join a thread that an interrupt has met may return before the thread is done.

    >>> in_a_thread(lambda: 7, lambda: None)
    (7, '')
    """
    done = Event()
    found: list[V] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            found.append(work())
        except BaseException as error:
            failure.append(error)
        finally:
            done.set()

    start = perf_counter()
    stopped = ""
    Thread(target=run, daemon=True).start()
    try:
        while not done.wait(
            TICK if time_limit is None else min(TICK, max(0.0, start + time_limit - perf_counter()))
        ):
            passed = perf_counter() - start
            if tell is not None:
                tell(passed)
            if time_limit is not None and passed >= time_limit:
                stopped = "time limit"
                break
    except KeyboardInterrupt:
        stopped = "interrupted"
    if stopped:
        stop()
    done.wait()
    if failure:
        raise failure[0]
    return found[0], stopped

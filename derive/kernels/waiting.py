"""A search in a thread of its own, while this one keeps the time, tells how it goes, and hears Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread, stack_size
from time import perf_counter

TICK = 0.1
"""Seconds between two looks at a search."""


def wait_for(
    work: Callable[[], None],
    stop: Callable[[], None],
    time_limit: float | None,
    tell: Callable[[float], None] | None,
    start: float,
    stack: int = 0,
) -> str:
    """Run some work to its end; answers with what it was stopped by: "time limit", "interrupted" or nothing.

    ``stop`` asks the work to end, and whatever happens here it is then waited for. ``tell`` is called now and
    then with the seconds since ``start``. ``stack``: how many bytes its thread has for calls, if not as many as
    usual. What is waited for is an event, not the thread: before Python 3.13, a thread that was being joined when
    Ctrl-C came is taken for one that has ended.

    >>> done, enough = [], Event()
    >>> wait_for(lambda: done.append("all"), enough.set, None, None, perf_counter()), done
    ('', ['all'])
    >>> wait_for(lambda: done.append(enough.wait(60)), enough.set, 0.01, None, perf_counter()), done
    ('time limit', ['all', True])
    """
    finished = Event()
    failure: list[BaseException] = []

    def guarded() -> None:
        try:
            work()
        except BaseException as error:
            failure.append(error)
        finally:
            finished.set()

    stopped = ""
    usual = stack_size(stack or stack_size())
    try:
        Thread(target=guarded, daemon=True).start()
    finally:
        stack_size(usual)
    try:
        while not finished.wait(_patience(time_limit, start)):
            if tell is not None:
                tell(perf_counter() - start)
            late = time_limit is not None and perf_counter() - start >= time_limit
            if late and not finished.is_set():
                stopped = "time limit"
                break
    except KeyboardInterrupt:
        stopped = "interrupted"
    finally:
        if not finished.is_set():
            stop()
        finished.wait()
    if failure:
        raise failure[0]
    return stopped


def _patience(time_limit: float | None, start: float) -> float:
    return TICK if time_limit is None else min(TICK, max(0.0, start + time_limit - perf_counter()))

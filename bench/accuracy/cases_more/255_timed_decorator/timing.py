import functools
import time

TIMES = {}


def timed(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        start = time.perf_counter()
        out = fn(*args, **kwargs)
        elapsed = time.perf_counter() - start
        TIMES.setdefault(fn.__name__, []).append(elapsed)
        return out
    return wrapper

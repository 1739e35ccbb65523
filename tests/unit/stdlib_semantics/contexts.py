import contextlib
import io
from contextlib import AbstractContextManager, ContextDecorator, ExitStack, closing, contextmanager, nullcontext, suppress

log = []


@contextmanager
def managed(name, fail=False):
    log.append(("enter", name))
    try:
        yield name.upper()
    except ValueError as e:
        log.append(("caught", str(e)))
        if fail:
            raise
    finally:
        log.append(("exit", name))


with managed("a") as v:
    log.append(v)
t(log)
log.clear()
with managed("b"):
    raise ValueError("inner")
t(log)
log.clear()
t(raises(lambda: run_failing()) if False else 0)


def run_failing():
    with managed("c", fail=True):
        raise ValueError("again")


t(raises(run_failing))


def run_other():
    with managed("d"):
        raise KeyError("k")


t(raises(run_other))


@managed("deco")
def decorated(x):
    log.append("body")
    return x + 1


log.clear()
t([decorated(1), decorated(2), log, decorated.__name__, managed.__name__])


def early():
    with managed("e"):
        return "returned"


log.clear()
t([early(), log])
with nullcontext(5) as n:
    t(n)
with suppress(KeyError, ZeroDivisionError):
    {}["x"]
with suppress(ZeroDivisionError):
    1 / 0
t(raises(lambda: suppressed_other()) if False else 1)


class Timer(ContextDecorator):
    def __enter__(self):
        log.append("start")
        return self

    def __exit__(self, *exc):
        log.append(("stop", exc[0].__name__ if exc[0] else None))
        return False


@Timer()
def timed():
    return "t"


log.clear()
t([timed(), log])


class Closable:
    closed = False

    def close(self):
        self.closed = True


c = Closable()
with closing(c) as cc:
    t(cc is c)
t(c.closed)
log.clear()
with ExitStack() as stack:
    got = [stack.enter_context(managed(k)) for k in "xy"]
    stack.callback(log.append, "callback")
    log.append(got)
t(log)
log.clear()
with ExitStack() as stack:
    stack.enter_context(managed("s"))
    raise ValueError("swallowed")
t(log)
es = ExitStack()
es.callback(lambda: log.append("later"))
kept = es.pop_all()
es.close()
log.clear()
kept.close()
t(log)


class Mine(AbstractContextManager):
    def __exit__(self, *a):
        return None


with Mine() as mine:
    t(isinstance(mine, Mine))
t([isinstance(Mine(), AbstractContextManager), isinstance(Timer(), AbstractContextManager), isinstance(3, AbstractContextManager)])


@contextmanager
def nested():
    with managed("in") as inner:
        with managed("in2"):
            yield inner


log.clear()
with nested() as value:
    log.append(value)
t(log)


def use(flag):
    with managed("opt") if flag else nullcontext() as got:
        return got


t([use(True), use(False)])


class State:
    level = 0

    @contextmanager
    def deeper(self):
        self.level += 1
        try:
            yield self.level
        finally:
            self.level -= 1


s = State()
with s.deeper() as one, s.deeper() as two:
    t([one, two, s.level])
t(s.level)
for i in range(2):
    with managed(str(i)):
        continue
buffer = io.StringIO()
buffer.write("abc\n")
buffer.write("def")
t([buffer.getvalue(), buffer.tell(), buffer.seek(0), buffer.readline(), buffer.read(), io.StringIO("x\ny").readlines()])
b = io.BytesIO(b"12345")
t([b.read(2), b.read(), b.getvalue()])
